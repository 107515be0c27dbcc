import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sha256 } from '../../../../main/host/base/hash.ts'
import { SigningKey } from '../../../../main/host/journal/chain/heads.ts'
import { checkWords } from '../../../../main/host/journal/chain/words.ts'
import { checkExport } from '../../../../main/host/journal/export/check.ts'
import { parseLine, writeLine } from '../../../../main/host/journal/export/lines.ts'
import { SignedLines, wholeText } from '../../../../main/host/journal/export/whole-signature.ts'
import type { ExportFilter } from '../../../../main/host/journal/export/write.ts'
import { Log } from '../../../../main/host/journal/queries/log.ts'
import { Reader } from '../../../../main/host/journal/queries/reader.ts'
import { verdictSentences, verifyCodeOf } from '../../../../main/shells/audit/verdict.ts'
import { auditWords as words } from '../../../../main/shells/audit/words.ts'
import { samples } from '../samples.ts'
import { signing } from '../chain/signing.ts'
import { note, openJournal, temporaryDirectory } from '../support.ts'

async function* each(lines: string[]): AsyncGenerator<string> {
  yield* lines
}

describe('an export that the app writes', () => {
  /** Its lines, whose last one is the signature, and the log's key. */
  async function written(filter: ExportFilter = {}): Promise<{ lines: string[]; key: string }> {
    const journal = openJournal()
    const writer = signing(journal)
    await writer.open()
    journal.append(...Array.from({ length: 20 }, (_, at) => note(`before ${at}`)))
    journal.flush()
    await writer.sign()
    journal.append(...Array.from({ length: 20 }, (_, at) => ({ ...note(`MALLORY ${at}`), server: `s${at % 2}` })))
    const result = journal.keep('large \uFFFD '.repeat(10_000))
    journal.append({ ...samples['call.finished'], outcome: { status: 'succeeded', result } })
    journal.flush()
    const reader = new Reader(journal)
    onTestFinished(() => reader.close())
    const { file } = await new Log(reader, writer, temporaryDirectory()).export(filter)
    return { lines: readFileSync(file, 'utf8').trimEnd().split('\n'), key: writer.key ?? '' }
  }

  const verdict = async (lines: string[], key?: string) => {
    const { log, scope } = await checkExport(each(lines), key)
    return { code: verifyCodeOf(log, scope), said: verdictSentences(log, scope).join('\n') }
  }

  type RecordLine = { record?: { seq: number; hash: string } }
  const recordOf = (line: string): RecordLine['record'] => (JSON.parse(line) as RecordLine).record

  const withoutContent = (line: string): string => JSON.stringify({ record: recordOf(line), leftOut: true })

  /** The export with this change to its header. */
  const withHeader = (lines: string[], change: object): string[] =>
    lines.with(0, JSON.stringify({ ...(JSON.parse(lines[0] ?? '') as object), ...change }))

  test('[LOG-21] says what it has, and is intact with code 0', async () => {
    const all = await written()
    const { code, said } = await verdict(all.lines, all.key)
    expect([code, said]).toEqual([0, expect.stringContaining(`This export has all records, 1 to 42.`)])
    expect(said).toContain(words.signedWhole)
    const some = await written({ server: 's1' })
    const found = await verdict(some.lines, some.key)
    expect(found.code).toBe(0)
    expect(found.said).toMatch(
      /This export has records \d+ to 42, \d+ of them without content\. Its filter: \{"server":"s1"\}/,
    )
  })

  test('[LOG-21] isn’t intact once its signature is gone, with the key and without', async () => {
    for (const filter of [{}, { server: 's1' }]) {
      const { lines, key } = await written(filter)
      for (const its of [key, undefined]) {
        const { code, said } = await verdict(lines.slice(0, -1), its)
        expect([code, said]).toEqual([6, expect.stringContaining(words.notSignedWhole)])
      }
    }
  })

  test('[LOG-21] reveals content that was taken out, one record or all, with its signature and without', async () => {
    const { lines, key } = await written()
    for (const [at, line] of lines.entries()) {
      if (recordOf(line) === undefined || !line.includes('MALLORY')) continue
      const changed = lines.with(at, withoutContent(line))
      expect(await verdict(changed, key)).toMatchObject({ code: 2 })
      expect(await verdict(changed.slice(0, -1), key)).toMatchObject({ code: 2 })
    }
    const some = await written({ server: 's1' })
    const at = some.lines.findIndex((line) => line.includes('MALLORY'))
    expect(await verdict(some.lines.with(at, withoutContent(some.lines[at] ?? '')), some.key)).toMatchObject({
      code: 2,
      said: expect.stringContaining(checkWords.badSignature),
    })
  })

  test('[LOG-21] reveals a cut beginning and a cut end, whatever its header says then', async () => {
    const { lines, key } = await written()
    const cutBefore = lines.findIndex((line) => recordOf(line)?.seq === 20)
    const last = recordOf(lines[cutBefore - 1] ?? '')
    const after = { seq: last?.seq, hash: last?.hash }
    const later = withHeader([lines[0] ?? '', ...lines.slice(cutBefore)], { after, keys: [key] })
    expect(await verdict(later, key)).toMatchObject({ code: 2 })
    const asFiltered = withHeader(later, { filter: { seq: 20 } })
    expect(await verdict(asFiltered, key)).toMatchObject({ code: 2 })
    expect((await verdict(asFiltered.slice(0, -1), key)).code).toBeGreaterThan(0)
    const firstHead = lines.find((line) => line.startsWith('{"head"')) ?? ''
    const signed = (JSON.parse(firstHead) as { head: { seq: number } }).head.seq
    const cutAfter = lines.findIndex((line) => recordOf(line)?.seq === signed)
    const shorter = withHeader(
      lines.slice(0, cutAfter + 1).filter((line) => !line.startsWith('{"head"') || line === firstHead),
      { upTo: signed },
    )
    expect(await verdict([...shorter, lines.at(-1) ?? ''], key)).toMatchObject({ code: 2 })
    expect(await verdict(shorter, key)).toMatchObject({ code: 6, said: expect.stringContaining(words.notSignedWhole) })
  })

  test('[LOG-21] reveals every change of a member of its header, also of another type', async () => {
    const { lines, key } = await written({ server: 's1' })
    const header = JSON.parse(lines[0] ?? '') as Record<string, unknown>
    for (const name of Object.keys(header))
      for (const value of [undefined, null, 0, 1.5, '', 'x', [], ['x'], {}, { seq: 0 }, -1]) {
        if (JSON.stringify(value) === JSON.stringify(header[name])) continue
        const { code } = await verdict(withHeader(lines, { [name]: value }), key)
        expect([name, value, code > 0]).toEqual([name, value, true])
      }
  })

  test('[LOG-80] has one form: no number as text, no value that no record needs, nothing twice, nothing beside it', async () => {
    const { lines, key } = await written()
    const value = JSON.stringify('never referenced')
    const extra = writeLine({ blob: sha256(value), text: value })
    const row = lines.findIndex((line) => recordOf(line) !== undefined)
    const blob = lines.findIndex((line) => line.startsWith('{"blob"'))
    const head = lines.findIndex((line) => line.startsWith('{"head"'))
    expect(Math.min(row, blob, head)).toBeGreaterThan(0)
    const numbers = ['seq', 'at', 'version', 'mono'].map((name) =>
      lines.with(row, (lines[row] ?? '').replace(new RegExp(`"${name}":(\\d+)`), `"${name}":"$1"`)),
    )
    const unlike = lines.with(blob, (lines[blob] ?? '').replace('\uFFFD', String.raw`\ud800`))
    const noted = lines.with(head, (lines[head] ?? '').replace('{"head":{', '{"head":{"note":1,'))
    const added = [row, lines.length - 1].map((at) => lines.toSpliced(at, 0, extra))
    const again = lines.toSpliced(-1, 0, lines[blob] ?? '')
    const moved = lines.toSpliced(blob, 1).toSpliced(row, 0, lines[blob] ?? '')
    const unsigned = lines.toSpliced(head, 1)
    for (const changed of [...numbers, unlike, noted, ...added, again, moved, unsigned]) {
      expect(changed.join('\n')).not.toBe(lines.join('\n'))
      expect(await verdict(changed, key)).toMatchObject({ code: 2 })
    }
    expect((await verdict(lines, key)).code).toBe(0)
    for (const changed of [...numbers, unlike, noted, ...added, again, moved])
      expect(await verdict(changed.slice(0, -1), key)).toMatchObject({ code: 2 })
  })

  test('[LOG-21] doesn’t count as signed by another key, and has nothing after its signature', async () => {
    const { lines, key } = await written({ server: 's1' })
    const forger = SigningKey.generate()
    const signed = new SignedLines()
    const content = lines.slice(0, -1)
    for (const line of content) {
      const parsed = parseLine(line)
      if (parsed) signed.take(parsed, line)
    }
    const { facts } = signed
    const sig = facts ? forger.signExport(wholeText(facts, forger.name)) : ''
    const forgedSignature = writeLine({ signature: { key: forger.name, sig } })
    for (const its of [key, undefined])
      expect(await verdict([...content, forgedSignature], its)).toMatchObject({ code: 6 })
    expect(await verdict([...lines, forgedSignature], key)).toMatchObject({ code: 2 })
  })

  test('[LOG-21] leaves no file under its name, and no draft, if it fails', async () => {
    const journal = openJournal()
    const writer = signing(journal)
    await writer.open()
    const reader = new Reader(journal)
    onTestFinished(() => reader.close())
    const directory = temporaryDirectory()
    const log = new Log(reader, writer, directory)
    await expect(log.export({ server: {} as never })).rejects.toMatchObject({ code: 'internal' })
    expect(readdirSync(join(directory, 'exports'))).toEqual([])
  })
})
