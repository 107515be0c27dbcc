import { makeWish, useWish } from '../wish.ts'
import { useEffect, useEffectEvent } from 'react'

const wish = makeWish()
let lastFilled = ''

/** Writes a text into the open composer, for the user to change and send. */
export const fillComposer = (text: string): void => wish.set(text)

/** Takes the text over: instead of an untouched one from before, after anything the user wrote. */
export function useFilling(current: string, take: (text: string, isInstead: boolean) => void): void {
  const text = useWish(wish)
  const fill = useEffectEvent((wanted: string) => {
    take(wanted, current.trim() === '' || current === lastFilled)
    lastFilled = wanted
  })
  useEffect(() => {
    if (text === undefined) return
    wish.set(undefined)
    fill(text)
  }, [text])
}
