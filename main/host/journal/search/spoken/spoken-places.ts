import type { Database } from 'better-sqlite3'
import type { FoundPlace } from '../../../../../shared/contract/find-commands.ts'
import { foldText, spansOf } from '../../../../../shared/text/folded.ts'
import { blobText, hasSpokenType, spokenIn } from './spoken-index.ts'
import { trigramsOf } from './search-spoken.ts'
import { spokenPlaceOf } from './spoken.ts'

/** How many characters one query reads, and how many matches it counts. */
const mostCharacters = 16_000_000
const mostMatches = 5000

/** Every place of one conversation that has exactly this text, first to last. */
export function findPlaces(
  db: Database,
  { conversation, text }: { conversation: string; text: string },
): { places: FoundPlace[]; isCut: boolean } {
  const wanted = foldText(text)
  const match = trigramsOf([wanted])
  // Records that the index hasn't reached are read whole.
  const named = 'AND (seq IN (SELECT rowid FROM said WHERE said MATCH ?) OR seq > (SELECT seq FROM said_upto))'
  const rows = db.prepare<string[], { seq: number; version: number; body: string }>(
    `SELECT seq, version, body FROM events JOIN bodies USING (seq) JOIN conversations ON conversations.id = conversation
     WHERE conversation = ? AND deleted_at IS NULL AND ${hasSpokenType} ${match === undefined ? '' : named}
     ORDER BY seq`,
  )
  const blob = blobText(db)
  const places: FoundPlace[] = []
  let [characters, matches] = [0, 0]
  for (const { seq, version, body } of rows.iterate(conversation, ...(match === undefined ? [] : [match]))) {
    if (characters >= mostCharacters || matches >= mostMatches) return { places, isCut: true }
    const spoken = spokenIn({ version, body }, blob)
    if (!spoken) continue
    const count = spansOf(spoken.text, [wanted], mostMatches - matches).length
    characters += spoken.text.length
    matches += count
    if (count > 0) places.push({ ...spokenPlaceOf(spoken.event, seq), count })
  }
  return { places, isCut: false }
}
