import { onTestFinished } from 'vitest'
import { pdf } from '../files.ts'
import { createFakeOpenAI, type Dialect, type Scenario } from '../../../support/fake-openai.mjs'

/** Pieces of chat requests, and a client that sends them as they are. */

export type Message = { role: string; content?: unknown; [field: string]: unknown }
export type Change = Record<string, unknown>

const header = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
export const png = `data:image/png;base64,${Buffer.concat([header, Buffer.alloc(40)]).toString('base64')}`

export const tool = (name = 'add', parameters?: unknown, more: object = {}) => {
  const plain = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] }
  return { type: 'function', function: { name, description: 'Adds.', parameters: parameters ?? plain, ...more } }
}
export const tools = (count: number) => Array.from({ length: count }, (_, i) => tool(`t${i}`))
export const property = (p: unknown): Change => ({ tools: [tool('add', { type: 'object', properties: { p } })] })

export const call = (id = 'call_1', name = 'add', args: unknown = '{"a":1}') => ({
  id,
  type: 'function',
  function: { name, arguments: args },
})
export const user: Message = { role: 'user', content: 'Hello' }
export const asks = (...calls: object[]): Message => ({ role: 'assistant', content: null, tool_calls: calls })
export const gives = (id = 'call_1', content: unknown = '3'): Message => ({ role: 'tool', tool_call_id: id, content })
export const shows = (url: unknown = png): Message => ({
  role: 'user',
  content: [{ type: 'image_url', image_url: { url } }],
})
/** A message of the user with a file, as Chat Completions wants it. */
export const sends = (file: object, more: object = {}): Message => ({
  role: 'user',
  content: [{ type: 'file', file, ...more }],
})
export const dataUrl = (data: string, type = 'application/pdf') => `data:${type};base64,${data}`
export const report = { filename: 'report.pdf', file_data: dataUrl(pdf()) }
export const sounds = (data: string, format: string): Message => ({
  role: 'user',
  content: [{ type: 'input_audio', input_audio: { data, format } }],
})
export const says = (content: unknown, more: object = {}): Message => ({ role: 'assistant', content, ...more })

/** The fake, and requests to it. */
export async function start(dialect: Dialect, scenario: Scenario = {}, lenient = false) {
  const fake = createFakeOpenAI({ dialect, scenario, lenient })
  const root = await fake.listen()
  onTestFinished(() => fake.close())
  const headers = { 'content-type': 'application/json', authorization: 'Bearer k' }
  const plain = { model: fake.state.models[0]?.id, messages: [{ role: 'system', content: 'You help.' }, user] }
  const at = (path: string, body: object) =>
    fetch(`${root}${fake.base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return {
    fake,
    root,
    get last() {
      return fake.state.log.at(-1)
    },
    /** Sends a request that every server accepts, changed. */
    post: (change: object = {}) => at('/chat/completions', { ...plain, ...change }),
    /** Sends a request to Responses. */
    respond: (body: object) => at('/responses', body),
    get: (path: string) => fetch(root + path, { headers }),
  }
}
