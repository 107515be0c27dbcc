import { describe, expect, test } from 'vitest'
import { isObject } from '../../../../shared/schema/json.ts'
import type { ModelAnswer, RequestMessage, UserPart } from '../../../../main/host/llm/llm.ts'
import { says } from '../provider.ts'
import { clock, dialects, Endpoint } from './endpoint.ts'

const textOf = ({ blocks }: ModelAnswer, type: 'text' | 'thinking'): string =>
  blocks.map((block) => (isObject(block) && typeof block[type] === 'string' ? block[type] : '')).join('')

const zone = (name: string) => ({ tool_use: { name: 'clock__now', input: { zone: name } } })

describe.each(dialects)('an answer of %s', (dialect, { thinker }) => {
  test('[OAI-3] arrives as text in deltas with their offsets', async () => {
    const endpoint = await Endpoint.start(dialect, [{ content: [{ text: 'It is noon in Rome — ☀️.' }], chunk: 5 }])
    const answer = await endpoint.ask()
    expect(answer).toMatchObject({
      blocks: [{ type: 'text', text: 'It is noon in Rome — ☀️.' }],
      stop: 'end-turn',
      calls: [],
    })
    let length = 0
    for (const { block, kind, offset, text } of endpoint.deltas) {
      expect({ block, kind, offset }).toEqual({ block: 0, kind: 'text', offset: length })
      length += text.length
    }
    expect(endpoint.said('text')).toBe('It is noon in Rome — ☀️.')
    expect(endpoint.waits.map(({ state }) => state)).toEqual(['requesting', 'answering'])
  })

  test('[OAI-5] [OAI-6] makes one call with its arguments, and takes its result', async () => {
    const endpoint = await Endpoint.start(dialect, [{ content: [{ text: 'Let me see.' }, zone('Europe/Rome')] }])
    const answer = await endpoint.ask({ tools: [clock] })
    expect(answer.stop).toBe('tool-use')
    expect(answer.calls).toEqual([{ id: expect.any(String), name: 'clock__now', input: { zone: 'Europe/Rome' } }])
    expect(answer.blocks).toMatchObject([
      { type: 'text', text: 'Let me see.' },
      { type: 'tool_use', id: answer.calls[0]?.id, name: 'clock__now', input: { zone: 'Europe/Rome' } },
    ])
  })

  test('[OAI-5] [OAI-9] goes back with results, reasoning and signatures as its server wants them', async () => {
    const thought = { thinking: 'They want two.' }
    const endpoint = await Endpoint.start(dialect, [
      { content: [thought, zone('Europe/Rome'), zone('UTC')] },
      { content: [thought, zone('Asia/Tokyo')] },
      { content: [{ text: 'Done.' }] },
    ])
    const messages: RequestMessage[] = [says('What time is it?')]
    for (let answer; answer?.stop !== 'end-turn';) {
      answer = await endpoint.ask({ model: thinker, messages, tools: [clock] })
      const results = answer.calls.map(({ id }): UserPart => {
        return { type: 'tool-result', call: id, content: 'Noon.', isError: false }
      })
      messages.push({ role: 'assistant', endpoint: 'here', model: thinker, blocks: answer.blocks })
      messages.push({ role: 'user', content: results })
    }
    expect(endpoint.requests.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(endpoint.requests.flatMap(({ lint = [] }) => lint).filter((it) => /signature|came back/.test(it))).toEqual(
      [],
    )
  })

  test('[OAI-5] keeps parallel calls apart, also without arguments', async () => {
    const none = { tool_use: { name: 'clock__now', input: {} } }
    const endpoint = await Endpoint.start(dialect, [{ content: [zone('Asia/Tokyo'), none, zone('UTC')] }])
    const { calls, stop } = await endpoint.ask({ tools: [clock] })
    expect(stop).toBe('tool-use')
    expect(calls.map((call) => ('input' in call ? call.input : call.problem))).toEqual([
      { zone: 'Asia/Tokyo' },
      {},
      { zone: 'UTC' },
    ])
    expect(new Set(calls.map(({ id }) => id)).size).toBe(3)
  })

  test('[OAI-5] shows reasoning if the server sends it, and counts its tokens', async () => {
    const endpoint = await Endpoint.start(dialect, [{ content: [{ thinking: 'Six and six.' }, { text: 'Twelve.' }] }])
    const answer = await endpoint.ask({ model: thinker })
    const isHidden = dialect === 'openai' || dialect === 'azure'
    expect(textOf(answer, 'thinking')).toBe(isHidden ? '' : 'Six and six.')
    expect(endpoint.said('thinking')).toBe(isHidden ? '' : 'Six and six.')
    expect(textOf(answer, 'text')).toBe('Twelve.')
    expect(answer.usage.input).toBeGreaterThan(0)
    expect(answer.usage.output).toBeGreaterThan(0)
    expect(answer.usage.cost === undefined).toBe(dialect !== 'openrouter')
  })
})
