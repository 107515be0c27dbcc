import { useEffect, useEffectEvent } from 'react'
import type { ThreadRow } from '../../state/chat/rows.ts'
import { goToSource } from '../../state/chat/sources.ts'
import { isTextField } from '../../ui/page/focus-page.ts'
import { isElsewhere } from '../../ui/page/frame-keys.ts'
import { pressedKey } from '../../ui/key-map.ts'

/** Where the user is: the row in focus, else the first row in view. */
export type ReadingPlace = { focused: number | undefined; first: number; isAtEnd: boolean }

/** The turn of the user's previous or next message from there, if there is one. */
export function messageFrom(rows: ThreadRow[], place: ReadingPlace, step: 1 | -1): string | undefined {
  const { focused, first, isAtEnd } = place
  const isMessage = ({ kind }: ThreadRow): boolean => kind === 'person'
  if (step === 1) return rows.slice(focused === undefined ? first : focused + 1).find(isMessage)?.turn
  return rows.slice(0, focused ?? (isAtEnd ? rows.length : first + 1)).findLast(isMessage)?.turn
}

/** The keys that go to the user's previous and next message, also from an empty text field. */
export function useMessageKeys(rows: ThreadRow[], place: () => ReadingPlace): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const pressed = pressedKey(event, 'messages')
    if (pressed === undefined || event.defaultPrevented || isElsewhere(event.target) || hasText(event.target)) return
    event.preventDefault()
    const turn = messageFrom(rows, place(), pressed === 0 ? -1 : 1)
    if (turn !== undefined) goToSource(turn)
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** In a field with text, the keys select lines of it. */
const hasText = (target: EventTarget | null): boolean =>
  isTextField(target) && !(target instanceof HTMLTextAreaElement && target.value === '')
