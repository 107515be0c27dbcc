import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { words } from '../support/words.ts'
import { App, expect, shareApp, test } from './support/app.ts'
import { axeFindings } from './support/axe.ts'
import { settled } from './support/settled.ts'
import { Steps } from './support/steps.ts'

shareApp()

const themes = ['light', 'dark'] as const
const pages = [
  '/',
  '/servers',
  '/servers/everything',
  '/servers/waiting',
  '/servers/changed',
  '/audit',
  '/audit/3',
  '/settings',
] as const

/** By hand, a server waiting for trust, with every warning about its command, and one that has changed since. */
function writeWaitingServers({ directory }: App): void {
  const file = path.join(directory, 'servers.json')
  const { mcpServers } = JSON.parse(readFileSync(file, 'utf8'))
  const args = ['-c', 'npx -y docs@latest', '', ' a\nb\u202E', 'x'.repeat(3000)]
  mcpServers.waiting = { command: 'sh', args, env: { NODE_OPTIONS: '--import x', LONG: 'y'.repeat(300) } }
  mcpServers.changed = {
    ...mcpServers.changed,
    args: [...mcpServers.changed.args, '--verbose'],
    cwd: '/',
    env: { A: 'b' },
  }
  writeFileSync(file, JSON.stringify({ mcpServers }))
}

const { state } = words.servers
const allServers = state.counts(3, `2 ${state.waitingForYou.toLowerCase()}, 1 ${state.ready.toLowerCase()}`)

/** Goes there, and waits until everything is loaded and drawn. */
async function show(app: App, route: string): Promise<void> {
  const { page } = app
  await page.goto(app.address(route))
  await settled(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await settled(page)
}

test('[E2E-7] lets nothing that a model writes run, load or navigate', async ({ app }) => {
  const { page } = app
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const hostile = [
    '<img src=x onerror="document.title=1"><script>document.title=1</script><iframe src="https://evil.example"></iframe>',
    '![beacon](https://evil.example/pixel.png) [go](javascript:document.title=1) [file](file:///etc/passwd)',
    '<meta http-equiv="refresh" content="0;url=https://evil.example"><style>body{display:none}</style>',
    '[honest](https://example.com/page)',
  ].join('\n\n')
  app.fake.setScenario({ turns: [{ content: [{ text: hostile }] }] })
  const person = new Steps(app)
  await person.prepare()
  await person.send('Go')
  const honest = page.getByRole('link', { name: /honest/ })
  await expect(honest).toHaveAttribute('href', 'https://example.com/page')
  await expect(honest).toHaveAttribute('rel', /noopener/)
  const inLog = (selector: string) => page.getByRole('log').locator(selector)
  await expect(inLog('img, script, iframe, style, meta')).toHaveCount(0)
  await expect(inLog('a[href^="javascript:"], a[href^="file:"]')).toHaveCount(0)
  expect(await page.title()).not.toBe('1')
  const [own = ''] = app.address('/').split('#')
  expect(asked.filter((url) => !url.startsWith(own))).toEqual([])
})

/** The pages whose code is loaded. */
const chunksOf = (page: Page): Promise<(string | undefined)[]> =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => /\/([a-z]+)-page-[^/]*\.js$/.exec(name)?.[1]),
  )

test('[E2E-10] logs no error and breaks no policy when any page is loaded @web', async ({ app }) => {
  const { page } = app
  const told: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) told.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => told.push(String(error)))
  // A violation that is merely caught is reported too, whatever the console shows.
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile, sample }) =>
      console.error(`${violatedDirective} ${sourceFile} ${sample}`),
    ),
  )
  app.fake.setScenario({ turns: [{ content: [{ text: '# Title\n\n`code` and $a^2$\n\n```ts\nconst a = 1\n```' }] }] })
  const person = new Steps(app)
  await person.prepare()
  await person.send('Go')
  await expect(page.getByRole('heading', { name: 'Title' })).toBeVisible()
  const conversation = await page.evaluate(() => location.hash.slice(1))
  for (const route of ['/', '/welcome', '/servers', '/audit', '/audit/3', '/settings', conversation]) {
    await page.goto(app.address(route))
    await page.reload()
    await page.getByRole('main').waitFor()
    // The other pages load by themselves after the first one is drawn.
    await expect.poll(() => chunksOf(page)).toEqual(expect.arrayContaining(['audit', 'server', 'servers', 'settings']))
    expect(told, route).toEqual([])
  }
  expect(told).toEqual([])
})

test('[E2E-6] passes axe on every screen in both themes, and never scrolls sideways @web', async ({ app }) => {
  const { page } = app
  const person = new Steps(app)
  const everything = [App.script('everything'), 'stdio']
  await person.prepare({ servers: { everything, changed: everything } })
  writeWaitingServers(app)
  await expect(page.getByRole('img', { name: allServers })).toBeVisible()
  await person.newConversation()
  await person.send('!tool everything__echo {"message":"seen"}\n!tool everything__get-sum {"a":"x"}')
  await expect(person.ask('Echo Tool')).toBeVisible()
  const conversation = await page.evaluate(() => location.hash.slice(1))
  for (const route of [...pages, conversation]) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await show(app, route)
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      expect(await axeFindings(page, { theme }), `${theme} ${route}`).toEqual([])
    }
    for (const width of [900, 640, 380, 360]) {
      await page.setViewportSize({ width, height: 780 })
      await settled(page)
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(over, `${route} at ${width} px`).toBeLessThanOrEqual(0)
    }
  }
})
