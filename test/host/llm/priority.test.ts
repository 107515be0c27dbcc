import { describe, expect, test } from 'vitest'
import type { RequestMessage } from '../../../main/host/llm/llm.ts'
import { requestFormOf } from '../../../main/host/llm/messages/request-form.ts'
import { traitsOf } from '../../../main/host/llm/messages/profiles.ts'
import { buildRequest } from '../../../main/host/llm/request/prepare.ts'
import type { JsonValue } from '../../../shared/schema/json.ts'

const text = 'word '.repeat(4000)
const part = (name: string, priority?: JsonValue): JsonValue => ({
  type: 'text',
  text: `<${name}> ${text}`,
  ...(priority !== undefined && { annotations: { priority } }),
})

const history = (content: JsonValue[], later: JsonValue[] = []): RequestMessage[] => [
  { role: 'user', content: [{ type: 'text', text: 'Go on' }] },
  ...[content, later].flatMap((blocks, at): RequestMessage[] =>
    blocks.length === 0
      ? []
      : [
          {
            role: 'assistant',
            endpoint: 'anthropic',
            model: 'm',
            blocks: [{ type: 'tool_use', id: `call_${at}`, name: 'x', input: {} }],
          },
          { role: 'user', content: [{ type: 'tool-result', call: `call_${at}`, content: blocks, isError: false }] },
        ],
  ),
]

function sent(messages: RequestMessage[], contextTokens: number) {
  const request = { endpoint: 'anthropic', model: 'm', system: 'S', tools: [], maxTokens: 1000 }
  const limits = { contextTokens, outputTokens: 1000, adaptiveThinking: false }
  const { json, noRoom } = buildRequest({ ...request, messages }, limits, requestFormOf(traitsOf('anthropic')))
  return {
    kept: [...json.matchAll(/<(\w)> word/g)].map(([, name]) => name).join(''),
    told: [...json.matchAll(/no room for all; its priority is ([\d.]+)\./g)].map(([, priority]) => Number(priority)),
    noRoom,
  }
}

test('[RES-11] leaves out the lowest priority first, then the oldest, with a note in its place', () => {
  const messages = history([part('A', 0.4), part('B'), part('C', 0)], [part('D', 0.4), part('E', 1)])
  expect(sent(messages, 0)).toEqual({ kept: 'ABCDE', told: [], noRoom: undefined })
  expect(sent(messages, 40_000)).toEqual({ kept: 'ABCDE', told: [], noRoom: undefined })
  expect(sent(messages, 26_000)).toEqual({ kept: 'ABDE', told: [0], noRoom: { attachments: 0, parts: 1 } })
  expect(sent(messages, 20_000)).toEqual({ kept: 'BDE', told: [0.4, 0], noRoom: { attachments: 0, parts: 2 } })
  // Content without priority, or with the highest, is never left out, but shortened.
  expect(sent(messages, 2000)).toEqual({
    kept: 'BE',
    told: [0.4, 0, 0.4],
    noRoom: { attachments: 0, parts: 3, shortened: 2 },
  })
})

test('[RES-11] compares attached texts with parts of results', () => {
  const attached = { type: 'attached', name: 'a file', text: `<F> ${text}`, priority: 0.5 } as const
  const messages: RequestMessage[] = [
    { role: 'user', content: [attached] },
    ...history([part('A', 0.4), part('B', 0.6)]),
  ]
  expect(sent(messages, 15_000)).toMatchObject({ kept: 'FB', noRoom: { attachments: 0, parts: 1 } })
  expect(sent(messages, 8000)).toMatchObject({ kept: 'B', noRoom: { attachments: 1, parts: 1 } })
})

test('[RES-11] ignores an invalid priority, and keeps a part without text', () => {
  const image = { type: 'image', data: 'aGk=', mimeType: 'image/png', annotations: { priority: 0 } }
  const odd = [part('A', 2), part('B', 'low'), part('C', -1), image, null]
  expect(sent(history(odd), 25_000)).toEqual({ kept: 'ABC', told: [], noRoom: undefined })
})

describe('a conversation that exceeds the context', () => {
  const long = (name: string, characters = 50_000): JsonValue => ({
    type: 'text',
    text: `<${name}> ${'x'.repeat(characters)}`,
  })
  const said = (words: string): RequestMessage => ({ role: 'user', content: [{ type: 'text', text: words }] })
  const answered = (...blocks: JsonValue[]): RequestMessage => ({
    role: 'assistant',
    endpoint: 'anthropic',
    model: 'm',
    blocks,
  })
  const build = (messages: RequestMessage[], contextTokens: number) => {
    const request = { endpoint: 'anthropic', model: 'm', system: 'S', tools: [], maxTokens: 1000, messages }
    const { json, noRoom } = buildRequest(
      request,
      { contextTokens, outputTokens: 1000, adaptiveThinking: false },
      requestFormOf(traitsOf('anthropic')),
    )
    const left = Object.fromEntries(
      [...json.matchAll(/<(\w)> (x*)/g)].map(([, name, rest = '']) => [name, rest.length]),
    )
    return { left, noRoom, tokens: json.length / 3.5, told: json.match(/there is no room for all/g)?.length ?? 0, json }
  }

  test('[LLM-30] fits after an answer of 8 MB is shortened, with a note', () => {
    const own = `mine ${'y'.repeat(9000)}`
    const { left, noRoom, tokens, told, json } = build(
      [said('Go'), answered(long('A', 8_000_000)), said(own)],
      1_000_000,
    )
    expect(tokens).toBeLessThan(999_500)
    expect(left['A']).toBeGreaterThan(3_000_000)
    expect([noRoom, told]).toEqual([{ attachments: 0, parts: 0, shortened: 1 }, 1])
    expect(json).toContain(own)
  })

  test('[LLM-30] has its oldest results shortened first, then answers, and its newest results last', () => {
    const messages = [
      ...history([long('A')], [long('B')]),
      answered(long('C')),
      said('Go'),
      ...history([long('D')]).slice(1),
    ]
    const shortenedAt = (contextTokens: number) => {
      const { left } = build(messages, contextTokens)
      return Object.entries(left).flatMap(([name, length]) => (Number(length) < 50_000 ? [name] : []))
    }
    expect([90_000, 55_000, 40_000, 25_000, 10_000].map((tokens) => shortenedAt(tokens).join(''))).toEqual([
      '',
      'A',
      'AB',
      'ABC',
      'ABCD',
    ])
  })

  test('[LLM-30] keeps thoughts, calls and the user’s text unchanged', () => {
    const thought = { type: 'thinking', thinking: 'z'.repeat(9000), signature: 's' }
    const call = { type: 'tool_use', id: 'c', name: 'x', input: { text: 'v'.repeat(9000) } }
    const result: RequestMessage = {
      role: 'user',
      content: [{ type: 'tool-result', call: 'c', content: [], isError: false }],
    }
    const { json, noRoom } = build([said('w'.repeat(9000)), answered(thought, call), result], 2000)
    for (const letter of ['v', 'w']) expect(json).toContain(letter.repeat(9000))
    expect(noRoom).toBeUndefined()
  })
})
