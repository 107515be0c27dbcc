import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect, onTestFinished, test } from 'vitest'
import type { SentFrame } from '../../../main/host/mcp/reports/server-reports.ts'
import { isObject } from '../../../shared/schema/json.ts'
import { Atrium, peer } from '../../support/atrium.ts'
import { Played } from './conversation.ts'

test('[CAL-7] logs the ID of every call’s answer as on the wire, and none if there was no answer', async () => {
  const wire = new Map<string, string>()
  const listen = (frame: unknown) => {
    const { message } = frame as SentFrame
    const { id = null, method, params } = message
    const name = isObject(params) ? params['name'] : undefined
    if (method === 'tools/call' && typeof name === 'string') wire.set(name, JSON.stringify(id))
  }
  subscribe('atrium:sent-frames', listen)
  const atrium = await Atrium.start()
  onTestFinished(async () => {
    unsubscribe('atrium:sent-frames', listen)
    await atrium.close()
  })
  await atrium.add('odd', peer('double-answer.mjs'))
  await atrium.add('drip', peer('slow-drip.mjs'))
  const played = new Played(atrium)
  const finished = async (name: string) => {
    const turn = await played.begin([
      { content: [{ tool_use: { name, input: {} } }], stop_reason: 'tool_use' },
      { content: [{ text: 'I see.' }] },
    ])
    await atrium.person.answer(await atrium.person.ask(), { decision: 'allow', scope: 'once' })
    if (name === 'drip__cancel_ignored') {
      await atrium.person.event('call.started', ({ tool }) => tool === 'cancel_ignored')
      await atrium.person.link.call('cancelTurn', { turn })
    }
    await played.end(turn)
    const { outcome, answerId } = atrium.person.all('call.finished').at(-1) ?? {}
    return [outcome?.status, answerId]
  }
  expect(await finished('odd__error_null')).toEqual(['succeeded', wire.get('error_null')])
  expect(await finished('odd__wrong_id')).toEqual(['succeeded', wire.get('wrong_id')])
  expect(await finished('odd__bad_error')).toEqual(['failed', wire.get('bad_error')])
  expect(await finished('odd__neither')).toEqual(['failed', wire.get('neither')])
  expect(await finished('drip__cancel_ignored')).toEqual(['cancelled', undefined])
  expect(wire.size).toBe(5)
  for (const id of wire.values()) expect(id).toMatch(/^\d+$/)
})
