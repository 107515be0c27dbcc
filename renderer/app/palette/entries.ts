import { strings } from '../../strings/strings.ts'
import type { GlyphState } from '../../state/glyph-state.ts'
import type { IconName } from '../../ui/icon.tsx'
import { fitOf } from '../../ui/search/score.ts'

const { groups: names } = strings.palette

/** In the order in which they stand while nothing is typed. */
export const groupNames = Object.values(names)
export type GroupName = (typeof groupNames)[number]

/** Something the palette leads to or does. */
export type Entry = {
  key: string
  group: GroupName
  /** What it is searched by and shown as: one line without hidden characters. */
  text: string
  /** What it is searched by as well, and a word about it. */
  detail?: string | undefined
  sign: { icon: IconName } | { glyph: GlyphState } | { seal: string }
} & Deed

/** It leads somewhere once the palette is closed; or the host has to do it, and the palette stays until that is done. */
type Deed = { go(): void } | { change(): Promise<unknown> }

export type FoundEntry = Entry & { at: number[] }
export type EntryGroup = { name: GroupName; items: FoundEntry[] }

/** So many of a group stand there: while nothing is typed, and of what was found. */
const mostUnasked: Record<GroupName, number> = {
  [names.needsYou]: 5,
  [names.conversations]: 6,
  [names.pages]: 3,
  [names.actions]: 5,
  [names.servers]: 0,
  [names.tools]: 0,
  [names.prompts]: 0,
}
const mostFound = 8

/** A sign before the query that asks for one kind of thing only. */
const signs: Record<string, GroupName[]> = {
  '>': [names.actions, names.pages],
  '@': [names.servers, names.tools],
  '/': [names.prompts],
}

/** What fits the query, the group with the best find first; what waits for the person stands before everything. */
export function findEntries(entries: Entry[], typed: string): { groups: EntryGroup[]; found: number } {
  const only = signs[typed.charAt(0)]
  const query = (only ? typed.slice(1) : typed).trim()
  const wanted = only ? entries.filter(({ group }) => only.includes(group)) : entries
  if (query === '') return unasked(wanted, only)
  const ranked = wanted
    .flatMap((entry) => {
      const fit = fitOfEntry(entry, query)
      return fit ? [{ entry: { ...entry, at: fit.at }, rank: fit.rank }] : []
    })
    .toSorted((a, b) => a.rank - b.rank)
  const inOrder = [...new Set(ranked.map(({ entry }) => entry.group))].toSorted(waitingFirst)
  const groups = inOrder.map((name) => ({
    name,
    items: ranked.flatMap(({ entry }) => (entry.group === name ? [entry] : [])).slice(0, mostFound),
  }))
  return { groups, found: ranked.length }
}

function unasked(entries: Entry[], only: GroupName[] | undefined): { groups: EntryGroup[]; found: number } {
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

/** By its text, or else by text and detail together; only what stands in the text is marked there. */
function fitOfEntry({ text, detail }: Entry, query: string) {
  const own = fitOf(query, text)
  if (own || detail === undefined) return own
  const both = fitOf(query, `${text} ${detail}`)
  return both && { rank: both.rank + 4, at: both.at.filter((place) => place < text.length) }
}
