import { makeIntent, useIntent } from '../intent.ts'
import { useEffect, useEffectEvent } from 'react'

const intent = makeIntent()
let lastFilled = ''

/** Writes a text into the open composer, for the user to change and send. */
export const fillComposer = (text: string): void => intent.set(text)

/** Adds a text at the end of the text in the open composer. */
export function addToComposer(text: string): void {
  lastFilled = ''
  intent.set(text)
}

/** Passes the text to `take`: instead of an earlier filled one that is unchanged, else after the user's own text. */
export function useFilling(current: string, take: (text: string, isInstead: boolean) => void): void {
  const text = useIntent(intent)
  const fill = useEffectEvent((wanted: string) => {
    take(wanted, current.trim() === '' || current === lastFilled)
    lastFilled = wanted
  })
  useEffect(() => {
    if (text === undefined) return
    intent.set(undefined)
    fill(text)
  }, [text])
}
