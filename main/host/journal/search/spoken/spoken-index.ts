import type { Database } from 'better-sqlite3'
import { upcast } from '../../../../../shared/events/upcast.ts'
import { foldText } from '../../../../../shared/text/folded.ts'
import { StepIndex } from '../step-index.ts'
import {
  type BlobText,
  isSpoken,
  type Spoken,
  type SpokenPart,
  spokenParts,
  spokenText,
  spokenTypes,
} from './spoken.ts'

/** Reads the beginning of a stored text. */
export function blobText(db: Database): BlobText {
  const read = db
    .prepare<[number, string], string>('SELECT substr(CAST(bytes AS TEXT), 1, ?) FROM blobs WHERE hash = ?')
    .pluck()
  return (hash, most) => read.get(most, hash)
}

/** A stored event and its text, as one and in its parts; undefined if it says nothing. */
export function spokenIn(
  { version, body }: { version: number; body: string },
  blob: BlobText,
): { event: Spoken; text: string; parts: SpokenPart[] } | undefined {
  const event = upcast(version, JSON.parse(body))
  if (!event || !isSpoken(event)) return undefined
  const parts = spokenParts(event, blob)
  return { event, parts, text: spokenText(parts) }
}

/** A condition for the events that say something, as SQL. Their index isn't used: a range of records is. */
export const hasSpokenType = `+type IN (${spokenTypes.map((type) => `'${type}'`).join()})`

/** The index over spoken text: which records have which three characters in a row. */
export function spokenIndex(db: Database, log: Database): StepIndex {
  const blob = blobText(log)
  return new StepIndex(db, log, {
    name: 'said',
    begin: createSpoken,
    where: hasSpokenType,
    textOf: (event) => {
      const spoken = spokenIn(event, blob)
      return spoken && foldText(spoken.text)
    },
    most: { passed: 5000, read: 40, characters: 32_000 },
  })
}

/** Creates the index, empty: it reads the log from the first record on, step by step. */
export const createSpoken = `
  CREATE VIRTUAL TABLE said USING fts5
    (words, content = '', columnsize = 0, detail = 'none', tokenize = 'trigram case_sensitive 1');
  INSERT INTO said (said, rank) VALUES ('secure-delete', 1);
  CREATE TABLE said_upto (seq INTEGER NOT NULL) STRICT;
  INSERT INTO said_upto (seq) VALUES (0);
`
