import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type App, expect, test } from '../support/app.ts'
import { axeFindings } from '../support/axe.ts'
import { countBuilt } from '../support/built.ts'
import { settled } from '../support/settled.ts'
import { Steps } from '../support/steps.ts'

const lib = new URL('../../support/servers/lib.mjs', import.meta.url).href

/** A server that offers so many tools and says on its error output, again and again, that it is there. */
function talker(app: App, tools: number): string {
  const script = path.join(app.directory, `talker-${tools}.mjs`)
  writeFileSync(
    script,
    `import { writeFileSync } from 'node:fs'
import { serve, text } from ${JSON.stringify(lib)}
let beats = 0
setInterval(() => {
  console.error('beat', ++beats, beats % 5 === 0 ? 'migration done' : '')
  writeFileSync(${JSON.stringify(path.join(app.directory, 'beats'))}, String(beats))
}, 100)
const inputSchema = { type: 'object', required: ['sql'], properties: { sql: { type: 'string', maxLength: 20000 } } }
const tools = Array.from({ length: ${tools} }, (_, i) => ({ name: 'tool_' + i, description: 'Does thing ' + i, inputSchema }))
serve({ tools, call: () => text('done') })`,
  )
  return script
}

/** Elements of which a row of a list is made at most, with the marks of what was found in it. */
const mostInRow = 25

/** How often it has said so. */
const beats = (app: App): number => Number(readFileSync(path.join(app.directory, 'beats'), 'utf8'))

const writeServers = (app: App, mcpServers: Record<string, object>): void =>
  writeFileSync(path.join(app.directory, 'servers.json'), JSON.stringify({ mcpServers }))

test('[SRV-4] [SRV-9] [SRV-12] [SRV-13] from nothing to a call of the playground, which then has its times', async ({
  app,
}) => {
  const { page } = app
  const person = new Steps(app)
  await page.goto(app.address('/servers'))
  await page.getByRole('button', { name: 'Paste a config' }).click()
  const form = page.getByRole('dialog', { name: 'Add server' })
  await expect(form.getByRole('tab', { name: 'Paste a config' })).toHaveAttribute('aria-selected', 'true')
  await expect(form.getByRole('button', { name: 'Add the playground' })).toBeVisible()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Add the playground' }).click()
  const words = 'Part of Atrium: no process of its own; it reaches no file and no network.'
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByText('2026-07-28', { exact: false })).toBeVisible()

  await test.step('its era is another one at once', async () => {
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByRole('radio', { name: /^The older revisions/ }).click()
    await page.getByRole('tab', { name: 'Overview' }).click()
    await expect(page.getByText('one lasting session')).toBeVisible()
    await expect(page.getByText('2025-11-25', { exact: false })).toBeVisible()
  })

  await test.step('a tool is run from its place in the list', async () => {
    await page.getByRole('tab', { name: /^Tools/ }).click()
    await page.getByRole('textbox', { name: 'Find a tool' }).fill('roll dice')
    await page.getByRole('button', { name: /^Roll dice/ }).click()
    await page.getByRole('button', { name: 'Run it yourself' }).click()
    const values = page.getByRole('region', { name: 'Values for the tool' })
    const run = values.getByRole('button', { name: 'Run', exact: true })
    await expect(run).not.toHaveAttribute('aria-disabled', 'true')
    await run.click()
    await expect(page.getByRole('article', { name: /Succeeded/ })).toBeVisible()
  })

  await person.open('Servers')
  await expect(person.row('playground').getByText(/Of its last 1 answered call, half took at most/)).toBeAttached()
  await page.getByRole('main').getByRole('link', { name: 'playground' }).click()
  await expect(page.getByRole('list', { name: 'Its last calls' })).toContainText(/half of its calls took at most this/)
})

test('[SRV-5] [SRV-7] [SRV-10] [SRV-11] the page of a server, part by part and by keyboard', async ({ app }) => {
  const { page } = app
  const { keyboard } = page
  const person = new Steps(app)
  await person.prepare({ model: false, servers: { talker: [talker(app, 3)] } })
  await page.goto(app.address('/servers/talker'))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ready')
  const tab = (name: RegExp) => page.getByRole('tab', { name })

  await test.step('the overview says what runs, since when and by whose word', async () => {
    await expect(page.getByRole('region', { name: 'Connection' })).toContainText(/Process\s*\d+, up \d+/)
    const trust = page.getByRole('region', { name: 'Trust' })
    await expect(trust).toContainText(/Its command was trusted by you on .* at \d\d:\d\d, until any of it changes\./)
    await expect(page.getByRole('region', { name: 'Containment' })).toContainText('It runs as you')
  })

  await test.step('the arrow keys move between the tabs, each with an address', async () => {
    await tab(/^Overview/).focus()
    await keyboard.press('ArrowRight')
    await expect(tab(/^Tools 3/)).toBeFocused()
    expect(page.url()).toMatch(/#\/servers\/talker\/tools$/)
    await keyboard.press('End')
    await expect(tab(/^Settings/)).toBeFocused()
    await keyboard.press('ArrowRight')
    await expect(tab(/^Overview/)).toBeFocused()
    for (let left = 0; left < 3; left++) await keyboard.press('ArrowLeft')
    await expect(tab(/^Log/)).toHaveAttribute('aria-selected', 'true')
    await page.reload()
    await expect(tab(/^Log/)).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('the log follows, stands still when paused, and is searched', async () => {
    const log = page.getByRole('log', { name: 'Log of talker' })
    const last = async (): Promise<number> =>
      Math.max(...[...(await log.innerText()).matchAll(/beat (\d+)/g)].map(([, beat]) => Number(beat)))
    await expect(log).toContainText('beat')
    const before = await last()
    await expect.poll(last).toBeGreaterThan(before)
    await page.getByRole('button', { name: 'Pause' }).click()
    await settled(page)
    const held = await last()
    await expect.poll(() => beats(app)).toBeGreaterThan(held + 10)
    expect(await last()).toBe(held)
    await page.getByRole('textbox', { name: 'Find in the log' }).fill('MIGRATION')
    await expect(log.locator('mark').first()).toHaveText('migration')
    await expect(page.getByRole('status').filter({ hasText: /\d+ lines? found/ })).toBeVisible()
    await page.getByRole('textbox', { name: 'Find in the log' }).fill('nowhere')
    await expect(page.getByText('No line fits')).toBeVisible()
  })

  await test.step('what was typed in the settings outlives another tab, and a name is saved without a restart', async () => {
    await tab(/^Settings/).click()
    await page.getByRole('textbox', { name: /^Name/ }).first().fill('My talker')
    await tab(/^Tools/).click()
    await tab(/^Settings/).click()
    await expect(page.getByRole('textbox', { name: /^Name/ }).first()).toHaveValue('My talker')
    await expect(page.getByText('Saving does not interrupt it.')).toBeVisible()
    await page.getByRole('textbox', { name: /^Command/ }).fill('')
    await page.getByRole('textbox', { name: /^Command/ }).press('Enter')
    await expect(page.getByRole('textbox', { name: /^Command/ })).toBeFocused()
    await page.getByRole('textbox', { name: /^Command/ }).fill(process.execPath)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('My talker')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ready')
  })

  await test.step('axe finds nothing on any tab, and nothing scrolls sideways', async () => {
    for (const part of ['overview', 'tools', 'log', 'settings'])
      for (const [theme, width] of [
        ['light', 1280],
        ['dark', 1280],
        ['light', 360],
        ['dark', 360],
      ] as const) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height: 780 })
        await page.goto(app.address(`/servers/talker/${part}`))
        await expect(tab(new RegExp(`^${part}`, 'i'))).toHaveAttribute('aria-selected', 'true')
        await expect(page.getByRole('tabpanel')).not.toBeEmpty()
        expect(await axeFindings(page, { within: 'main', theme }), `${part} ${theme}`).toEqual([])
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(over, `${part} at ${width} px`).toBeLessThanOrEqual(0)
      }
  })
})

test('[SRV-14] a server that writes what cannot be read is called degraded, in its row and on its page', async ({
  app,
}) => {
  const { page } = app
  const person = new Steps(app)
  const script = path.join(app.directory, 'noisy.mjs')
  writeFileSync(
    script,
    `import { writeFileSync } from 'node:fs'
import { serve, text } from ${JSON.stringify(lib)}
serve({ onInitialized: () => { for (let i = 0; i < 250; i++) console.log('loading', i) }, call: () => text('done') })`,
  )
  writeServers(app, { noisy: { command: process.execPath, args: [script] } })
  await person.open('Servers')
  await person.row('noisy').getByRole('button', { name: 'Review' }).click()
  await person.trust('noisy')
  await person.open('Servers')
  await expect(person.row('noisy')).toContainText('Degraded')
  await expect(person.row('noisy')).toContainText(/Within a minute it wrote \d+ lines that are no messages\./)
  for (const place of ['/servers', '/servers/noisy']) {
    await page.goto(app.address(place))
    await expect(page.getByText(/They were skipped and counted/)).toBeVisible()
    for (const width of [1280, 380])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height: 800 })
        expect(await axeFindings(page, { theme: colorScheme }), place).toEqual([])
        const look = process.env['LOOK']
        const name = `degraded${place.replaceAll('/', ' ')} ${width} ${colorScheme}.png`
        if (look) await page.screenshot({ path: path.join(look, name) })
      }
  }
})

test('[SRV-1] [SRV-2] [SRV-3] many servers in every state: found by name and by tool, each with its next step', async ({
  app,
}) => {
  const { page } = app
  const person = new Steps(app)
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`play ${i}`, { type: 'playground' }]))
  writeServers(app, {
    ...many,
    lost: { command: 'no-such-program', args: ['serve'] },
    away: { url: 'http://127.0.0.1:1/mcp' },
    resting: { type: 'playground', enabled: false },
    unread: { command: process.execPath, args: [fileURLToPath(lib)] },
  })
  await page.goto(app.address('/servers'))
  const row = (name: string) => person.row(name)
  await expect(row('lost')).toContainText('There is no command no-such-program.')
  await expect(row('lost')).toContainText('Check its spelling, or give its full path.')
  await expect(row('lost').getByRole('link', { name: 'Change its settings' })).toBeVisible()
  await person.connect('away')
  await page.goto(app.address('/servers'))
  await expect(row('away')).toContainText(/Trie?s again in \d+ s|Trying again|Starting/)
  await expect(row('away').getByText(/Restarts in/)).toHaveCount(0)
  await expect(row('unread').getByRole('button', { name: 'Review unread' })).toBeVisible()
  await expect(row('resting').getByRole('switch', { name: 'Use resting' })).not.toBeChecked()
  await expect(page.getByRole('region', { name: 'Running' }).getByRole('listitem')).toHaveCount(21)

  const search = page.getByRole('textbox', { name: 'Find a server or tool' })
  await search.fill('lost')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await search.fill('play 11 dice')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await expect(row('play 11')).toContainText('From play 11: Roll dice')
  await search.fill('nowhere')
  await expect(page.getByText(/None of 24 servers has “nowhere” in its name/)).toBeVisible()
  await page.getByRole('button', { name: 'Show all 24' }).click()
  await expect(row('lost')).toBeVisible()
  await row('lost').getByRole('link', { name: 'Change its settings' }).click()
  await expect(page.getByRole('textbox', { name: /^Command/ })).toHaveValue('no-such-program')
})

test('[SRV-8] four hundred tools are listed, searched and read without a wait', async ({ app }) => {
  const { page } = app
  const person = new Steps(app)
  await person.prepare({ model: false, servers: { large: [talker(app, 400)] } })
  await page.goto(app.address('/servers/large'))
  await page.getByRole('tab', { name: /^Tools 400/ }).click()
  const tools = page.getByRole('list', { name: 'Tools' }).getByRole('button', { name: /^tool_/ })
  await expect(tools).toHaveCount(100)
  const built = await countBuilt(page)
  for (const text of ['t', 'to', 'too', 'thing', 'thing 3', 'thing 39', '']) {
    await page.getByRole('textbox', { name: 'Find a tool' }).fill(text)
    await expect(tools).toHaveCount(text === 'thing 39' ? 14 : 100)
  }
  // A search builds the hundred rows that it shows at most, never the four hundred that are listed.
  expect(await built()).toBeLessThan(7 * 100 * mostInRow)
  await page.getByRole('textbox', { name: 'Find a tool' }).fill('thing 399')
  await expect(tools).toHaveCount(1)
  await tools.first().click()
  await expect(page.getByText('Text, up to 20,000 characters, required')).toBeVisible()
  await page.getByRole('tab', { name: 'Schema' }).click()
  await expect(page.getByLabel('JSON')).toContainText('"maxLength"')
  await page.getByRole('textbox', { name: 'Find a tool' }).fill('')
  await page.getByRole('button', { name: 'Show 300 more' }).click()
  await expect(tools).toHaveCount(400)
})
