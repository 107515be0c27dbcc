import { mkdtempSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { any, anyNumber, beginsWith, contains, filled, words } from '../../support/words.ts'
import { type App, expect, shareApp, test } from '../support/app.ts'
import { axeFindings } from '../support/axe.ts'
import { removeServers } from '../support/prepare.ts'
import { root } from '../support/root.ts'
import { Steps } from '../support/steps.ts'

shareApp()

const { definitionDiff, definitions: asked, marks } = words.inbox
const { chooser, search: finding, form } = words.manual
const { place, row: rowWords, state: states } = words.servers
const { detail: toolWords, groups, list: toolList, review: toolReview, standing } = words.serverTools
const { close: closeRecord, record: recordOf } = words.audit.detail

/** A server that shows another definition on command, and again at every later start. */
async function changingServer(app: App): Promise<(how: string) => void> {
  await removeServers(app)
  const state = path.join(mkdtempSync(path.join(app.directory, 'sums-')), 'how.txt')
  const become = (how: string): void => writeFileSync(state, how)
  become('back')
  const script = path.join(root, 'test/support/servers/offers/rug-pull.mjs')
  const sums = { command: process.execPath, args: [script], env: { STATE_FILE: state, WATCH: '1' } }
  const person = new Steps(app)
  await person.prepare({ servers: { sums } })
  await person.open('Servers')
  return become
}

/** The open dialog for finding tools. */
async function toolSearch(person: Steps): Promise<Locator> {
  const { page } = person
  await person.newConversation()
  await person.add(words.composer.actions.runTool)
  await page.getByRole('button', { name: beginsWith(chooser.choose) }).click()
  const dialog = page.getByRole('dialog', { name: finding.label })
  await dialog.getByRole('combobox', { name: finding.search }).fill('Add')
  return dialog
}

/** In both themes; `what` names the pictures, if any are wanted. */
async function checkAxe(page: Page, what: string, within = 'html'): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    expect(await axeFindings(page, { within, theme })).toEqual([])
    const look = process.env['LOOK']
    if (look) await page.screenshot({ path: path.join(look, `definitions ${what} ${theme}.png`) })
  }
}

test('[DUI-1] [DUI-2] [DUI-3] [DUI-5] [DUI-7] [DUI-12] shows a definition that changes while Atrium runs, and lets the user read and accept it by keyboard', async ({
  app,
}) => {
  const { page } = app
  const person = new Steps(app)
  const become = await changingServer(app)
  const review = person.review('sums')

  await test.step('says in the list, the sidebar and a conversation what awaits review', async () => {
    await person.newConversation()
    await person.send('Please say hello.')
    await person.open('Servers')
    become('description')
    await expect(person.row('sums')).toContainText(states.risky(1))
    await expect(person.row('sums')).toContainText(place.toReview(asked.changed(1)))
    await expect(page.getByRole('img', { name: states.counts(1, `1 ${states.toReview}`) })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('status').getByText(words.composer.waiting.server('sums'))).toBeVisible()
  })

  await test.step('leads from a call that the change kept from the server to the question', async () => {
    await person.send('!tool sums__add {"a":1,"b":2}')
    await person
      .call('Add', words.chat.callState.invalid)
      .getByRole('button', { name: words.chat.call.reviewChange })
      .press('Enter')
    await expect(review.getByRole('button', { name: asked.keepOff })).toBeFocused()
  })

  await test.step('shows the tool as waiting in the search, where the user cannot choose it', async () => {
    await page.goBack()
    const finder = await toolSearch(person)
    const add = finder.getByRole('option', { name: /Add/ })
    await expect(add).toContainText(finding.waits)
    await expect(add).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Enter')
    await expect(finder).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(finder).toBeHidden()
  })

  await test.step('shows the removed and the added words in the question', async () => {
    await page.keyboard.press('Control+.')
    await expect(review.getByRole('button', { name: asked.keepOff })).toBeFocused()
    await expect(review).toContainText(filled(asked.sentence.one, { server: 'sums' }))
    await expect(review.getByText(`${marks.removed}:`)).not.toHaveCount(0)
    await expect(review.locator('mark').filter({ hasText: 'POISON' })).toBeVisible()
    await expect(review.locator('mark').filter({ hasText: 'two numbers' })).toBeVisible()
    await expect(review.getByRole('row', { name: 'b number' })).toContainText(definitionDiff.yes)
    await expect(review).toContainText(asked.suspicions['mentions-secrets'])
    await checkAxe(page, 'question')
  })

  await test.step('does not accept what is not chosen, and arms again after another choice', async () => {
    const accept = review.getByRole('button', { name: asked.accept(1, 1) })
    const box = review.getByRole('checkbox', { name: asked.choose('add') })
    await expect(box).not.toBeChecked()
    await expect(review).toContainText(asked.noneChosen)
    await expect(accept).toHaveCount(0)
    await box.press('Space')
    await expect(accept).not.toHaveAttribute('aria-disabled', 'true')
    await box.press('Space')
    await expect(accept).toHaveCount(0)
    await box.press('Space')
    await expect(accept).not.toHaveAttribute('aria-disabled', 'true')
  })

  await test.step('uses the tool again after the user accepts it by key, and says since when', async () => {
    await page.keyboard.press('a')
    await expect(review).toBeVisible()
    await review.getByRole('button', { name: asked.accept(1, 1) }).press('Enter')
    await expect(review).toBeHidden()
    await person.open('Servers')
    await page.getByRole('navigation').getByRole('link', { name: 'Please say hello.' }).click()
    const refused = person.call('Add', words.chat.callState.invalid)
    await refused.getByRole('button', { name: words.chat.call.runNow }).press('Enter')
    await expect(person.call('Add', words.chat.callState.succeeded)).toHaveCount(0)
    await page.getByRole('button', { name: form.run, exact: true }).click()
    await expect(person.call('Add', words.chat.callState.succeeded)).toContainText('3')
    await page.goto(app.address('/servers/sums/tools'))
    const tool = page.getByRole('listitem').filter({ hasText: 'POISON' })
    await tool.getByRole('button', { name: /Add/ }).click()
    await expect(tool).toContainText(contains(standing.byPerson(words.ui.actors.you, any, any)))
  })
})

test('[DUI-6] [DUI-7] [DUI-9] keeps definitions blocked after a restart, and lets the user review them later @all', async ({
  app,
}) => {
  let person = new Steps(app)
  const become = await changingServer(app)

  await test.step('is ready again and says so after the definition is blocked', async () => {
    become('description')
    await person
      .row('sums')
      .getByRole('button', { name: rowWords.reviewOf('sums') })
      .click()
    await expect(person.review('sums').getByRole('button', { name: asked.keepOff })).toBeFocused()
    await app.page.keyboard.press('d')
    await expect(person.review('sums')).toBeHidden()
    await person.ready('sums')
    await expect(person.row('sums')).toContainText(rowWords.keptOff(1))
  })

  await test.step('asks nothing after a restart, and does not offer the tool', async () => {
    await app.restart()
    person = new Steps(app)
    await person.ready('sums')
    await expect(person.row('sums')).toContainText(rowWords.keptOff(1))
    await expect(person.row('sums').getByRole('button', { name: rowWords.reviewOf('sums') })).toHaveCount(0)
    const finder = await toolSearch(person)
    await expect(finder.getByRole('option', { name: /Add/ })).toContainText(finding.waits)
    await app.page.keyboard.press('Escape')
  })

  await test.step('says so in the tool list, shows the difference, and leads to the question', async () => {
    const { page } = app
    await page.goto(app.address('/servers/sums/tools'))
    await expect(page.getByRole('main')).toContainText(toolReview.keptOff(asked.changed(1)))
    await page.getByRole('tab', { name: toolList.parts.toReview(1) }).click()
    const list = page.getByRole('list', { name: beginsWith(groups.reads(1), groups.changes(1)) })
    const tool = list.getByRole('heading')
    await expect(tool).toHaveText(/Add/)
    await expect(list).toContainText(standing.states['kept-off'])
    await tool.getByRole('button').click()
    await expect(page.locator('mark').filter({ hasText: 'POISON' })).toBeVisible()
    await expect(page.getByRole('button', { name: toolWords.run })).toHaveAttribute('aria-disabled', 'true')
    await page.setViewportSize({ width: 380, height: 800 })
    await checkAxe(page, 'tools 380', 'main')
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(over).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: toolReview.review(1) }).click()
    await expect(person.review('sums').getByRole('button', { name: asked.keepOff })).toBeFocused()
    await person.accept('sums')
  })

  await test.step('records which definitions were blocked and accepted', async () => {
    const { page } = app
    await person.ready('sums')
    await person.openRecords()
    for (const kind of [words.audit.kinds['definitions.pinned'], words.audit.kinds['definitions.kept-off']]) {
      await (await person.findRecord(kind)).click()
      const record = page.getByRole('complementary', { name: contains(recordOf(anyNumber)) })
      await expect(record).toContainText(kind)
      await expect(record).toContainText(`${words.audit.facts.definitions}add`)
      await record.getByRole('button', { name: closeRecord }).click()
    }
  })
})

/** The consent, for one definition or several. */
const anyAccept = beginsWith(asked.accept(1, 1), asked.accept(anyNumber, anyNumber))
const overAHundredUnseen = new RegExp(contains(asked.unseen(177)).source.replace('177', String.raw`1\d\d`))

test('[DUI-3] [DUI-4] handles hundreds of definitions, a deceptive one, and a narrow window @all', async ({ app }) => {
  const { page } = app
  const person = new Steps(app)
  const become = await changingServer(app)
  const review = person.review('sums')
  const accept = review.getByRole('button', { name: anyAccept })

  await test.step('labels a deceptive definition and does not select it', async () => {
    become('twin')
    await person
      .row('sums')
      .getByRole('button', { name: rowWords.reviewOf('sums') })
      .click()
    await expect(review).toContainText(asked.suspicions['look-alike'])
    await expect(review.getByRole('checkbox')).not.toBeChecked()
    await expect(review).toContainText(asked.noneChosen)
    await expect(review).toContainText('U+0430')
    await page.setViewportSize({ width: 380, height: 700 })
    // The page takes a moment to become narrow; an earlier key press leads to something about to disappear.
    await expect(async () => {
      await page.keyboard.press('Control+.')
      await expect(review.getByRole('button', { name: asked.keepOff })).toBeFocused({ timeout: 1000 })
    }).toPass()
    await checkAxe(page, 'question 380')
    const sideways = await review.evaluate((group) => group.scrollWidth > group.clientWidth)
    expect(sideways).toBe(false)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('lets the user accept none of two hundred before all were on screen', async () => {
    become('more')
    await expect(review.getByRole('checkbox')).toHaveCount(200)
    await expect(review).toContainText(asked.unseen(200))
    await page.keyboard.press('Control+.')
    await page.keyboard.press('a')
    expect(await page.evaluate(() => document.documentElement.scrollTop)).toBe(0)
    await review.getByRole('button', { name: asked.openAll(200) }).click()
    await expect(accept).toHaveText(contains(asked.accept(200, 200)))
    await expect(accept).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('main').hover()
    await page.mouse.wheel(0, 1_000_000)
    await expect(review).toContainText(overAHundredUnseen)
  })

  await test.step('leads from one chosen definition to the next, accepts them, and keeps the rest off', async () => {
    await review.getByRole('button', { name: asked.chooseNone }).click()
    // By keyboard: rows above a box that are measured late move it away from the pointer.
    for (const name of ['poison_7', 'poison_150'])
      await review.getByRole('checkbox', { name: asked.choose(name), exact: true }).press('Space')
    await expect(accept).toHaveText(contains(asked.accept(2, 200)))
    await accept.focus()
    await expect(async () => {
      await page.keyboard.press('n')
      await expect(review.getByRole('button', { name: asked.nextUnread })).toBeHidden({ timeout: 500 })
    }).toPass()
    // A definition that arrives late moves the end further down.
    await expect(async () => {
      await review.evaluate((it) => it.scrollIntoView({ block: 'end' }))
      await expect(accept).not.toHaveAttribute('aria-disabled', 'true', { timeout: 5000 })
    }).toPass()
    await accept.click()
    await expect(review.getByRole('checkbox')).toHaveCount(30)
    await review.getByRole('button', { name: asked.keepAllOff }).click()
    await expect(review).toBeHidden()
    await person.open('Servers')
    await expect(person.row('sums')).toContainText(rowWords.keptOff(228))
  })
})
