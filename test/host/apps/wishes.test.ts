import { readFileSync, statSync, writeFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Atrium, peer } from '../../support/atrium.ts'
import { ScriptedFrames } from './scripted-app.ts'
import { liveApp } from './shown-app.ts'

let atrium: Atrium
beforeAll(async () => {
  atrium = await Atrium.start({ appFrames: new ScriptedFrames() })
  await atrium.add('apps', peer('apps.mjs'))
})
afterAll(() => atrium.close())

/** An app's request under way: what the user is asked, and its answer for the app. */
async function wish(method: string, params: object) {
  const { app, of } = await liveApp(atrium)
  const answered = app.ask(method, JSON.parse(JSON.stringify(params)))
  const ask = await atrium.person.ask('page-wish')
  const give = async (decision: 'allow' | 'deny') => {
    await atrium.person.answer(ask, { decision })
    return answered
  }
  return { app, of, ask, question: ask.question, give }
}

describe('a URL that an app wants to open', () => {
  test('[APP-40] [APS-7] is asked about with its server and whole URL, and answered to the app', async () => {
    const { offered } = await liveApp(atrium)
    expect(offered['openLinks']).toEqual({})
    const { question, give, of, ask } = await wish('ui/open-link', { url: 'HTTPS://Example.com/a?b=c#d' })
    expect(question).toEqual({
      server: 'apps',
      tool: 'shown',
      url: 'https://example.com/a?b=c#d',
      written: 'HTTPS://Example.com/a?b=c#d',
    })
    expect(ask.operation).toMatchObject(of)
    expect(await give('allow')).toMatchObject({ result: {} })
    const { give: refuse } = await wish('ui/open-link', { url: 'http://example.com/' })
    expect(await refuse('deny')).toMatchObject({ error: { code: -32_000 } })
  })

  test('[APS-7] is refused unasked if it is no web address, or could be read in two ways @all', async () => {
    const { app } = await liveApp(atrium)
    const refused = [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'mailto:a@example.com',
      'data:text/html,x',
      'atrium://x',
      'https://a@example.com/',
      'https://example.com\\@evil.example/',
      'https://exa%6dple.com/',
      'example.com',
      'https://example.com/\u202Egpj',
      `https://example.com/${'x'.repeat(1500)}`,
      '',
      7,
    ]
    for (const url of refused)
      expect(await app.ask('ui/open-link', { url }), String(url)).toMatchObject({ error: { code: -32_602 } })
    expect(atrium.person.state.asks).toEqual([])
  })

  test('[APS-7] waits alone: another is refused, and it is withdrawn with its app', async () => {
    const { app, give } = await wish('ui/open-link', { url: 'https://example.com/' })
    expect(await app.ask('ui/open-link', { url: 'https://example.com/2' })).toMatchObject({ error: { code: -32_000 } })
    expect(atrium.person.state.asks).toHaveLength(1)
    await give('deny')
    void app.ask('ui/open-link', { url: 'https://example.com/3' }).catch(() => undefined)
    await atrium.person.ask('page-wish')
    const closing = atrium.person.link.call('closeApp', { view: app.view, because: 'wanted' })
    const { id = '' } = await app.got('ui/resource-teardown')
    await app.say({ jsonrpc: '2.0', id, result: {} })
    await closing
    await atrium.person.until('it is withdrawn', () => atrium.person.state.asks.length === 0)
  })
})

describe('files that an app wants to save', () => {
  const resource = (uri: string, content: object) => ({ type: 'resource', resource: { uri, ...content } })

  test('[APP-41] [APS-10] [APS-14] are asked about by cleaned name, type and size, and saved for the user alone', async () => {
    const { question, give, app } = await wish('ui/download-file', {
      contents: [
        resource('file:///../..//re%2Fport\u202E.csv', { mimeType: 'text/csv', text: 'a,b' }),
        resource('ui://x/install.SH?y=.txt', { blob: Buffer.from([0, 255]).toString('base64') }),
      ],
    })
    expect(question.files).toEqual([
      { name: 're-port.csv', type: 'text/csv', bytes: 3 },
      { name: 'install.sh', type: '', bytes: 2, runs: true },
    ])
    expect(await give('allow')).toMatchObject({ result: {} })
    const { files, actor } = await atrium.person.event('page.saved')
    expect(actor).toBe('web:test')
    const [report = '', script = ''] = files.map(({ file }) => file)
    expect(path.dirname(report)).toBe(path.join(atrium.directory, 'exports'))
    expect([readFileSync(report, 'utf8'), [...readFileSync(script)]]).toEqual(['a,b', [0, 255]])
    expect(statSync(script).mode & 0o777).toBe(0o600)
    await app.until('the window hears of it', () => app.now.state === 'open' && app.now.saved.files.length === 2)
  })

  test('[APP-41] [APS-10] stay unsaved if the user denies it, and the app hears so', async () => {
    const saved = atrium.person.all('page.saved').length
    const { give } = await wish('ui/download-file', { contents: [resource('ui://x/a.txt', { text: 'a' })] })
    expect(await give('deny')).toMatchObject({ result: { isError: true } })
    expect(atrium.person.all('page.saved')).toHaveLength(saved)
  })

  test('[APS-10] are refused unasked if they are links, have no content, or are more than 20', async () => {
    const { app, offered } = await liveApp(atrium)
    expect(offered['downloadFile']).toEqual({})
    const one = resource('ui://x/a.txt', { text: 'a' })
    for (const contents of [
      [one, { type: 'resource_link', uri: 'https://example.com/a', name: 'a' }],
      [resource('ui://x/a.txt', {})],
      [resource('ui://x/a.txt', { blob: 'not base64' })],
      [],
      Array.from({ length: 21 }, () => one),
    ])
      expect(await app.ask('ui/download-file', { contents })).toMatchObject({ error: { code: -32_602 } })
    expect(await app.ask('ui/download-file')).toMatchObject({ error: { code: -32_602 } })
    expect(atrium.person.state.asks).toEqual([])
  })

  test('[APS-5] can have 10 MiB in one request, and no more', async () => {
    const text = 'x'.repeat(10 * 1024 * 1024 - 300)
    const { give, app, question } = await wish('ui/download-file', {
      contents: [resource('ui://x/large.txt', { text })],
    })
    expect(question.files).toMatchObject([{ name: 'large.txt', bytes: text.length }])
    expect(await give('allow')).toMatchObject({ result: {} })
    const [saved] = atrium.person.all('page.saved').at(-1)?.files ?? []
    expect(statSync(saved?.file ?? '').size).toBe(text.length)
    for (const [method, size] of [
      ['ui/download-file', 10 * 1024 * 1024],
      ['tools/call', 1024 * 1024],
    ] as const)
      await expect(app.say({ jsonrpc: '2.0', id: 1, method, params: { x: 'x'.repeat(size) } })).rejects.toMatchObject({
        code: 'bad-input',
      })
  })

  test('[APS-10] are an error for the app, and a sentence for the user, if they can’t be saved', async () => {
    const folder = path.join(atrium.directory, 'exports')
    rmSync(folder, { recursive: true, force: true })
    writeFileSync(folder, 'in the way')
    const { give, app } = await wish('ui/download-file', { contents: [resource('ui://x/a.txt', { text: 'a' })] })
    expect(await give('allow')).toMatchObject({ result: { isError: true } })
    await app.until('the window hears of it', () => app.now.state === 'open' && app.now.saved.problem !== undefined)
    rmSync(folder)
  })
})
