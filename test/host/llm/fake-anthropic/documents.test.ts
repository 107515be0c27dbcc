import { expect, onTestFinished, test } from 'vitest'
import { createFakeAnthropic, type Block, type Scenario } from '../../../support/fake-anthropic.mjs'
import { pdf } from '../files.ts'
import { gif } from '../images.ts'

const small = 'claude-haiku-4-5-20251001'
const large = 'claude-sonnet-5-5'

/** The fake, and requests whose last message of the user has these blocks. */
async function start(scenario: Scenario = {}) {
  const fake = createFakeAnthropic({ scenario })
  const root = await fake.listen()
  onTestFinished(() => fake.close())
  const headers = { 'content-type': 'application/json', 'x-api-key': 'k', 'anthropic-version': '2026-10-21' }
  return {
    fake,
    post: async (messages: object[], model = large): Promise<[status: number, text: string]> => {
      const body = JSON.stringify({ model, max_tokens: 100, messages })
      const answer = await fetch(`${root}/v1/messages`, { method: 'POST', headers, body })
      return [answer.status, await answer.text()]
    },
  }
}

const user = (...content: Block[]) => ({ role: 'user', content })
const document = (data: string, more: object = {}): Block => ({
  type: 'document',
  source: { type: 'base64', media_type: 'application/pdf', data },
  ...more,
})
const plain = (text: string, more: object = {}): Block => ({
  type: 'document',
  source: { type: 'text', media_type: 'text/plain', data: text },
  ...more,
})
/** A call, and its result with these blocks. */
const called = (content: Block[], more: object = {}) => [
  { role: 'user', content: 'Read it.' },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'read', input: {} }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content, ...more }] },
]
const cites = { citations: { enabled: true } }
const base64 = (text: string) => Buffer.from(text).toString('base64')

const refusals: [what: string, messages: object[], text: string, model?: string][] = [
  ['101 pages for a model with a small context', [user(document(pdf(101)))], 'maximum of 100 PDF pages', small],
  ['601 pages', [user(document(pdf(601)))], 'maximum of 600 PDF pages'],
  [
    'too many pages of several turns together',
    [user(document(pdf(60))), { role: 'assistant', content: 'Read.' }, user(document(pdf(41)))],
    'maximum of 100 PDF pages',
    small,
  ],
  ['too many pages of results', called([document(pdf(60)), document(pdf(41))]), 'maximum of 100 PDF pages', small],
  ['a password', [user(document(pdf(1, { locked: true })))], 'password protected'],
  ['a PDF without pages', [user(document(base64('%PDF-1.7\n%%EOF\n')))], 'Could not process PDF'],
  [
    'a page tree that contains itself',
    [
      user(
        document(
          base64(
            '%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[2 0 R]/Count 1>>\nendobj\n',
          ),
        ),
      ),
    ],
    'Could not process PDF',
  ],
  ['bytes that aren’t a PDF', [user(document(gif(2, 2)))], 'The PDF specified was not valid.'],
  ['base64 that isn’t', [user(document('JVBERi0x*'))], 'Invalid base64 data'],
  [
    'another type',
    [user(document(pdf(), { source: { type: 'base64', media_type: 'audio/wav', data: pdf() } }))],
    "'application/pdf'",
  ],
  ['a very long title', [user(document(pdf(), { title: 'x'.repeat(5000) }))], 'at most 500 characters'],
  ['citations of one document alone', [user(document(pdf(), cites), document(pdf()))], 'all or none'],
  ['citations of one text alone', [user(document(pdf(), cites), plain('Words.'))], 'all or none'],
  ['an empty text', [user(plain(''))], 'at least 1 character'],
  ['an unknown source', [user({ type: 'document', source: { type: 'docx', data: '' } })], "Input tag 'docx'"],
  ['a document in a failed call', called([document(pdf())], { is_error: true }), 'all content must be type'],
]

test.each(refusals)('refuses %s', async (_what, messages, text, model = large) => {
  const { post } = await start()
  expect(await post(messages, model)).toEqual([400, expect.stringContaining(text)])
})

test('refuses a PDF to a model without that capability, and lists it without', async () => {
  const { fake, post } = await start({ models: [{ id: 'no-pdf', pdf: false }] })
  expect(await post([user(document(pdf()))], 'no-pdf')).toEqual([400, expect.stringContaining('PDF input')])
  expect(fake.state.log).toHaveLength(1)
})

test('refuses every PDF if the scenario says that it reads none', async () => {
  const { post } = await start({ unreadable_pdf: true })
  expect(await post([user(document(pdf()))])).toEqual([400, expect.stringContaining('Could not process PDF')])
  expect(await post([user(plain('Words.'))])).toEqual([200, expect.anything()])
})

const accepted: [what: string, messages: object[], model?: string][] = [
  ['100 pages', [user(document(pdf(100)))], small],
  ['600 pages', [user(document(pdf(600)))]],
  ['a document in a result', called([document(pdf())])],
  [
    'a title, a context and citations of all',
    [user(document(pdf(), { title: 'T', context: 'C', ...cites }), plain('W', cites))],
  ],
  [
    'junk before the PDF begins',
    [user(document(base64(`${'x'.repeat(900)}\n${Buffer.from(pdf(), 'base64').toString('latin1')}`)))],
  ],
]

test.each(accepted)('accepts %s', async (_what, messages, model = large) => {
  const { fake, post } = await start()
  expect([await post(messages, model), fake.state.log.at(-1)?.error]).toEqual([[200, expect.anything()], undefined])
})

test('counts a page as a picture', async () => {
  const { fake, post } = await start()
  await post([user(document(pdf(2)))])
  await post([user(document(pdf(3)))])
  const [two, three] = fake.state.log.map(({ usage }) => usage?.['input_tokens'] ?? 0)
  expect((three ?? 0) - (two ?? 0)).toBe(1600)
})

test('notes a scripted citation of a page that isn’t there', async () => {
  const cited = (pages: [number, number], index = 0) => ({
    content: [
      {
        text: 'Kestrel.',
        citations: [
          {
            type: 'page_location' as const,
            cited_text: 'KESTREL',
            document_index: index,
            start_page_number: pages[0],
            end_page_number: pages[1],
          },
        ],
      },
    ],
  })
  const { fake, post } = await start({ turns: [cited([1, 2]), cited([2, 3]), cited([1, 2], 1)] })
  for (let turn = 0; turn < 3; turn++) await post([user(document(pdf(), cites))])
  expect(fake.state.log.map(({ lint }) => lint)).toEqual([
    [],
    ['scenario cites pages 2 to 3 of document 0'],
    ['scenario cites document 1, which has no citations'],
  ])
})
