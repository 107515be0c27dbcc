import type { Question, Suspicion } from '../../shared/asks.ts'
import { strings } from '../strings/strings.ts'

const words = strings.inbox.definitions

/** "1 changed and 2 new definitions". */
export function definitionsInWords(items: readonly Pick<Question<'definitions'>['items'][number], 'before'>[]): string {
  const changed = items.filter(({ before }) => before !== undefined).length
  const fresh = items.length - changed
  if (changed === 0) return words.fresh(fresh)
  return fresh === 0 ? words.changed(changed) : words.changedAndFresh(changed, fresh)
}

/** What is odd about a definition, in sentences. */
export const suspicionsInWords = (suspicions: readonly Suspicion[]): string[] =>
  suspicions.map((suspicion) => words.suspicions[suspicion])
