import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Input } from '../../../../shared/contract/commands.ts'
import { Atrium, official, peer } from '../../../support/atrium.ts'

let shared: Atrium
beforeAll(async () => void (shared = await Atrium.start()))
beforeEach(() => shared.fresh())
afterAll(() => shared.close())

/** The host with this server for the test's duration. */
async function start(config: Input<'addServer'>['config'], secrets: Record<string, string> = {}): Promise<Atrium> {
  await shared.add('it', config, { secrets })
  onTestFinished(() => shared.remove('it'))
  return shared
}

const read = ({ person }: Atrium, uri: string, server = 'it') => person.link.call('readResource', { server, uri })

const refusal = (atrium: Atrium, uri: string) =>
  read(atrium, uri).then(
    () => undefined,
    (error: { code: string; message: string }) => ({ code: error.code, message: error.message }),
  )

const eras = ['legacy', 'modern'] as const

test('[RSC-3] [RES-15] reads the official server’s resources, also text that it sends as bytes', async () => {
  const atrium = await start(official('everything'))
  const text = await read(atrium, 'demo://resource/dynamic/text/1')
  expect(text).toMatchObject({
    handle: expect.stringMatching(/^[0-9a-f]{64}$/),
    contents: [{ uri: 'demo://resource/dynamic/text/1', mimeType: 'text/plain', isCut: false }],
    problems: [],
  })
  const blob = await read(atrium, 'demo://resource/dynamic/blob/1')
  expect(blob.contents).toMatchObject([{ mimeType: 'text/plain', text: expect.stringContaining('a base64 blob') }])
  await atrium.person.event('resource.read', ({ handle }) => handle === blob.handle)
  expect(atrium.person.all('resource.read')).toMatchObject([
    { server: 'it', uri: 'demo://resource/dynamic/text/1', handle: text.handle, actor: 'web:test' },
    { server: 'it', uri: 'demo://resource/dynamic/blob/1', handle: blob.handle, actor: 'web:test' },
  ])
})

test('[RSC-3] reads the Playground’s resources', async () => {
  const atrium = await start({ type: 'playground' })
  expect((await read(atrium, 'playground://guide')).contents).toMatchObject([
    { mimeType: 'text/markdown', isCut: false },
  ])
  const { contents } = await read(atrium, 'playground://picture.png')
  expect(contents).toMatchObject([{ mimeType: 'image/png', blob: expect.stringContaining('iVBOR') }])
  expect(await refusal(atrium, 'note://none')).toMatchObject({ code: 'not-found' })
})

test.each(eras)('[RSC-4] skips only the invalid content and reports it (%s)', async (era) => {
  const atrium = await start(peer('resources.mjs', { MCP_ERA: era }))
  const { contents, problems } = await read(atrium, 'x://several')
  expect(contents).toEqual([
    { uri: 'x://several/1', mimeType: 'text/markdown', bytes: 5, text: '# One', isCut: false },
    { uri: 'x://several/2', mimeType: 'image/png', bytes: 8, blob: 'iVBORw0KGgo=' },
  ])
  expect(problems).toEqual(['Content 3: Its bytes aren’t base64.'])
})

test.each(eras)('[RSC-4] refuses in words to read an unreadable resource (%s)', async (era) => {
  const atrium = await start(peer('resources.mjs', { MCP_ERA: era }))
  const form = (uri: string, problem: string) => ({
    code: 'unavailable',
    message: `Can’t read ${uri} from it. ${problem}`,
  })
  const unreadable = [
    ['x://bad-base64', 'Its bytes aren’t base64.'],
    ['x://no-text', 'Its text isn’t text.'],
    ['x://nul', 'Its text contains bytes that aren’t text.'],
    ['x://both', 'The resource claims to be both text and bytes.'],
    ['x://neither', 'The resource has neither text nor bytes.'],
    ['x://no-list', 'The response has no list of contents.'],
  ] as const
  for (const [uri, problem] of unreadable) expect(await refusal(atrium, uri)).toEqual(form(uri, problem))
  expect(await refusal(atrium, 'x://refused')).toEqual({
    code: 'unavailable',
    message: 'it refused the request with error -32000: You may not read this',
  })
  expect(await refusal(atrium, 'x://none')).toEqual({
    code: 'not-found',
    message: expect.stringMatching(/^it refused the request with error -32(002|602): There is no x:\/\/none here$/),
  })
  expect((await read(atrium, 'x://empty')).contents).toEqual([])
})

test('[RSC-5] shows part of a large resource with its full size @all', async () => {
  const atrium = await start(peer('resources.mjs'))
  const [text] = (await read(atrium, 'x://large-text')).contents
  expect(text).toMatchObject({ bytes: 10_999_998, isCut: true })
  expect(text && 'text' in text && text.text.length).toBe(256 * 1024)
  const [blob] = (await read(atrium, 'x://large-blob')).contents
  expect(blob).toEqual({ uri: 'x://large-blob', bytes: 11_000_000, blob: undefined })
})

test('[RES-16] writes a large resource for the window in parts', async () => {
  const atrium = await start(peer('resources.mjs', { MB: '6' }))
  const link = atrium.host.link({ actor: 'test', right: 'use' })
  const written = vi.spyOn(JSON, 'stringify')
  const json = await link.callForJson('readResource', { server: 'it', uri: 'x://large-blob' })
  const longest = Math.max(...written.mock.results.map(({ value }) => String(value).length))
  written.mockRestore()
  const { contents } = JSON.parse(json) as { contents: { blob: string }[] }
  expect(contents.map(({ blob }) => blob === Buffer.alloc(6_000_000, 7).toString('base64'))).toEqual([true])
  expect(longest).toBeLessThan(100_000)
})

test('[RSC-4] sends no request to a server without resources or one that isn’t running', async () => {
  const atrium = await start(peer('resources.mjs', { WITHOUT: 'resources' }))
  expect(await refusal(atrium, 'x://text')).toEqual({ code: 'not-found', message: 'it has no resources.' })
  await atrium.person.link.call('setServerEnabled', { id: 'it', enabled: false })
  await atrium.person.until('it is off', () => atrium.person.state.servers['it']?.status.state === 'off')
  expect(await refusal(atrium, 'x://text')).toEqual({
    code: 'unavailable',
    message: 'it isn’t running. Start it first.',
  })
  expect(atrium.person.all('request.sent').filter(({ method }) => method === 'resources/read')).toEqual([])
})

test('[SEC-1] replaces the server’s secret in a resource’s text', async () => {
  const name = 'server/it/env/TOKEN'
  const config = { ...peer('resources.mjs'), env: { TOKEN: { secret: name } } }
  const atrium = await start(config, { [name]: 'tok-en/4711' })
  const { contents } = await read(atrium, 'x://secret')
  expect(contents).toMatchObject([{ text: `It is [secret ${name}]` }])
})
