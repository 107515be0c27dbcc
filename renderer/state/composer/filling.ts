import { makeIntent, useIntent } from '../intent.ts'
import { useEffect, useEffectEvent } from 'react'

const intent = makeIntent()
let lastFilled = ''
let isOffer = false

/** Writes a text into the composer that is open or opens next, for the user to change and send. */
export function fillComposer(text: string): void {
  isOffer = false
  intent.set(text)
}

/** The same with a text that the user didn't choose: it is selected, so typing replaces it. */
export function offerInComposer(text: string): void {
  isOffer = true
  intent.set(text)
}

/** Adds a text at the end of the text in the open composer. */
export function addToComposer(text: string): void {
  lastFilled = ''
  isOffer = false
  intent.set(text)
}

/** How a text gets into the field: instead of what is there, or after it; and whether it is selected. */
type Filling = { isInstead: boolean; isSelected: boolean }

/**
 * Passes the text to `take`: instead of an earlier filled one that is unchanged, else after the user's own text. An offer
 * doesn't follow their own text.
 */
export function useFilling(current: string, take: (text: string, how: Filling) => void): void {
  const text = useIntent(intent)
  const fill = useEffectEvent((wanted: string) => {
    const isInstead = current.trim() === '' || current === lastFilled
    if (isOffer && !isInstead) return
    take(wanted, { isInstead, isSelected: isOffer })
    lastFilled = wanted
  })
  useEffect(() => {
    if (text === undefined) return
    intent.set(undefined)
    fill(text)
  }, [text])
}
