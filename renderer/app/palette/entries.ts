import type { Snippet } from '../../../shared/contract/find-commands.ts'
import { palette } from '../../strings/palette.ts'
import type { GlyphState } from '../../state/glyph-state.ts'
import type { IconName } from '../../ui/icon.tsx'
import { fitOf } from '../../ui/search/score.ts'

const { groups: names } = palette

/** The palette's groups, in their order before anything is typed. */
export const groupNames = Object.values(names)
export type GroupName = (typeof groupNames)[number]

/** Something the palette leads to or does. */
export type PaletteEntry = {
  key: string
  group: GroupName
  /** Searched and shown: one line without hidden characters. */
  text: string
  /** Also searched, and shown as a hint. */
  detail?: string | undefined
  /** The entry's shortcut, which works on every page. */
  keys?: string
  /** The host found it: a passage of a conversation, by a server if it names one. It comes after all other matches. */
  found?: { snippet?: Snippet; from?: string | undefined }
  sign: { icon: IconName } | { glyph: GlyphState } | { seal: string }
} & Deed

/** Either goes to a place after the palette closes, or changes something in the host while the palette stays open. */
type Deed = { go(): void } | { change(): Promise<unknown> }

/** `at` has the indices of the characters in its text that the query matched. */
export type FoundEntry = PaletteEntry & { at: number[] }
/** One heading of the palette with its entries, best match first. */
export type EntryGroup = { name: GroupName; items: FoundEntry[] }

/** Max entries per group: before anything is typed, and of the matches. */
const mostUnasked: Record<GroupName, number> = {
  [names.needsYou]: 5,
  [names.conversations]: 6,
  [names.pages]: 3,
  [names.actions]: 5,
  [names.servers]: 0,
  [names.tools]: 0,
  [names.prompts]: 0,
  [names.said]: 0,
}
const mostFound = 8

/** A prefix that limits the search to one kind. */
const signs: Record<string, GroupName[]> = {
  '>': [names.actions, names.pages],
  '@': [names.servers, names.tools],
  '/': [names.prompts],
}

/** The entries matching the query, best group first; waiting questions come before everything. */
export function findEntries(entries: PaletteEntry[], typed: string): { groups: EntryGroup[]; found: number } {
  const only = signs[typed.charAt(0)]
  const query = (only ? typed.slice(1) : typed).trim()
  const wanted = only ? entries.filter(({ group }) => only.includes(group)) : entries
  if (query === '') return unasked(wanted, only)
  const ranked = wanted
    .flatMap((entry) => {
      if (entry.found) return [{ entry: { ...entry, at: [] }, rank: Infinity }]
      const fit = fitOfEntry(entry, query)
      return fit ? [{ entry: { ...entry, at: fit.at }, rank: fit.rank }] : []
    })
    .toSorted((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank))
  const inOrder = [...new Set(ranked.map(({ entry }) => entry.group))].toSorted(waitingFirst)
  const groups = inOrder.map((name) => ({
    name,
    items: ranked.flatMap(({ entry }) => (entry.group === name ? [entry] : [])).slice(0, mostFound),
  }))
  return { groups, found: ranked.length }
}

function unasked(entries: PaletteEntry[], only: GroupName[] | undefined): { groups: EntryGroup[]; found: number } {
  const groups = groupNames.map((name) => ({
    name,
    items: entries
      .filter(({ group }) => group === name)
      .slice(0, only ? mostFound * 4 : mostUnasked[name])
      .map((entry) => ({ ...entry, at: [] })),
  }))
  return { groups: groups.filter(({ items }) => items.length > 0), found: entries.length }
}

const waitingFirst = (a: GroupName, b: GroupName): number => Number(b === names.needsYou) - Number(a === names.needsYou)

/** Matches the text, or else text and detail together; marks matches in the text only. */
function fitOfEntry({ text, detail }: PaletteEntry, query: string) {
  const own = fitOf(query, text)
  if (own || detail === undefined) return own
  const both = fitOf(query, `${text} ${detail}`)
  return both && { rank: both.rank + 4, at: both.at.filter((place) => place < text.length) }
}
