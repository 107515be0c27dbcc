import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseAuditArguments } from '../../../main/shells/audit/arguments.ts'
import { auditWords as words } from '../../../main/shells/audit/words.ts'
import { commonWords } from '../../../main/shells/common/words.ts'
import type { Journal } from '../../../main/host/journal/journal.ts'
import { allSamples, withDefinition } from '../journal/samples.ts'
import { connect, note, openJournal, temporaryDirectory } from '../journal/support.ts'
import { signing, tamper } from '../journal/chain/signing.ts'
import { checkWords } from '../../../main/host/journal/chain/words.ts'

/** The built command, as `npm run audit` runs it. */
const program = fileURLToPath(new URL('../../../out/main/audit.js', import.meta.url))

/** The command's output and exit code. */
async function audit(args: string[], input = ''): Promise<{ code: number; out: string; problem: string }> {
  const child = spawn(process.execPath, [program, ...args], { stdio: 'pipe' })
  child.stdin.end(input)
  const [out, problem] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode ?? -1, out, problem }
}

/** A signed log with every event type, whose journal is still open. */
async function running(): Promise<{ journal: Journal; directory: string; key: string }> {
  const directory = temporaryDirectory()
  const journal = openJournal({}, directory)
  const writer = signing(journal)
  await writer.open()
  const definition = journal.keepBlob('{"name":"read"}')
  const events = allSamples.filter(({ type }) => type !== 'log.key' && type !== 'catalogue.changed')
  journal.append(...events.map((event) => withDefinition(event, definition)))
  journal.append(note('escape \u001B[31m and \u202E turned'))
  await journal.durable()
  await writer.sign()
  return { journal, directory, key: writer.key ?? '' }
}

describe('the verify command', () => {
  test('[LOG-14] ends with 0 beside a running host, and with 4 if the last records aren’t signed', async () => {
    const { journal, directory, key } = await running()
    const where = ['--data-dir', directory]
    const intact = await audit(['verify', ...where, '--key', key])
    expect(intact).toMatchObject({ code: 0, problem: '' })
    expect(intact.out).toMatch(/^The log is intact: \d+ records, signed up to record \d+ on [\d-]+T[\d:.]+Z\.\n$/)
    journal.append(note('one'), note('two'))
    await journal.durable()
    const unsigned = await audit(['verify', journal.file])
    expect([unsigned.code, unsigned.out]).toEqual([4, expect.stringContaining(`. ${words.lastNotSigned(2)}\n`)])
  })

  test('[LOG-14] ends with 2 and the changed record, and with 3 if records are missing at the end', async () => {
    const { journal, directory } = await running()
    await journal.close()
    const where = ['--data-dir', directory]
    const db = connect(journal.file)
    const records = journal.seq
    tamper(db, `DELETE FROM bodies WHERE seq > ${records - 3}; DELETE FROM events WHERE seq > ${records - 3}`)
    expect(await audit(['verify', ...where])).toEqual({
      code: 3,
      out: `${words.cut(records - 3, records)}\n`,
      problem: '',
    })
    db.exec("UPDATE events SET outcome = 'other' WHERE seq = 9")
    expect(await audit(['verify', ...where])).toEqual({
      code: 2,
      out: `The log is broken at record 9: ${checkWords.changedColumns}\n`,
      problem: '',
    })
  })

  test('[LOG-17] ends with 4 for a log without records, and with 5 if its signatures were replaced', async () => {
    const directory = temporaryDirectory()
    const journal = openJournal({}, directory)
    expect(await audit(['verify', '--data-dir', directory])).toMatchObject({
      code: 4,
      out: `${words.empty}\n`,
    })
    journal.append({ type: 'log.key', key: 'a2V5', missing: { what: 'record', seq: 9, at: 5 } })
    await journal.durable()
    expect(await audit(['verify', '--data-dir', directory])).toMatchObject({
      code: 5,
      out: expect.stringContaining(words.replaced(1)),
    })
  })

  test('[LOG-14] ends with 1 and a reason if it can’t run @all', async () => {
    const empty = temporaryDirectory()
    const foreign = path.join(empty, 'foreign.db')
    connect(foreign).exec('PRAGMA application_id = 5; CREATE TABLE t (x)')
    for (const [args, problem] of [
      [['verify', '--data-dir', empty], 'No file named'],
      [['show', '1', '--data-dir', empty], 'No log at'],
      [['verify', foreign], 'belongs to another program'],
      [['show', '99', '--data-dir', (await running()).directory], 'No record 99'],
      [['show'], words.showNeedsNumber],
      [['forget'], words.unknownCommand('forget')],
      [['export', '--since', 'yesterday'], words.notDate('yesterday')],
      [['verify', '--what'], 'Unknown option'],
    ] as const) {
      const ended = await audit([...args])
      expect([ended.code, ended.out, ended.problem], args.join(' ')).toEqual([1, '', expect.stringContaining(problem)])
      expect(ended.problem).not.toContain('    at ')
    }
  })
})

describe('the export command', () => {
  test('[LOG-14] [LOG-10] writes to a pipe an export that can be checked offline with only the public key', async () => {
    const { directory, key } = await running()
    const { code, out } = await audit(['export', '--data-dir', directory])
    expect(code).toBe(0)
    expect(await audit(['verify', '-', '--key', key], out)).toMatchObject({
      code: 6,
      out: expect.stringContaining(words.notSignedWhole),
    })
    expect(await audit(['verify', '-', '--key', 'b3RoZXI='], out)).toMatchObject({ code: 2 })
    const file = path.join(temporaryDirectory(), 'log.jsonl')
    writeFileSync(file, out.split('\n').slice(0, -3).join('\n'))
    expect(await audit(['verify', file])).toMatchObject({ code: 3 })
    writeFileSync(file, out.replace('"Second"', '"Sekund"'))
    const changed = await audit(['verify', file])
    expect([changed.code, changed.out]).toEqual([2, expect.stringContaining(checkWords.changedContent)])
  })

  test('[LOG-14] writes the matching records to a file, and replaces no file', async () => {
    const { directory, key } = await running()
    const file = path.join(temporaryDirectory(), 'part.jsonl')
    const args = ['export', '--data-dir', directory, '--out', file, '--server', 'files', '--type', 'call.started']
    expect(await audit(args)).toEqual({ code: 0, out: '', problem: '' })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    expect(lines.filter((line) => line.includes('"body":')).map((line) => JSON.parse(line).body.type)).toEqual([
      'call.started',
    ])
    expect(await audit(['verify', file, '--key', key])).toMatchObject({ code: 6 })
    expect(await audit(args)).toMatchObject({ code: 1, problem: expect.stringContaining('already') })
    expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toEqual(lines)
  })

  test('[LOG-14] writes a whole export while records are added @all', async () => {
    const { journal, directory } = await running()
    let written = 0
    const writing = setInterval(() => journal.append(note(`${++written}`)), 1)
    onTestFinished(() => clearInterval(writing))
    for (let i = 0; i < 3; i++) {
      const { out } = await audit(['export', '--data-dir', directory])
      const { code } = await audit(['verify', '-'], out)
      expect([4, 6]).toContain(code)
    }
    expect(written).toBeGreaterThan(0)
  })
})

test('[LOG-14] shows one record without any character that controls a terminal', async () => {
  const { journal, directory } = await running()
  const { code, out } = await audit(['show', `${journal.seq}`, '--data-dir', directory])
  expect(code).toBe(0)
  expect(out).toContain('type: request.sent\nserver: files\n')
  expect(out).toContain('"method": "notifications/note"')
  expect(['\u001B', '\u202E'].filter((character) => out.includes(character))).toEqual([])
})

test('[LOG-14] reads its command line as documented', () => {
  expect(
    parseAuditArguments(['export', '--since', '2026-11-30', '--type', 'a', '--type', 'b', '--text', 'x y']),
  ).toEqual({
    command: 'export',
    filter: { since: Date.UTC(2026, 10, 30), types: ['a', 'b'], text: 'x y' },
    out: undefined,
    dataDirectory: undefined,
  })
  expect(parseAuditArguments([])).toEqual({ command: 'help' })
  expect(parseAuditArguments(['show', '07'])).toHaveProperty('problem')
  expect(parseAuditArguments(['verify', 'a', 'b'])).toEqual({ problem: commonWords.unexpectedArgument('b') })
})
