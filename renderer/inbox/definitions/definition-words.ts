import type { Question, Suspicion } from '../../../shared/asks/asks.ts'
import { isChangedDefinition, partsOfItem, toolOfItem } from '../../../shared/state/pins.ts'
import { inbox } from '../../strings/inbox/inbox.ts'

const words = inbox.definitions

/** Definitions as counts: "1 changed and 2 new definitions". */
export function definitionsInWords(items: readonly Parameters<typeof isChangedDefinition>[0][]): string {
  const changed = items.filter(isChangedDefinition).length
  const fresh = items.length - changed
  if (changed === 0) return words.fresh(fresh)
  return fresh === 0 ? words.changed(changed) : words.changedAndFresh(changed, fresh)
}

/** The suspicions about a definition, in sentences. */
export const suspicionsInWords = (suspicions: readonly Suspicion[]): string[] =>
  suspicions.map((suspicion) => words.suspicions[suspicion])

/** An item's name, and its kind unless it's a tool. */
export function itemInWords(item: string): { name: string; kind?: string } {
  const parts = partsOfItem(item)
  if (!parts) return { name: item }
  if (parts.kind === 'tool') return { name: parts.name }
  return { name: 'name' in parts ? parts.name : item, kind: words.kinds[parts.kind] }
}

/** The subject of a review, with a slot for the server's name. */
export function reviewSubject(items: readonly Pick<Question<'definitions'>['items'][number], 'item'>[]): string {
  const sentence = items.every(({ item }) => toolOfItem(item) !== undefined) ? words.sentence : words.sentenceOfAll
  return items.length === 1 ? sentence.one : sentence.several
}

/** A definition compared with the passport its server was added with. */
export const passportState = ({
  hash,
  expected,
}: Pick<Question<'definitions'>['items'][number], 'hash' | 'expected'>): 'absent' | 'equal' | 'differs' =>
  expected === undefined ? 'absent' : expected === hash ? 'equal' : 'differs'
