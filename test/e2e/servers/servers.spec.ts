import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { usualRestarts } from '../../../main/host/mcp/server/restarts.ts'
import { processWords } from '../../../main/host/mcp/process/words.ts'
import type { Locator } from '@playwright/test'
import { any, anyNumber, beginsWith, contains, words } from '../../support/words.ts'
import { type App, expect, shareApp, test } from '../support/app.ts'
import { axeFindings } from '../support/axe.ts'
import { countBuilt } from '../support/built.ts'
import { look } from '../support/look.ts'
import { PageLink } from '../support/page-link.ts'
import { prepare, removeServers } from '../support/prepare.ts'
import { settled } from '../support/settled.ts'
import { Steps } from '../support/steps.ts'

shareApp()
test.beforeEach(({ app }) => removeServers(app))

const { degraded, failure, list, nextTry, playground, row: rowWords, setup, state: states, tabs } = words.servers
const { facts, containment, trust } = words.serverDetail
const { dialog: formWords, program, server: serverWords } = words.serverForm
const { log: logWords, pause } = words.serverReports
const { detail: toolWords, input, list: toolList } = words.serverTools

const lib = new URL('../../support/servers/lib.mjs', import.meta.url).href

/** A server with this many tools that repeatedly writes to stderr. */
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

/** Max elements in a list's row, including highlighted matches. */
const mostInRow = 25

/** How often it has written. */
const beats = (app: App): number => Number(readFileSync(path.join(app.directory, 'beats'), 'utf8'))

const writeServers = (app: App, mcpServers: Record<string, object>): void =>
  writeFileSync(path.join(app.directory, 'servers.json'), JSON.stringify({ mcpServers }))

test('[SRV-4] [SRV-9] [SRV-12] [SRV-13] [SRV-18] [SRV-79] gets from an empty list to a call to the playground, and then shows its times', async ({
  app,
}) => {
  const { page } = app
  const person = new Steps(app)
  await page.goto(app.address('/servers'))
  await page.getByRole('button', { name: words.servers.list.add }).first().click()
  const form = page.getByRole('dialog', { name: formWords.title })
  await expect(form.getByRole('button', { name: playground.add })).toBeVisible()
  await form.getByRole('button', { name: formWords.cancel }).click()
  await page.getByRole('button', { name: playground.add }).click()
  await expect(page.getByText(words.servers.place.playground)).toBeVisible()
  await page.getByRole('tab', { name: tabs.titles.activity }).click()
  await expect(page.getByText('2026-07-28', { exact: false })).toBeVisible()

  await test.step('switches to the other era at once', async () => {
    await page.getByRole('tab', { name: tabs.titles.setup }).click()
    await expect(page.getByText(playground.what)).toBeVisible()
    await page.getByRole('radio', { name: beginsWith(setup.eras.legacy.label) }).click()
    await page.getByRole('tab', { name: tabs.titles.activity }).click()
    await expect(page.getByText(facts.eras.legacy)).toBeVisible()
    await expect(page.getByText('2025-11-25', { exact: false })).toBeVisible()
  })

  await test.step('runs a tool from its place in the list', async () => {
    await page.getByRole('tab', { name: beginsWith(tabs.titles.tools) }).click()
    await page.getByRole('textbox', { name: toolList.find }).fill('roll dice')
    await page.getByRole('button', { name: /^Roll dice/ }).click()
    await page.getByRole('button', { name: toolWords.run }).click()
    const values = page.getByRole('region', { name: words.manual.form.label })
    const run = values.getByRole('button', { name: words.manual.form.run, exact: true })
    await expect(run).not.toHaveAttribute('aria-disabled', 'true')
    await run.click()
    await expect(page.getByRole('article', { name: contains(words.chat.callState.succeeded) })).toBeVisible()
  })

  await person.open('Servers')
  await expect(person.row('playground').getByText(rowWords.calls(1))).toBeVisible()
  await test.step('gives all rows the same columns, and shows a program by its folders', async () => {
    const config = { command: 'npx', args: ['-y', 'files', '/srv/notes', '/srv/reports'], enabled: false }
    await new PageLink(page).call('addServer', { id: 'files', config })
    await expect(person.row('files').getByText('notes, reports')).toBeVisible()
    const columns = await Promise.all(
      ['playground', 'files'].map((name) =>
        person.row(name).evaluate(({ firstElementChild: row }) => row && getComputedStyle(row).gridTemplateColumns),
      ),
    )
    expect(columns[0]).toMatch(/^16px 22px 150px /)
    expect(columns[1]).toBe(columns[0])
  })
  await page.getByRole('main').getByRole('link', { name: 'playground' }).click()
  await expect(page.getByRole('main')).toContainText(`${rowWords.calls(1)} · ${words.servers.head.fine}`)
  await page.getByRole('tab', { name: tabs.titles.activity }).click()
  const figures = words.serverPerformance
  await expect(page.getByRole('list', { name: figures.figures })).toContainText(figures.p50)
})

test('[SRV-5] [SRV-7] [SRV-10] [SRV-11] shows a server’s page part by part, by keyboard @all', async ({ app }) => {
  const { page } = app
  const { keyboard } = page
  await prepare(app, { model: false, servers: { talker: [talker(app, 3)] } })
  await page.goto(app.address('/servers/talker'))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(states.ready)
  const tab = (name: keyof typeof tabs.titles) => page.getByRole('tab', { name: beginsWith(tabs.titles[name]) })

  await test.step('says what runs, since when, and who trusted it', async () => {
    await tab('activity').click()
    await expect(page.getByRole('region', { name: facts.title })).toContainText(
      new RegExp(String.raw`${facts.process}\s*\d+${contains(facts.up(any, '')).source}`),
    )
    await tab('access').click()
    await expect(page.getByRole('region', { name: trust.title })).toContainText(
      contains(trust.trustedBy(words.ui.actors.You, any, any)),
    )
    await expect(page.getByRole('region', { name: containment.title })).toContainText(containment.stdio.open)
  })

  await test.step('opens the choice of a containment by keyboard, and cancels it without a change', async () => {
    const { choice } = containment
    await page.getByRole('button', { name: choice.open }).focus()
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: choice.title('talker') })
    await expect(dialog.getByText(choice.checking)).toBeHidden()
    const radio = (level: keyof typeof choice.levels) =>
      dialog.getByRole('radio', { name: beginsWith(choice.levels[level].label) })
    await expect(radio('open')).toBeChecked()
    if (await radio('sealed').isEnabled()) {
      await radio('open').focus()
      await keyboard.press('ArrowDown')
      await keyboard.press('ArrowDown')
      await expect(radio('sealed')).toBeChecked()
      await dialog.getByRole('textbox', { name: beginsWith(choice.hosts) }).fill('https://a.example')
      await dialog.getByRole('button', { name: choice.save }).press('Enter')
      await expect(dialog.getByRole('alert')).toContainText(choice.wrongHost('https://a.example'))
    } else await expect(dialog).toContainText(new RegExp(Object.values(choice.why).join('|')))
    await keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('moves between the tabs with the arrow keys, each with its own URL', async () => {
    await tab('access').focus()
    await keyboard.press('End')
    await expect(tab('setup')).toBeFocused()
    expect(page.url()).toMatch(/#\/servers\/talker\/setup$/)
    await keyboard.press('ArrowRight')
    await expect(tab('tools')).toBeFocused()
    await keyboard.press('ArrowRight')
    await expect(tab('activity')).toBeFocused()
    const view = (name: keyof typeof tabs.views) => page.getByRole('tab', { name: tabs.views[name] })
    await view('activity').press('ArrowRight')
    await expect(view('log')).toBeFocused()
    expect(page.url()).toMatch(/#\/servers\/talker\/log$/)
    await page.reload()
    await expect(view('log')).toHaveAttribute('aria-selected', 'true')
    await expect(tab('activity')).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('follows the log, stops it when paused, and searches it', async () => {
    const log = page.getByRole('log', { name: logWords.label('talker') })
    const last = async (): Promise<number> =>
      Math.max(...[...(await log.innerText()).matchAll(/beat (\d+)/g)].map(([, beat]) => Number(beat)))
    await expect(log).toContainText('beat')
    const before = await last()
    await expect.poll(last).toBeGreaterThan(before)
    await page.getByRole('button', { name: pause }).click()
    await settled(page)
    const held = await last()
    await expect.poll(() => beats(app)).toBeGreaterThan(held + 10)
    expect(await last()).toBe(held)
    await page.getByRole('textbox', { name: logWords.find }).fill('MIGRATION')
    await expect(log.locator('mark').first()).toHaveText('migration')
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: contains(logWords.found(anyNumber, false), logWords.found(1, false)) }),
    ).toBeVisible()
    await page.getByRole('textbox', { name: logWords.find }).fill('nowhere')
    await expect(page.getByText(logWords.nothingFits)).toBeVisible()
  })

  await test.step('keeps typed settings while another tab is open, and saves a name without a restart', async () => {
    await tab('setup').click()
    await page
      .getByRole('textbox', { name: beginsWith(serverWords.name) })
      .first()
      .fill('My talker')
    await tab('tools').click()
    await tab('setup').click()
    await expect(page.getByRole('textbox', { name: beginsWith(serverWords.name) }).first()).toHaveValue('My talker')
    await expect(page.getByText(setup.noInterruption)).toBeVisible()
    const command = page.getByRole('textbox', { name: beginsWith(program.command) })
    const before = await command.inputValue()
    await command.fill('')
    await command.press('Enter')
    await expect(command).toBeFocused()
    await command.fill(before)
    await page.getByRole('button', { name: setup.save, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('My talker')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(states.ready)
  })

  await test.step('passes axe on every tab, and never scrolls sideways', async () => {
    for (const part of ['tools', 'activity', 'log', 'access', 'setup'] as const) {
      await page.goto(app.address(`/servers/talker/${part}`))
      await expect(tab(part === 'log' ? 'activity' : part)).toHaveAttribute('aria-selected', 'true')
      await expect(page.getByRole('tabpanel')).not.toBeEmpty()
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 780 })
        for (const theme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
          expect(await axeFindings(page, { within: 'main', theme }), `${part} ${theme}`).toEqual([])
        }
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(over, `${part} at ${width} px`).toBeLessThanOrEqual(0)
      }
    }
  })
})

test('[SRV-14] calls a server that writes unreadable lines degraded, in its row and on its page @all', async ({
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
  await person.row('noisy').getByRole('button', { name: rowWords.review }).click()
  await person.trust('noisy')
  await person.open('Servers')
  await expect(person.row('noisy')).toContainText(degraded.state)
  await expect(person.row('noisy')).toContainText(contains(degraded.cause(anyNumber)))
  for (const place of ['/servers', '/servers/noisy']) {
    await page.goto(app.address(place))
    await expect(page.getByText(degraded.fix)).toBeVisible()
    await look(page, `degraded${place.replaceAll('/', ' ')}`)
  }
})

test('[SRV-1] [SRV-2] [SRV-3] [SRV-18] finds servers in every state by name and by tool, each with its next step @all', async ({
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
  const [cause = '', fix = ''] = processWords.noCommand('no-such-program').split(': ')
  await expect(row('lost')).toContainText(`${cause}.`)
  await expect(row('lost')).toContainText(fix.slice(1))
  await expect(row('lost').getByRole('link', { name: failure.changeSetup })).toBeVisible()
  await person.connect('away')
  await page.goto(app.address('/servers'))
  await expect(row('away')).toContainText(
    contains(nextTry.reach.in(nextTry.seconds(anyNumber)), nextTry.reach.now, states.starting),
  )
  await expect(row('away').getByText(contains(nextTry.restart.in('')))).toHaveCount(0)
  await expect(row('unread').getByRole('button', { name: rowWords.reviewOf('unread') })).toBeVisible()
  await expect(row('resting').getByRole('switch', { name: rowWords.switchOf('resting') })).not.toBeChecked()
  await expect(page.getByRole('region', { name: list.groups.running }).getByRole('listitem')).toHaveCount(20)

  await test.step('puts failed servers first, and shows those in one state', async () => {
    const { failed, waiting, retrying, running } = list.groups
    const headings = page.getByRole('main').getByRole('heading', { level: 2 })
    await expect(headings).toContainText([failed, waiting, retrying, running, list.groups.off])
    await page.getByRole('radio', { name: list.filter(failed, 1) }).click()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
    await page.getByRole('radio', { name: beginsWith(list.all) }).click()
    await row('play 11')
      .getByRole('button', { name: rowWords.more('play 11') })
      .click()
    await look(page, 'list', { within: 'main' })
    await page.getByRole('menuitem', { name: rowWords.setup }).click()
    await expect(page.getByRole('tab', { name: tabs.titles.setup })).toHaveAttribute('aria-selected', 'true')
    await page.goBack()
  })

  const search = page.getByRole('textbox', { name: list.find })
  await search.fill('lost')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await search.fill('play 11 dice')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await expect(row('play 11')).toContainText(`${words.ui.ext.from('play 11')}Roll dice`)
  await search.fill('nowhere')
  await expect(page.getByText(list.nothingFitsHelp(24, 'nowhere'))).toBeVisible()
  await page.getByRole('button', { name: list.showAll(24) }).click()
  await expect(row('lost')).toBeVisible()
  await row('lost').getByRole('link', { name: failure.changeSetup }).click()
  await expect(page.getByRole('textbox', { name: beginsWith(program.command) })).toHaveValue('no-such-program')
})

test('[SRV-15] [SRV-16] [SRV-17] fixes a crashed server in four actions from the list, by keyboard alone', async ({
  app,
}) => {
  const { page } = app
  const { keyboard } = page
  const person = new Steps(app)
  const [right, wrong] = [talker(app, 1), path.join(app.directory, 'talker.mjs')]
  writeServers(app, { crash: { command: process.execPath, args: [wrong] } })
  await page.goto(app.address('/servers/crash'))
  await person.trust('crash')
  await person.open('Servers')
  const row = person.row('crash')
  const cause = `The file “${wrong}” doesn’t exist.`
  await expect(row).toContainText(cause)
  await expect(row).toContainText(processWords.sameEachTime(usualRestarts).split('. ')[0] ?? '')
  await expect(row.locator('pre')).toContainText(`Error: Cannot find module '${wrong}'`)
  await look(page, 'crash')

  let actions = 0
  const press = async (control: Locator, keys: string) => {
    for (let left = 60; left > 0 && !(await control.evaluate((it) => it === document.activeElement)); left--)
      await keyboard.press('Tab')
    await expect(control).toBeFocused()
    await keyboard.press(keys)
    actions++
  }
  await press(row.getByRole('link', { name: failure.changeField.arguments }), 'Enter')
  const field = page.getByRole('textbox', { name: beginsWith(program.arguments) })
  await expect(field).toBeFocused()
  await keyboard.press('Control+a')
  await keyboard.type(right)
  actions++

  await test.step('keeps what is typed while another page is open, and says so', async () => {
    await page.goto(app.address('/servers'))
    await page.goto(app.address('/servers/crash'))
    const tab = page.getByRole('tab', { name: tabs.titles.setup })
    await expect(tab).toContainText(setup.unsaved)
    await tab.click()
    await expect(page.getByText(setup.unsavedHelp)).toBeVisible()
    await expect(field).toHaveValue(right)
    await look(page, 'unsaved')
    await field.focus()
  })

  await press(field, 'Control+Enter')
  const review = person.review('crash')
  await expect(review.locator(':focus')).toBeVisible()
  const trustIt = review.getByRole('button', { name: words.inbox.trust.trust })
  await expect(trustIt).not.toHaveAttribute('aria-disabled', 'true')
  await press(trustIt, 'Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(states.ready)
  expect(actions).toBeLessThanOrEqual(4)
})

test('[SRV-8] lists, searches and reads four hundred tools without a wait @all', async ({ app }) => {
  const { page } = app
  await prepare(app, { model: false, servers: { large: [talker(app, 400)] } })
  await page.goto(app.address('/servers/large'))
  await expect(page.getByRole('main')).toContainText(rowWords.tools(400))
  const tools = page.getByRole('main').getByRole('button', { name: /^tool_/ })
  await expect(tools).toHaveCount(100)
  const built = await countBuilt(page)
  for (const text of ['t', 'to', 'too', 'thing', 'thing 3', 'thing 39', '']) {
    await page.getByRole('textbox', { name: toolList.find }).fill(text)
    await expect(tools).toHaveCount(text === 'thing 39' ? 14 : 100)
  }
  // A search builds at most the hundred rows it shows, never the four hundred listed.
  expect(await built()).toBeLessThan(7 * 100 * mostInRow)
  await page.getByRole('textbox', { name: toolList.find }).fill('thing 399')
  await expect(tools).toHaveCount(1)
  await tools.first().click()
  await expect(page.getByText(`${input.characters(input.upTo('20,000'))}${toolWords.required}`)).toBeVisible()
  await page.getByRole('tab', { name: toolWords.views.schema }).click()
  await expect(page.getByLabel(words.ui.arguments.json)).toContainText('"maxLength"')
  await page.getByRole('textbox', { name: toolList.find }).fill('')
  await page.getByRole('button', { name: toolList.showMore(300) }).click()
  await expect(tools).toHaveCount(400)
})
