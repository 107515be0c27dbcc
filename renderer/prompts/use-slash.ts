import { useId, useLayoutEffect, useMemo, useState, type KeyboardEvent } from 'react'
import { useHost } from '../state/replica.ts'
import { findPrompts, offeredPrompts, samePrompts, type FoundPrompt, type FoundPrompts } from './offered-prompts.ts'
import { openPrompt, useMenuIntent } from '../state/prompting.ts'

/** The prompt list that opens with a slash in the message. `active` counts across groups; -1 for none. */
export type SlashList = {
  id: string
  found: FoundPrompts
  query: string
  active: number
  setActive(index: number): void
  choose(prompt: FoundPrompt): void
}

export type SlashModel = {
  /** The open list. */
  menu: SlashList | undefined
  /** Receives the caret's position; undefined when the field loses focus. */
  setCaret(caret: number | undefined): void
  /** Whether the list handled the key. */
  onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): boolean
  /** Types the slash for the user, unless the caret is after one; Esc removes it again. */
  open(): void
}

const fieldOf = (): HTMLTextAreaElement | null => document.querySelector('textarea[data-composer]')

/** Finds prompts by what is typed after a slash in the message. */
export function useSlash({ text, setText }: { text: string; setText(text: string): void }): SlashModel {
  const id = useId()
  const prompts = useHost(offeredPrompts, samePrompts)
  const ownPrompts = useHost(({ configured }) => configured.settings.prompts)
  const [caret, setCaret] = useState<number>()
  const [dismissed, setDismissed] = useState<number>()
  const [opened, setOpened] = useState<number>()
  const [wanted, setWanted] = useState<number>()
  const [marked, setMarked] = useState({ query: '', index: 0 })
  const typed = caret === undefined ? undefined : slashAt(text, caret)
  const slash = typed && typed.from !== dismissed ? typed : undefined
  const query = slash?.query ?? ''
  const found = useMemo(() => findPrompts(prompts, query), [prompts, query])
  const items = found.groups.flatMap((group) => group.items)
  const active = items.length === 0 ? -1 : marked.query === query ? Math.min(marked.index, items.length - 1) : 0
  const isOpen = slash !== undefined && (prompts.length > 0 || query === '')

  useLayoutEffect(() => {
    if (wanted === undefined) return
    const field = fieldOf()
    field?.focus()
    field?.setSelectionRange(wanted, wanted)
    // oxlint-disable-next-line react/set-state-in-effect -- the intent is fulfilled once
    setWanted(undefined)
  }, [wanted])
  const replace = (next: { text: string; caret: number }): void => {
    setText(next.text)
    setCaret(next.caret)
    setWanted(next.caret)
  }
  const choose = ({ server, entry, waits }: FoundPrompt): void => {
    if (!slash || waits) return
    const own = server === undefined && entry.arguments.length === 0 ? ownPrompts?.[entry.name]?.text : undefined
    if (own !== undefined) return replace(inserted(text, slash, own))
    const next = withoutSlash(text, slash)
    setText(next.text)
    setCaret(undefined)
    openPrompt({ server, prompt: entry.name })
  }
  const leave = ({ from, query: after }: Slash): void => {
    if (opened === from && after === '') replace(withoutSlash(text, { from, query: after }))
    else setDismissed(from)
  }
  const setActive = (index: number): void => setMarked({ query, index: (index + items.length) % items.length })

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    const mark = items[active]
    if (!slash || !isOpen || event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey)
      return false
    const actions: Record<string, (() => void) | undefined> = {
      Escape: () => leave(slash),
      ArrowDown: mark && (() => setActive(active + 1)),
      ArrowUp: mark && (() => setActive(active - 1)),
      Enter: mark && !event.shiftKey ? () => choose(mark) : undefined,
      Tab: mark && !event.shiftKey ? () => replace(filled(text, slash, mark.entry.name)) : undefined,
    }
    const action = actions[event.key]
    if (!action) return false
    event.preventDefault()
    event.stopPropagation()
    action()
    return true
  }
  const open = (): void => {
    const at = fieldOf()?.selectionStart ?? text.length
    setDismissed(undefined)
    if (slashAt(text, at)) return replace({ text, caret: at })
    const sign = at === 0 || /\s/.test(text.charAt(at - 1)) ? '/' : ' /'
    setOpened(at + sign.length - 1)
    replace({ text: text.slice(0, at) + sign + text.slice(at), caret: at + sign.length })
  }
  useMenuIntent(open)
  return {
    menu: isOpen ? { id, found, query, active, setActive, choose } : undefined,
    setCaret: (next) => {
      setCaret(next)
      if (next === undefined || !slashAt(fieldOf()?.value ?? '', next)) setDismissed(undefined)
    },
    onKeyDown,
    open,
  }
}

const filled = (text: string, { from, query }: Slash, name: string): { text: string; caret: number } => ({
  text: `${text.slice(0, from + 1)}${name}${text.slice(from + 1 + query.length)}`,
  caret: from + 1 + name.length,
})

/** The text with a prompt in place of the typed search. */
const inserted = (text: string, { from, query }: Slash, prompt: string): { text: string; caret: number } => ({
  text: text.slice(0, from) + prompt + text.slice(from + 1 + query.length),
  caret: from + prompt.length,
})

/** A name being typed after a slash: the slash's position, and the text up to the caret. */
type Slash = { from: number; query: string }

const longestQuery = 60

/** The slash that starts the word at the caret, unless it's part of a path. */
export function slashAt(text: string, caret: number): Slash | undefined {
  const before = text.slice(0, caret)
  const word = /(?:^|\s)(\/[^\s/]*)$/.exec(before)?.[1]
  if (word === undefined || word.length > longestQuery || /^[^\s]*\//.test(text.slice(caret))) return undefined
  return { from: caret - word.length, query: word.slice(1) }
}

/** The text without the typed search, and the new caret position. */
export function withoutSlash(text: string, { from, query }: Slash): { text: string; caret: number } {
  const rest = text.slice(from + 1 + query.length)
  return { text: text.slice(0, from) + (from === 0 ? rest.trimStart() : rest), caret: from }
}
