import { z } from 'zod'
import type { Call } from '../../../shared/state/conversation.ts'
import { persisted, storedList } from '../persisted.ts'

/** A call that was sent to a server with an app for its result. */
export type AppCall = Call & { server: string; app: string }

/** Whether a call has an app that could be shown. */
export const hasApp = (call: Call): call is AppCall =>
  call.app !== undefined && call.server !== undefined && call.startedAt !== undefined && !call.imported

/** Max apps that run in this window at once. */
export const mostLiveApps = 6

/** The running apps, by call, the one that the user saw last at the end. */
const live = new Map<string, () => void>()

/**
 * Registers an app that begins to run. If too many run, the one that was out of sight for the longest time is closed.
 * Call the result when the app has ended.
 */
export function beginApp(call: string, close: () => void): () => void {
  live.delete(call)
  if (live.size >= mostLiveApps) {
    const [oldest] = live
    if (oldest) {
      live.delete(oldest[0])
      oldest[1]()
    }
  }
  live.set(call, close)
  return () => {
    if (live.get(call) === close) live.delete(call)
  }
}

/** Notes that the user sees a call's app, so others are closed before it. */
export function sawApp(call: string): void {
  const close = live.get(call)
  if (!close) return
  live.delete(call)
  live.set(call, close)
}

/** The calls that were allowed together with a wish to open their app. */
const wanted = new Set<string>()

/** Opens a call's app in this window as soon as its result is there. */
export const wantApp = (call: string): void => void wanted.add(call)

/** Whether the app of this call is wanted; it opens once. */
export const takeWantedApp = (call: string): boolean => wanted.delete(call)

/** Max heights that are remembered. */
const mostKept = 100

const kept = persisted(globalThis.sessionStorage, 'atrium.app-heights', storedList(z.tuple([z.string(), z.number()])))

/** The last height of a call's app in this tab, so its place doesn't grow again when it is shown again. */
export const heightOf = (call: string): number | undefined => kept.read()?.find(([one]) => one === call)?.[1]

/** Remembers the height of a call's app. */
export function keepHeight(call: string, height: number): void {
  const others = (kept.read() ?? []).filter(([one]) => one !== call)
  kept.write([...others, [call, height] as [string, number]].slice(-mostKept))
}
