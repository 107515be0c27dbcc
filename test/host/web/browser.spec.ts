import { expect, test, type Page } from '@playwright/test'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkedParts } from '../../../shared/contract/checkup.ts'
import { words } from '../../support/words.ts'
import { announcement, signIn, start, type Shell, type Visit } from './process.ts'

const launchArguments = [
  '--host-resolver-rules=MAP evil.example 127.0.0.1',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]
test.use({ launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, args: launchArguments }) })

const { sessions } = words.settings

let folder: string
let shell: Shell
let visit: Visit
let address: string
let elsewhere: Server

// None of the attempts changes anything, so one Atrium serves them all.
test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'atrium-browser-'))
  elsewhere = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html>'),
  )
  await new Promise<void>((resolve) => void elsewhere.listen(0, '127.0.0.1', resolve))
  shell = start({ args: ['--json', '--admin', '--data-dir', folder] })
  const announced = await announcement(shell)
  address = announced.address
  visit = await signIn(announced)
})

test.beforeEach(async ({ context }) => {
  const [name = '', value = ''] = visit.headers.cookie?.split('=') ?? []
  await context.addCookies([{ name, value, url: address, sameSite: 'Strict', httpOnly: true }])
})

test.afterAll(async () => {
  shell.process.kill('SIGTERM')
  await shell.exited
  elsewhere.close()
  elsewhere.closeAllConnections()
  rmSync(folder, { recursive: true, force: true })
})

/** Everything a page can try without a tab's token; what each way learned. */
const attack = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async (target) => {
    const body = JSON.stringify({ name: 'setModelKey', input: { key: 'planted' } })
    const tries: Record<string, () => Promise<string>> = {
      fetch: async () => (await fetch(`${target}call`, { method: 'POST', credentials: 'include', body })).text(),
      json: async () => {
        const headers = { 'content-type': 'application/json', 'x-atrium-token': 'guess' }
        return (await fetch(`${target}call`, { method: 'POST', credentials: 'include', headers, body })).text()
      },
      blind: async () =>
        (await fetch(`${target}call`, { method: 'POST', mode: 'no-cors', credentials: 'include', body })).type,
      events: () =>
        new Promise((resolve, reject) => {
          const source = new EventSource(`${target}events`, { withCredentials: true })
          source.onmessage = ({ data }) => resolve(String(data))
          source.onerror = reject
        }),
      socket: () =>
        new Promise((resolve, reject) => {
          const socket = new WebSocket(`${target.replace('http', 'ws')}events`)
          socket.onopen = () => resolve('open')
          socket.onerror = reject
        }),
      image: () =>
        new Promise((resolve, reject) => {
          const image = new Image()
          image.onload = () => resolve('loaded')
          image.onerror = reject
          image.src = `${target}icon.svg`
        }),
      script: () =>
        new Promise((resolve, reject) => {
          const script = document.createElement('script')
          script.onload = () => resolve('loaded')
          script.onerror = reject
          script.src = `${target}events`
          document.head.append(script)
        }),
    }
    const learnt: Record<string, string> = {}
    for (const [way, attempt] of Object.entries(tries)) learnt[way] = await attempt().catch(() => 'nothing')
    return learnt
  }, address)

const noKeyWasPlanted = async (): Promise<void> => {
  for await (const message of visit.events()) {
    if ('snapshot' in message) expect(message.snapshot.secrets).toEqual([])
    return
  }
}

for (const origin of ['127.0.0.1', 'localhost', 'evil.example'])
  test(`[WEB-3] reveals nothing to a page of ${origin} on another port, and changes nothing`, async ({ page }) => {
    const { port } = elsewhere.address() as AddressInfo
    await page.goto(`http://${origin}:${port}/`)
    const learnt = await attack(page)
    expect(learnt).toEqual(Object.fromEntries(Object.keys(learnt).map((way) => [way, 'nothing'])))
    await noKeyWasPlanted()
  })

test('[WEB-3] refuses a form and a frame from another page', async ({ page }) => {
  const { port } = elsewhere.address() as AddressInfo
  await page.goto(`http://127.0.0.1:${port}/`)
  const [answer] = await Promise.all([
    page.waitForResponse(`${address}call`),
    page.evaluate((target) => {
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', enctype: 'text/plain', action: `${target}call` })
      const field = document.createElement('input')
      Object.assign(field, { name: '{"name":"setModelKey","input":{"key":"planted', value: '"}}' })
      form.append(field)
      document.body.append(form)
      form.submit()
    }, address),
  ])
  expect(answer.status()).toBe(403)
  await page.waitForURL(`${address}call`)
  await noKeyWasPlanted()
  await page.goto(`http://127.0.0.1:${port}/`)
  const [framed] = await Promise.all([
    page.waitForResponse(address),
    page.evaluate((target) => {
      const frame = document.createElement('iframe')
      frame.src = target
      document.body.append(frame)
    }, address),
  ])
  expect(framed.status()).toBe(403)
})

test('[WEB-2] refuses a name that was rebound to this computer', async ({ page }) => {
  const answer = await page.goto(address.replace('127.0.0.1', 'evil.example'))
  expect(answer?.status()).toBe(421)
})

test('[WEB-8] gives a page that opens Atrium in a tab no access to it', async ({ page, context }) => {
  const { port } = elsewhere.address() as AddressInfo
  await page.goto(`http://127.0.0.1:${port}/`)
  const opening = context.waitForEvent('page')
  await page.evaluate((target) => Object.assign(window, { opened: window.open(target) }), address)
  const opened = await opening
  await opened.waitForLoadState()
  expect(opened.url()).toBe(address)
  expect(await opened.evaluate(() => window.opener)).toBeNull()
  expect(await page.evaluate(() => (window as unknown as { opened: Window }).opened.closed)).toBe(true)
})

test('[WEB-21] opens the page from the browser’s start file, and signs it in', async ({ page }) => {
  const data = path.join(folder, 'opened')
  const opened = start({ args: ['--open', '--data-dir', data], env: { DISPLAY: ':99', PATH: folder } })
  try {
    await opened.firstLine
    const file = path.join(data, 'open.html')
    // The file is there before its content is.
    await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toContain('</title>')
    await page.goto(pathToFileURL(file).href)
    await expect.poll(() => opened.stdout()).toMatch(/signed in as web:[0-9a-f]{6}/)
    await expect.poll(() => page.url()).not.toContain('launch')
    await expect.poll(() => existsSync(file)).toBe(false)
  } finally {
    opened.process.kill('SIGKILL')
  }
})

test('[WEB-23] trusts no other program that answers at the same address', async ({ page }) => {
  const first = start({ args: ['--json', '--admin', '--data-dir', path.join(folder, 'first')] })
  const { address: here, code } = await announcement(first)
  await page.goto(`${here}#launch=${code}`)
  await page.getByRole('navigation').first().waitFor()
  await expect.poll(() => page.evaluate(hasAllPages)).toBe(true)
  first.process.kill('SIGKILL')
  await first.exited
  const asked: string[] = []
  const other = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('content-type', 'application/x-ndjson')
    response.write(
      `{"proof":"${'A'.repeat(43)}"}\n{"snapshot":{"asks":[]},"seq":1,"session":{"actor":"x","right":"admin"}}\n`,
    )
  })
  try {
    await new Promise<void>((resolve) => void other.listen(Number(new URL(here).port), '127.0.0.1', resolve))
    await expect(page.getByText(words.links.another)).toBeVisible({ timeout: 30_000 })
    expect(new Set(asked)).toEqual(new Set(['/events']))
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
  } finally {
    other.close()
    other.closeAllConnections()
  }
})

test('[WEB-27] signs a tab in again at its page, with its drafts, after a new start took the same port @all', async ({
  page,
}) => {
  const data = path.join(folder, 'again')
  const first = start({ args: ['--json', '--admin', '--data-dir', data] })
  const before = await announcement(first)
  await page.goto(`${before.address}#launch=${before.code}`)
  await page.getByRole('navigation').first().waitFor()
  await page.goto(`${before.address}#/settings/about`)
  await page.evaluate(() => sessionStorage.setItem('atrium.draft.new', 'half-written'))
  first.process.kill('SIGKILL')
  await first.exited
  const second = start({ args: ['--json', '--admin', '--data-dir', data] })
  try {
    const again = await announcement(second)
    expect(again.address).toBe(before.address)
    await expect(page.getByRole('heading', { name: words.frame.notConnected.title })).toBeVisible({ timeout: 30_000 })
    const link = page.getByRole('textbox', { name: words.frame.launch.link })
    await link.fill('https://evil.example/#launch=x')
    await link.press('Enter')
    await expect(page.getByText(words.frame.launch.notALink)).toBeVisible()
    await link.fill(`${again.address}#launch=${again.code}`)
    await link.press('Enter')
    await expect(page.getByRole('heading', { name: words.settings.parts.about, exact: true })).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('atrium.draft.new'))).toBe('half-written')
  } finally {
    second.process.kill('SIGTERM')
    await second.exited
  }
})

test('[WEB-25] [CLI-40] checks the installation and signs a tab out in Settings, by keyboard @all', async ({
  page,
}) => {
  const own = start({ args: ['--json', '--admin', '--data-dir', path.join(folder, 'own')] })
  try {
    const { address: here, code } = await announcement(own)
    await page.goto(`${here}#launch=${code}`)
    await page.getByRole('navigation').first().waitFor()
    await page.goto(`${here}#/settings/installation`)
    await page.getByRole('button', { name: words.settings.installation.check }).press('Enter')
    const findings = page.getByRole('list', { name: words.settings.installation.findings })
    await expect(findings.getByRole('listitem')).toHaveCount(checkedParts.length)
    await page.goto(`${here}#/settings/about`)
    const tabs = page.getByRole('list', { name: sessions.title })
    await expect(tabs.getByRole('listitem')).toHaveCount(1)
    await expect(tabs).toContainText(`${sessions.self}, ${sessions.rights.admin}`)
    await tabs.getByRole('button', { name: sessions.signOut }).press('Enter')
    await expect(page.getByText(words.links.signedOut)).toBeVisible()
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /token|proof/.test(key)))).toEqual([])
  } finally {
    own.process.kill('SIGTERM')
    await own.exited
  }
})

/** Whether the page has preloaded its other pages, with everything they need. */
function hasAllPages(): boolean {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const linked = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload], link[rel=stylesheet]')]
  const pages = ['audit', 'server', 'servers', 'settings'].map((name) => `/${name}-page-`)
  return (
    pages.every((page) => loaded.some((name) => name.includes(page) && name.endsWith('.js'))) &&
    linked.every(({ href }) => loaded.includes(href))
  )
}
