import type { Locator, Page } from '@playwright/test'
import { mkdirSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { beginsWith, words } from '../../support/words.ts'
import { App, expect, shareApp, test } from '../support/app.ts'
import { axeFindings } from '../support/axe.ts'
import { PageLink } from '../support/page-link.ts'
import { removeServers } from '../support/prepare.ts'
import { Steps } from '../support/steps.ts'

shareApp()

const { folders, apps, sampling: sharing } = words.servers.access
const { waiting } = words.questions
const { titles: tabs } = words.servers.tabs
const { sampling } = words

/** axe finds nothing, and nothing overflows. */
async function isFine(page: Page, what: string, within = 'html'): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await axeFindings(page, { within, theme: colorScheme }), `${what}, ${colorScheme}`).toEqual([])
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(over, what).toBeLessThanOrEqual(0)
    if (process.env['LOOK']) await page.screenshot({ path: `${process.env['LOOK']}/${what} ${colorScheme}.png` })
  }
}

async function toAccess(person: Steps): Promise<void> {
  await person.open('Servers')
  await person.row('everything').getByRole('link', { name: 'everything' }).click()
  await person.page.getByRole('tab', { name: tabs.access }).click()
}

const folderRow = (page: Page): Locator => page.getByRole('region', { name: folders.title })

async function addFolder(page: Page, folder: string): Promise<void> {
  await folderRow(page).getByRole('textbox', { name: words.ui.folders.path }).fill(folder)
  await page.keyboard.press('Enter')
}

/** Lets the model call a tool, and allows it. */
async function runs(person: Steps, tool: string, title: string, input: object = {}): Promise<void> {
  await person.send(`!tool everything__${tool} ${JSON.stringify(input)}`)
  await person.allow(title)
}

test('[SUI-1] tells a server the folders that the user chose, and other folders after a change @all', async ({
  app,
}) => {
  const { page } = app
  const home = realpathSync(app.directory)
  const [one, two] = [path.join(home, 'notes'), path.join(home, 'a second')]
  mkdirSync(one)
  mkdirSync(two)
  const person = new Steps(app)
  await person.prepare({ servers: { everything: [App.script('everything')] } })
  await toAccess(person)

  await test.step('requires a folder’s full path, and flags one that is missing', async () => {
    await addFolder(page, 'notes')
    await expect(folderRow(page).getByRole('alert')).toHaveText(words.ui.folders.wrong)
    await addFolder(page, one)
    await addFolder(page, path.join(home, 'gone'))
    await expect(folderRow(page).getByRole('listitem')).toHaveCount(2)
    await expect(folderRow(page).getByText(folders.missing)).toBeVisible()
    await folderRow(page)
      .getByRole('button', { name: words.servers.explain(folders.title) })
      .press('Enter')
    await expect(folderRow(page).getByText(folders.help)).toBeVisible()
    await page.setViewportSize({ width: 380, height: 800 })
    await expect(page.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 1 })
    await isFine(page, 'folders 380', 'main')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('tells the server the first folder, and the second one after a change', async () => {
    await person.newConversation()
    await runs(person, 'get-roots-list', 'Get Roots List Tool')
    await expect(page.getByText(pathToFileURL(one).href).last()).toBeVisible()
    await expect(page.getByText('1 total')).not.toHaveCount(0)
    await toAccess(person)
    await folderRow(page)
      .getByRole('button', { name: words.ui.folders.remove(one) })
      .click()
    await expect(folderRow(page).getByText(one)).toBeHidden()
    await addFolder(page, two)
    await expect(folderRow(page).getByText(two)).toBeVisible()
    await person.newConversation()
    await runs(person, 'get-roots-list', 'Get Roots List Tool')
    await expect(page.getByText(pathToFileURL(two).href).last()).toBeVisible()
  })
})

test('[SUI-2] [SUI-3] [SMP-6] lets a server use a model, with a prompt and an answer that the user reads and edits @all', async ({
  app,
}) => {
  const { page } = app
  const person = new Steps(app)
  await removeServers(app)
  await person.prepare()
  await test.step('lets the server ask each time', async () => {
    await person.describeServer('everything', [App.script('everything')])
    await toAccess(person)
    const each = page.getByRole('radio', { name: sharing.ask })
    const noPages = page.getByRole('radiogroup', { name: apps.title }).getByRole('radio', { name: apps.off })
    const release = await new PageLink(page).hold('updateServer')
    await each.press('Space')
    await noPages.press('Space')
    await release()
    await expect(each).toBeChecked()
    await expect(noPages).toBeChecked()
    await isFine(page, 'model use', 'main')
    await page.getByRole('tab', { name: tabs.tools }).click()
    await person.trust('everything')
    await person.ready('everything')
    await person.newConversation()
    await runs(person, 'trigger-sampling-request', 'Trigger Sampling Request Tool', { prompt: 'Sort.', maxTokens: 50 })
  })

  const ask = page.getByRole('group', { name: waiting(sampling.title('everything')) })
  const before = app.fake.state.log.filter(({ path: at }) => at.endsWith('/messages')).length
  await test.step('shows the whole request with focus on Deny, and sends nothing', async () => {
    await expect(ask.getByRole('textbox', { name: sampling.instructions })).toHaveValue(
      'You are a helpful test server.',
    )
    await expect(ask.getByRole('textbox', { name: beginsWith(sampling.message('user', 1, 1)) })).toHaveValue(
      /context: Sort\./,
    )
    await expect(ask.getByText(sampling.ofCall(1, 5))).toBeVisible()
    await expect(ask.getByText(`${sampling.ifTaken} ${sampling.temperature(0.7)}`)).toBeVisible()
    await page.keyboard.press('Control+.')
    await expect(ask.getByRole('button', { name: sampling.deny })).toBeFocused()
    await isFine(page, '03c 1280')
    await page.setViewportSize({ width: 380, height: 800 })
    await expect(ask).toBeHidden()
    await page.keyboard.press('Control+.')
    await expect(ask.getByRole('button', { name: sampling.deny })).toBeVisible()
    await isFine(page, '03c 380')
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('sends nothing while the number is invalid', async () => {
    const tokens = ask.getByRole('textbox', { name: sampling.mostTokens })
    await tokens.fill('many')
    await expect(ask.getByRole('alert')).toHaveText(sampling.wrongTokens('1,000,000'))
    await expect(ask.getByRole('button', { name: sampling.send })).toHaveAttribute('aria-disabled', 'true')
    await tokens.fill('40')
  })

  await test.step('sends the edited prompt to the model', async () => {
    await ask.getByRole('textbox', { name: beginsWith(sampling.message('user', 1, 1)) }).fill('What I wrote instead.')
    const send = ask.getByRole('button', { name: sampling.send })
    await send.scrollIntoViewIfNeeded()
    await expect(send).not.toHaveAttribute('aria-disabled', 'true')
    expect(app.fake.state.log.filter(({ path: at }) => at.endsWith('/messages'))).toHaveLength(before)
    await send.click()
  })

  const review = page.getByRole('group', { name: waiting(sampling.review.title('everything')) })
  await test.step('keeps the answer waiting, as text, until the user sends it on', async () => {
    await expect(review.getByText('What I wrote instead.')).toBeVisible()
    await expect(review.getByText(sampling.review.notPassedOn(sampling.temperature(0.7)))).toBeVisible()
    const sent = app.fake.state.log.findLast(({ path: at }) => at.endsWith('/messages'))?.body
    expect(sent).toMatchObject({ max_tokens: 40 })
    expect(JSON.stringify(sent)).toContain('What I wrote instead.')
    await review.getByRole('button', { name: beginsWith(sampling.review.promptEdited) }).click()
    await expect(review.getByText('You are a helpful test server.')).toBeVisible()
    await page.setViewportSize({ width: 380, height: 800 })
    await expect(review).toBeHidden()
    await page.keyboard.press('Control+.')
    await expect(review.getByRole('button', { name: sampling.review.withhold })).toBeVisible()
    await isFine(page, '03d 380', '[data-ask]')
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1280, height: 800 })
    await review.getByRole('button', { name: sampling.review.edit }).click()
    await review.getByRole('textbox', { name: sampling.review.label }).fill('Mended by me.')
    const send = review.getByRole('button', { name: sampling.review.send('everything') })
    await send.scrollIntoViewIfNeeded()
    await expect(send).not.toHaveAttribute('aria-disabled', 'true')
    await send.click()
  })

  await test.step('gives the server the edited answer, and records it in the log', async () => {
    await expect(page.getByText('Mended by me.').last()).toBeVisible()
    await person.openRecords()
    await expect(await person.findRecord(words.audit.kinds['sampling.finished'], 'everything')).toBeVisible()
  })

  await test.step('asks no model after the user denies the request', async () => {
    await person.newConversation()
    await runs(person, 'trigger-sampling-request', 'Trigger Sampling Request Tool', { prompt: 'Again.', maxTokens: 50 })
    await expect(ask.getByRole('textbox', { name: beginsWith(sampling.message('user', 1, 1)) })).toHaveValue(
      /context: Again\./,
    )
    await page.keyboard.press('Control+.')
    await expect(ask.getByRole('button', { name: sampling.deny })).toBeFocused()
    await page.keyboard.press('d')
    const call = person.call('Trigger Sampling Request Tool', words.chat.callState.refused)
    await expect(call).toContainText(words.chat.callEnding.refused)
    await expect(call).not.toContainText('MCP error')
    await person.showDetails(call)
    await expect(call.getByText(/User rejected sampling request/)).toBeVisible()
  })
})
