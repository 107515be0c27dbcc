import { useId, useLayoutEffect, useState, type KeyboardEvent } from 'react'

/** A word being typed after a sign: the sign's position, and the text up to the caret. */
export type TypedWord = { from: number; query: string }

/** A text, and the caret's position in it. */
type Typed = { text: string; caret: number }

/** A list that opens in the message at a sign, as the message's field knows it. */
export type WordMenu = {
  /** The open list; `active` is the marked entry's position, -1 for none. */
  menu: { id: string; active: number } | undefined
  /** Receives the caret's position; undefined when the field loses focus. */
  setCaret(caret: number | undefined): void
  /** Whether the list handled the key. */
  onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): boolean
}

/** The element ID that links a list's entry for screen readers. */
export const optionId = ({ id }: { id: string }, index: number): string => `${id}-${index}`

/** A list's entries and keys: their number, and what choosing or filling one in does; absent if it does nothing. */
type Entries = {
  count: number
  choose: ((index: number) => void) | undefined
  fill?: (index: number) => void
  /** The last entry stays marked when others arrive before it. */
  isLastFixed?: true
}

/** The best match, before the user marks another entry. */
const first = { query: '', index: 0 }

/** The mark of a last entry that stays the last. */
const fixed = Number.MAX_SAFE_INTEGER

/** This window's message field. */
const fieldOf = (): HTMLTextAreaElement | null => document.querySelector('textarea[data-composer]')

/** Follows the word after a sign in the message. `wordAt` finds it at a position. */
export function useTypedWord(
  { text, setText }: { text: string; setText(text: string): void },
  wordAt: (text: string, caret: number) => TypedWord | undefined,
) {
  const id = useId()
  const [caret, setCaret] = useState<number>()
  const [dismissed, setDismissed] = useState<number>()
  const [opened, setOpened] = useState<number>()
  const [wanted, setWanted] = useState<number>()
  const [marked, setMarked] = useState(first)
  const typed = caret === undefined ? undefined : wordAt(text, caret)
  const word = typed && typed.from !== dismissed ? typed : undefined
  const query = word?.query ?? ''

  useLayoutEffect(() => {
    if (wanted === undefined) return
    const field = fieldOf()
    field?.focus()
    field?.setSelectionRange(wanted, wanted)
    // oxlint-disable-next-line react/set-state-in-effect -- the intent is fulfilled once
    setWanted(undefined)
  }, [wanted])
  /** Puts another text into the message, with the caret. */
  const replace = (next: Typed): void => {
    setText(next.text)
    setCaret(next.caret)
    setWanted(next.caret)
  }
  /** Takes the word out of the message, and leaves focus to what follows. */
  const take = (from: TypedWord): void => {
    setText(withoutWord(text, from).text)
    setCaret(undefined)
  }
  const leave = (from: TypedWord): void => {
    if (opened === from.from && from.query === '') replace(withoutWord(text, from))
    else setDismissed(from.from)
  }
  const activeOf = (count: number): number =>
    count === 0 ? -1 : marked.query === query ? Math.min(marked.index, count - 1) : 0
  const setActive = (index: number, { count, isLastFixed }: Pick<Entries, 'count' | 'isLastFixed'>): void => {
    const next = (index + count) % count
    setMarked({ query, index: isLastFixed && next === count - 1 ? fixed : next })
  }
  const isMarked = marked.query === query && marked.index === fixed

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>, isOpen: boolean, entries: Entries): boolean => {
    if (!word || !isOpen || event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey)
      return false
    const { count, choose, fill } = entries
    const active = activeOf(count)
    const ifAny = (action: () => void): (() => void) | undefined => (count > 0 ? action : undefined)
    const actions: Record<string, (() => void) | undefined> = {
      Escape: () => leave(word),
      ArrowDown: ifAny(() => setActive(active + 1, entries)),
      ArrowUp: ifAny(() => setActive(active - 1, entries)),
      Enter: choose && !event.shiftKey ? ifAny(() => choose(active)) : undefined,
      Tab: fill && !event.shiftKey ? ifAny(() => fill(active)) : undefined,
    }
    const action = actions[event.key]
    if (!action) return false
    event.preventDefault()
    event.stopPropagation()
    action()
    return true
  }
  /** Types the sign for the user, unless the caret is after one; Esc removes it again. */
  const open = (sign: string): void => {
    const at = fieldOf()?.selectionStart ?? text.length
    setDismissed(undefined)
    if (wordAt(text, at)) return replace({ text, caret: at })
    const typedSign = at === 0 || /\s/.test(text.charAt(at - 1)) ? sign : ` ${sign}`
    setOpened(at + typedSign.length - 1)
    replace({ text: text.slice(0, at) + typedSign + text.slice(at), caret: at + typedSign.length })
  }
  return {
    id,
    word,
    query,
    replace,
    take,
    activeOf,
    setActive,
    isLastMarked: isMarked,
    onKeyDown,
    open,
    setCaret: (next: number | undefined) => {
      setCaret(next)
      if (next !== undefined && wordAt(fieldOf()?.value ?? '', next)) return
      setDismissed(undefined)
      setMarked(first)
    },
  }
}

/** The text without the typed word, and the new caret position. */
export function withoutWord(text: string, { from, query }: TypedWord): Typed {
  const rest = text.slice(from + 1 + query.length)
  return { text: text.slice(0, from) + (from === 0 ? rest.trimStart() : rest), caret: from }
}
