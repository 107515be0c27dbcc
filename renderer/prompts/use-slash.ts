import { useMemo } from 'react'
import { useTypedWord, type TypedWord, type WordMenu } from '../state/composer/typed-word.ts'
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

/** The list of prompts in a message. */
export type SlashModel = WordMenu & {
  menu: SlashList | undefined
  /** Types the slash for the user, unless the caret is after one; Esc removes it again. */
  open(): void
}

type SlashSource = {
  text: string
  setText(text: string): void
  /** Adds a server's approved skill to the message. */
  load(server: string, skill: string): void
}

/** Finds prompts by what is typed after a slash in the message. */
export function useSlash({ text, setText, load }: SlashSource): SlashModel {
  const { id, word, query, replace, take, activeOf, ...typed } = useTypedWord({ text, setText }, slashAt)
  const prompts = useHost(offeredPrompts, samePrompts)
  const ownPrompts = useHost(({ configured }) => configured.settings.prompts)
  const found = useMemo(() => findPrompts(prompts, query), [prompts, query])
  const items = found.groups.flatMap((group) => group.items)
  const active = activeOf(items.length)
  const isOpen = word !== undefined && (prompts.length > 0 || query === '')
  const choose = ({ server, entry, waits, skill }: FoundPrompt): void => {
    if (!word || waits) return
    if (server !== undefined && skill !== undefined) {
      take(word)
      return load(server, skill)
    }
    const own = server === undefined && entry.arguments.length === 0 ? ownPrompts?.[entry.name]?.text : undefined
    if (own !== undefined) return replace(inserted(text, word, own))
    take(word)
    openPrompt({ server, prompt: entry.name })
  }
  const fill = (index: number): void => {
    const prompt = items[index]
    if (word && prompt) replace(filled(text, word, prompt.entry.name))
  }
  const open = (): void => typed.open('/')
  useMenuIntent(open)
  const setActive = (index: number): void => typed.setActive(index, { count: items.length })
  return {
    menu: isOpen ? { id, found, query, active, setActive, choose } : undefined,
    setCaret: typed.setCaret,
    onKeyDown: (event) =>
      typed.onKeyDown(event, isOpen, {
        count: items.length,
        choose: (index) => items[index] && choose(items[index]),
        fill,
      }),
    open,
  }
}

const filled = (text: string, { from, query }: TypedWord, name: string): { text: string; caret: number } => ({
  text: `${text.slice(0, from + 1)}${name}${text.slice(from + 1 + query.length)}`,
  caret: from + 1 + name.length,
})

/** The text with a prompt in place of the typed search. */
const inserted = (text: string, { from, query }: TypedWord, prompt: string): { text: string; caret: number } => ({
  text: text.slice(0, from) + prompt + text.slice(from + 1 + query.length),
  caret: from + prompt.length,
})

const longestQuery = 60

/** The slash that starts the word at the caret, unless it's part of a path. */
export function slashAt(text: string, caret: number): TypedWord | undefined {
  const before = text.slice(0, caret)
  const word = /(?:^|\s)(\/[^\s/]*)$/.exec(before)?.[1]
  if (word === undefined || word.length > longestQuery || /^[^\s]*\//.test(text.slice(caret))) return undefined
  return { from: caret - word.length, query: word.slice(1) }
}
