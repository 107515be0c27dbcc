import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { riskWords } from '../../../shared/risk/words.ts'
import { anyNumber, beginsWith, contains, filled, words } from '../../support/words.ts'
import { App, expect, shareApp, test } from '../support/app.ts'
import { axeFindings } from '../support/axe.ts'
import { removeServers } from '../support/prepare.ts'
import { Steps } from '../support/steps.ts'

shareApp()

const { inbox } = words
const { leaveOff, trust: trustAndStart } = inbox.trust
const { row: rowWords, state: states } = words.servers

/** The badge for this many waiting servers. */
const waitingCount = (count: number): string => states.counts(count, `${count} ${states.waitingForYou.toLowerCase()}`)

/** A server that leaves a mark whenever it runs, and the number of marks. */
function markedServer(app: App): { script: string; runs(): number } {
  const place = mkdtempSync(path.join(app.directory, 'marked-'))
  const mark = path.join(place, 'ran.txt')
  const script = path.join(place, 'marked.mjs')
  writeFileSync(
    script,
    `import { appendFileSync } from 'node:fs'
appendFileSync(${JSON.stringify(mark)}, 'x')
await import(${JSON.stringify(pathToFileURL(App.script('everything')).href)})`,
  )
  return { script, runs: () => (existsSync(mark) ? readFileSync(mark, 'utf8').length : 0) }
}

/** Servers written by hand; Atrium reads the file again by itself. */
const writeServers = (app: App, mcpServers: Record<string, object>): void =>
  writeFileSync(path.join(app.directory, 'servers.json'), JSON.stringify({ mcpServers }))

// First: nothing has been set up yet.
test('[TUI-9] announces a server that awaits review, even on the welcome page @web', async ({ app }) => {
  await expect(app.page.getByRole('heading', { name: words.firstRun.welcome.title })).toBeVisible()
  await expect(app.page.locator('[aria-live=assertive]')).toHaveText('')
  writeServers(app, { docs: { command: process.execPath, args: ['x'], name: 'My docs' } })
  await expect(app.page.locator('[aria-live=assertive]')).toHaveText(
    `${inbox.announced.trust('My docs')} ${inbox.announced.reviewElsewhere}`,
  )
})

test('[TUI-1] [TUI-2] [TUI-5] [TUI-10] [TUI-11] takes a server from its form to its first run, and to the next run with a difference', async ({
  app,
}) => {
  const { page } = app
  let person = new Steps(app)
  await removeServers(app)
  const { script, runs } = markedServer(app)
  const review = person.review('marked')

  await test.step('shows a new server as waiting on its page, and runs nothing', async () => {
    await person.describeServer('marked', [script, 'stdio'])
    await expect(review).toContainText(filled(inbox.trust.starting, { server: 'marked' }))
    await expect(review.getByRole('button', { name: leaveOff })).toBeFocused()
    // One line, or a numbered one for each word where the paths are long.
    const line = contains(`${process.execPath} ${script} stdio`, `${process.execPath}1${script}2stdio`)
    await expect(review).toContainText(line)
    await expect(review.getByRole('button', { name: inbox.launch.copyHash })).toBeVisible()
    await expect(review).toContainText(inbox.launch.oneFile)
    await review.getByRole('button', { name: contains(inbox.launch.inherited(anyNumber)) }).click()
    await expect(review.getByText('PATH', { exact: true })).toBeVisible()
    await expect(page.getByRole('img', { name: waitingCount(1) })).toBeVisible()
    await person.newConversation()
    await expect(page.getByRole('status').getByText(words.composer.waiting.server('marked'))).toBeVisible()
    await person.open('Servers')
    await expect(person.row('marked').getByText(states.waitingForYou)).toBeVisible()
    expect(runs()).toBe(0)
  })

  await test.step('keeps the server off after the user declines to start it', async () => {
    await person.row('marked').getByRole('button', { name: rowWords.review }).click()
    await expect(review.getByRole('button', { name: leaveOff })).toBeFocused()
    await page.keyboard.press('d')
    await expect(review).toBeHidden()
    await expect(page.getByRole('switch', { name: rowWords.switchOf('marked') })).not.toBeChecked()
    await app.restart()
    person = new Steps(app)
    await person.open('Servers')
    await expect(person.row('marked').getByText(states.off)).toBeVisible()
    expect(runs()).toBe(0)
  })

  await test.step('asks again when the server is turned on, and starts it once trusted', async () => {
    await person.page.getByRole('switch', { name: rowWords.switchOf('marked') }).click()
    await person.row('marked').getByRole('button', { name: rowWords.review }).click()
    await expect(person.review('marked')).toBeVisible()
    expect(runs()).toBe(0)
    await person.trust('marked')
    await person.ready('marked')
    expect(runs()).toBe(1)
  })

  await test.step('does not ask at the next start', async () => {
    await app.restart()
    person = new Steps(app)
    await person.ready('marked')
    expect(runs()).toBe(2)
  })

  await test.step('asks with the difference after another argument was added', async () => {
    await person.page.getByRole('link', { name: 'marked' }).click()
    await person.page.getByRole('tab', { name: words.servers.tabs.titles.setup }).click()
    await person.page
      .getByRole('textbox', { name: beginsWith(words.serverForm.program.arguments) })
      .fill(`${script}\nstdio\n--verbose`)
    await person.page.getByRole('button', { name: words.servers.setup.saveAndRestart }).click()
    const again = person.review('marked')
    await expect(again).toContainText(`${inbox.trust.isAnother} ${inbox.trust.changed(riskWords.differences.args)}`)
    await expect(again.getByRole('insertion')).toHaveText(contains(`${inbox.marks.added}: +--verbose`))
    await expect(again.getByRole('deletion')).toHaveCount(0)
    expect(runs()).toBe(2)
    await person.trust('marked')
    await person.ready('marked')
    expect(runs()).toBe(3)
  })
})

test('[TUI-2] [TUI-3] [TUI-6] lets the user answer several commands by keyboard, each only after all of it was seen @web', async ({
  app,
}) => {
  const { page } = app
  const { keyboard, clock } = page
  const person = new Steps(app)
  const { script, runs } = markedServer(app)
  const long = `--text=${'word '.repeat(1000)}`
  const servers = { first: { command: process.execPath, args: [script, 'stdio', 'two\nlines\u202E'] } }
  writeServers(app, servers)
  await expect(page.getByRole('img', { name: waitingCount(1) })).toBeVisible()
  writeServers(app, { ...servers, second: { command: process.execPath, args: [script, long] } })
  await expect(page.getByRole('img', { name: waitingCount(2) })).toBeVisible()
  await clock.install()
  await page.reload()
  await expect(page.getByRole('img', { name: waitingCount(2) })).toBeVisible()
  // Without a model it is where the user chooses a tool.
  await expect(page.locator('[data-composer]')).toBeFocused()
  const [first, second] = [person.review('first'), person.review('second')]
  const trust = first.getByRole('button', { name: trustAndStart })

  await test.step('answers nothing when the user leaves the question', async () => {
    await keyboard.press('Control+.')
    await expect(first.getByRole('button', { name: leaveOff })).toBeFocused()
    await expect(first).toContainText('twoU+000A')
    await expect(first).toContainText('linesU+202E')
    await keyboard.press('Escape')
    await expect(first.getByRole('button', { name: leaveOff })).not.toBeFocused()
    await expect(first).toBeVisible()
  })

  await test.step('ignores a press before the arming time has passed', async () => {
    await keyboard.press('Control+,')
    await expect(first).toBeHidden()
    await person.stopTime()
    await keyboard.press('Control+.')
    await expect(first.getByRole('button', { name: leaveOff })).toBeFocused()
    await expect(trust).toHaveAttribute('data-arming', 'true')
    await trust.press('Enter')
    await clock.runFor(1499)
    await trust.press('Enter')
    await expect(trust).toHaveAttribute('data-arming', 'true')
    await clock.runFor(1)
    await expect(trust).not.toHaveAttribute('aria-disabled', 'true')
    await clock.resume()
    await expect(first).toBeVisible()
    expect(runs()).toBe(0)
  })

  await test.step('counts a press of the button after that, no single key, and shows the next question', async () => {
    await keyboard.press('a')
    await expect(first).toBeVisible()
    await trust.press('Enter')
    await expect(second.getByRole('button', { name: leaveOff })).toBeFocused()
    await expect.poll(runs).toBe(1)
  })

  await test.step('does not count folded text as read', async () => {
    const consent = second.getByRole('button', { name: trustAndStart })
    await consent.scrollIntoViewIfNeeded()
    await expect(second).toContainText(inbox.trust.unread)
    await expect(consent).not.toHaveAttribute('data-arming')
    await consent.press('Enter')
    await second.getByRole('button', { name: contains(inbox.command.showMore(anyNumber)) }).click()
    await consent.scrollIntoViewIfNeeded()
    await expect(consent).not.toHaveAttribute('aria-disabled', 'true')
    await second.getByRole('button', { name: leaveOff }).press('d')
    await expect(second).toBeHidden()
    await person.open('Servers')
    await expect(person.row('second').getByText(states.off)).toBeVisible()
    expect(runs()).toBe(1)
  })
})

test('[TUI-12] reviews pasted servers one after the other by keyboard, and shows the result for each @web @all', async ({
  app,
}) => {
  const { page } = app
  const { keyboard, clock } = page
  const person = new Steps(app)
  await removeServers(app)
  const { script, runs } = markedServer(app)
  const command = process.execPath
  await clock.install()
  const entries = {
    last: { command, args: [script, 'stdio'] },
    gone: { command, args: [script, 'gone'] },
    broken: { command, args: [path.join(app.directory, 'missing.mjs')] },
  }
  const { ask, trust: question } = inbox
  const { dialog, review: sheetWords } = words.serverForm
  await person.open('Servers')
  await page.getByRole('button', { name: words.servers.list.add }).first().press('Enter')
  await keyboard.insertText(JSON.stringify({ mcpServers: entries }))
  await page.getByRole('button', { name: dialog.addFound(3) }).press('Enter')
  const sheet = page.getByRole('dialog', { name: sheetWords.title(3) })
  const trusting = sheet.getByRole('button', { name: question.trust })

  await test.step('keeps the order, arms each answer again, and leaves a skipped one waiting', async () => {
    await expect(person.review('last').getByRole('button', { name: question.leaveOff })).toBeFocused()
    await expect(sheet).toContainText(ask.position(1, 3))
    await expect(trusting).not.toHaveAttribute('aria-disabled', 'true')
    // Answers that leave the view have to be armed again.
    await person.stopTime()
    await page.setViewportSize({ width: 640, height: 60 })
    await expect(trusting).toHaveAttribute('aria-disabled', 'true')
    // As at 200 % in a window of 1280 × 800.
    await page.setViewportSize({ width: 640, height: 400 })
    await expect(trusting).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(trusting).toHaveAttribute('data-arming', 'true')
    await trusting.press('Enter')
    await clock.resume()
    await expect(trusting).not.toHaveAttribute('aria-disabled', 'true')
    expect(runs()).toBe(0)
    await trusting.press('Enter')
    await expect(person.review('gone').getByRole('button', { name: question.leaveOff })).toBeFocused()
    await trusting.press('Enter')
    await expect(sheet).toContainText(ask.position(2, 3))
    const { gone: _gone, ...others } = entries
    writeServers(app, others)
    await expect(sheet).toContainText(sheetWords.withdrawn('gone'))
    await expect(person.review('broken').getByRole('button', { name: question.leaveOff })).toBeFocused()
    expect(await axeFindings(page)).toEqual([])
    await sheet.getByRole('button', { name: ask.skip }).press('Enter')
    await expect.poll(runs).toBe(1)
    await expect(sheet.getByRole('heading')).toHaveText(states.counts(2, `1 ready, 1 waiting for you`))
  })

  await test.step('returns to the skipped one, and says why it failed', async () => {
    await sheet.getByRole('button', { name: sheetWords.again(1) }).press('Enter')
    await expect(trusting).not.toHaveAttribute('aria-disabled', 'true')
    await trusting.press('Enter')
    await expect(sheet.getByText(contains('Cannot find module')).first()).toBeVisible()
    await keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(person.row('last').getByText(states.ready)).toBeVisible()
  })
})

test('[TUI-2] [TUI-3] [TUI-6] shows the whole question over the page in a narrow window @web @all', async ({ app }) => {
  const { page } = app
  const person = new Steps(app)
  const { script, runs } = markedServer(app)
  const options = Array.from({ length: 30 }, (_, index) => `--option-${index}=${'value'.repeat(12)}`)
  await page.setViewportSize({ width: 360, height: 640 })
  writeServers(app, { narrow: { command: process.execPath, args: [script, 'stdio', ...options] } })
  await page.goto(app.address('/servers'))
  await person
    .row('narrow')
    .getByRole('button', { name: rowWords.reviewOf('narrow') })
    .click()
  const review = person.review('narrow')
  const trust = review.getByRole('button', { name: trustAndStart })
  await expect(review.getByRole('button', { name: leaveOff })).toBeFocused()
  await expect(trust).toBeVisible()
  await expect(trust).not.toHaveAttribute('data-arming')
  await expect(review).toContainText(inbox.trust.unread)
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    expect(await axeFindings(page, { theme })).toEqual([])
  }
  const sideways = await review.evaluate((group) =>
    [group, ...group.querySelectorAll('*')].filter(
      (it) => it.scrollWidth > it.clientWidth && getComputedStyle(it).overflowX === 'auto',
    ),
  )
  expect(sideways).toEqual([])
  await page.keyboard.press('Escape')
  await expect(review).toBeHidden()
  await page.getByRole('main').getByRole('button', { name: inbox.serverAsk.review }).click()
  await page.mouse.move(180, 300)
  await page.mouse.wheel(0, 10_000)
  await expect(trust).not.toHaveAttribute('aria-disabled', 'true')
  expect(runs()).toBe(0)
  await trust.click()
  await expect(review).toBeHidden()
  await expect.poll(runs).toBe(1)
})

test('[TUI-8] closes the question here with a notice when another window answers @web @all', async ({ app }) => {
  const person = new Steps(app)
  const { page } = app
  writeServers(app, { waiting: { command: process.execPath, args: [App.script('everything'), 'stdio'] } })
  await page.goto(app.address('/servers/waiting'))
  await expect(person.review('waiting')).toBeVisible()
  const opening = page.context().waitForEvent('page')
  await page.evaluate(() => void window.open(location.href))
  const other = await opening
  const there = other.getByRole('group', { name: inbox.ask.waitingOf('waiting', inbox.trust.title) })
  await there.getByRole('button', { name: leaveOff }).click()
  await expect(there).toBeHidden()
  await expect(person.review('waiting')).toBeHidden()
  const answered = inbox.serverAsk.staysOff(words.ui.actors.You, 'waiting')
  await expect(page.getByRole('main').getByText(answered).first()).toBeVisible()
  await expect(other.getByText(answered)).toHaveCount(0)
})

// Last: from here on the tab can only chat.
test('[TUI-7] shows a chat-only tab the command, and why it cannot start the server @web @all', async ({ app }) => {
  writeServers(app, { waiting: { command: process.execPath, args: [App.script('everything')] } })
  await app.end()
  app.right = 'use'
  await app.again()
  const person = new Steps(app)
  const review = person.review('waiting')
  await expect(app.page.getByRole('img', { name: waitingCount(1) })).toBeVisible()
  await app.page.keyboard.press('Control+.')
  await expect(review).toContainText(inbox.obstacles.mayNotTrust)
  for (const name of [leaveOff, trustAndStart])
    await expect(review.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
  await app.page.keyboard.press('d')
  await review.getByRole('button', { name: trustAndStart }).click({ force: true })
  await expect(review).toBeVisible()
})
