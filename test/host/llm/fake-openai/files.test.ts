import { describe, expect, test } from 'vitest'
import type { Dialect, Scenario } from '../../../support/fake-openai.mjs'
import { mp3, pdf, wav } from '../files.ts'
import { gif } from '../images.ts'
import { asks, call, dataUrl, gives, report, says, sends, sounds, start, user } from './requests.ts'

type Row = [dialect: Dialect, what: string, change: object, status: number, text: string, scenario?: Scenario]

const hearing = { models: [{ id: 'ears', audio: true }] }
const base64 = (text: string) => Buffer.from(text).toString('base64')
const native = { plugins: [{ id: 'file-parser', pdf: { engine: 'native' } }] }
const routed = 'deepseek/deepseek-v4-flash'
/** A PDF of 25 MB: what follows its end counts, too. */
const large = () => {
  const bytes = Buffer.concat([Buffer.from(pdf(), 'base64'), Buffer.alloc(25_000_000)])
  return { ...report, file_data: dataUrl(bytes.toString('base64')) }
}

const refused: Row[] = [
  ['openai', 'a file without a name', { messages: [sends({ file_data: report.file_data })] }, 400, 'filename'],
  ['openai', 'neither data nor ID', { messages: [sends({ filename: 'a.pdf' })] }, 400, 'file_id'],
  ['openai', 'the URL of a file', { messages: [sends({ ...report, file_url: 'https://x.example' })] }, 400, 'file_url'],
  ['openai', 'a detail on Chat Completions', { messages: [sends({ ...report, detail: 'low' })] }, 400, 'detail'],
  ['openai', 'base64 without a data URL', { messages: [sends({ ...report, file_data: pdf() })] }, 400, 'data:'],
  [
    'openai',
    'another type',
    { messages: [sends({ filename: 'a.csv', file_data: dataUrl(base64('a,b'), 'text/csv') })] },
    400,
    "unsupported MIME type 'text/csv'",
  ],
  [
    'openai',
    'bytes that aren’t a PDF',
    { messages: [sends({ ...report, file_data: dataUrl(gif(2, 2)) })] },
    400,
    'not a PDF',
  ],
  [
    'openai',
    'base64 that isn’t',
    { messages: [sends({ ...report, file_data: dataUrl('JVBERi*') })] },
    400,
    'invalid base64',
  ],
  [
    'openai',
    'a PDF without pages',
    { messages: [sends({ ...report, file_data: dataUrl(base64('%PDF-1.7\n')) })] },
    400,
    'could not be processed',
  ],
  [
    'openai',
    'a password',
    { messages: [sends({ ...report, file_data: dataUrl(pdf(1, { locked: true })) })] },
    400,
    'password protected',
  ],
  [
    'openai',
    'a file for a model without files',
    { model: 'gpt-tiny', messages: [sends(report)] },
    400,
    'This model does not support file content types.',
  ],
  [
    'openai',
    'a file in a result',
    { messages: [user, asks(call()), gives('call_1', sends(report).content)] },
    400,
    "only allowed for messages with role 'user'",
  ],
  [
    'openai',
    'a file in an answer',
    { messages: [user, says(sends(report).content), user] },
    400,
    "only allowed for messages with role 'user'",
  ],
  ['openai', 'more than 50 MB', { messages: [sends(large()), sends(large())] }, 400, '50 MB'],
  [
    'openai',
    'every PDF, by scenario',
    { messages: [sends(report)] },
    400,
    'could not be processed',
    { unreadable_pdf: true },
  ],
  [
    'openai',
    'a sound for a model without ears',
    { messages: [sounds(wav(), 'wav')] },
    400,
    'only supported by certain models',
  ],
  [
    'openai',
    'a sound in an unknown format',
    { model: 'gpt-audio', messages: [sounds(wav(), 'ogg')] },
    400,
    "'wav' or 'mp3'",
  ],
  [
    'openai',
    'a sound in another format',
    { model: 'gpt-audio', messages: [sounds(wav(), 'mp3')] },
    400,
    'the audio is not mp3',
  ],
  [
    'openai',
    'a sound as a data URL',
    { model: 'gpt-audio', messages: [sounds(dataUrl(wav(), 'audio/wav'), 'wav')] },
    400,
    'expected base64',
  ],
  [
    'openai',
    'a sound in a result',
    { model: 'gpt-audio', messages: [user, asks(call()), gives('call_1', sounds(wav(), 'wav').content)] },
    400,
    "only allowed for messages with role 'user'",
  ],
  ['azure', 'a file without a name', { messages: [sends({ file_data: report.file_data })] }, 400, 'filename'],
  [
    'openrouter',
    'a native file for a model without files',
    { ...native, model: routed, messages: [sends(report)] },
    404,
    'No endpoints found that support file input',
  ],
  [
    'openrouter',
    'an unknown engine',
    { plugins: [{ id: 'file-parser', pdf: { engine: 'magic' } }], messages: [sends(report)] },
    400,
    'unknown engine',
  ],
  ['openrouter', 'a sound', { messages: [sounds(wav(), 'wav')] }, 404, 'No endpoints found that support input audio'],
  ['gemini', 'a file, if it is strict', { messages: [sends(report)] }, 400, 'file', { strict_files: true }],
  ['groq', 'a file', { messages: [sends(report)] }, 400, 'not one of the allowed values'],
  ['groq', 'a sound', { messages: [sounds(wav(), 'wav')] }, 400, 'not one of the allowed values'],
  ['mistral', 'a file', { messages: [sends(report)] }, 422, 'Input tag'],
  ['deepseek', 'a file', { messages: [sends(report)] }, 400, 'file must have a file_id or file_data'],
  ['deepseek', 'a sound', { messages: [sounds(wav(), 'wav')] }, 400, 'unknown variant `input_audio`'],
  ['ollama', 'a file', { messages: [sends(report)] }, 400, 'invalid message format'],
  ['ollama', 'a sound', { messages: [sounds(wav(), 'wav')] }, 400, 'invalid message format'],
  ['lmstudio', 'a file', { messages: [sends(report)] }, 400, "'url' field must be a base64 encoded image."],
  ['lmstudio', 'a sound', { messages: [sounds(wav(), 'wav')] }, 400, 'input_audio'],
  ['llamacpp', 'a file', { messages: [sends(report)] }, 400, 'unsupported content[].type'],
  ['llamacpp', 'a sound without a projector', { messages: [sounds(wav(), 'wav')] }, 500, 'provide the mmproj'],
  ['vllm', 'a file', { messages: [sends(report)] }, 400, 'Unknown part type'],
  ['vllm', 'a sound', { messages: [sounds(wav(), 'wav')] }, 400, 'At most 0 audio'],
]

describe('a file in a chat request', () => {
  test.each(refused)('is refused by %s: %s', async (dialect, _what, change, ...refusal) => {
    const [status, text, scenario = {}] = refusal
    const answer = await (await start(dialect, scenario)).post(change)
    expect([answer.status, await answer.text()]).toEqual([
      status,
      expect.stringContaining(JSON.stringify(text).slice(1, -1)),
    ])
    expect((await (await start(dialect, scenario, true)).post(change)).status).toBe(200)
  })

  const accepted: [Dialect, string, object, Scenario?][] = [
    ['openai', 'a PDF', { messages: [sends(report)] }],
    ['openai', 'the ID of a file', { messages: [sends({ file_id: 'file-1' })] }],
    ['openai', 'a WAV file', { model: 'gpt-audio', messages: [sounds(wav(), 'wav')] }],
    ['openai', 'an MP3 file', { model: 'gpt-audio', messages: [sounds(mp3, 'mp3')] }],
    ['azure', 'a PDF', { messages: [sends(report)] }],
    ['openrouter', 'a PDF with an engine', { ...native, messages: [sends(report)] }],
    ['gemini', 'a PDF', { messages: [sends(report)] }],
    ['gemini', 'a sound', { messages: [sounds(wav(), 'wav')] }],
    ['llamacpp', 'a sound with a projector', { messages: [sounds(wav(), 'wav')] }, hearing],
    ['vllm', 'a sound', { model: 'ears', messages: [sounds(wav(), 'wav')] }, hearing],
  ]
  test.each(accepted)('is accepted by %s: %s', async (dialect, _what, change, scenario = {}) => {
    const server = await start(dialect, scenario)
    const answer = await server.post(change)
    expect([answer.status, server.last?.error, server.last?.lint]).toEqual([
      200,
      undefined,
      expect.not.arrayContaining([expect.stringMatching(/file|plugins/)]),
    ])
  })

  test('costs money at OpenRouter without an engine, which its log notes', async () => {
    const server = await start('openrouter')
    const cost = async (change: object) => {
      expect((await server.post({ model: routed, ...change })).status).toBe(200)
      return server.last?.usage?.['cost'] as number
    }
    const read = await cost({ messages: [sends(report)] })
    expect(server.last?.lint).toContainEqual(expect.stringContaining('a file without an engine'))
    expect(read).toBeGreaterThan(0.002)
    expect(
      await cost({ messages: [sends(report)], plugins: [{ id: 'file-parser', pdf: { engine: 'cloudflare-ai' } }] }),
    ).toBeLessThan(0.002)
  })

  test('is listed as a modality by OpenRouter', async () => {
    const server = await start('openrouter')
    const list = await (await server.get('/api/v1/models')).json()
    expect(list).toMatchObject({
      data: [
        { architecture: { input_modalities: ['text', 'image', 'file'] } },
        { architecture: { input_modalities: ['text', 'image', 'file', 'audio'] } },
        { architecture: { input_modalities: ['text'] } },
        {},
        {},
      ],
    })
  })
})

describe('a file in a request to Responses', () => {
  const part = { type: 'input_file', ...report }
  const asked = (...content: object[]) => ({ store: false, model: 'gpt-4.1', input: [{ role: 'user', content }] })
  const returned = (...output: object[]) => ({
    store: false,
    model: 'gpt-4.1',
    input: [
      user,
      { type: 'function_call', call_id: 'c', name: 'read', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c', output },
    ],
  })

  test.each([
    ['in a message', asked(part)],
    ['in a result', returned(part)],
    ['with a detail', asked({ ...part, detail: 'low' })],
    [
      'of another type',
      asked({ type: 'input_file', filename: 'a.csv', file_data: dataUrl(base64('a,b'), 'text/csv') }),
    ],
    ['by its URL', asked({ type: 'input_file', file_url: 'https://x.example/a.pdf' })],
  ])('is accepted %s', async (_what, body) => {
    const server = await start('openai')
    expect([(await server.respond(body)).status, server.last?.error]).toEqual([200, undefined])
  })

  test.each([
    ['without a name', asked({ ...part, filename: undefined }), 'filename'],
    ['without anything', asked({ type: 'input_file', filename: 'a.pdf' }), 'file_id'],
    ['given twice', asked({ ...part, file_id: 'file-1' }), 'only one of'],
    ['with an unknown detail', asked({ ...part, detail: 'huge' }), "'huge'"],
    ['with an unknown field', asked({ ...part, media_type: 'application/pdf' }), 'media_type'],
    ['as bytes that aren’t a PDF', returned({ ...part, file_data: dataUrl(gif(2, 2)) }), 'not a PDF'],
    ['with a password', asked({ ...part, file_data: dataUrl(pdf(1, { locked: true })) }), 'password protected'],
    [
      'for a model without files',
      { ...asked(part), model: 'gpt-tiny' },
      'This model does not support file content types.',
    ],
    ['as a sound', asked({ type: 'input_audio', input_audio: { data: wav(), format: 'wav' } }), 'Supported values'],
  ])('is refused %s', async (_what, body, text) => {
    const answer = await (await start('openai')).respond(body)
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(text)])
  })
})
