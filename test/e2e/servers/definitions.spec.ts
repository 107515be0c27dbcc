import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { type App, expect, test } from '../support/app.ts'
import { axeFindings } from '../support/axe.ts'
import { root } from '../support/root.ts'
import { Steps } from '../support/steps.ts'

/** A server that shows another definition as soon as it is told, and again at every later start. */
async function changingServer(app: App): Promise<(how: string) => void> {
  const state = path.join(app.directory, 'how.txt')
  const become = (how: string): void => writeFileSync(state, how)
  become('back')
  const script = path.join(root, 'test/support/servers/offers/rug-pull.mjs')
  const sums = { command: process.execPath, args: [script], env: { STATE_FILE: state, WATCH: '1' } }
  const person = new Steps(app)
  await person.prepare({ model: false, servers: { sums } })
  await person.open('Servers')
  return become
}

/** The dialog in which one looks for a tool, open. */
async function toolFinder(person: Steps): Promise<Locator> {
  const { page } = person
  await person.newConversation()
  await page.getByRole('button', { name: /^Choose a tool to run/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose a tool' })
  await dialog.getByRole('combobox', { name: 'Search tools' }).fill('Add')
  return dialog
}

/** In both themes; `what` names the pictures, where some are wanted. */
async function checkAxe(page: Page, what: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    expect(await axeFindings(page, { theme })).toEqual([])
    const look = process.env['LOOK']
    if (look) await page.screenshot({ path: path.join(look, `definitions ${what} ${theme}.png`) })
  }
}

test('[DUI-1] [DUI-2] [DUI-3] [DUI-5] [DUI-7] a definition changes while Atrium runs, and is read and accepted by keyboard', async ({
  app,
}) => {
  const { page } = app
  const person = new Steps(app)
  const become = await changingServer(app)
  const review = person.review('sums')

  await test.step('the list, the sidebar and the page of a conversation say what waits', async () => {
    become('description')
    await expect(person.row('sums')).toContainText('1 held back')
    await expect(person.row('sums')).toContainText('1 changed definition to review')
    await expect(page.getByRole('img', { name: '1 server: 1 ready with definitions held back' })).toBeVisible()
    await person.newConversation()
    await expect(page.getByRole('status').getByText('Waiting for you: sums')).toBeVisible()
  })

  await test.step('where one looks for a tool, it waits and cannot be taken', async () => {
    const finder = await toolFinder(person)
    const add = finder.getByRole('option', { name: /Add/ })
    await expect(add).toContainText('waits for your review')
    await expect(add).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Enter')
    await expect(finder).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(finder).toBeHidden()
  })

  await test.step('the question shows the words that went and came', async () => {
    await page.keyboard.press('Control+.')
    await expect(review.getByRole('button', { name: 'Keep off' })).toBeFocused()
    await expect(review).toContainText('No model sees or uses this tool of sums')
    await expect(review.getByText('removed:')).not.toHaveCount(0)
    await expect(review.locator('mark').filter({ hasText: 'POISON' })).toBeVisible()
    await expect(review.locator('mark').filter({ hasText: 'two numbers' })).toBeVisible()
    await checkAxe(page, 'question')
  })

  await test.step('what is not chosen is not accepted, and another choice begins anew', async () => {
    const accept = review.getByRole('button', { name: 'Accept' })
    const box = review.getByRole('checkbox', { name: 'Accept add' })
    await expect(accept).not.toHaveAttribute('aria-disabled', 'true')
    await box.press('Space')
    await expect(accept).toHaveAttribute('aria-disabled', 'true')
    await expect(review).toContainText('Choose what to accept.')
    await page.keyboard.press('a')
    await expect(review).toBeVisible()
    await box.press('Space')
    await expect(accept).not.toHaveAttribute('aria-disabled', 'true')
  })

  await test.step('accepted by key, it is used again and says since when', async () => {
    await page.keyboard.press('a')
    await expect(review).toBeHidden()
    const finder = await toolFinder(person)
    await finder.getByRole('option', { name: /Add/ }).click()
    await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible()
    await page.goto(app.address('/servers/sums/tools'))
    const tool = page.getByRole('listitem').filter({ hasText: 'POISON' })
    await expect(tool).toContainText(/pinned \w+ \d/)
    await tool.getByRole('button', { name: /Add/ }).click()
    await expect(tool).toContainText(/Accepted by you on/)
  })
})

test('[DUI-6] [DUI-7] [DUI-9] what is kept off stays off after a restart, and can be reviewed later', async ({
  app,
}) => {
  let person = new Steps(app)
  const become = await changingServer(app)

  await test.step('kept off, the server is ready again and says so', async () => {
    become('description')
    await person.row('sums').getByRole('button', { name: 'Review sums' }).click()
    await expect(person.review('sums').getByRole('button', { name: 'Keep off' })).toBeFocused()
    await app.page.keyboard.press('d')
    await expect(person.review('sums')).toBeHidden()
    await person.ready('sums')
    await expect(person.row('sums')).toContainText('1 kept off')
  })

  await test.step('after a restart nobody is asked, and the tool is not offered', async () => {
    await app.restart()
    person = new Steps(app)
    await person.ready('sums')
    await expect(person.row('sums')).toContainText('1 kept off')
    await expect(person.row('sums').getByRole('button', { name: 'Review sums' })).toHaveCount(0)
    const finder = await toolFinder(person)
    await expect(finder.getByRole('option', { name: /Add/ })).toContainText('waits for your review')
    await app.page.keyboard.press('Escape')
  })

  await test.step('the list of tools says so, shows the difference, and leads to the question', async () => {
    const { page } = app
    await page.goto(app.address('/servers/sums/tools'))
    await expect(page.getByRole('main')).toContainText('You keep off 1 changed definition.')
    await page.getByRole('tab', { name: 'To review 1' }).click()
    const tool = page.getByRole('list', { name: 'Tools' }).getByRole('heading')
    await expect(tool).toHaveText(/Add/)
    await expect(page.getByRole('list', { name: 'Tools' })).toContainText('kept off')
    await tool.getByRole('button').click()
    await expect(page.locator('mark').filter({ hasText: 'POISON' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Run it yourself' })).toHaveAttribute('aria-disabled', 'true')
    await checkAxe(page, 'tools')
    await page.setViewportSize({ width: 380, height: 800 })
    await checkAxe(page, 'tools 380')
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(over).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Review 1' }).click()
    await expect(person.review('sums').getByRole('button', { name: 'Keep off' })).toBeFocused()
    await person.accept('sums')
  })

  await test.step('the records say who kept off and who accepted what', async () => {
    const { page } = app
    await person.ready('sums')
    await person.open('Audit')
    for (const kind of ['Definitions pinned', 'Definitions kept off']) {
      await (await person.findRecord(kind)).click()
      const record = page.getByRole('complementary', { name: /^Record/ })
      await expect(record).toContainText(kind)
      await expect(record).toContainText(/Definitions ofadd/)
      await record.getByRole('button', { name: 'Close the record' }).click()
    }
  })
})

test('[DUI-3] [DUI-4] hundreds of definitions, one that deceives, and a narrow window', async ({ app }) => {
  const { page } = app
  const person = new Steps(app)
  const become = await changingServer(app)
  const review = person.review('sums')
  const accept = review.getByRole('button', { name: /^Accept/ })

  await test.step('what deceives is not chosen, and is labelled', async () => {
    become('twin')
    await person.row('sums').getByRole('button', { name: 'Review sums' }).click()
    await expect(review).toContainText('can be taken for that of another tool')
    await expect(review.getByRole('checkbox')).not.toBeChecked()
    await expect(review).toContainText('Choose what to accept.')
    await expect(review).toContainText('U+0430')
    await page.setViewportSize({ width: 380, height: 700 })
    // The page takes a moment to become narrow; a key that comes before it leads to what is about to go.
    await expect(async () => {
      await page.keyboard.press('Control+.')
      await expect(review.getByRole('button', { name: 'Keep off' })).toBeFocused({ timeout: 1000 })
    }).toPass()
    await checkAxe(page, 'question 380')
    const sideways = await review.evaluate((group) => group.scrollWidth > group.clientWidth)
    expect(sideways).toBe(false)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('of two hundred none can be accepted before all of it has been on screen', async () => {
    become('more')
    await expect(review.getByRole('checkbox')).toHaveCount(200)
    await expect(review).toContainText('200 definitions have not been on screen to their ends')
    await page.keyboard.press('Control+.')
    await page.keyboard.press('a')
    expect(await page.evaluate(() => document.documentElement.scrollTop)).toBe(0)
    await review.getByRole('button', { name: 'Open all 200' }).click()
    await expect(accept).toHaveText(/Accept 200 of 200/)
    await expect(accept).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('main').hover()
    await page.mouse.wheel(0, 1_000_000)
    await expect(review).toContainText(/1\d\d definitions have not been on screen to their ends/)
  })

  await test.step('a choice of them is read from one to the next, accepted, and the rest kept off', async () => {
    await review.getByRole('button', { name: 'Choose none' }).click()
    for (const name of ['poison_7', 'poison_150'])
      await review.getByRole('checkbox', { name: `Accept ${name}`, exact: true }).check()
    await expect(accept).toHaveText(/Accept 2 of 200/)
    await accept.focus()
    await expect(async () => {
      await page.keyboard.press('n')
      await expect(review.getByRole('button', { name: 'Next unread' })).toBeHidden({ timeout: 500 })
    }).toPass()
    await review.hover()
    await page.mouse.wheel(0, 1_000_000)
    await expect(accept).not.toHaveAttribute('aria-disabled', 'true')
    await accept.click()
    await expect(review.getByRole('checkbox')).toHaveCount(30)
    await review.getByRole('button', { name: 'Keep all off' }).click()
    await expect(review).toBeHidden()
    await person.open('Servers')
    await expect(person.row('sums')).toContainText('228 kept off')
  })
})
