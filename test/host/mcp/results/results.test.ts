import { afterEach, describe, expect, test } from 'vitest'
import { Fleet, peer } from '../../../support/fleet.ts'

let fleet: Fleet
afterEach(() => fleet.close())

describe.each(['legacy', 'modern'])('a %s result', (era) => {
  test('[CAL-5] is kept whatever it looks like, with a note for what is wrong', async () => {
    fleet = new Fleet()
    await fleet.ready(peer('wrong-structured-content.mjs', { MCP_ERA: era }))
    const notes = async (tool: string) => {
      const reply = await fleet.call(tool)
      return reply.status === 'answered' ? reply.notes : [JSON.stringify(reply)]
    }
    const mismatch = 'The structured result isn’t what the tool promises:'
    expect(await notes('fits')).toEqual([])
    expect(await notes('mismatch')).toEqual([`${mismatch} \`temp\` must be a number.`])
    expect(await notes('extra')).toEqual([`${mismatch} \`secret\` is not known.`])
    expect(await notes('missing')).toEqual(['The tool promises a structured result but sent none.'])
    expect(await notes('only_structured')).toEqual([])
    expect(await notes('failing')).toEqual([])
    expect(await notes('bad_meta')).toEqual([])
    expect(await notes('no_content')).toEqual(['The result has no content list, so only its other parts are shown.'])
    expect(await notes('content_text')).toHaveLength(1)
    expect(await notes('is_error_text')).toHaveLength(1)
    expect(await fleet.call('failing')).toMatchObject({ result: { isError: true } })
    expect(await fleet.call('is_error_text')).toHaveProperty('result', { content: [{ type: 'text', text: 'ok' }] })
    expect(await fleet.call('text_number')).toHaveProperty('result', { content: [{ type: 'text', text: 42 }] })
    expect(await fleet.call('unknown_type')).toHaveProperty('result.content', [
      { type: 'hologram', data: 'x' },
      null,
      7,
      { type: 'text', text: 'after' },
    ])
  })
})

test('[CAL-5] accepts any JSON value as a modern result, and fails with a message for a result that isn’t final', async () => {
  fleet = new Fleet()
  await fleet.add({ peer: peer('modern-peer.mjs'), asking: peer('asking.mjs', { MCP_ERA: 'modern' }) })
  expect(await fleet.call('array_out', {}, { id: 'peer' })).toEqual({
    status: 'answered',
    result: { content: [{ type: 'text', text: '["a","b"]' }], structuredContent: ['a', 'b'] },
    notes: [],
  })
  expect(await fleet.call('input', {}, { id: 'asking' })).toEqual({
    status: 'failed',
    problem: 'asking didn’t finish this: its request was refused: Invalid params: it has no message.',
    mayHaveRun: true,
  })
  expect(await fleet.call('input', { kind: 'task' }, { id: 'asking' })).toMatchObject({
    problem: 'asking responded with a kind of result that Atrium doesn’t know (task).',
  })
})
