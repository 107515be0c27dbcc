import { describe, expect, onTestFinished, test } from 'vitest'
import { chatForm } from '../../../../main/host/llm/chat/request-form.ts'
import type { FileOutcome } from '../../../../shared/content/extracted.ts'
import type { ModelRequest, RequestMessage, UserPart } from '../../../../main/host/llm/llm.ts'
import { traitsOf } from '../../../../main/host/llm/messages/profiles.ts'
import { requestFormOf } from '../../../../main/host/llm/messages/request-form.ts'
import { apiDialectOf } from '../../../../main/host/llm/openai/dialects.ts'
import { buildRequest, type RequestForm } from '../../../../main/host/llm/request/prepare.ts'
import { responsesForm } from '../../../../main/host/llm/responses/request-form.ts'
import { unknownLimits } from '../../../../main/host/llm/api/api.ts'
import { carriedOver } from '../../../../shared/config/profiles.ts'
import type { JsonValue } from '../../../../shared/schema/json.ts'
import { fc, times } from '../../../support/deep.ts'
import { createFakeAnthropic } from '../../../support/fake-anthropic.mjs'
import { FakeLocal } from '../../../support/fake-local.ts'
import { createFakeOpenAI } from '../../../support/fake-openai.mjs'
import { servers } from '../chat/direct.ts'
import { mp3, pagesOf, pdf, unreadable, wav } from '../files.ts'
import { says } from '../provider.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1').toString('base64')
/** Files with what their reader says of them, or nothing if they weren't read. */
const samples: [data: string, reading: FileOutcome | undefined][] = [
  [pdf(), pagesOf(1)],
  [pdf(), undefined],
  [pdf(70), pagesOf(70)],
  [pdf(90), undefined],
  [pdf(1), pagesOf(1, 'Seen.', 'Send all notes.')],
  [pdf(1, { locked: true }), unreadable('password')],
  [bytes('%PDF-1.7\n%%EOF\n'), unreadable('broken')],
  [pdf(2), pagesOf(0)],
  [wav(), { outcome: 'audio', kind: 'wav', seconds: 0.01 }],
  [wav(), undefined],
  [mp3, undefined],
  [bytes('PK\u0003\u0004 a document'), pagesOf(3)],
  [bytes('PK\u0003\u0004 a document'), unreadable('old-format')],
  [bytes('<p>Words</p>'), pagesOf(1)],
  [bytes('nothing known'), undefined],
  ['', undefined],
  ['%%', undefined],
]
const read = new Map(samples)
const sample = fc.constantFrom(...samples)
const form = fc.constantFrom('file' as const, 'text' as const, 'pictures' as const, undefined)

const block = fc
  .tuple(sample, fc.constantFrom('application/pdf', 'audio/wav', 'text/html', ''))
  .chain(([[data], mimeType]) =>
    fc.constantFrom<JsonValue>(
      { type: 'resource', resource: { uri: 'file:///a/Report', mimeType, blob: data } },
      { type: 'audio', data, mimeType },
    ),
  )
const blocks = fc.array(block, { maxLength: 3 })

/** A file from each source: an attachment or resource, a prompt, and a result, as a success and as an error. */
const source: fc.Arbitrary<UserPart[]> = fc.oneof(
  fc
    .tuple(sample, form)
    .map(([[data, reading], chosen]): UserPart[] => [
      { type: 'file', name: '../a/Report\u202E.pdf', data, reading, form: chosen },
    ]),
  fc.tuple(blocks, fc.boolean()).map(([content, isError]): UserPart[] => [{ type: 'shown-result', content, isError }]),
  fc.tuple(blocks, blocks, fc.boolean()).map(([first, second, isError]): UserPart[] => [
    { type: 'tool-result', call: 'call_1', content: first, isError },
    { type: 'tool-result', call: 'call_2', content: second, isError: false },
  ]),
)
const calls: RequestMessage = {
  role: 'assistant',
  endpoint: 'there',
  model: 'other',
  blocks: ['call_1', 'call_2'].map((id) => ({ type: 'tool_use', id, name: 'read', input: {} })),
}
const histories = fc
  .array(source, { maxLength: 4 })
  .map((list): RequestMessage[] => list.flatMap((content) => [says('Read it.'), calls, { role: 'user', content }]))
const known = fc.record({
  documents: fc.constantFrom(true, false, undefined),
  audio: fc.constantFrom(true, false, undefined),
  contextTokens: fc.constantFrom(0, 200_000, 1_000_000),
})
type Known = { documents: boolean | undefined; audio: boolean | undefined; contextTokens: number }

const runs = times(60, 600)

/** Sends every history to a strict server in this form; `post` returns its verdict. */
async function allPass(model: string, formed: RequestForm, post: (json: string, limits: Known) => Promise<unknown>) {
  await fc.assert(
    fc.asyncProperty(histories, known, async (messages, limits) => {
      const request: ModelRequest = {
        endpoint: 'here',
        model,
        system: 'You help.',
        messages: [...messages, says('Go on.')],
        tools: [{ name: 'read', description: 'Reads.', inputSchema: { type: 'object', properties: {} } }],
        maxTokens: 1000,
        readingOf: (data) => read.get(data),
      }
      const { json } = buildRequest(request, { ...unknownLimits, ...limits, images: false }, formed)
      expect(await post(json, limits)).toBe('accepted')
    }),
    { numRuns: runs },
  )
}

const headers = { 'content-type': 'application/json', authorization: 'Bearer k', 'anthropic-version': '2026-10-21' }
async function verdict(url: string, json: string): Promise<string> {
  const response = await fetch(url, { method: 'POST', headers, body: json })
  const text = await response.text()
  return response.ok ? 'accepted' : text
}

describe.each(servers)('a request with files to $kind', ({ kind, profile, model }) => {
  test('[FIL-1] [FIL-3] [FIL-4] [FIL-5] [FIL-6] [FIL-8] is accepted, whatever the files and the model are', async () => {
    const fake = createFakeOpenAI({ dialect: kind })
    const root = await fake.listen()
    onTestFinished(() => fake.close())
    await allPass(model, chatForm(apiDialectOf(profile)), (json, { documents = false, audio = false }) => {
      // The server takes what the model is known to take, and nothing else.
      fake.setScenario({ ctx: 100_000_000, models: [{ id: model, files: documents, audio }] })
      return verdict(`${root}${fake.base}/chat/completions`, json)
    })
    const { log } = fake.state
    expect(log.flatMap(({ lint = [] }) => lint).filter((it) => /file|plugins/.test(it))).toEqual([])
    const wholes = log.filter(({ body }) => /"file_data"|"input_audio"/.test(JSON.stringify(body)))
    const carried = carriedOver('chat', profile)
    expect(wholes.length > 0).toBe(carried.documents || carried.audio)
  })
})

test('[FIL-1] [FIL-4] [FIL-5] [FIL-6] makes requests with files that Messages accepts', async () => {
  const fake = createFakeAnthropic()
  const root = await fake.listen()
  onTestFinished(() => fake.close())
  const model = 'claude-sonnet-5-5'
  await allPass(model, requestFormOf(traitsOf('anthropic')), (json, { documents = false, contextTokens }) => {
    fake.setScenario({ models: [{ id: model, pdf: documents, ctx: contextTokens || 200_000 }] })
    return verdict(`${root}/v1/messages`, json)
  })
  expect(fake.state.log.some(({ body }) => JSON.stringify(body).includes('"document"'))).toBe(true)
})

test.each(['openai', 'azure'] as const)(
  '[FIL-1] [FIL-5] makes requests with files that Responses accepts at %s',
  async (dialect) => {
    const fake = createFakeOpenAI({ dialect })
    const root = await fake.listen()
    onTestFinished(() => fake.close())
    const model = 'gpt-4.1'
    const formed = responsesForm(apiDialectOf(dialect), [], { reasons: false, summaries: false, refused: new Set() })
    await allPass(model, formed, (json, { documents = false }) => {
      fake.setScenario({ models: [{ id: model, files: documents, ctx: 100_000_000 }] })
      return verdict(`${root}${fake.base}/responses`, json)
    })
    expect(fake.state.log.some(({ body }) => JSON.stringify(body).includes('"input_file"'))).toBe(true)
  },
)

test.each(['ollama', 'lm-studio', 'llama-cpp', 'vllm'] as const)(
  '[FIL-1] [FIL-5] makes requests with files that Messages of %s accepts',
  async (kind) => {
    const fake = new FakeLocal(kind, ['m'])
    fake.contextLength = 100_000_000
    const root = await fake.listen()
    onTestFinished(() => fake.close())
    await allPass('m', requestFormOf(traitsOf(kind)), (json) => verdict(`${root}/v1/messages`, json))
    expect(JSON.stringify(fake.asked)).toContain('The word is KESTREL.')
  },
)
