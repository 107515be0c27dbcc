import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type Database from 'better-sqlite3'
import { searchSpoken } from '../../main/host/journal/search/spoken/search-spoken.ts'
import { Journal } from '../../main/host/journal/journal.ts'
import type { HostEvent } from '../../shared/events/events.ts'
import { inFull, median, milliseconds, type Row } from './measure.ts'
import { viewsFileOf } from '../../main/host/journal/database/database.ts'
import { connectViews } from '../../main/host/journal/views/views-file.ts'
import { closeViews, readOn } from '../host/journal/following.ts'

const small = inFull(10_000, 200)
const large = inFull(100_000, 400)
const rounds = inFull(15, 1)

const queries: Record<string, string> = {
  'a word that is everywhere': 'message',
  'a part of a rare word': `fix${large / 2 - 1}e`,
  'two words that rarely meet': `message suf${small / 2}x`,
  'a text that nobody said': 'nowhere to be found',
}

/** A page of matches among 100,000 messages next to one among 10,000, and the index's cost per message. */
export async function findingRows(): Promise<Row[]> {
  const journals = [await filled(large), await filled(small)]
  try {
    const rows: Row[] = []
    const [ours, bare] = journals
    if (!ours || !bare) return rows
    for (const [name, text] of Object.entries(queries))
      rows.push({
        name: `finding ${name}`,
        unit: 'µs',
        ours: await page(ours.db, text),
        bare: await page(bare.db, text),
      })
    rows.push({ name: 'indexing a message', unit: 'µs', ours: ours.indexed, bare: bare.indexed })
    return rows
  } finally {
    for (const { db, directory } of journals) {
      db.close()
      rmSync(directory, { recursive: true })
    }
  }
}

async function page(db: Database.Database, text: string): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < rounds; i++) times.push((await milliseconds(() => searchSpoken(db, { text, limit: 20 }))) * 1000)
  return median(times)
}

async function filled(messages: number) {
  const directory = mkdtempSync(path.join(tmpdir(), 'atrium-bench-'))
  const journal = Journal.open(directory)
  journal.append({ type: 'conversation.created', conversation: 'c', title: 'c', actor: 'bench' })
  for (let number = 0; number < messages; number++) {
    journal.append(said(number))
    if (number % 500 === 0) journal.flush()
  }
  journal.flush()
  const took = await milliseconds(() => {
    readOn(journal)
  })
  closeViews(journal)
  await journal.close()
  return { directory, indexed: (took * 1000) / messages, db: connectViews(viewsFileOf(journal.file), journal.file) }
}

const filler = 'Words as in most messages, of about the same length, '.repeat(10)

const said = (number: number): HostEvent => ({
  type: 'message.finished',
  conversation: 'c',
  turn: `t${number}`,
  message: `m${number}`,
  model: 'm',
  blocks: { json: [{ type: 'text', text: `message pre${number}fix${number}end suf${number}x ${filler}` }] },
  stop: 'end-turn',
  usage: { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 },
})
