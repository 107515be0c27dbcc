import type { FoundPlace } from '../../../shared/contract/find-commands.ts'
import { head } from '../../../shared/text/clip.ts'
import type { RunningMessage } from '../../../shared/state/running-turns.ts'
import { foldText, spansOf } from '../../../shared/text/folded.ts'
import { readMarkdown } from '../../../shared/text/read-markdown.ts'
import type { Turn } from '../../../shared/state/conversation.ts'
import { createStore, useStore } from '../store.ts'
import type { Transcript } from './transcript.ts'
import { rowOfCall, rowOfSource, type ThreadRow } from './rows.ts'

/** One match: its place, and which of the place's matches it is, from 0. */
export type Hit = { place: FoundPlace; nth: number }

/** The search in the open conversation: its text, and the match that the user is at. */
export type FindState = { text: string; hit: Hit | undefined }

/** The store behind `useFinding`. */
export const finding = createStore<FindState | undefined>(undefined)

/** The search in the open conversation; undefined while nothing is searched. */
export const useFinding = (): FindState | undefined => useStore(finding)

/** How often the search was opened. */
const opened = createStore<number>(0)

/** Opens the search in the open conversation, or gives it the focus. */
export const openFind = (): void => opened.set(opened.get() + 1)

/** Changes each time the search is opened, also while it is open. */
export const useFindOpened = (): number => useStore(opened)

/** The match with this number among all places; undefined beyond the last one. */
export function hitAt(places: readonly FoundPlace[], index: number): Hit | undefined {
  let before = 0
  for (const place of places) {
    if (index < before + place.count) return { place, nth: index - before }
    before += place.count
  }
  return undefined
}

/** All matches, over all places. */
export const countHits = (places: readonly FoundPlace[]): number => places.reduce((sum, { count }) => sum + count, 0)

/** The number of the first match in a record; 0 if it has none. */
export function indexOfRecord(places: readonly FoundPlace[], seq: number | undefined): number {
  const at = places.findIndex((place) => place.seq === seq)
  return at === -1 ? 0 : countHits(places.slice(0, at))
}

/** The places in the branch in use. */
export function placesInUse(
  places: FoundPlace[],
  { turns, allTurns }: Pick<Transcript, 'turns' | 'allTurns'>,
): FoundPlace[] {
  if (turns === allTurns) return places
  const inUse = new Set(turns.map(({ id }) => id))
  return places.filter(({ turn }) => inUse.has(turn))
}

/** Max characters of a running reply that are searched, as many as of a finished one. */
const searchedLive = 64_000

/** How many matches the text so far of a running reply has. */
export function countLive(message: RunningMessage | undefined, text: string): number {
  const wanted = foldText(text)
  if (!message || wanted === '') return 0
  return spansOf(head(message.blocks.map((block) => readMarkdown(block.text)).join('\n'), searchedLive), [wanted])
    .length
}

/** The places, with that of a running reply at the end; one that has ended is among the places already. */
export const withLive = (places: FoundPlace[], live: Omit<FoundPlace, 'seq' | 'speaker'>): FoundPlace[] =>
  live.message === undefined || live.count === 0 || places.some(({ message }) => message === live.message)
    ? places
    : [...places, { seq: Infinity, speaker: 'model', ...live }]

/** Whether two moments of a search show the same match, so what moves the view to it needn't run again. */
export const sameFind = (a: FindState | undefined, b: FindState | undefined): boolean =>
  a?.text === b?.text && a?.hit?.nth === b?.hit?.nth && sameSpot(a?.hit?.place, b?.hit?.place)

const sameSpot = (a: FoundPlace | undefined, b: FoundPlace | undefined): boolean =>
  a?.turn === b?.turn && a?.message === b?.message && a?.call === b?.call && a?.speaker === b?.speaker

/** The row that contains a match; -1 if it isn't in the thread. */
export function rowOfHit(turns: readonly Turn[], rows: ThreadRow[], { place }: Hit): number {
  if (place.call !== undefined) return rowOfCall(turns, rows, place.call)
  if (place.message === undefined) return rowOfSource(turns, rows, place.turn)
  return rows.findIndex(({ key }) => key === place.message)
}

/** Whether the user is at a match in this message, and this part of it has one. */
export const isFoundIn = (now: FindState | undefined, message: string, part: string): boolean =>
  now?.hit !== undefined &&
  now.hit.place.message === message &&
  now.hit.place.call === undefined &&
  spansOf(readMarkdown(part), [foldText(now.text)]).length > 0

/** As `isFoundIn`, for the search in the open conversation. */
export const useIsFoundIn = (message: string, part: string): boolean => isFoundIn(useFinding(), message, part)

const isIn = (id: string, { place }: Hit): boolean =>
  place.call === id || (place.call === undefined && place.turn === id)

/** Whether the user is at a match in one of these calls, or in the message that began one of these turns. */
export const useIsFound = (...ids: string[]): boolean => {
  const { hit } = useFinding() ?? {}
  return hit !== undefined && hit.place.message === undefined && ids.some((id) => isIn(id, hit))
}
