import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { headLine, headsFileOf, headsOf, parseHead } from '../../../../main/host/journal/chain/heads.ts'
import type { Journal } from '../../../../main/host/journal/journal.ts'
import type { HeadWriter } from '../../../../main/host/journal/signing/head-writer.ts'
import { verdictSentences } from '../../../../main/shells/audit/verdict.ts'
import { auditWords as words } from '../../../../main/shells/audit/words.ts'
import { check, headLines, Safe, signing } from '../chain/signing.ts'
import { connect, note, openJournal, temporaryDirectory, verify } from '../support.ts'

const year = 365 * 24 * 60 * 60 * 1000

/** Opens a journal, runs `work` in it and closes both in order; returns the journal's file. */
async function run(
  directory: string,
  safe: Safe,
  work: (journal: Journal, writer: HeadWriter) => unknown = () => {},
  now: () => number = Date.now,
): Promise<Journal> {
  const journal = openJournal({ now }, directory)
  const writer = signing(journal, safe, { now })
  await writer.open()
  journal.append(note('a'))
  await journal.durable()
  await work(journal, writer)
  await writer.close()
  await journal.close()
  return journal
}

describe('the last signed head', () => {
  test('[LOG-16] is kept in the store after each signature, and the files contain it', async () => {
    const [directory, safe] = [temporaryDirectory(), new Safe()]
    const remembered: (string | undefined)[] = []
    const journal = await run(directory, safe, (_, writer) => {
      remembered.push(safe.values.get('log/head'))
      return writer.sign().then(() => remembered.push(safe.values.get('log/head')))
    })
    expect(remembered.map((line) => parseHead(line ?? '')?.seq)).toEqual([1, 2])
    expect(headLines(journal.file)).toEqual(remembered)
    const next = await run(directory, safe)
    expect(next.state.missingHead).toBeUndefined()
  })

  test('[LOG-16] raises no alarm when a crash leaves it behind the file of heads', async () => {
    const [directory, safe] = [temporaryDirectory(), new Safe()]
    await run(directory, safe)
    const before = safe.values.get('log/head') ?? ''
    await run(directory, safe)
    safe.values.set('log/head', before)
    const next = await run(directory, safe)
    expect(next.state.missingHead).toBeUndefined()
    // Neither does half a line left by the crash.
    appendFileSync(headsFileOf(next.file), '{"seq":99,"ha')
    const after = await run(directory, safe)
    expect(after.state.missingHead).toBeUndefined()
    expect(check(after.file)).toMatchObject({ state: 'intact', unsigned: 0, newKeys: [], replaced: [] })
  })

  test('[LOG-16] raises no alarm when another shell wrote last or the key was succeeded', async () => {
    const [directory, window, browser] = [temporaryDirectory(), new Safe(), new Safe()]
    let at = 0
    const now = () => at
    for (const safe of [window, browser, window, browser]) {
      const journal = await run(directory, safe, undefined, now)
      expect(journal.state.missingHead).toBeUndefined()
      at += 0.6 * year
    }
    const journal = await run(directory, window, undefined, now)
    expect(check(journal.file)).toMatchObject({ state: 'intact', unsigned: 0, replaced: [] })
  })

  test('[LOG-16] raises no alarm when the store never had it, as in an earlier release', async () => {
    const [directory, safe] = [temporaryDirectory(), new Safe()]
    await run(directory, safe)
    safe.values.delete('log/head')
    const journal = await run(directory, safe)
    expect(journal.state.missingHead).toBeUndefined()
    expect(safe.values.has('log/head')).toBe(true)
  })
})

describe('files without the last signed head', () => {
  test('[LOG-16] add a lasting record with a new key, a state and a message', async () => {
    const [directory, safe] = [temporaryDirectory(), new Safe()]
    const first = await run(directory, safe)
    const [key, lost] = [safe.values.get('log/key'), parseHead(safe.values.get('log/head') ?? '')]
    rmSync(headsFileOf(first.file))
    const journal = await run(directory, safe)
    const missing = { what: 'head', seq: lost?.seq, at: lost?.at }
    expect(journal.state.missingHead).toEqual({ ...missing, noticed: expect.any(Number) })
    expect(safe.values.get('log/key')).not.toBe(key)
    const [seq, body] = connect(journal.file)
      .prepare<[], [number, string]>("SELECT seq, body FROM bodies WHERE body LIKE '%missing%'")
      .raw()
      .get() ?? [0, '']
    expect(JSON.parse(body)).toEqual({ type: 'log.key', key: expect.any(String), missing })
    for (const found of [check(journal.file), check((await run(directory, safe)).file)]) {
      expect(found).toMatchObject({ state: 'intact', unsigned: 0, newKeys: [], replaced: [seq] })
      expect(verdictSentences(found)).toContainEqual(words.replaced(seq))
    }
    expect((await run(directory, safe)).state.missingHead).toEqual(journal.state.missingHead)
  })

  test('[LOG-16] add one record but no signature while the new key can’t be stored', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockReturnValue()
    const [directory, safe] = [temporaryDirectory(), new Safe()]
    const first = await run(directory, safe)
    rmSync(headsFileOf(first.file))
    const journal = openJournal({}, directory)
    safe.takes = false
    const writer = signing(journal, safe)
    await writer.open()
    await writer.sign()
    expect([writer.key, headsOf(journal.file).heads]).toEqual([undefined, []])
    safe.takes = true
    await writer.sign()
    expect(check(journal.file)).toMatchObject({ state: 'intact', unsigned: 0, replaced: [3] })
    warned.mockRestore()
  })

  test('[LOG-16] are not judged or signed while they can’t be read', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockReturnValue()
    const [directory, safe] = [temporaryDirectory(), new Safe()]
    const { file } = await run(directory, safe)
    const heads = readFileSync(headsFileOf(file))
    rmSync(headsFileOf(file))
    mkdirSync(headsFileOf(file))
    const journal = openJournal({}, directory)
    const writer = signing(journal, safe)
    await writer.open()
    expect([writer.key, journal.state.missingHead]).toEqual([undefined, undefined])
    rmSync(headsFileOf(file), { recursive: true })
    writeFileSync(headsFileOf(file), heads)
    await writer.sign()
    expect(check(file)).toMatchObject({ state: 'intact', unsigned: 0, replaced: [] })
    warned.mockRestore()
  })

  test('[LOG-16] are found by the check of a running Atrium, which knows its last signature', async () => {
    const journal = openJournal()
    const writer = signing(journal)
    await writer.open()
    journal.append(note('a'))
    await journal.durable()
    await writer.sign()
    const { anchor } = writer
    const found = () => verify(connect(journal.file), { ...headsOf(journal.file), key: writer.key, anchor })
    expect(found()).toMatchObject({ state: 'intact', unsigned: 0 })
    const [line = ''] = headLines(journal.file)
    writeFileSync(headsFileOf(journal.file), `${line}\n`)
    expect(found()).toEqual({ state: 'stripped', records: 2, signedUpTo: 2 })
    expect(verdictSentences(found())).toEqual([words.stripped(2)])
    // A head with other content for the same record doesn't count.
    const other = anchor && { ...anchor, sig: `${anchor.sig.slice(0, -4)}AAA=` }
    writeFileSync(headsFileOf(journal.file), `${line}\n${other && headLine(other)}\n`)
    expect(found()).toMatchObject({ state: 'broken', seq: 2 })
  })
})

describe('the first record', () => {
  test('[LOG-17] is signed as soon as a key exists', async () => {
    const journal = openJournal()
    journal.append(note('a'))
    const writer = signing(journal)
    await writer.open()
    expect(check(journal.file)).toMatchObject({ state: 'intact', signed: { seq: 2 }, unsigned: 0 })
  })

  test('[LOG-17] is reported missing by the check of an empty log', () => {
    const journal = openJournal()
    const found = check(journal.file)
    expect(verdictSentences(found)).toEqual([words.empty])
  })
})
