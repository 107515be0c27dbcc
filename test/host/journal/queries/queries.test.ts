import { renameSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { foldConversation } from '../../../../shared/state/conversation-fold.ts'
import type { ConversationRow } from '../../../../shared/contract/commands.ts'
import { emptyConversation } from '../../../../shared/state/conversation.ts'
import { queries } from '../../../../main/host/journal/queries/queries.ts'
import { Reader } from '../../../../main/host/journal/queries/reader.ts'
import { allSamples, samples, story } from '../samples.ts'
import { bulk, note, openJournal, queryable, recorder, viewsAnew, viewsOf } from '../support.ts'
import { erasing } from '../following.ts'

function reading(options = {}) {
  const journal = openJournal(options)
  const reader = new Reader(journal)
  onTestFinished(() => reader.close())
  return { journal, reader }
}

const actor = 'desktop'
const created = (conversation: string) =>
  ({ type: 'conversation.created', conversation, title: conversation, actor }) as const

describe('the list of conversations', () => {
  test('[JRN-19] follows creation, renaming, deletion, restoring and activity', () => {
    let at = 0
    const journal = openJournal({ now: () => ++at })
    const list = (): ConversationRow[] => {
      journal.flush()
      return queries.listConversations(queryable(journal), { limit: 10 }).rows
    }
    for (const id of ['a', 'b', 'c']) journal.append(created(id))
    journal.append({ ...samples['turn.started'], conversation: 'a' })
    journal.append({ type: 'conversation.renamed', conversation: 'b', title: 'B', actor })
    journal.append({ type: 'conversation.deleted', conversation: 'c', actor })
    expect(list()).toEqual([
      { id: 'a', title: 'a', createdAt: 1, activeAt: 4, end: null },
      { id: 'b', title: 'B', createdAt: 2, activeAt: 2, end: null },
    ])
    journal.append({ type: 'conversation.restored', conversation: 'c', actor })
    expect(list().map(({ id }) => id)).toEqual(['a', 'c', 'b'])
  })

  test('[FRA-20] begins with the starred and leaves the archived out until they are taken back', () => {
    let at = 0
    const journal = openJournal({ now: () => ++at })
    const ids = (page: { limit: number; before?: number; archived?: boolean; title?: string }): string[] => {
      journal.flush()
      return queries.listConversations(queryable(journal), page).rows.map(({ id }) => id)
    }
    for (const id of ['a', 'b', 'c', 'd']) journal.append(created(id))
    journal.append({ type: 'conversation.starred', conversation: 'a', starred: true, actor })
    journal.append({ type: 'conversation.archived', conversation: 'd', archived: true, actor })
    expect(ids({ limit: 1 })).toEqual(['a', 'c'])
    expect(ids({ limit: 1, before: 3 })).toEqual(['b'])
    expect(ids({ limit: 9, archived: true })).toEqual(['d'])
    expect(ids({ limit: 9, title: 'd' })).toEqual(['d'])
    journal.append({ ...samples['turn.started'], conversation: 'd' })
    expect(ids({ limit: 9 })).toEqual(['a', 'd', 'c', 'b'])
    journal.append({ type: 'conversation.starred', conversation: 'a', starred: false, actor })
    expect(ids({ limit: 9 })).toEqual(['d', 'c', 'b', 'a'])
  })

  test('[JRN-19] is the same when rebuilt from the journal', async () => {
    const journal = openJournal()
    for (const id of ['a', 'b', 'c', 'd']) journal.append(...story(id))
    for (const id of ['b', 'c']) journal.append({ type: 'conversation.deleted', conversation: id, actor })
    await erasing(journal).erase('c')
    const rows = (db: Database.Database) => db.prepare('SELECT * FROM conversations ORDER BY id').all()
    const before = rows(viewsOf(journal))
    expect(before).toHaveLength(3)
    expect(rows(viewsAnew(journal))).toEqual(before)
  })

  test('[FRA-6] shows how the last turn ended until the next one begins, without reordering', () => {
    let at = 0
    const journal = openJournal({ now: () => ++at })
    const list = (): [string, string | null][] => {
      journal.flush()
      return queries.listConversations(queryable(journal), { limit: 10 }).rows.map(({ id, end }) => [id, end])
    }
    const turn = (conversation: string) => journal.append({ ...samples['turn.started'], conversation })
    journal.append(created('a'), created('b'))
    turn('a')
    turn('b')
    journal.append({ ...samples['turn.finished'], conversation: 'a', end: 'failed' })
    expect(list()).toEqual([
      ['b', null],
      ['a', 'failed'],
    ])
    turn('a')
    expect(list()).toEqual([
      ['a', null],
      ['b', null],
    ])
  })

  test('[FRA-7] finds titles with all the words among thousands, in any case, page by page', () => {
    let at = 100
    const journal = openJournal({ now: () => ++at })
    for (let i = 0; i < 3000; i++)
      journal.append({ ...created(`c${i}`), title: i % 100 === 0 ? `Überblick ${i}: 50%_done` : `Other ${i}` })
    journal.flush()
    const connection = queryable(journal)
    const first = queries.listConversations(connection, { limit: 20, title: 'DONE  über' })
    const second = queries.listConversations(connection, {
      limit: 20,
      title: 'DONE  über',
      before: first.rows.at(-1)?.activeAt,
    })
    expect([first.rows.length, first.more, second.rows.length, second.more]).toEqual([20, true, 10, false])
    expect(first.rows[0]?.id).toBe('c2900')
    expect(queries.listConversations(connection, { limit: 20, title: '%_d' }).rows).toHaveLength(20)
    expect(queries.listConversations(connection, { limit: 20, title: '%o' }).rows).toEqual([])
    expect(queries.listConversations(connection, { limit: 20, title: '' }).rows).toHaveLength(20)
  })

  test('[JRN-20] shows each conversation once across pages, even with equal times', () => {
    let at = 100
    const journal = openJournal({ now: () => at })
    for (let i = 0; i < 60; i++) {
      at += i % 7 === 0 ? 1 : 0
      journal.append(created(`c${i}`))
    }
    journal.flush()
    const connection = queryable(journal)
    const seen: string[] = []
    let page = queries.listConversations(connection, { limit: 5 })
    for (seen.push(...page.rows.map(({ id }) => id)); page.more; seen.push(...page.rows.map(({ id }) => id)))
      page = queries.listConversations(connection, { before: page.rows.at(-1)?.activeAt, limit: 5 })
    expect(seen).toHaveLength(60)
    expect(new Set(seen).size).toBe(60)
  })
})

describe('a query', () => {
  test('[JRN-20] sees all earlier events, and says up to which one', async () => {
    const { journal, reader } = reading()
    journal.append(...story('a'))
    const { conversation, asOf } = await reader.ask('getConversation', { conversation: 'a' })
    expect(asOf).toBe(journal.seq)
    const folded = emptyConversation('a')
    story('a').forEach((event, i) => foldConversation(folded, { seq: i + 1, at: 0, event }))
    expect(conversation).toMatchObject({ id: 'a', title: folded.title, names: folded.names })
    expect(conversation.turns.map(({ id, end, messages }) => [id, end, messages[0]?.calls.length])).toEqual([
      ['a-t1', 'done', 1],
    ])
  })

  test('[JRN-20] equals a later query after the events since its `asOf` are added', async () => {
    const { journal, reader } = reading()
    const heard = recorder(journal)
    const events = story('a')
    for (const cut of [1, 5, 12]) {
      journal.append(...events.splice(0, cut))
      const { conversation, asOf } = await reader.ask('getConversation', { conversation: 'a' })
      journal.append(...events.splice(0, 3))
      for (const recorded of heard) if ((recorded.seq ?? 0) > asOf) foldConversation(conversation, recorded)
      expect(conversation).toEqual((await reader.ask('getConversation', { conversation: 'a' })).conversation)
    }
  })

  test('[JRN-20] returns the data on disk while the log fails', async () => {
    let pages = 1_000_000
    const { journal, reader } = reading({ maxPages: () => pages })
    journal.append(created('a'))
    await journal.durable()
    pages = 1
    journal.append(created('b'), bulk())
    const { rows, asOf } = await reader.ask('listConversations', { limit: 10 })
    expect(rows.map(({ id }) => id)).toEqual(['a'])
    expect([asOf, journal.seq]).toEqual([1, 3])
    pages = 1_000_000
  })

  test('[JRN-20] lists the audit log newest first, page by page', async () => {
    const { journal, reader } = reading()
    journal.append(...allSamples)
    const limit = Math.ceil(allSamples.length * 0.6)
    const first = await reader.ask('listAudit', { limit })
    const second = await reader.ask('listAudit', { before: first.rows.at(-1)?.seq, limit })
    expect([first.more, second.more]).toEqual([true, false])
    expect([...first.rows, ...second.rows].map(({ type }) => type)).toEqual(
      allSamples.map(({ type }) => type).toReversed(),
    )
  })

  test('[JRN-20] finds a deleted conversation until it is erased', async () => {
    const { journal, reader } = reading()
    journal.append(...story('a'), { type: 'conversation.deleted', conversation: 'a', actor })
    expect((await reader.ask('getConversation', { conversation: 'a' })).conversation.turns).toHaveLength(1)
    expect((await reader.ask('listConversations', { limit: 10 })).rows).toEqual([])
    await erasing(journal).erase('a')
    await expect(reader.ask('getConversation', { conversation: 'a' })).rejects.toMatchObject({ code: 'not-found' })
  })

  test('[JRN-20] shows a record with its content and place in the chain, and null if erased', async () => {
    const { journal, reader } = reading()
    journal.append(...story('a'), { type: 'conversation.deleted', conversation: 'a', actor })
    const [one, two] = await Promise.all([reader.ask('getRecord', { seq: 1 }), reader.ask('getRecord', { seq: 2 })])
    expect(two).toMatchObject({ row: { seq: 2, type: 'conversation.renamed' }, body: { title: 'Second' } })
    expect(two.previous).toBe(one.row.hash)
    await erasing(journal).erase('a')
    expect(await reader.ask('getRecord', { seq: 2 })).toEqual({ ...two, body: null })
  })

  test('[JRN-20] returns the beginning of a large value, and its full length', async () => {
    const { journal, reader } = reading()
    const kept = journal.keep('ä'.repeat(70_000))
    const hash = 'blob' in kept ? kept.blob : ''
    expect(await reader.ask('readBlob', { hash, limit: 4 })).toEqual({ text: '"äää', bytes: 140_002 })
    expect((await reader.ask('readBlob', { hash, limit: 1_000_000 })).text).toBe(JSON.stringify('ä'.repeat(70_000)))
  })
})

describe('the reader thread', () => {
  test('[JRN-22] refuses unknown items like the host', async () => {
    const { reader } = reading()
    const refused = { name: 'HostError', code: 'not-found' }
    await expect(reader.ask('getConversation', { conversation: 'nobody' })).rejects.toMatchObject(refused)
    await expect(reader.ask('getRecord', { seq: 1 })).rejects.toMatchObject(refused)
    await expect(reader.ask('readBlob', { hash: '0'.repeat(64), limit: 10 })).rejects.toMatchObject(refused)
  })

  test('[JRN-22] says why it can’t read, and restarts for the next query', async () => {
    const { journal } = reading()
    journal.append(created('a'))
    await journal.close()
    renameSync(journal.file, `${journal.file}.away`)
    const reader = new Reader(journal)
    onTestFinished(() => reader.close())
    await expect(reader.ask('listConversations', { limit: 1 })).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Can’t read the journal: unable to open database file.',
    })
    renameSync(`${journal.file}.away`, journal.file)
    expect((await reader.ask('listConversations', { limit: 1 })).rows).toHaveLength(1)
  })

  test('[JRN-22] answers other queries during verification @all', async () => {
    const { journal, reader } = reading()
    for (let i = 0; i < 40; i++) journal.append(...Array.from({ length: 500 }, (_, n) => note(`${i} ${n}`)))
    journal.flush()
    const order: string[] = []
    const verified = reader.ask('checkLog').then((result) => (order.push('verified'), result))
    await reader.ask('getRecord', { seq: 1 }).then(() => order.push('record'))
    expect(await verified).toMatchObject({ state: 'intact', records: 20_000 })
    expect(order).toEqual(['record', 'verified'])
  })

  test('[LOG-6] reports a check’s progress @all', async () => {
    const journal = openJournal()
    for (let i = 0; i < 20; i++) journal.append(...Array.from({ length: 500 }, (_, n) => note(`${i} ${n}`)))
    journal.flush()
    const check = { isOver: false }
    const connection = queryable(journal)
    const verified = queries.checkLog(connection).finally(() => (check.isOver = true))
    const seen: number[] = []
    while (!check.isOver) {
      await setImmediate()
      const { checked, records } = queries.checkProgress(connection)
      expect(records).toBe(10_000)
      seen.push(checked)
    }
    expect(await verified).toMatchObject({ state: 'intact', records: 10_000 })
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(new Set(seen).size).toBeGreaterThan(3)
  })

  test('[LOG-6] ends a stopped check, starts the next one fresh, and accepts a stop if none runs', async () => {
    const { journal, reader } = reading()
    for (let i = 0; i < 5; i++) journal.append(...Array.from({ length: 500 }, (_, n) => note(`${i} ${n}`)))
    journal.flush()
    await reader.ask('stopCheck')
    const [stopped, , finished] = await Promise.all([
      reader.ask('checkLog'),
      reader.ask('stopCheck'),
      reader.ask('checkLog'),
    ])
    expect(stopped).toEqual({ state: 'stopped' })
    expect((await reader.ask('checkProgress')).checked).toBe(2500)
    expect(finished).toMatchObject({ state: 'intact', records: 2500 })
  })

  test('[JRN-22] refuses queries while closing and afterwards', async () => {
    const { journal, reader } = reading()
    journal.append(created('a'))
    const asked = reader.ask('listConversations', { limit: 1 })
    const closed = reader.close()
    await expect(asked).rejects.toMatchObject({ code: 'unavailable' })
    await closed
    await expect(reader.ask('listConversations', { limit: 1 })).rejects.toMatchObject({ code: 'unavailable' })
  })
})
