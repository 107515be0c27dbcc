import path from 'node:path'
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { filled, words } from '../../support/words.ts'
import { type App, expect, shareApp, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { PageLink } from '../support/page-link.ts'
import { prepare } from '../support/prepare.ts'
import { root } from '../support/root.ts'
import { Steps } from '../support/steps.ts'

const { ask: askWords, bar, place } = words.apps

shareApp()

/** A published server with apps, over stdio. */
const published = (name: string) => [
  path.join(root, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`),
  '--stdio',
]

/** Servers, and a tool of each whose result has a page. */
const servers = {
  'basic-preact': 'get-time',
  'basic-react': 'get-time',
  'basic-solid': 'get-time',
  'basic-svelte': 'get-time',
  'basic-vanillajs': 'get-time',
  'basic-vue': 'get-time',
  'budget-allocator': 'get-budget-data',
  'cohort-heatmap': 'get-cohort-data',
  'customer-segmentation': 'get-customer-data',
  debug: 'debug-tool',
  'scenario-modeler': 'get-scenario-data',
  shadertoy: 'render-shadertoy',
  'system-monitor': 'get-system-info',
  threejs: 'show_threejs_scene',
  transcript: 'transcribe',
}

/** Calls that apps make when they are shown, without a click; the last one each two seconds. */
const callsAtStart = [
  {
    server: 'cohort-heatmap',
    tool: 'get-cohort-data',
    shownTool: 'Get Cohort Retention Data',
    title: 'Get Cohort Retention Data',
    shows: 'table, svg, [class*=cell]',
  },
  {
    server: 'customer-segmentation',
    tool: 'get-customer-data',
    shownTool: 'Get Customer Data',
    title: 'Get Customer Data',
    shows: 'canvas',
  },
  {
    server: 'debug',
    tool: 'debug-tool',
    shownTool: 'Debug Tool',
    title: 'Log to File',
    shows: 'button',
  },
  {
    server: 'system-monitor',
    tool: 'get-system-info',
    shownTool: 'Get System Info',
    title: 'Poll System Stats',
    shows: 'canvas',
  },
]

/** Runs a tool as the user and opens its conversation. */
async function run(app: App, server: string, tool: string): Promise<Locator> {
  const { page } = app
  const link = new PageLink(page)
  const state = await link.until(`${tool} is listed`, (now) => now.servers[server]?.tools[tool] && now)
  const definition = state.servers[server]?.tools[tool]?.hash ?? ''
  const made = await link.call('callTool', { server, tool, definition, arguments: {} })
  await page.goto(app.address(`/c/${made.conversation}`))
  return page.locator(`[data-call="${made.call}"] [data-result-app]`)
}

/** Wants the page, and says yes if that is asked. */
async function show(page: Page, area: Locator): Promise<void> {
  await area.getByRole('button', { name: place.show }).click()
  const consent = page.getByRole('button', { name: askWords.show })
  await expect(consent.or(area.locator('iframe'))).toBeVisible()
  await expect(async () => {
    if (await consent.isVisible()) await consent.click({ timeout: 1000 })
    await expect(area).toHaveAttribute('data-result-app', 'open', { timeout: 1000 })
  }).toPass()
}

/** The app inside the proxy. */
const inside = (area: Locator): FrameLocator => area.frameLocator('iframe').frameLocator('iframe')

test('[APS-81] opens a tool’s app with the answer that allows its call, after the app’s own question at first', async ({
  app,
}) => {
  const { page } = app
  const { answers } = words.inbox
  const user = new Steps(app)
  await user.prepare({ servers: { 'budget-allocator': published('budget-allocator') } })
  const areas = page.locator('[data-result-app]')
  const allow = async (): Promise<void> => {
    await user.send('!tool budget-allocator__get-budget-data {}')
    const button = user.ask('Get Budget Data').getByRole('button', { name: answers.allowAndOpen })
    await expect(button).not.toHaveAttribute('aria-disabled', 'true')
    await button.press('Enter')
  }
  await allow()
  await expect(page.getByRole('button', { name: askWords.leave })).toBeFocused()
  await expect(areas).toHaveAttribute('data-result-app', 'asking')
  const consent = page.getByRole('button', { name: askWords.show })
  await expect(consent).not.toHaveAttribute('aria-disabled', 'true')
  await consent.press('Enter')
  await expect(areas).toHaveAttribute('data-is-ready', 'true')
  await expect(areas.getByText(place.by('budget-allocator'))).toBeVisible()
  await expect(areas.getByText('Get Budget Data', { exact: true })).toBeVisible()
  await allow()
  await expect(areas.nth(1)).toHaveAttribute('data-is-ready', 'true')
  await expect(consent).toHaveCount(0)
  await user.send('!tool budget-allocator__get-budget-data {}')
  await user.allow('Get Budget Data')
  await expect(areas.nth(2)).toHaveAttribute('data-result-app', 'idle')
})

test('[APP-1] [APP-2] [APP-7] [APP-29] [APP-48] published servers’ apps are shown above their results, after one yes @all', async ({
  app,
}) => {
  const { page } = app
  // A tab has room for a few feeds at once.
  const names = Object.keys(servers)
  for (const some of [names.slice(0, 3), names.slice(3, 5), names.slice(5, 8), names.slice(8, 11), names.slice(11)])
    await prepare(app, { servers: Object.fromEntries(some.map((name) => [name, published(name)])) })
  for (const [server, tool] of Object.entries(servers))
    await test.step(server, async () => {
      const area = await run(app, server, tool)
      await show(page, area)
      await expect(area).toHaveAttribute('data-is-ready', 'true')
      await expect(inside(area).locator('body > *').first()).toBeAttached()
      await expect(area).toContainText(place.by(server))
    })
})

test('[APP-37] [APP-48] an app’s frame follows its height, can be enlarged, and goes when the app is closed @all', async ({
  app,
}) => {
  const { page } = app
  // It calls no tool by itself: a question would end the large view.
  await prepare(app, { servers: { 'budget-allocator': published('budget-allocator') } })
  const area = await run(app, 'budget-allocator', 'get-budget-data')
  await look(page, 'app in its place', { within: 'main' })
  await show(page, area)
  await expect(area).toHaveAttribute('data-is-ready', 'true')
  const height = async () => (await area.locator('iframe').boundingBox())?.height
  await expect.poll(height).toBeGreaterThan(200)
  const before = await height()
  await area.getByRole('button', { name: bar.larger }).click()
  await expect.poll(height).toBeGreaterThan(before ?? 0)
  await area.getByRole('button', { name: bar.smaller }).click()
  await expect.poll(height).toBe(before)
  await area.getByRole('button', { name: bar.close }).click()
  await expect(area).toHaveAttribute('data-result-app', 'idle')
  await expect(area.locator('iframe')).toHaveCount(0)
})

test('[APP-9] [APS-2] [APS-4] published servers’ apps call their tools once the user allows it @all', async ({
  app,
}) => {
  const { page } = app
  const { calls } = words.apps
  const steps = new Steps(app)
  for (const { server, tool, shownTool, title, shows } of callsAtStart)
    await test.step(server, async () => {
      await prepare(app, { servers: { [server]: published(server) } })
      const area = await run(app, server, tool)
      await show(page, area)
      await expect(area).toHaveAttribute('data-is-ready', 'true')
      const ask = steps.ask(title)
      await expect(ask).toContainText(filled(words.inbox.reasons.app, { server, tool: shownTool }))
      await steps.allow(title, words.inbox.answers.allowWhileAppOpen)
      await expect(inside(area).locator(shows).first()).toBeVisible()
      await expect(area).toContainText(calls.show)
      await expect(ask).toHaveCount(0)
      if (server !== 'system-monitor') return
      // It asks each two seconds, and the answer covers all of them.
      const made = async () => Number(/(\d+) calls/.exec((await area.textContent()) ?? '')?.[1] ?? 0)
      await expect.poll(made).toBeGreaterThan(2)
      await area.getByRole('button', { name: bar.close }).click()
      await area.getByRole('link', { name: calls.show }).click()
      await expect(page.getByRole('row').filter({ hasText: title }).first()).toBeVisible()
    })
})
