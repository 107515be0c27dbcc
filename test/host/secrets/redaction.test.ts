import { describe, expect, test } from 'vitest'
import { unusable } from '../../../main/host/secrets/distinctive.ts'
import type { JsonValue } from '../../../shared/schema/json.ts'
import { FoundSecrets, Redaction } from '../../../main/host/secrets/redaction.ts'
import { MemorySecrets } from '../../support/memory-secrets.ts'

/** A redaction that has read these secrets. */
async function knowing(secrets: Record<string, string>): Promise<Redaction> {
  const redaction = new Redaction()
  const remembering = redaction.remember(new MemorySecrets(Object.entries(secrets)))
  await Promise.all(Object.keys(secrets).map((name) => remembering.get(name)))
  return redaction
}

const awkward = 'pä"ss/w\\rd&1 \n('

describe('redaction', () => {
  test.each([
    ['as it is', awkward],
    ['escaped as in JSON', JSON.stringify(awkward).slice(1, -1)],
    [
      'escaped as in JSON, slashes too',
      JSON.stringify(awkward)
        .slice(1, -1)
        .replaceAll('/', String.raw`\/`),
    ],
    ['encoded as in URLs', encodeURIComponent(awkward)],
    ['encoded as in URLs, in small letters', encodeURIComponent(awkward).replaceAll(/%../g, (it) => it.toLowerCase())],
    ['in base64', Buffer.from(awkward).toString('base64').replace(/=+$/, '')],
    ['in base64 for URLs', Buffer.from(awkward).toString('base64url')],
  ])('[SEC-2] replaces a value %s', async (_how, form) => {
    const redaction = await knowing({ 'server/it/env/A': awkward })
    expect(redaction.text(`before ${form} after`)).toBe('before [secret server/it/env/A] after')
  })

  test('[SEC-2] replaces the longer of two values, and a header with and without its scheme', async () => {
    const redaction = await knowing({ short: 'abcdef', long: 'abcdefgh', header: 'Bearer t0ken-1', pin: '918273' })
    expect(redaction.text('abcdefgh abcdef')).toBe('[secret long] [secret short]')
    expect(redaction.text('t0ken-1 and Bearer t0ken-1')).toBe('[secret header] and [secret header]')
  })

  test('[SEC-5] changes only string values, not member names, numbers or a message’s structure', async () => {
    const redaction = await knowing({ short: 'abcdef', pin: '918273', part: 'resour', word: 'source_l' })
    expect(redaction.json({ abcdef: [918273, { deep: 'xabcdefx' }] })).toEqual({
      abcdef: [918273, { deep: 'x[secret short]x' }],
    })
    const task = { taskId: 'task-abcdef', status: 'working', statusMessage: 'abcdef' }
    expect(redaction.message({ jsonrpc: '2.0', id: 'abcdef', result: { nextCursor: 'abcdef', task } })).toEqual({
      jsonrpc: '2.0',
      id: 'abcdef',
      result: { nextCursor: 'abcdef', task: { ...task, statusMessage: '[secret short]' } },
    })
    const content = [{ type: 'resource_link', name: 'x', uri: 'x://y', mimeType: 'application/json' }]
    expect(redaction.json({ content, resultType: 'complete' })).toEqual({ content, resultType: 'complete' })
    const inputSchema = { type: 'object', required: ['abcdef'], properties: { abcdef: { $ref: '#/$defs/abcdef' } } }
    const tool = { name: 'abcdef_search', inputSchema, description: 'Uses abcdef' }
    expect(redaction.json({ tools: [tool] })).toEqual({
      tools: [{ ...tool, description: 'Uses [secret short]' }],
    })
  })

  test('[SEC-5] skips values under six characters, ordinary words and runs of one character', async () => {
    const secrets = { a: 'abcde', b: 'result', c: 'tool_use', d: 'Password', e: '----------', f: 'inputSchema' }
    const redaction = await knowing(secrets)
    for (const value of Object.values(secrets)) expect(redaction.text(`a ${value} b`)).toBe(`a ${value} b`)
    expect(redaction.find([{ text: 'tool_use' }])).toBeUndefined()
  })

  test('[SEC-2] still replaces changed and deleted values, because a server may still have them', async () => {
    const redaction = await knowing({})
    const store = redaction.remember(new MemorySecrets())
    await store.set('key', 'the old value')
    await store.set('key', 'the new value')
    await store.delete('key')
    expect(redaction.text('the old value, the new value')).toBe('[secret key], [secret key]')
  })
})

describe('a token from a server', () => {
  const token = 'sess-0123456789abcdef'
  const issued = async () => {
    const redaction = await knowing({ 'server/good/env/KEY': 'k3y-of-the-good-one' })
    redaction.of('bad').hide('sign-in/bad/…', token)
    return redaction
  }

  test('[SEC-5] is replaced in its own server’s text and in every log', async () => {
    const redaction = await issued()
    const [bad, good] = [redaction.of('bad'), redaction.of('good')]
    expect(bad.text(`a ${token} b`)).toBe('a [secret sign-in/bad/…] b')
    expect(good.text(`a ${token} b`)).toBe(`a ${token} b`)
    expect(good.json({ [token]: token })).toEqual({ [token]: token })
    expect(good.diagnostic(token)).toBe(token)
    expect(good.line(`a ${token} b`)).toBe('a [secret] b')
    expect(redaction.find([token])).toBeUndefined()
    expect(redaction.beginning(token.slice(0, 8))).toBe(0)
  })

  test('[SEC-5] is no longer redacted after a new token replaces it', async () => {
    const redaction = await issued()
    redaction.of('bad').forget(token)
    expect(redaction.of('bad').text(token)).toBe(token)
    expect(redaction.of('good').line(token)).toBe(token)
  })

  test('[SEC-6] is named only to its own server, like any secret', async () => {
    const redaction = await issued()
    expect(redaction.of('good').text('k3y-of-the-good-one')).toBe('[secret server/good/env/KEY]')
    expect(redaction.of('bad').text('k3y-of-the-good-one')).toBe('[secret]')
    const found = new FoundSecrets()
    expect(Redaction.knowing(redaction.of('bad').forms).json({ a: `${token} k3y-of-the-good-one` }, found)).toEqual({
      a: '[secret sign-in/bad/…] [secret]',
    })
    expect([...found.names]).toEqual(['sign-in/bad/…', 'server/good/env/KEY'])
  })
})

test('[SEC-6] reports an answer with more than three secrets, or with one as a member name', async () => {
  const secrets = ['first', 'second', 'third', 'fourth'].map((it) => `the-${it}-secret-value`)
  const redaction = await knowing(Object.fromEntries(secrets.map((it, at) => [`server/db/env/${at}`, it])))
  const objection = (value: JsonValue) => {
    const found = new FoundSecrets()
    redaction.of('it').json(value, found)
    return found.objection
  }
  expect(objection({ a: secrets.slice(0, 3), b: secrets.slice(0, 3) })).toBeUndefined()
  expect(objection({ a: secrets.join(' ') })).toBe('full-of-secrets')
  expect(objection({ a: { [`x ${secrets[0]}`]: 1 } })).toBe('secret-as-name')
})

describe('an issued value', () => {
  test.each(['content', 'isError', 'tool_use', 'inputSchema', 'abc123', 'fifteen-letters', 'structuredContent'])(
    '[SEC-7] is refused if any text may contain it: %s',
    (value) => expect(unusable(value)).toEqual(expect.any(String)),
  )

  test.each(['additionalProperties', 'ADDITIONALPROPERTIES', 'notifications/tools/list_changed', '================'])(
    '[SEC-7] is refused if it is long but ordinary: %s',
    (value) => expect(unusable(value)).toEqual(expect.any(String)),
  )

  test.each(['test-token-1700000000000', 'test-client-secret', 'eyJhbGciOiJub25lIn0.e30.', '2YotnFZFEjr1zCsicMWpAA'])(
    '[SEC-7] is accepted in its usual form: %s',
    (value) => expect(unusable(value)).toBeUndefined(),
  )

  test('[SEC-7] can be shorter for an authorization server on trial, but not an ordinary word', () => {
    expect(unusable('test-token')).toBe('shorter than 16 characters')
    expect(unusable('test-token', true)).toBeUndefined()
    for (const word of ['abc123', 'tool_use', 'inputSchema']) expect(unusable(word, true)).toEqual(expect.any(String))
  })
})

describe('redaction cost', () => {
  test('[SEC-2] is zero without secrets, and a value without matches stays the same object', async () => {
    const value = { list: [{ text: 'nothing here' }] }
    expect((await knowing({})).json(value)).toBe(value)
    expect((await knowing({ a: 'something' })).json(value)).toBe(value)
  })

  test('[SEC-2] grows linearly with the text', async () => {
    const secrets = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`s${i}`, `aaaaaaaaaaaaaaaaaaaa${i}b`]))
    const redaction = await knowing(secrets)
    // In quadratic time this would take a quarter of an hour.
    const text = 'a'.repeat(1_600_000)
    expect(redaction.text(text)).toBe(text)
  })
})

describe('text that looks like a token', () => {
  const text = (length: number): string => 'aB3'.repeat(length).slice(0, length)

  test.each([
    ['a model key', `sk-ant-api03-${text(80)}`],
    ['a payment key', `sk_live_${text(24)}`],
    ['a GitHub token', `ghp_${text(36)}`],
    ['a newer GitHub token', `github_pat_${text(22)}_${text(40)}`],
    ['a Slack token', `xoxb-12345-${text(20)}`],
    ['an npm token', `npm_${text(36)}`],
    ['an AWS key', 'AKIAABCDEFGH12345678'],
    ['a Google key', `AIza${text(35)}`],
    ['a signed token', `eyJ${text(20)}.${text(30)}.${text(40)}`],
  ])('[SEC-4] is removed from diagnostics but kept in data: %s', async (_what, token) => {
    const redaction = await knowing({ a: 'a known value' })
    const line = `failed: KEY=${token}, "${token}"`
    expect(redaction.diagnostic(line)).toBe('failed: KEY=[looks like a secret], "[looks like a secret]"')
    expect(redaction.text(line)).toBe(line)
  })

  test('[SEC-4] includes text after “Bearer” beside known values, but no ordinary words', async () => {
    const redaction = await knowing({ a: 'a known value' })
    expect(redaction.diagnostic(`Authorization: Bearer ${text(20)}== for a known value`)).toBe(
      'Authorization: Bearer [looks like a secret] for [secret a]',
    )
    const ordinary =
      'bearer of news, sk-learn-contrib-and-others, npm_config_user_agent_of_the_package, /home/a/eyJ.x, ' +
      `task-${text(40)}, ${'f'.repeat(64)}, 0b0e6a3e-6d0f-4a4c-9a6e-2f8f2f0f1a2b`
    expect(redaction.diagnostic(ordinary)).toBe(ordinary)
  })

  test('[SEC-4] is searched for in time that grows only with the text', async () => {
    const redaction = await knowing({})
    const marker = '[looks like a secret]'
    // In quadratic time each of these would take a quarter of an hour.
    for (const unit of ['eyJaaaaaaaa-', 'sk-', 'Bearer a', 'eyJaaaaaaaa ', 'eyJaaaaaaaa.', 'ghp_']) {
      const long = unit.repeat(1_599_984 / unit.length)
      const removed = { 'eyJaaaaaaaa.': `${marker}.`.repeat(1_599_984 / (3 * unit.length)), ghp_: marker }[unit] ?? long
      // A comparison of such long texts by `expect` would take as long.
      expect(redaction.diagnostic(long) === removed, unit).toBe(true)
    }
  })
})

test('[SEC-3] finds the beginning of a value at the end of a text', async () => {
  const redaction = await knowing({ a: 'abcabd-1' })
  expect(['', 'x', 'xa', 'xabcab', 'abcabcab'].map((it) => redaction.beginning(it))).toEqual([0, 0, 1, 5, 5])
})
