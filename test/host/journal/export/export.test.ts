import type Database from 'better-sqlite3'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { checkExport } from '../../../../main/host/journal/export/check.ts'
import { parseLine, writeLine, type StoredRow } from '../../../../main/host/journal/export/lines.ts'
import { exportLines, type ExportFilter } from '../../../../main/host/journal/export/write.ts'
import type { Journal } from '../../../../main/host/journal/journal.ts'
import { Reader } from '../../../../main/host/journal/queries/reader.ts'
import type { LogCheck } from '../../../../shared/contract/log.ts'
import { allSamples, samples, story, withDefinition } from '../samples.ts'
import { signing, tamper } from '../chain/signing.ts'
import { connect, note, openJournal, temporaryDirectory, viewsOf } from '../support.ts'
import { anyCharacter, fc, times } from '../../../support/deep.ts'
import { erasing } from '../following.ts'

const forged = `one\ntwo\r\n{"seq":1}\u2028three\u2029four\u0085five\0six "quoted" \\ <script>`

/** A signed log with every event type, large values, odd texts and an erased conversation. */
async function logged(): Promise<{ journal: Journal; db: Database.Database; key: string }> {
  const journal = openJournal()
  const writer = signing(journal)
  await writer.open()
  const definition = journal.keepBlob('{"name":"read"}')
  const events = allSamples
    .filter(({ type }) => type !== 'log.key' && type !== 'catalogue.changed')
    .map((event) => withDefinition(event, definition))
  journal.append(...events, ...story('gone').filter(({ type }) => type !== 'log.key'), note(forged))
  const result = journal.keep(`${forged} `.repeat(1200))
  journal.append({ ...samples['call.finished'], outcome: { status: 'succeeded', result } })
  journal.append({ ...samples['call.finished'], conversation: 'again', outcome: { status: 'succeeded', result } })
  journal.append({ type: 'conversation.deleted', conversation: 'gone', actor: 'desktop' })
  await erasing(journal).erase('gone')
  await writer.sign()
  return { journal, db: connect(journal.file), key: writer.key ?? '' }
}

const linesOf = (db: Database.Database, filter: ExportFilter = {}): string[] =>
  [...exportLines(db, filter, 5)].map(({ line }) => line)

async function* each(lines: string[]): AsyncGenerator<string> {
  yield* lines
}
/** Whether a line has a record without its content. A record's own content can have a member of the same name. */
const isLeftOut = (line: string): boolean => 'leftOut' in (JSON.parse(line) as object)

const check = async (lines: string[], key?: string): Promise<LogCheck> => (await checkExport(each(lines), key)).log

const rowsOf = (lines: string[]): StoredRow[] =>
  lines.flatMap((line) => {
    const parsed = parseLine(line)
    return parsed && 'row' in parsed ? [parsed.row] : []
  })

const storedRows = (db: Database.Database): StoredRow[] =>
  db.prepare<[], StoredRow>('SELECT * FROM events LEFT JOIN bodies USING (seq) ORDER BY seq').all()

describe('an export', () => {
  test('[LOG-11] has only the content of calls’ records if only calls are wanted, verifies, and is as large as measured', async () => {
    const { journal, key } = await logged()
    const filter = { calls: { outcomes: ['succeeded'] } }
    const lines = linesOf(viewsOf(journal), filter)
    const withContent = rowsOf(lines).filter(({ body, type }) => body !== null && type !== 'log.key')
    expect(new Set(withContent.map(({ call }) => call))).toEqual(new Set(['k1']))
    expect(withContent.map(({ type }) => type)).toContain('ask.opened')
    expect(await check(lines, key)).toMatchObject({ state: 'intact' })
    const reader = new Reader(journal)
    const [file, measured] = [join(temporaryDirectory(), 'calls.jsonl'), await reader.ask('measureExport', filter)]
    const { records } = await reader.ask('exportLog', { file, filter, at: Date.now() })
    await reader.close()
    expect(measured).toEqual({ records, bytes: readFileSync(file).length })
  })

  test('[LOG-11] has one row per call as a table, in which nothing is a formula', async () => {
    const { journal } = await logged()
    journal.append({ ...samples['call.requested'], call: 'k9', tool: '=HYPERLINK("x")', server: '@sum' })
    const filter = { calls: {}, csv: true } as const
    const reader = new Reader(journal)
    const [file, measured] = [join(temporaryDirectory(), 'calls.csv'), await reader.ask('measureExport', filter)]
    const { records } = await reader.ask('exportLog', { file, filter, at: Date.now() })
    await reader.close()
    const [head = '', first = '', ...more] = readFileSync(file, 'utf8').trimEnd().split('\r\n')
    expect(head).toMatch(/^"record","requested","server","tool","arguments",/)
    expect(first).toContain(`,"'@sum","'=HYPERLINK(""x"")","{`)
    const calls = viewsOf(journal).prepare('SELECT count(*) FROM calls').pluck().get()
    expect([records, more.length + 1]).toEqual([calls, calls])
    expect(measured).toEqual({ records, bytes: readFileSync(file).length })
  })

  test('[LOG-10] contains every row and value, and can be verified with a public key', async () => {
    const { journal, db, key } = await logged()
    const lines = linesOf(db)
    expect(rowsOf(lines)).toEqual(storedRows(db))
    expect(linesOf(viewsOf(journal))).toEqual(lines)
    const values = lines.flatMap((line) => {
      const parsed = parseLine(line)
      return parsed && 'blob' in parsed ? [parsed] : []
    })
    expect(values.map(({ blob, text }) => [blob, text])).toEqual(
      db.prepare('SELECT hash, CAST(bytes AS TEXT) FROM blobs').raw().all(),
    )
    expect(await check(lines, key)).toMatchObject({
      state: 'intact',
      records: journal.seq,
      signed: { seq: journal.seq },
      unsigned: 0,
      newKeys: [],
    })
    expect(await check(lines)).toMatchObject({ state: 'intact', unsigned: 0 })
    expect(await check(lines, 'b3RoZXI=')).toMatchObject({ state: 'broken', seq: 1 })
  })

  test('[LOG-10] has one line per record for every program, whatever the text', async () => {
    const { db } = await logged()
    const lines = linesOf(db)
    const ends = ['\n', '\r', '\v', '\f', '\u001C', '\u001D', '\u001E', '\u0085', '\u2028', '\u2029']
    expect(lines.filter((line) => ends.some((end) => line.includes(end)))).toEqual([])
    const texts = rowsOf(lines).map(({ body }) => (body === null ? null : JSON.parse(body).detail))
    expect(texts).toContain(forged)
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), fc.string({ unit: 'grapheme' }), (text, tool) => {
        const [first] = storedRows(db)
        if (!first) throw new Error('There is no row.')
        const row = { ...first, tool, body: JSON.stringify({ type: 'x', [text]: text }) }
        const line = writeLine({ row, isLeftOut: false })
        expect(line).not.toMatch(/[\n\r\u0085\u2028\u2029]/)
        expect(parseLine(line)).toEqual({ row, isLeftOut: false })
      }),
    )
  })

  test('[LOG-13] includes OpenTelemetry names beside its own', async () => {
    const { db } = await logged()
    const of = (type: string) =>
      JSON.parse(linesOf(db).find((line) => line.includes(`"type":"${type}"`) && line.includes('"salt"')) ?? '')
        .telemetry
    expect(of('call.started')).toEqual({
      'gen_ai.conversation.id': 'c1',
      'gen_ai.tool.name': 'read',
      'gen_ai.tool.call.id': 'k1',
      'gen_ai.operation.name': 'execute_tool',
      'mcp.method.name': 'tools/call',
    })
    expect(of('message.finished')).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.response.model': expect.any(String),
      'gen_ai.usage.input_tokens': expect.any(Number),
      'gen_ai.usage.output_tokens': expect.any(Number),
    })
    expect(of('server.changed')).toEqual({ 'mcp.protocol.version': expect.any(String) })
    expect(of('request.sent')).toEqual({ 'mcp.method.name': expect.any(String) })
    expect(of('host.started')).toEqual({})
  })

  test('[LOG-11] includes the content of matching records, and leaves out the content of others', async () => {
    const { journal, db, key } = await logged()
    for (const filter of [
      { conversation: 'c1' },
      { text: 'quoted' },
      { server: 'files', types: ['call.started'] },
      { seq: 20 },
      { conversation: 'gone' },
      { server: 'nobody' },
    ]) {
      const lines = linesOf(db, filter)
      const fitting = [...exportLines(db, filter, 5)].filter(({ isRecord }) => isRecord).map(({ line }) => line)
      for (const line of lines.filter(isLeftOut)) expect(line).not.toContain('"body":')
      expect(fitting.filter(isLeftOut)).toEqual([])
      expect(await check(lines, 'conversation' in filter ? key : undefined), JSON.stringify(filter)).toMatchObject({
        state: 'intact',
        records: journal.seq,
      })
    }
    const started = linesOf(db, { server: 'files', types: ['call.started'] }).join('\n')
    expect([started.includes('call.started'), started.includes('script')]).toEqual([true, false])
    expect(linesOf(db, { server: 'nobody' })).toHaveLength(1)
  })

  test('[LOG-15] contains nothing after its last record, and can be verified', async () => {
    const journal = openJournal()
    const writer = signing(journal)
    await writer.open()
    const first = journal.seq
    const say = (...texts: string[]) => {
      journal.append(...texts.map(note))
      journal.flush()
    }
    say('one', 'two', 'three', 'four')
    await writer.sign()
    const signed = journal.seq
    say('five', 'six')
    await writer.sign()
    say('seven')
    const db = connect(journal.file)
    const of = (filter: ExportFilter) => {
      const lines = [...exportLines(db, filter, 5)]
      const records = lines.filter(({ isRecord }) => isRecord).map(({ line }) => JSON.parse(line))
      return {
        said: records.filter(({ record }) => record.type === 'request.sent').map(({ body }) => body.detail),
        last: rowsOf(lines.map(({ line }) => line)).at(-1)?.seq,
        checked: check(
          lines.map(({ line }) => line),
          writer.key,
        ),
      }
    }
    const two = of({ seq: first + 1, before: first + 3 })
    expect([two.said, two.last]).toEqual([['one', 'two'], signed])
    expect(await two.checked).toMatchObject({ state: 'intact', unsigned: 0 })
    const four = of({ before: signed + 1 })
    expect([four.said, four.last]).toEqual([['one', 'two', 'three', 'four'], signed])
    const unsigned = of({ before: journal.seq })
    expect([unsigned.said.length, unsigned.last]).toEqual([6, journal.seq - 1])
    expect(of({ before: journal.seq + 5 }).said).toHaveLength(7)
    expect(of({ text: 'three', before: first + 3 }).said).toEqual([])
    expect(of({ before: 1 }).said).toEqual([])
  })

  test('[LOG-11] reveals any changed, removed or moved line, and any changed byte', async () => {
    const { db, key } = await logged()
    for (const lines of [linesOf(db), linesOf(db, { conversation: 'c1' })]) {
      expect(await check(lines, key)).toMatchObject({ state: 'intact', unsigned: 0 })
      const isFound = async (changed: string[]): Promise<boolean> => {
        const found = await check(changed, key)
        return found.state !== 'intact' || found.unsigned > 0
      }
      await fc.assert(
        fc.asyncProperty(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 127 }), async (pick, place, mask) => {
          const i = 1 + (pick % (lines.length - 1))
          const bytes = Buffer.from(lines[i] ?? '')
          bytes[place % bytes.length] = (bytes[place % bytes.length] ?? 0) ^ mask
          expect(await isFound(lines.with(i, bytes.toString())), lines[i]).toBe(true)
        }),
        { numRuns: times(25, 80) },
      )
      // The last head covers what each earlier one does.
      const first = lines.findLastIndex((line) => line.startsWith('{"head"'))
      for (let i = first; i < lines.length; i += 3)
        expect(await isFound(lines.toSpliced(i, 1)), `without ${i}`).toBe(true)
      for (let i = first; i + 1 < lines.length; i += 3) {
        const [one = '', two = ''] = lines.slice(i, i + 2)
        // Only a value can be elsewhere, as long as it precedes its first reference.
        if (!one.startsWith('{"blob"') && !two.startsWith('{"blob"'))
          expect(await isFound(lines.with(i, two).with(i + 1, one)), `${i} and the next`).toBe(true)
      }
    }
  })

  test('[LOG-11] fails verification if the log was changed', async () => {
    const { db } = await logged()
    tamper(db, "UPDATE bodies SET body = 'not JSON' WHERE seq = 4")
    expect(await check(linesOf(db))).toMatchObject({ state: 'broken', seq: 4 })
    db.exec('DELETE FROM bodies WHERE seq = 4; UPDATE events SET conversation = NULL WHERE seq = 4')
    expect(await check(linesOf(db))).toMatchObject({ state: 'broken', seq: 4 })
  })

  test('[LOG-11] is reported as broken if the file is not an export', async () => {
    for (const lines of [[], ['hello'], ['{}'], ['{"atrium":"log","format":2}'], [writeLine({ blob: 'x', text: 'y' })]])
      expect(await check(lines)).toMatchObject({ state: 'broken', seq: 1 })
  })
})

describe('a log that grows during its export', () => {
  test('[LOG-12] is exported whole up to the start, and text erased during it is missing and reported', async () => {
    const { journal, db, key } = await logged()
    for (let i = 0; i < 300; i++) journal.append(note(`${i}`))
    journal.append(...story('later').filter(({ type }) => type !== 'log.key'))
    journal.append({ type: 'conversation.deleted', conversation: 'later', actor: 'desktop' })
    journal.flush()
    const began = journal.seq
    const lines: string[] = []
    for (const { line } of exportLines(db, {}, 5)) {
      lines.push(line)
      if (lines.length === 20) {
        journal.append(note('meanwhile'))
        await erasing(journal).erase('later')
        journal.append(note('after'))
        journal.flush()
      }
    }
    const found = await check(lines, key)
    expect(found).toMatchObject({ state: 'intact' })
    expect(rowsOf(lines).length).toBeGreaterThanOrEqual(began)
    expect(rowsOf(lines).at(-1)?.type).toBe('conversation.erased')
  })

  test('[LOG-12] is exported beside other queries, and two exports at once have separate files @all', async () => {
    const { journal, key } = await logged()
    for (let i = 0; i < 6; i++) journal.append(...Array.from({ length: 500 }, () => note('x'.repeat(300))))
    const reader = new Reader(journal)
    onTestFinished(() => reader.close())
    const files = ['a', 'b'].map((name) => join(temporaryDirectory(), name))
    const order: string[] = []
    const exports = files.map((file) =>
      reader.ask('exportLog', { file, filter: {}, at: 5 }).then(({ records }) => (order.push('export'), records)),
    )
    const rest = Array.from({ length: 50 }, () => {
      journal.append(note('meanwhile'))
      return reader.ask('getRecord', { seq: 1 }).then(() => order.push('record'))
    })
    const [records, other] = await Promise.all(exports)
    await Promise.all(rest)
    expect(order[0]).toBe('record')
    expect(other).toBeGreaterThan(3000)
    for (const file of files)
      expect(await check(readFileSync(file, 'utf8').trimEnd().split('\n'), key)).toMatchObject({ state: 'intact' })
    expect(records).toBeGreaterThan(3000)
    await expect(reader.ask('exportLog', { file: files[0] ?? '', filter: {}, at: 5 })).rejects.toMatchObject({
      code: 'internal',
    })
  })

  test('[LOG-12] is exported line by line @all', () => {
    const journal = openJournal()
    for (let i = 0; i < 6; i++) journal.append(...Array.from({ length: 500 }, () => note('x'.repeat(10_000))))
    journal.flush()
    const db = connect(journal.file)
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    const memory = (): number => {
      collect()
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    }
    const before = memory()
    let [most, bytes, lines] = [0, 0, 0]
    for (const { line } of exportLines(db, {}, 5)) {
      bytes += line.length
      if (++lines % 300 === 0) most = Math.max(most, memory() - before)
    }
    expect(bytes).toBeGreaterThan(30_000_000)
    expect(most).toBeLessThan(bytes / 4)
  })
})
