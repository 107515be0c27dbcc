import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { FrameLocator, Locator } from '@playwright/test'
import { serverFile } from '../../support/server-files.ts'
import { any, whole, words } from '../../support/words.ts'
import { type App, expect } from '../support/app.ts'
import { PageLink } from '../support/page-link.ts'
import { type Config, prepare } from '../support/prepare.ts'

/** A request that an app's button sends. */
export type Wish = { label: string; method: string; params: object }

/** An app with a button per request. Shows the latest answer, as JSON, in its only `output`. */
const documentOf = (wishes: Wish[]): string => `<!doctype html>
<html lang="en"><title>Working page</title>
<body style="margin:0;font:14px sans-serif;min-height:80px">
<main></main><output></output><p data-told></p>
<script>
const wishes = ${JSON.stringify(wishes).replaceAll('<', String.raw`\u003c`)}
const said = document.querySelector('output')
let last = 0
const post = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
const ask = (method, params) => post({ id: ++last, method, params })
addEventListener('message', ({ data }) => {
  if (data.method === 'ping' || data.method === 'ui/resource-teardown') return post({ id: data.id, result: {} })
  const size = data.params?.containerDimensions
  if (size) document.querySelector('[data-told]').textContent = JSON.stringify(size)
  if (data.method || typeof data.id !== 'number') return
  if (data.id === 1) return post({ method: 'ui/notifications/initialized', params: {} })
  said.textContent = JSON.stringify(data.result ?? data.error)
})
for (const { label, method, params } of wishes) {
  const button = document.createElement('button')
  button.textContent = label
  button.onclick = () => { said.textContent = ''
    if (method === 'reload') location.reload()
    else ask(method, params)
  }
  document.querySelector('main').append(button)
}
ask('ui/initialize', { appInfo: { name: 'work', version: '1' }, appCapabilities: {}, protocolVersion: '2026-01-26' })
post({ method: 'ui/notifications/size-changed', params: { height: 120 } })
</script></body></html>`

/** A server with this page, in a file beside the test's data. */
function config(directory: string, server: string, html: string): Config {
  const file = path.join(directory, `${server}.html`)
  writeFileSync(file, html)
  return { command: process.execPath, args: [serverFile('apps.mjs')], env: { APP_FILE: file } }
}

/** An app with these buttons that is shown and ready, in a new conversation. */
export const workingApp = (app: App, server: string, wishes: Wish[]) => shownApp(app, server, documentOf(wishes))

/** An app with this document that is shown and ready, or that has soon ended, in a new conversation. */
export async function shownApp(app: App, server: string, html: string, { isBrief = false } = {}) {
  const { page } = app
  await prepare(app, { servers: { [server]: config(app.directory, server, html) } })
  const link = new PageLink(page)
  const state = await link.until('the tool is listed', (now) => now.servers[server]?.tools['shown'] && now)
  const definition = state.servers[server]?.tools['shown']?.hash ?? ''
  const { call, conversation } = await link.call('callTool', { server, tool: 'shown', definition, arguments: {} })
  await page.goto(app.address(`/c/${conversation}`))
  const area = page.locator(`[data-call="${call}"] [data-result-app]`)
  await area.getByRole('button', { name: words.apps.place.show }).click()
  await allowApp(link, area, call)
  if (!isBrief) await expect(area).toHaveAttribute('data-is-ready', 'true')
  return { area, conversation, call, inside: insideOf(area) }
}

/** The app inside the proxy. */
export const insideOf = (area: Locator): FrameLocator => area.frameLocator('iframe').frameLocator('iframe')

/** The button that leads into an app; gone while the user is in it. */
export const wayInto = (area: Locator): Locator =>
  area.getByRole('button', { name: whole(words.ui.appFrame.enter(any)) })

/** Presses an app's button, after the press that leads into the app if the user isn't in it. */
export async function pressIn(area: Locator, name: string): Promise<void> {
  await expect(async () => {
    if (await wayInto(area).isVisible()) await wayInto(area).click({ timeout: 2000 })
    await insideOf(area).getByRole('button', { name }).click({ timeout: 2000 })
  }).toPass()
}

/** Answers the question about the page, unless the user let it be shown before. */
async function allowApp(link: PageLink, area: Locator, call: string): Promise<void> {
  await expect(area).toHaveAttribute('data-result-app', /asking|open/)
  const { asks } = await link.state()
  const ask = asks.find(({ kind, operation }) => kind === 'server-page' && operation?.call === call)
  if (ask) await link.call('answer', { ask: ask.id, contentHash: ask.contentHash, answer: { decision: 'show' } })
}
