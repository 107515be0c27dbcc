import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { any, whole, words } from '../../support/words.ts'
import { App, expect, test as base } from '../support/app.ts'
import { PageLink } from '../support/page-link.ts'
import { Steps } from '../support/steps.ts'
import { AtHome, HomeShell } from './at-home.ts'

const { dialog } = words.serverForm
const { anthropic, tools } = words.firstRun
const { answers } = words.inbox

const notes = '/home/ada/notes'

/** A computer on which Cursor uses the server for files, and nothing of Atrium's. */
const test = base.extend<{ home: AtHome; app: App }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
  home: async ({}, use) => {
    const home = new AtHome()
    for (let n = 1; n <= 20; n++) home.write(`notes/report-${n}.md`, `Report ${n}`)
    home.write('notes/summary.md', 'Old\n')
    const files = { command: process.execPath, args: [App.script('filesystem'), notes] }
    home.write('.cursor/mcp.json', JSON.stringify({ mcpServers: { files } }))
    await use(home)
    home.remove()
  },
  app: async ({ home, openBrowser }, use) => {
    const app = new App(new HomeShell(await openBrowser(), home), home.account)
    await app.start()
    await use(app)
    await app.close()
  },
})

/** The home folder is mounted in a way that only Linux has. */
test.skip(process.platform !== 'linux')

/** Names the element in focus, and tells whether a user sees that: it is in view, with a ring or the caret. */
const focusNow = (page: Page): Promise<{ name: string; isSeen: boolean }> =>
  page.evaluate(() => {
    const it = document.activeElement
    if (!(it instanceof HTMLElement) || it === document.body) return { name: 'nothing', isSeen: false }
    const box = it.getBoundingClientRect()
    const isInView = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth
    return {
      name: it.getAttribute('aria-label') ?? it.textContent.slice(0, 40),
      isSeen: isInView && it.matches(':focus-visible'),
    }
  })

/** A user without a mouse. */
class Hands extends Steps {
  /** The focus is on this, and is seen. */
  async isAt(place: Locator): Promise<void> {
    await expect(place).toBeFocused()
    await expect.poll(() => focusNow(this.page)).toMatchObject({ isSeen: true })
  }

  /** Goes to this by Tab, or back to it; the focus is seen at each stop. */
  async tabTo(place: Locator): Promise<void> {
    await expect(place.first()).toBeVisible()
    const way = () =>
      place.first().evaluate((it) => {
        const { activeElement: here } = document
        if (it === here) return undefined
        const isBefore = here !== null && (here.compareDocumentPosition(it) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
        return isBefore ? 'Shift+Tab' : 'Tab'
      })
    for (let [next, presses] = [await way(), 0]; next !== undefined && presses < 120; presses++) {
      await this.page.keyboard.press(next)
      await expect.poll(() => focusNow(this.page)).toMatchObject({ isSeen: true })
      next = await way()
    }
    await expect(place.first()).toBeFocused()
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** Presses what is reached by Tab, once it counts. */
  async take(place: Locator): Promise<void> {
    await this.tabTo(place)
    await expect(place.first()).not.toHaveAttribute('aria-disabled', 'true')
    await this.press('Enter')
  }

  async takeInPalette(query: string): Promise<void> {
    await this.typeInPalette(query)
    await expect(this.page.getByRole('option').first()).toHaveAttribute('data-highlighted', '')
    await this.press('Enter')
  }

  async say(text: string): Promise<void> {
    await this.isAt(this.composer)
    // It can have an example, to be replaced.
    await this.press('Control+a')
    await this.page.keyboard.type(text)
    await this.press('Enter')
    await expect(this.composer).toHaveValue('')
  }

  /** Goes to the request about a tool, which has the focus on its safe answer, and answers by its key once that counts. */
  async answer(tool: string, name: string, key: string): Promise<void> {
    const ask = this.ask(tool)
    await expect(ask).toBeVisible()
    await this.press('Control+.')
    await this.isAt(ask.locator('[data-safe]'))
    await expect(ask.getByRole('button', { name, exact: true })).not.toHaveAttribute('aria-disabled', 'true')
    await this.press(key)
    await expect(ask).toHaveCount(0)
  }
}

test('[FRA-29] goes through a whole morning by keyboard alone, from the first window to the ledger @web', async ({
  app,
  home,
}) => {
  const { page } = app
  const user = new Hands(app)
  const link = new PageLink(page)
  const summary = `${notes}/summary.md`
  const written = () => readFileSync(path.join(home.account, 'notes/summary.md'), 'utf8')
  const log = page.getByRole('log', { name: words.chat.thread.name })
  const calls = async () => (await link.call('listCalls', { limit: 100 })).rows
  const ended = async (tool: string) =>
    (await calls()).filter((row) => row.tool === tool).map(({ outcome, decider }) => [outcome, decider])
  const call = (tool: string, input: object): string => `!tool files__${tool} ${JSON.stringify(input)}`
  await page.evaluate(() => {
    document.body.dataset['presses'] = '0'
    const count = (): void => void (document.body.dataset['presses'] = 'some')
    for (const kind of ['pointerdown', 'wheel', 'touchstart']) addEventListener(kind, count, { capture: true })
  })

  await test.step('gives a key', async () => {
    const endpoints = { anthropic: { baseUrl: app.modelUrl, profile: 'anthropic' } }
    home.write('.local/share/atrium/settings.json', JSON.stringify({ models: { endpoints } }))
    await expect(page.getByText(anthropic.help(new URL(app.modelUrl).host))).toBeVisible()
    await user.isAt(page.getByLabel(anthropic.key))
    await page.keyboard.type('test-key')
    await user.press('Enter')
    await expect(page.getByRole('button', { name: tools.look })).toBeVisible()
    expect((await link.state()).secrets).not.toEqual([])
  })

  await test.step('takes over the server that another application uses', async () => {
    await user.take(page.getByRole('button', { name: tools.look }))
    const form = page.getByRole('dialog', { name: dialog.title })
    await user.take(form.getByRole('button', { name: dialog.addFound(1) }))
    const trust = page.getByRole('button', { name: words.inbox.trust.trust })
    await expect(trust).not.toHaveAttribute('aria-disabled', 'true')
    await user.take(trust)
    await link.until('files is ready', ({ servers }) => servers['files']?.status.state === 'ready')
    await user.isAt(user.composer)
    // A shared folder isn't part of other applications' files; with it, Atrium can read what a call would change.
    const config = (await link.state()).configured.servers['files']
    if (config) await link.call('updateServer', { id: 'files', config: { ...config, roots: [notes] }, secrets: {} })
    await link.until('files is ready again', ({ servers, configured }) => {
      const now = configured.servers['files']
      return now && 'roots' in now && servers['files']?.status.state === 'ready'
    })
  })

  await test.step('answers twenty calls of one message at once', async () => {
    const content = Array.from({ length: 20 }, (_, n) => ({
      tool_use: { name: 'files__read_text_file', input: { path: `${notes}/report-${n + 1}.md` } },
    }))
    app.fake.setScenario({ turns: [{ match: { last_user: 'all reports' }, content }] })
    await user.press('Control+Shift+O')
    await user.say('Read all reports.')
    const plan = page.getByRole('group', { name: words.plan.label(20) })
    await expect(page.getByText(words.chat.callSet.waiting(20)).first()).toBeVisible()
    await user.press('Control+.')
    await user.isAt(plan.getByRole('button', { name: words.plan.denyAll, exact: true }))
    const run = plan.getByRole('button', { name: words.plan.run(20, 20) })
    await expect(async () => {
      await user.press('n')
      await expect(run).not.toHaveAttribute('aria-disabled', 'true', { timeout: 1500 })
    }).toPass()
    await user.press('Control+Enter')
    await expect(plan).toBeHidden()
    await expect
      .poll(() => ended('read_text_file'))
      .toEqual(Array.from({ length: 20 }, () => ['succeeded', expect.any(String)]))
  })

  await test.step('makes a rule, which answers the next call', async () => {
    const list = call('list_directory', { path: notes })
    await user.say(list)
    const ask = user.ask('List Directory')
    await expect(ask).toBeVisible()
    await user.press('Control+.')
    await user.isAt(user.denial(ask))
    await user.press('r')
    const making = page.getByRole('dialog', { name: words.rules.dialog.title('List Directory') })
    await user.take(making.getByRole('button', { name: words.rules.dialog.save }))
    await expect(ask).toHaveCount(0)
    await expect.poll(() => ended('list_directory')).toHaveLength(1)
    await user.isAt(user.composer)
    await user.say(list)
    await expect.poll(async () => (await ended('list_directory'))[0]).toEqual(['succeeded', 'rule'])
  })

  await test.step('denies a call, which sends nothing', async () => {
    await user.say(call('move_file', { source: summary, destination: `${notes}/gone.md` }))
    await user.answer('Move File', answers.deny, 'd')
    await expect.poll(() => ended('move_file')).toEqual([['denied', expect.any(String)]])
    expect(written()).toBe('Old\n')
  })

  await test.step('allows a change, and takes it back', async () => {
    await user.say(call('write_file', { path: summary, content: 'New\n' }))
    await user.answer('Write File', answers.allowOnce, 'a')
    await expect.poll(written).toBe('New\n')
    await user.take(page.getByRole('button', { name: words.undoTurn.title }))
    await user.take(page.getByRole('button', { name: words.undoTurn.begin(1) }))
    await user.answer('Write File', answers.undo.take, 'a')
    await expect(log.getByText(whole(words.changes.undo.done(1, any)))).toBeVisible()
    expect(written()).toBe('Old\n')
    expect(await ended('write_file')).toHaveLength(2)
  })

  await test.step('reads the ledger, and its records', async () => {
    await user.press('Control+Shift+O')
    await user.isAt(user.composer)
    const main = page.getByRole('main')
    const denied = main.getByRole('region', { name: words.ledger.denied, exact: true })
    await expect(denied.getByRole('listitem')).toContainText(['Move File'])
    const changed = main.getByRole('region', { name: words.ledger.changed, exact: true })
    await expect(changed.getByRole('listitem')).toContainText(['summary.md'])
    await user.takeInPalette(words.frame.pages.audit)
    await expect(page.getByRole('heading', { name: words.audit.page.title, level: 1 })).toBeVisible()
    expect(await calls()).toHaveLength(25)
  })
  expect(await page.evaluate(() => document.body.dataset['presses'])).toBe('0')
})
