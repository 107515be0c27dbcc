import { expect, test } from 'vitest'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Journal } from '../../../main/host/journal/journal.ts'
import type { Person } from '../../support/person.ts'
import { Atrium, peer } from '../../support/atrium.ts'

/** Writes until the disk quota refuses; returns the refusal. */
async function fillUp(person: Person, conversation: string): Promise<unknown> {
  for (let i = 0; i < 1000; i++) {
    try {
      await person.link.call('renameConversation', { conversation, title: `${i} `.padEnd(200, 'x') })
    } catch (error) {
      return error
    }
  }
  throw new Error('The quota never took effect.')
}

test('[AGT-13] refuses every new action while commits fail, says so, still stops turns, and recovers', async () => {
  let quota = 1_000_000
  const directory = mkdtempSync(path.join(tmpdir(), 'atrium-quota-'))
  const journal = Journal.open(directory, { retryMs: 50, maxPages: () => quota })
  const atrium = await Atrium.start({ directory, journal })
  try {
    await atrium.add('good', peer('good.mjs'))
    const { person } = atrium
    const long = '!tool good__sleep {"ms":60000}'
    const running = await person.link.call('sendMessage', { text: long })
    await person.allow()
    await person.event('call.progress')
    const asking = await person.link.call('sendMessage', { text: '!tool good__echo {"text":"never"}' })
    const ask = await person.ask()

    quota = 1
    const refusal = await fillUp(person, asking.conversation)
    expect(refusal).toMatchObject({ code: 'unavailable', message: expect.stringContaining('can’t write its log') })
    await person.event('journal.health', (event) => event.health.state === 'failing')
    await expect(person.link.call('sendMessage', { text: 'New' })).rejects.toMatchObject({ code: 'unavailable' })
    await expect(person.answer(ask, { decision: 'allow', scope: 'once' })).rejects.toMatchObject({
      code: 'unavailable',
    })
    await expect(person.link.call('setServerEnabled', { id: 'good', enabled: false })).rejects.toMatchObject({
      code: 'unavailable',
    })
    expect(person.state.asks.map((it) => it.id)).toEqual([ask.id])

    await person.link.call('cancelTurn', { turn: running.turn ?? '' })
    await person.event('turn.finished', (event) => event.end === 'cancelled')
    await person.answer(ask, { decision: 'deny' })
    await person.event('turn.finished', (event) => event.turn === asking.turn && event.end === 'failed')
    expect(person.all('call.started')).toHaveLength(1)

    quota = 1_000_000
    await person.event('journal.health', (event) => event.health.state === 'ok')
    await person.link.call('continueTurn', { conversation: asking.conversation })
    await person.event('turn.finished', (event) => event.end === 'done')
    const { rows } = await person.link.call('listAudit', { limit: 200 })
    expect(rows.map((row) => row.seq)).toEqual(rows.map((_, index) => (rows[0]?.seq ?? 0) - index))
    expect(
      rows
        .filter((row) => row.type === 'turn.finished')
        .map((row) => row.outcome)
        .toSorted(),
    ).toEqual(['cancelled', 'done', 'failed'])
  } finally {
    await atrium.close()
  }
})

test('[AGT-13] ends a turn as failed whose conversation can’t be read after it was written', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'atrium-gone-'))
  const journal = Journal.open(directory)
  const atrium = await Atrium.start({ directory, journal })
  try {
    const { person } = atrium
    const { conversation } = await person.link.call('sendMessage', { text: 'First' })
    await person.event('turn.finished', (event) => event.end === 'done')
    journal.subscribe(({ event }) => {
      if (event.type !== 'turn.started') return
      queueMicrotask(() => journal.append({ type: 'conversation.deleted', conversation, actor: 'another tab' }))
    })
    const sent = person.link.call('sendMessage', { conversation, text: 'Second' })
    await expect(sent).rejects.toMatchObject({ code: 'conflict' })
    await person.event('turn.finished', (event) => event.end === 'failed')
    expect(person.all('model.requested')).toHaveLength(1)
    expect(person.state.turns).toEqual({})
  } finally {
    await atrium.close()
  }
})
