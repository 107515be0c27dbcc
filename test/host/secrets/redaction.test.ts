import { describe, expect, test } from 'vitest'
import type { SecretStore } from '../../../main/host/platform.ts'
import { Redaction } from '../../../main/host/redaction.ts'

/** A redaction that has read these secrets. */
async function knowing(secrets: Record<string, string>): Promise<Redaction> {
  const values = new Map(Object.entries(secrets))
  const store: SecretStore = {
    get: async (name) => values.get(name),
    set: async (name, value) => void values.set(name, value),
    keep: async (name, value) => values.set(name, value) !== undefined,
    delete: async (name) => void values.delete(name),
    names: async () => [...values.keys()],
  }
  const redaction = new Redaction()
  const remembering = redaction.remember(store)
  await Promise.all([...values.keys()].map((name) => remembering.get(name)))
  return redaction
}

const awkward = 'pä"ss/w\\rd&1 \n('

describe('what is replaced', () => {
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
  ])('[SEC-2] a value %s', async (_how, form) => {
    const redaction = await knowing({ 'server/it/env/A': awkward })
    expect(redaction.text(`before ${form} after`)).toBe('before [secret server/it/env/A] after')
  })

  test('[SEC-2] is the longer of two values, both words of a header, and keys and numbers in JSON', async () => {
    const redaction = await knowing({ short: 'abcdef', long: 'abcdefgh', header: 'Bearer t0ken-1', pin: '918273' })
    expect(redaction.text('abcdefgh abcdef')).toBe('[secret long] [secret short]')
    expect(redaction.text('t0ken-1 and Bearer t0ken-1')).toBe('[secret header] and [secret header]')
    expect(redaction.json({ abcdef: [918273, { deep: 'xabcdefx' }, 9182730] })).toEqual({
      '[secret short]': ['[secret pin]', { deep: 'x[secret short]x' }, 9182730],
    })
  })

  test('[SEC-2] is nothing shorter than six characters, and nothing that makes a message what it is', async () => {
    const redaction = await knowing({ a: 'abcde', b: 'result', c: 'notifications/progress' })
    expect(redaction.text('abcde')).toBe('abcde')
    const message = { jsonrpc: '2.0', method: 'notifications/progress', params: { message: 'result' } }
    expect(redaction.message(message)).toEqual({ ...message, params: { message: '[secret b]' } })
    expect(redaction.message({ jsonrpc: '2.0', id: 'result', result: {} })).toMatchObject({ id: 'result', result: {} })
  })

  test('[SEC-2] stays known when it was changed or deleted: a server may still have it', async () => {
    const redaction = await knowing({})
    const store = redaction.remember({
      get: async () => undefined,
      set: async () => undefined,
      keep: async () => true,
      delete: async () => undefined,
      names: async () => [],
    })
    await store.set('key', 'the old value')
    await store.set('key', 'the new value')
    await store.delete('key')
    expect(redaction.text('the old value, the new value')).toBe('[secret key], [secret key]')
  })
})

describe('what it costs', () => {
  test('[SEC-2] is nothing without secrets, and a value in which nothing is replaced stays the same', async () => {
    const value = { list: [{ text: 'nothing here' }] }
    expect((await knowing({})).json(value)).toBe(value)
    expect((await knowing({ a: 'something' })).json(value)).toBe(value)
  })

  test('[SEC-2] is linear in the length of a text', async () => {
    const secrets = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`s${i}`, `aaaaaaaaaaaaaaaaaaaa${i}b`]))
    const redaction = await knowing(secrets)
    const took = (size: number): number => {
      const text = 'a'.repeat(size)
      const started = performance.now()
      expect(redaction.text(text).length).toBe(size)
      return performance.now() - started
    }
    took(200_000)
    const small = Math.min(took(200_000), took(200_000), took(200_000))
    expect(Math.min(took(1_600_000), took(1_600_000))).toBeLessThan(small * 24 + 50)
  })
})

describe('what only looks like a token', () => {
  const text = (length: number): string => 'aB3'.repeat(length).slice(0, length)

  test.each([
    ['a key of a model', `sk-ant-api03-${text(80)}`],
    ['one of payments', `sk_live_${text(24)}`],
    ['of GitHub', `ghp_${text(36)}`],
    ['of GitHub, newer', `github_pat_${text(22)}_${text(40)}`],
    ['of Slack', `xoxb-12345-${text(20)}`],
    ['of npm', `npm_${text(36)}`],
    ['of AWS', 'AKIAABCDEFGH12345678'],
    ['of Google', `AIza${text(35)}`],
    ['a signed one', `eyJ${text(20)}.${text(30)}.${text(40)}`],
  ])('[SEC-4] is taken out of diagnostics and stays in what is worked with: %s', async (_what, token) => {
    const redaction = await knowing({ a: 'a known value' })
    const line = `failed: KEY=${token}, "${token}"`
    expect(redaction.diagnostic(line)).toBe('failed: KEY=[looks like a secret], "[looks like a secret]"')
    expect(redaction.text(line)).toBe(line)
  })

  test('[SEC-4] is what follows Bearer, beside the values that are known; and no ordinary words', async () => {
    const redaction = await knowing({ a: 'a known value' })
    expect(redaction.diagnostic(`Authorization: Bearer ${text(20)}== for a known value`)).toBe(
      'Authorization: Bearer [looks like a secret] for [secret a]',
    )
    const ordinary =
      'bearer of news, sk-learn-contrib-and-others, npm_config_user_agent_of_the_package, /home/a/eyJ.x, ' +
      `task-${text(40)}, ${'f'.repeat(64)}, 0b0e6a3e-6d0f-4a4c-9a6e-2f8f2f0f1a2b`
    expect(redaction.diagnostic(ordinary)).toBe(ordinary)
  })

  test('[SEC-4] costs time that grows with the text alone', async () => {
    const redaction = await knowing({})
    const took = (unit: string, size: number): number => {
      const long = unit.repeat(size / unit.length)
      const started = performance.now()
      redaction.diagnostic(long)
      return performance.now() - started
    }
    for (const unit of ['eyJaaaaaaaa.', 'eyJaaaaaaaa-', 'sk-', 'ghp_', 'Bearer a', 'eyJaaaaaaaa ']) {
      took(unit, 100_000)
      const small = Math.min(took(unit, 100_000), took(unit, 100_000), took(unit, 100_000))
      expect(Math.min(took(unit, 800_000), took(unit, 800_000)), unit).toBeLessThan(small * 24 + 50)
    }
  })
})

test('[SEC-3] the beginning of a value at the end of a text is found', async () => {
  const redaction = await knowing({ a: 'abcabd-1' })
  expect(['', 'x', 'xa', 'xabcab', 'abcabcab'].map((it) => redaction.beginning(it))).toEqual([0, 0, 1, 5, 5])
})
