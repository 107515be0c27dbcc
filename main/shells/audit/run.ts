import { createReadStream, existsSync, openSync, readSync, closeSync } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { commands } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { verifyChain } from '../../host/journal/chain/chain.ts'
import { checkExport, type ExportFindings } from '../../host/journal/export/check.ts'
import { LineFile } from '../../host/journal/export/line-file.ts'
import { exportLines } from '../../host/journal/export/write.ts'
import { readLogRecord } from '../../host/journal/queries/records.ts'
import { readableDataDirectory } from '../common/data-directory.ts'
import { shown } from '../common/shown.ts'
import type { AuditArguments } from './arguments.ts'
import { openLog } from './open-log.ts'
import { verifyCodeOf, verdictSentences } from './verdict.ts'
import { auditWords as words } from './words.ts'

/** A command's input and output. `out` resolves when there is room for more. */
export type Pipes = { in: Readable; out: (text: string) => Promise<void> }

/** Runs a command line and returns the exit code. Throws `HostError` if it can't. */
export async function runAudit(asked: AuditArguments, pipes: Pipes): Promise<number> {
  switch (asked.command) {
    case 'help':
      await pipes.out(words.usage)
      return 0
    case 'verify': {
      const { log, scope } = await verify(asked.file ?? databaseIn(asked.dataDirectory), asked.key, pipes.in)
      await pipes.out(
        verdictSentences(log, scope)
          .map((line) => `${shown(line)}\n`)
          .join(''),
      )
      return verifyCodeOf(log, scope)
    }
    case 'export':
      await writeExport(asked, pipes)
      return 0
    case 'show':
      await show(asked, pipes)
      return 0
    default:
      return asked satisfies never
  }
}

const databaseIn = (dataDirectory: string | undefined): string =>
  path.join(readableDataDirectory(dataDirectory), 'journal.db')

async function verify(file: string, key: string | undefined, piped: Readable): Promise<ExportFindings> {
  if (file === '-') return checkExport(linesOf(piped), key)
  if (!isDatabase(file)) return checkExport(linesOf(createReadStream(file)), key)
  const { db, heads, close } = openLog(file)
  try {
    const walk = verifyChain(db, { ...heads, key })
    for (;;) {
      const step = walk.next()
      if (step.done) return { log: step.value }
    }
  } finally {
    close()
  }
}

/** A file that doesn't begin like a database counts as an export. */
function isDatabase(file: string): boolean {
  if (!existsSync(file)) throw new HostError('not-found', words.noFile(file))
  const begin = Buffer.alloc(15)
  const handle = openSync(file, 'r')
  readSync(handle, begin, 0, begin.length, 0)
  closeSync(handle)
  return begin.toString('latin1') === 'SQLite format 3'
}

async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let rest: string[] = []
  for await (const chunk of stream.setEncoding('utf8')) {
    const [first = '', ...more] = String(chunk).split('\n')
    rest.push(first)
    if (more.length === 0) continue
    yield rest.join('')
    const last = more.pop() ?? ''
    yield* more
    rest = [last]
  }
  const last = rest.join('')
  if (last !== '') yield last
}

async function writeExport(asked: Extract<AuditArguments, { command: 'export' }>, { out }: Pipes): Promise<void> {
  const filter = commands.exportLog.input.safeParse(asked.filter)
  if (!filter.success)
    throw new HostError('bad-input', words.invalid(`--${String(filter.error.issues[0]?.path[0]).replace(/s$/, '')}`))
  const name = asked.out === undefined ? undefined : path.resolve(asked.out)
  if (name !== undefined && existsSync(name)) throw new HostError('bad-input', words.fileExists(name))
  const { db, heads, close } = openLog(databaseIn(asked.dataDirectory))
  const file = name === undefined ? undefined : new LineFile(name)
  try {
    for (const { line } of exportLines(db, filter.data, Date.now(), heads.heads))
      if (file) file.write(line)
      else await out(`${line}\n`)
    file?.keep()
  } finally {
    file?.close()
    close()
  }
}

async function show(asked: Extract<AuditArguments, { command: 'show' }>, { out }: Pipes): Promise<void> {
  const { db, close } = openLog(databaseIn(asked.dataDirectory))
  try {
    const { row, body, previous, mono } = readLogRecord(db, asked)
    const columns = Object.entries({ ...row, at: new Date(row.at).toISOString(), mono, previous })
    const lines = columns.flatMap(([name, value]) => (value === null ? [] : [words.column(name, value)]))
    const content = body === null ? [words.erased] : JSON.stringify(body, undefined, 2).split('\n')
    await out([...lines, ...content].map((line) => `${shown(line)}\n`).join(''))
  } finally {
    close()
  }
}
