import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readApp } from '../../../main/host/apps/read-app.ts'
import { appWords } from '../../../main/host/apps/words.ts'
import type { RequestOutcome } from '../../../main/host/mcp/requests/ask.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { Atrium, peer } from '../../support/atrium.ts'

const uri = 'ui://apps/view'
const mimeType = 'text/html;profile=mcp-app'
const html = '<!doctype html><title>View</title>'

let atrium: Atrium
beforeAll(async () => {
  atrium = await Atrium.start()
  await atrium.add('apps', peer('apps.mjs'))
})
afterAll(() => atrium.close())

const look = (tool: string, server = 'apps') => atrium.person.link.call('lookAtApp', { server, tool })

/** An app that comes as this. */
const readAs = (content: JsonObject) => {
  const value = { result: { contents: [{ uri, mimeType, ...content }] } }
  return readApp({ ask: () => Promise.resolve<RequestOutcome>({ status: 'answered', value }) }, uri, { name: 'Apps' })
}

describe('a tool’s app', () => {
  test.each(['shown', 'flat', 'nested_wins'])('[APP-3] is read from its own server: %s', async (tool) => {
    expect(await look(tool)).toMatchObject({ uri, bytes: html.length, domains: [], permissions: [] })
    await atrium.person.event('request.sent', ({ method }) => method === 'resources/read')
  })

  test.each(['plain', 'elsewhere', 'no_object', 'unheard_of'])(
    '[APP-3] doesn’t exist without a ui:// URI: %s',
    async (tool) => {
      await expect(look(tool)).rejects.toMatchObject({ code: 'not-found' })
    },
  )

  test('[APP-5] asks for what its own content says', async () => {
    const csp = {
      connectDomains: ['https://api.example.com', 'http://plain.example'],
      frameDomains: ['https://f.example'],
    }
    const ui = { csp, permissions: { camera: {}, microphone: {} }, domain: 'x' }
    const APP = JSON.stringify([{ uri, mimeType, text: html, _meta: { ui } }])
    await atrium.add('asking', peer('apps.mjs', { APP }))
    expect(await look('shown', 'asking')).toMatchObject({
      domains: [
        { list: 'connect', domain: 'https://api.example.com' },
        { list: 'connect', domain: 'http://plain.example', refused: 'form' },
        { list: 'frame', domain: 'https://f.example', refused: 'frames' },
      ],
      permissions: ['camera', 'microphone'],
    })
  })

  test.each([
    ['another type', [{ uri, mimeType: 'text/html', text: html }], 'isn’t marked as an app'],
    ['no document', [{ uri, mimeType, text: 'Hello' }], 'isn’t an HTML document'],
    ['bytes that aren’t UTF-8', [{ uri, mimeType, blob: Buffer.from([0xff, 0xfe]).toString('base64') }], 'isn’t UTF-8'],
    ['text and bytes', [{ uri, mimeType, text: html, blob: '' }], ''],
    ['another URI', [{ uri: 'ui://apps/other', mimeType, text: html }], 'without the app'],
    ['nothing', [], 'without the app'],
  ])('[APP-6] is refused with the reason: %s', async (what, contents, reason) => {
    const id = `bad ${what.replaceAll('’', '')}`
    await atrium.add(id, peer('apps.mjs', { APP: JSON.stringify(contents) }))
    const message = expect.stringContaining(reason)
    await expect(look('shown', id)).rejects.toMatchObject({ code: 'unavailable', message })
  })

  test('[APS-6] can have 8 MiB, as text or bytes, and no more', async () => {
    const most = 8 * 1024 * 1024
    const sized = (bytes: number): string => {
      const rest = bytes - html.length
      return `${html}${'ü'.repeat(Math.floor(rest / 2))}${' '.repeat(rest % 2)}`
    }
    for (const text of [sized(most), sized(most + 1)])
      for (const content of [{ text }, { blob: Buffer.from(text).toString('base64') }]) {
        const read = await readAs(content)
        if (Buffer.byteLength(text) === most) expect(read).toMatchObject({ app: { bytes: most } })
        else expect(read).toEqual({ problem: appWords.tooLarge('Apps') })
      }
  })

  const base64 = Buffer.from(html).toString('base64')
  test.each([
    ['with half a byte', `${base64.replace(/=+$/, '')}AAAAA`.slice(0, Math.floor(base64.length / 4) * 4 + 1)],
    ['with another sign', `${base64.slice(0, 4)}*${base64.slice(5)}`],
    ['with more after its padding', `AA==${base64}`],
  ])('[APS-6] is refused as base64 %s', async (_what, blob) => {
    expect(await readAs({ blob })).toMatchObject({ problem: expect.stringContaining('aren’t base64') })
  })

  test('[APP-6] can come as bytes', async () => {
    const APP = JSON.stringify([{ uri, mimeType, blob: Buffer.from(html).toString('base64') }])
    await atrium.add('bytes', peer('apps.mjs', { APP }))
    expect((await look('shown', 'bytes')).hash).toBe((await look('shown')).hash)
    for (const blob of [Buffer.from(html).toString('base64url'), base64.replaceAll(/(.{60})/g, '$1\r\n')])
      expect(await readAs({ blob })).toMatchObject({ html })
  })
})
