import type Database from 'better-sqlite3'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commitment, hashedColumns, rowHash, type EventRow } from '../../../../main/host/journal/chain/chain.ts'
import { genesis } from '../../../../main/host/journal/chain/chain-check.ts'
import { HeadWriter } from '../../../../main/host/journal/signing/head-writer.ts'
import { headLine, headsFileOf, readHeads, SigningKey } from '../../../../main/host/journal/chain/heads.ts'
import { Journal } from '../../../../main/host/journal/journal.ts'
import { allSamples, samples, withDefinition } from '../samples.ts'
import { check, headLines, Safe, tamper } from './signing.ts'
import { connect, temporaryDirectory, verify } from '../support.ts'
import { fc, times } from '../../../support/deep.ts'
import { checkWords } from '../../../../main/host/journal/chain/words.ts'

type Signed = { file: string; records: number; key: string; safe: Safe }

/** A closed journal with every sample, a large value and a definition, signed to its end. */
async function signed(directory = temporaryDirectory(), safe = new Safe()): Promise<Signed> {
  const journal = Journal.open(directory)
  const writer = new HeadWriter({ journal, secrets: safe })
  await writer.open()
  const definition = journal.keepBlob('{"name":"read"}')
  const events = allSamples.filter(({ type }) => type !== 'log.key')
  journal.append(...events.map((event) => withDefinition(event, definition)))
  const result = journal.keep('z'.repeat(70_000))
  journal.append({ ...samples['call.finished'], outcome: { status: 'succeeded', result } })
  journal.flush()
  await writer.close()
  const { seq } = journal
  await journal.close()
  return { file: journal.file, records: seq, key: writer.key ?? '', safe }
}

/** Rebuilds the chain over the rows' current content, as someone could who can write the file and has no key. */
function restamp(db: Database.Database): void {
  let prev = genesis
  const update = db.prepare('UPDATE events SET prev = @prev, hash = @hash, body_commit = @body_commit WHERE seq = @seq')
  const rows = db
    .prepare<[], EventRow & { salt: string; body: string }>(
      'SELECT * FROM events LEFT JOIN bodies USING (seq) ORDER BY seq',
    )
    .all()
  for (const row of rows) {
    const body_commit = commitment(row.salt, row.body)
    const hash = rowHash({ ...row, prev, body_commit })
    update.run({ seq: row.seq, prev, body_commit, hash })
    prev = hash
  }
}

describe('a changed byte', () => {
  const columns = [...hashedColumns, 'hash', 'salt', 'body', 'bytes'] as const

  test('[LOG-4] is found in any column, content or value of any record', async () => {
    const { file, key } = await signed()
    expect(check(file, key)).toMatchObject({ state: 'intact', unsigned: 0 })
    const db = connect(file)
    tamper(db, '')
    const table = (column: string) =>
      column === 'bytes' ? 'blobs' : column === 'salt' || column === 'body' ? 'bodies' : 'events'
    const cells = columns.flatMap((column) =>
      db
        .prepare<[], { id: number; size: number }>(
          `SELECT rowid AS id, length(CAST(${column} AS BLOB)) AS size FROM ${table(column)} WHERE ${column} IS NOT NULL AND ${column} <> ''`,
        )
        .all()
        .map((cell) => ({ ...cell, column })),
    )
    const change = (): void =>
      fc.assert(
        fc.property(fc.constantFrom(...cells), fc.nat(), fc.integer({ min: 1, max: 255 }), (cell, place, mask) => {
          const { column, id, size } = cell
          db.exec('SAVEPOINT tampering')
          const cellBytes = db
            .prepare<[number], Buffer>(`SELECT CAST(${column} AS BLOB) FROM ${table(column)} WHERE rowid = ?`)
            .pluck()
            .get(id)
          const bytes = Buffer.from(cellBytes ?? [])
          const at = place % size
          bytes[at] = (bytes[at] ?? 0) ^ mask
          const isNumber = ['seq', 'at', 'version', 'took'].includes(column)
          const value = isNumber ? Number(bytes.toString('latin1').replaceAll(/\D/g, '9')) : bytes
          const cast = isNumber ? '?' : column === 'bytes' ? '?' : 'CAST(? AS TEXT)'
          const before = Number(cellBytes?.toString('latin1'))
          const isSame = isNumber && value === before
          db.prepare(`UPDATE OR REPLACE ${table(column)} SET ${column} = ${cast} WHERE rowid = ?`).run(value, id)
          const found = check(file, key, db).state
          db.exec('ROLLBACK TO tampering; RELEASE tampering')
          expect(found, `${column} of ${id}, byte ${at}`).toBe(isSame ? 'intact' : 'broken')
        }),
        { numRuns: times(100, 400) },
      )
    db.exec('BEGIN')
    change()
    db.exec('ROLLBACK')
    expect(check(file, key, db).state).toBe('intact')
  })

  test('[LOG-4] is found in a signed head', async () => {
    const { file, key } = await signed()
    const heads = headsFileOf(file)
    const whole = readFileSync(heads)
    // The line break after the last head makes it complete: without it the head doesn't count.
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const bytes = Buffer.from(whole)
        bytes[at] = (bytes[at] ?? 0) ^ mask
        writeFileSync(heads, bytes)
        const found = check(file, key)
        expect(found.state === 'intact' && found.unsigned === 0, `byte ${at}: ${JSON.stringify(found)}`).toBe(false)
      }),
      { numRuns: times(50, 150) },
    )
    writeFileSync(heads, whole)
    expect(check(file, key)).toMatchObject({ state: 'intact', unsigned: 0 })
  })
})

describe('a tampered log', () => {
  test('[LOG-5] is detected if it was cut at its end, wherever it was cut', async () => {
    const { file, records, key } = await signed()
    const db = connect(file)
    tamper(db, '')
    for (let left = records - 1; left >= 0; left -= 7) {
      db.exec(`DELETE FROM bodies WHERE seq > ${left}; DELETE FROM events WHERE seq > ${left}`)
      expect(check(file, key)).toEqual({ state: 'cut', records: left, signedUpTo: records })
    }
  })

  test('[LOG-5] is detected if an older copy replaced it, even after it grew past the signed end', async () => {
    const directory = temporaryDirectory()
    const { file, records, safe } = await signed(directory)
    const copy = join(directory, 'copy')
    copyFileSync(file, copy)
    const second = await signed(directory, safe)
    copyFileSync(copy, file)
    expect(check(file)).toEqual({ state: 'cut', records, signedUpTo: second.records })
    const third = await signed(directory, safe)
    // It has one more record, which introduces another key.
    expect(third.records).toBe(second.records + 1)
    expect(check(file)).toEqual({
      state: 'broken',
      seq: second.records,
      reason: checkWords.otherRecord,
    })
  })

  test('[LOG-5] is detected by its heads if it was rebuilt from a changed record on', async () => {
    const { file, records } = await signed()
    const db = connect(file)
    tamper(db, "UPDATE events SET decision = 'deny' WHERE seq = 3")
    restamp(db)
    expect(verify(db)).toMatchObject({ state: 'intact', records })
    expect(check(file)).toEqual({ state: 'broken', seq: records, reason: checkWords.otherRecord })
  })

  test('[LOG-5] is detected by anyone who knows the key if it was rebuilt with its heads', async () => {
    const { file, records, key } = await signed()
    const thief = SigningKey.generate()
    const sign = (db: Database.Database): void => {
      restamp(db)
      const head = db.prepare<[number], string>('SELECT hash FROM events WHERE seq = ?').pluck().get(records) ?? ''
      writeFileSync(headsFileOf(file), `${headLine(thief.signHead(records, head, 5))}\n`)
    }
    const db = connect(file)
    tamper(db, `UPDATE bodies SET body = json_object('type', 'log.key', 'key', '${thief.name}') WHERE seq = 1`)
    sign(db)
    expect(check(file)).toMatchObject({ state: 'intact', unsigned: 0 })
    expect(check(file, key)).toMatchObject({ state: 'broken', seq: 1, reason: expect.stringContaining('key') })
    // With the known key left in place, the other key's heads don't count.
    tamper(
      db,
      `UPDATE bodies SET body = json_object('type', 'log.key', 'key', '${key}') WHERE seq = 1;
       UPDATE events SET type = 'log.key' WHERE seq = 2;
       UPDATE bodies SET body = json_object('type', 'log.key', 'key', '${thief.name}') WHERE seq = 2`,
    )
    sign(db)
    expect(check(file, key)).toMatchObject({ state: 'intact', signed: null, unsigned: records, newKeys: [2] })
  })

  test('[LOG-5] is detected if its head has an unknown key or a wrong signature', async () => {
    const { file, records } = await signed()
    const head = readHeads(`${headLines(file).at(-1)}\n`).heads[0]
    if (!head) throw new Error('There is no head.')
    const heads = headsFileOf(file)
    writeFileSync(heads, `${headLine(SigningKey.generate().signHead(records, head.hash, 1))}\n`)
    expect(check(file)).toMatchObject({
      state: 'broken',
      seq: records,
      reason: expect.stringContaining('not introduced'),
    })
    writeFileSync(heads, `${headLine({ ...head, at: head.at + 1 })}\n`)
    expect(check(file)).toMatchObject({
      state: 'broken',
      seq: records,
      reason: checkWords.badHead,
    })
    writeFileSync(heads, `${headLine({ ...head, seq: head.seq + 1 })}\n`)
    expect(check(file)).toMatchObject({ state: 'broken', seq: records + 1 })
  })

  test('[LOG-5] is detected if its records are in a different order', async () => {
    const { file, key } = await signed()
    const db = connect(file)
    tamper(
      db,
      'UPDATE events SET seq = -1 WHERE seq = 4; UPDATE events SET seq = 4 WHERE seq = 9; UPDATE events SET seq = 9 WHERE seq = -1',
    )
    expect(check(file, key)).toMatchObject({ state: 'broken', seq: 4 })
  })

  test('[LOG-5] is reported as unsigned if its heads are missing', async () => {
    const { file, records, key } = await signed()
    writeFileSync(headsFileOf(file), '')
    expect(check(file, key)).toMatchObject({ state: 'intact', signed: null, unsigned: records })
  })
})
