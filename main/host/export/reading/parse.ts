import { parentPort } from 'node:worker_threads'
import type { ImportableRow } from '../../../../shared/contract/conversation-import-commands.ts'
import { HostError, type HostErrorCode } from '../../../../shared/contract/errors.ts'
import type { Ready } from '../../base/thread.ts'
import { exportWords as words } from '../words.ts'
import { importSource } from './events.ts'
import { readImportFile, type ReadFile } from './read-file.ts'
import type { ReadConversation } from './shape.ts'
import { textInZip } from './zipped.ts'
import { defined } from '../../../../shared/schema/json.ts'

/** A conversation without its content: its row, and how to know it again. */
export type ReadRow = Omit<ImportableRow, 'already'> & Pick<ReadConversation, 'from' | 'original'> & { source: string }

/** A file without its conversations' content. `refused` has the first ones. */
export type ReadOverview = Omit<ReadFile, 'conversations'> & { rows: ReadRow[]; refusals: number }

/** Messages to the thread: a piece of a file, in order, of a ZIP archive in base64; the end of a file; a question. */
export type ToParser =
  | { file: string; piece: string; zip: boolean }
  | { file: string; forget: true }
  | { id: number; file: string; wanted: 'overview' | number }
/** `one` is undefined if the file has no conversation with this number. */
export type FromParser = { id: number } & (
  | { overview: ReadOverview }
  | { one: ReadConversation | undefined }
  | { refused: { code: HostErrorCode; message: string } }
)

/** How many conversations that can't be imported an overview names. */
const mostRefused = 100

type File = { pieces: string[]; zip: boolean; read?: Promise<ReadFile> }

const files = new Map<string, File>()

function readingOf(id: string): Promise<ReadFile> {
  const file = files.get(id)
  if (!file) throw new HostError('not-found', words.forgotten)
  if (!file.read) {
    const whole = file.pieces.join('')
    file.read = file.zip ? textInZip(Buffer.from(whole, 'base64')).then(readText) : readText(whole)
    file.pieces = []
  }
  return file.read
}

const readText = (text: string): Promise<ReadFile> => readImportFile(text.replace(/^\uFEFF/, ''))

async function answer({ id, file, wanted }: Extract<ToParser, { id: number }>): Promise<FromParser> {
  try {
    const { conversations, refused, from } = await readingOf(file)
    if (wanted !== 'overview') return { id, one: conversations[wanted] }
    const rows = conversations.map(rowOf)
    return { id, overview: { from, rows, refused: refused.slice(0, mostRefused), refusals: refused.length } }
  } catch (error) {
    const code = error instanceof HostError ? error.code : 'internal'
    return { id, refused: { code, message: error instanceof Error ? error.message : String(error) } }
  }
}

function rowOf(read: ReadConversation, index: number): ReadRow {
  const { from, original, title, project, turns, activeAt, leftOut } = read
  const parents = new Set(turns.map(({ parent }) => parent))
  return {
    from,
    original,
    source: importSource(read),
    index,
    title,
    activeAt: activeAt ?? turns.at(-1)?.at ?? null,
    leftOut,
    ...defined({ project }),
    messages: turns.reduce((sum, { said, messages }) => sum + (said.length > 0 ? 1 : 0) + messages.length, 0),
    branches: turns.filter(({ id }) => !parents.has(id)).length,
  }
}

parentPort?.postMessage('ready' satisfies Ready)
parentPort?.on('message', (told: ToParser) => {
  if ('piece' in told) {
    const { pieces, zip } = files.get(told.file) ?? { pieces: [], zip: told.zip }
    files.set(told.file, { pieces: [...pieces, told.piece], zip })
  } else if ('forget' in told) files.delete(told.file)
  else void answer(told).then((answered) => parentPort?.postMessage(answered))
})
