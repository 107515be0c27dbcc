import { useState } from 'react'
import { keyOf } from './resource-tree.ts'

/** One resource selected for attaching. */
export type Chosen = { server: string; uri: string; name: string; size?: number | undefined }

/** The resources chosen in the picker, before they are attached. */
export type ResourceChoice = {
  chosen: Chosen[]
  has(server: string, uri: string): boolean
  toggle(one: Chosen): void
  drop(these: Chosen[]): void
  /** Whether Atrium follows its changes once it's sent. */
  isLive(server: string, uri: string): boolean
  setLive(server: string, uri: string, live: boolean): void
}

/** The selected resources, in order of selection. */
export function useChoice(): ResourceChoice {
  const [chosen, setChosen] = useState<Record<string, Chosen>>({})
  const [live, setLive] = useState<ReadonlySet<string>>(new Set())
  const without = (these: Chosen[]) => (now: Record<string, Chosen>) =>
    Object.fromEntries(Object.entries(now).filter(([key]) => !these.some((one) => keyOf(one.server, one.uri) === key)))
  return {
    chosen: Object.values(chosen),
    has: (server, uri) => Object.hasOwn(chosen, keyOf(server, uri)),
    toggle: (one) => {
      const key = keyOf(one.server, one.uri)
      setChosen((now) => (Object.hasOwn(now, key) ? without([one])(now) : { ...now, [key]: one }))
    },
    drop: (these) => setChosen(without(these)),
    isLive: (server, uri) => live.has(keyOf(server, uri)),
    setLive: (server, uri, isLive) => {
      const others = [...live].filter((key) => key !== keyOf(server, uri))
      setLive(new Set(isLive ? [...others, keyOf(server, uri)] : others))
    },
  }
}
