import { beforeEach, describe, expect, test } from 'vitest'
import { Conversations } from './support.ts'
import { fc, times } from '../../../support/deep.ts'

let log: Conversations
beforeEach(() => {
  log = new Conversations()
})

const secret = 'The merger with Northwind closes on Friday at noon.'

describe('[FLO-1] tracing a call’s arguments', () => {
  test('finds another server’s sentence alone and in longer text, with its position and source', async () => {
    const call = log.returned('notes', `First.\n${secret}\nLast.`)
    const source = { kind: 'result', call, server: 'notes', tool: 'list' }
    expect(await log.trace({ body: secret })).toEqual({
      flows: [{ at: '/body', start: 0, end: secret.length, source }],
      complete: true,
    })
    expect(await log.pieces(`Dear Bob: ${secret} Yours, A.`)).toEqual([secret])
    expect(await log.pieces('Nothing of that sort is said here, not even at noon on a Friday.')).toEqual([])
  })

  test('names the file if the text comes from the user’s attachment', async () => {
    log.says('Look at this', { name: 'plan.md', text: secret })
    const { flows } = await log.trace({ body: secret })
    expect(flows.map(({ source }) => source)).toEqual([
      { kind: 'attachment', turn: expect.any(String), name: 'plan.md' },
    ])
  })

  test('lists two sources in one argument in the order of their positions', async () => {
    const first = log.returned('notes', secret)
    const second = log.returned('files', 'def launch_codes(): return load_from_vault()')
    const text = `# def launch_codes(): return load_from_vault() # ${secret}`
    const { flows } = await log.trace({ text })
    expect(flows.map(({ source }) => source.kind === 'result' && source.call)).toEqual([second, first])
    expect(flows.map(({ start, end }) => text.slice(start, end))).toEqual([
      'def launch_codes(): return load_from_vault()',
      secret,
    ])
  })

  test('finds any 24 characters at any offset in short and long texts', async () => {
    const words = fc.string({ unit: fc.constantFrom(...'abcdefgh \nxyäß語'), minLength: 24, maxLength: 400 })
    let conversation = 0
    await fc.assert(
      fc.asyncProperty(words, words, fc.nat(), fc.nat(60), async (text, before, at, more) => {
        const given = text.replaceAll(/\s+/g, ' ')
        const start = at % (given.length - 23 || 1)
        const run = given.slice(start, start + 24 + more)
        fc.pre(run.length >= 24 && (run.match(/[^\s]/g) ?? []).length >= 12)
        const of = { conversation: `p${++conversation}` }
        log.returned('notes', text, of.conversation)
        const argument = `${before}1${run}2`
        const { flows } = await log.trace({ argument }, of)
        const whole = run.trim()
        const from = argument.lastIndexOf(whole)
        expect(flows.some(({ start: first, end }) => first <= from && end >= from + whole.length)).toBe(true)
      }),
      { numRuns: times(100, 300) },
    )
  })

  test('never reports text that appears in no result', async () => {
    const words = fc.string({ unit: fc.constantFrom(...'abc12 '), maxLength: 300 })
    let conversation = 0
    await fc.assert(
      fc.asyncProperty(words, words, async (text, argument) => {
        const of = { conversation: `n${++conversation}` }
        log.returned('notes', text, of.conversation)
        const given = text.replaceAll(/\s+/g, ' ')
        for (const piece of await log.pieces(argument, of)) expect(given).toContain(piece.replaceAll(/\s+/g, ' '))
      }),
      { numRuns: times(60, 200) },
    )
  })

  test('finds whole keys, IDs and addresses of twelve characters or more', async () => {
    log.returned(
      'crm',
      '{"key":"tok_9f8e7d6c5b","id":"id:ab12cd34ef56","mail":"ann3@x.example.","at":"2026-03-01T09:00:00Z"}',
    )
    expect(await log.pieces('https://x.example/?k=tok_9f8e7d6c5b&z=1')).toEqual(['tok_9f8e7d6c5b'])
    expect(await log.pieces('prefixtok_9f8e7d6c5bsuffix')).toEqual(['tok_9f8e7d6c5b'])
    expect(await log.pieces('see ab12cd34ef56.')).toEqual(['ab12cd34ef56'])
    expect(await log.pieces('write to <ann3@x.example>')).toEqual(['ann3@x.example'])
    expect(await log.pieces('tok_9f8e and "mail": on 2026-03-01T09:00:00Z')).toEqual([])
  })

  test('finds text from embedded resources and structured content, but not from images', async () => {
    log.returned('notes', {
      content: [
        { type: 'resource', resource: { uri: 'note://7', text: secret } },
        { type: 'image', data: 'QUJD'.repeat(50), mimeType: 'image/png' },
      ],
    })
    log.returned('crm', { content: [], structuredContent: { owner: 'Marguerite Yourcenar-Delacroix' } })
    expect(await log.pieces(secret)).toEqual([secret])
    expect(await log.pieces('Marguerite Yourcenar-Delacroix')).toEqual(['Marguerite Yourcenar-Delacroix'])
    expect(await log.pieces('QUJD'.repeat(10))).toEqual([])
  })
})

describe('[FLO-2] text in another form', () => {
  beforeEach(() => void log.returned('notes', secret))

  test('is found with other white space', async () => {
    const text = `- ${secret.replaceAll(' ', '\n\t ')} -`
    expect(await log.pieces(text)).toEqual([text.slice(2, -2)])
  })

  test('is found in nested values and member names, and its path is escaped', async () => {
    const { flows } = await log.trace({ a: [{ 'b/c~d': ['x', secret] }], [secret]: 1 })
    expect(flows.map(({ at, start, end }) => ({ at, start, end }))).toEqual([
      { at: `/${secret}`, start: 0, end: 0 },
      { at: '/a/0/b~1c~0d/1', start: 0, end: secret.length },
    ])
  })

  test.each<[string, (text: string) => string]>([
    ['base64', (text) => Buffer.from(text).toString('base64')],
    ['base64url', (text) => Buffer.from(text).toString('base64url')],
    ['base64 of a longer text', (text) => Buffer.from(`Dear Bob, ${text} – Ann`).toString('base64')],
    ['base64 in lines', (text) => Buffer.from(text).toString('base64').replaceAll(/.{20}/g, '$&\r\n')],
    ['base64 in a path', (text) => `https://x.example/up/${Buffer.from(text).toString('base64url')}`],
    ['percent-encoding', (text) => `https://x.example/?q=${encodeURIComponent(text)}&r=1`],
    ['percent-encoding of every byte', (text) => Buffer.from(text).toString('hex').replaceAll(/../g, '%$&')],
    ['a form', (text) => new URLSearchParams({ q: text }).toString()],
    ['JSON', (text) => JSON.stringify({ note: text.replaceAll(' ', '\n') })],
    ['JSON in JSON', (text) => JSON.stringify(JSON.stringify({ note: text.replaceAll(' ', '\n') }))],
    ['JSON in base64', (text) => Buffer.from(JSON.stringify([text.replaceAll(' ', '\n')])).toString('base64')],
    ['base64 in percent-encoding', (text) => encodeURIComponent(Buffer.from(`>>?${text}`).toString('base64'))],
    ['escaped units', (text) => text.replaceAll(/[a-z]/g, (it) => `\\u00${it.charCodeAt(0).toString(16)}`)],
  ])('is found as %s', async (_name, encode) => {
    const { flows } = await log.trace({ text: encode(secret) })
    expect(flows).toHaveLength(1)
  })

  test('is reported at the position of the encoded text', async () => {
    const encoded = Buffer.from(secret).toString('base64')
    expect(await log.pieces(`data:text/plain;base64,${encoded}`)).toEqual([encoded])
    const escaped = encodeURIComponent(secret)
    expect(await log.pieces(`q=${escaped}&more=äöü`)).toEqual([escaped])
    log.returned('notes', 'Grüße aus Köln, 語学 und 🎉 überall')
    const bytes = Buffer.from('Grüße aus Köln, 語学 und 🎉 überall')
    expect(await log.pieces(`x=${bytes.toString('base64url')}`)).toEqual([bytes.toString('base64url')])
    expect(await log.pieces(encodeURIComponent(bytes.toString()))).toEqual([encodeURIComponent(bytes.toString())])
  })

  test('is found unescaped if the result was JSON text', async () => {
    log.returned('crm', JSON.stringify({ note: 'He said "no"\nand left by the back door' }))
    const said = 'He said "no"\nand left by the back door'
    expect(await log.pieces(`>${said}<`)).toEqual([said])
  })
})

describe('[FLO-3] text that is not a data flow', () => {
  test('includes text that the same server returned, even if another server returned it too', async () => {
    log.returned('mail', secret)
    expect(await log.pieces(secret)).toEqual([])
    log.returned('notes', secret)
    expect(await log.pieces(secret)).toEqual([])
    expect(await log.pieces(secret, { server: 'third' })).toEqual([secret])
  })

  test('includes the user’s own words, but not the text around them', async () => {
    log.says('Send ann3@x.example the words "closes on Friday at noon"')
    log.returned('notes', `${secret} ann3@x.example knows the number: 4417-1234-5678-9113`)
    expect(await log.pieces('closes on Friday at noon')).toEqual([])
    expect(await log.pieces('ann3@x.example')).toEqual([])
    expect(await log.pieces('ann3@x.example knows the number: 4417')).toEqual(['ann3@x.example knows the number: 4417'])
    expect(await log.pieces(secret)).toEqual([secret])
  })

  test('includes the tool’s names and the text in its definition', async () => {
    const definition = {
      name: 'send',
      description: 'Sends a message to everybody who listens.',
      inputSchema: { properties: { customer_identification_number: { enum: ['urgent-and-confidential-7'] } } },
    }
    log.returned(
      'notes',
      'Sends a message to everybody who listens. {"customer_identification_number": "urgent-and-confidential-7"}',
    )
    expect(await log.pieces('Sends a message to everybody who listens.', { definition })).toEqual([])
    const { flows } = await log.trace({ customer_identification_number: 'urgent-and-confidential-7' }, { definition })
    expect(flows).toEqual([])
    expect(await log.pieces('Sends a message to everybody who listens.')).toHaveLength(1)
  })

  test('includes rulers, brackets and other shapes without words', async () => {
    log.returned('notes', `|${'-'.repeat(60)}|\n${'='.repeat(60)}\n[[[[[[{{{{{{((((((<<<<<<]]]]]]}}}}}}`)
    expect(await log.pieces(`${'-'.repeat(50)}\n${'='.repeat(50)} [[[[[[{{{{{{((((((<<<<<<]]]]]]}}}}}}`)).toEqual([])
  })
})
