import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { headsFileOf, parseHead, readHeads, SigningKey, headLine } from '../../../../main/host/journal/chain/heads.ts'
import { check, headLines, Safe, signing } from './signing.ts'
import { note, openJournal, recorder, temporaryDirectory } from '../support.ts'
import { leaveTime } from '../../../support/waiting.ts'
import { checkWords } from '../../../../main/host/journal/chain/words.ts'

const day = 24 * 60 * 60 * 1000

describe('the end of the log', () => {
  test('[LOG-1] is signed once as on disk, in a file that only its owner can read', async () => {
    const journal = openJournal()
    const writer = signing(journal)
    await writer.open()
    journal.append(note('a'))
    await journal.durable()
    const { head } = journal
    const before = headLines(journal.file).length
    const signed = [writer.sign(), writer.sign()]
    journal.append(note('not on disk'))
    await Promise.all(signed)
    const [line = '', ...more] = headLines(journal.file).slice(before)
    expect(more).toEqual([])
    expect(parseHead(line)).toMatchObject({ ...head, key: writer.key })
    expect(head.seq).toBe(journal.seq - 1)
    expect(statSync(headsFileOf(journal.file)).mode & 0o777).toBe(0o600)
    journal.flush()
    expect(check(journal.file)).toMatchObject({ state: 'intact', signed: { seq: journal.seq - 1 }, unsigned: 1 })
  })

  test('[LOG-1] is signed about every thousand records and on closing', async () => {
    const journal = openJournal()
    const writer = signing(journal)
    await writer.open()
    for (let i = 0; i < 25; i++) {
      journal.append(...Array.from({ length: 100 }, (_, n) => note(`${i} ${n}`)))
      await journal.durable()
      await writer.open()
    }
    const seqs = headLines(journal.file).map((line) => parseHead(line)?.seq ?? 0)
    expect(seqs.length).toBeGreaterThanOrEqual(2)
    expect(seqs.length).toBeLessThanOrEqual(4)
    await writer.close()
    expect(check(journal.file)).toMatchObject({ state: 'intact', unsigned: 0 })
  })

  test('[LOG-1] is signed after some time if something was written', async () => {
    const journal = openJournal()
    const writer = signing(journal, new Safe(), { everyMs: 5 })
    await writer.open()
    journal.append(note('a'))
    await journal.durable()
    await vi.waitFor(() => expect(parseHead(headLines(journal.file).at(-1) ?? '')?.seq).toBe(journal.seq))
    const lines = headLines(journal.file).length
    await leaveTime(50)
    expect(headLines(journal.file)).toHaveLength(lines)
  })
})

describe('signing despite problems', () => {
  test('[LOG-2] stops nothing if the file can’t be written, and is tried again', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockReturnValue()
    const journal = openJournal()
    const file = headsFileOf(journal.file)
    mkdirSync(file)
    const writer = signing(journal)
    await writer.open()
    journal.append(note('a'))
    await writer.sign()
    await writer.sign()
    expect(warned.mock.calls).toEqual([[expect.stringContaining(checkWords.unsigned('').slice(0, -2))]])
    rmSync(file, { recursive: true })
    journal.append(note('b'))
    await journal.durable()
    await writer.sign()
    expect(check(journal.file)).toMatchObject({ state: 'intact', unsigned: 0 })
    warned.mockRestore()
  })

  test('[LOG-2] waits while the log fails, and introduces one key', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockReturnValue()
    let pages = 1
    const journal = openJournal({ maxPages: () => pages, retryMs: 5 })
    journal.append(note('x'.repeat(20_000)))
    journal.flush()
    expect(journal.state.health.state).toBe('failing')
    const writer = signing(journal)
    await writer.open()
    await writer.sign()
    expect(writer.key).toBeUndefined()
    pages = 1_000_000
    journal.flush()
    await writer.sign()
    expect(check(journal.file)).toMatchObject({ state: 'intact', records: 2, unsigned: 0, newKeys: [] })
    warned.mockRestore()
  })

  test('[LOG-2] leaves the log unsigned while the store would have to ask', async () => {
    const journal = openJournal()
    const safe = new Safe()
    safe.takes = false
    const writer = signing(journal, safe)
    journal.append(note('a'))
    await journal.durable()
    await writer.open()
    await writer.sign()
    expect(check(journal.file)).toMatchObject({ state: 'intact', signed: null, unsigned: 1 })
    safe.takes = true
    await writer.sign()
    expect(check(journal.file)).toMatchObject({ state: 'intact', signed: { seq: 2 }, unsigned: 0 })
  })

  test('[LOG-2] ignores half a line from a crash, and writes the next head in its place', async () => {
    const journal = openJournal()
    const writer = signing(journal)
    await writer.open()
    await writer.sign()
    appendFileSync(headsFileOf(journal.file), '{"seq":99,"ha')
    expect(check(journal.file)).toMatchObject({ state: 'intact', unsigned: 0 })
    journal.append(note('a'))
    await journal.durable()
    await writer.sign()
    expect(headLines(journal.file)).toHaveLength(2)
    expect(check(journal.file)).toMatchObject({ state: 'intact', unsigned: 0 })
  })

  test('[LOG-2] accepts a line as a head only exactly as written', () => {
    const head = SigningKey.generate().signHead(7, 'a'.repeat(64), 5)
    expect(readHeads(`${headLine(head)}\n`)).toEqual({ heads: [head] })
    expect(readHeads(`${headLine(head)}\n${headLine(head)} \n`)).toEqual({
      heads: [head],
      damaged: { line: 2, seq: 8 },
    })
    for (const other of ['', 'null', '[]', '{}', '{"seq":1}', headLine({ ...head, seq: -1 }), headLine(head).slice(1)])
      expect(parseHead(other), other).toBeUndefined()
  })
})

describe('the signing key', () => {
  test('[LOG-3] stays the same after a restart, and is introduced once', async () => {
    const directory = temporaryDirectory()
    const safe = new Safe()
    const names: (string | undefined)[] = []
    for (let run = 0; run < 3; run++) {
      const journal = openJournal({}, directory)
      const writer = signing(journal, safe)
      await writer.open()
      names.push(writer.key)
      journal.append(note('a'))
      journal.flush()
      await writer.close()
      await journal.close()
      expect(check(journal.file, writer.key)).toMatchObject({ state: 'intact', records: run + 2, unsigned: 0 })
    }
    expect(new Set(names).size).toBe(1)
  })

  test('[LOG-3] is replaced by an unsigned one if lost, and a check says at which record', async () => {
    const journal = openJournal()
    const first = signing(journal)
    await first.open()
    await first.close()
    const second = signing(journal, new Safe())
    await second.open()
    journal.append(note('a'))
    journal.flush()
    await second.close()
    const expected = { state: 'intact', records: 3, signed: { seq: 3 }, unsigned: 0, newKeys: [2] }
    expect(check(journal.file)).toMatchObject(expected)
    expect(check(journal.file, second.key)).toMatchObject(expected)
    // A verifier who knows only the lost key learns how far it vouches.
    expect(check(journal.file, first.key)).toMatchObject({ ...expected, signed: { seq: 1 }, unsigned: 2 })
  })

  test('[LOG-3] signs its successor after a year, and both count as the same', async () => {
    let at = 0
    const now = () => at
    const journal = openJournal({ now })
    const safe = new Safe()
    const first = signing(journal, safe, { now })
    await first.open()
    await first.close()
    at = 366 * day
    const heard = recorder(journal)
    const second = signing(journal, safe, { now })
    await second.open()
    await second.close()
    expect(second.key).not.toBe(first.key)
    expect(heard).toMatchObject([{ event: { type: 'log.key', key: second.key, signature: expect.any(String) } }])
    for (const key of [undefined, first.key, second.key])
      expect(check(journal.file, key)).toMatchObject({ signed: { seq: 2, at }, unsigned: 0, newKeys: [] })
    expect(SigningKey.from(safe.values.get('log/key') ?? '')?.name).toBe(second.key)
  })

  test('[LOG-3] is in no journal file, only in the store', async () => {
    const journal = openJournal()
    const safe = new Safe()
    const writer = signing(journal, safe)
    await writer.open()
    await writer.close()
    journal.flush()
    const secret = safe.values.get('log/key') ?? ''
    expect(secret).toHaveLength(64)
    for (const file of [journal.file, `${journal.file}-wal`, headsFileOf(journal.file)])
      expect(readFileSync(file, 'latin1')).not.toContain(secret)
    expect(SigningKey.from('nonsense')).toBeUndefined()
  })
})
