import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import { any, anyNumber, whole, words } from '../../support/words.ts'
import { expect, shareApp, test } from '../support/app.ts'
import { ByHand } from '../support/by-hand.ts'
import { theDialog } from '../support/axe.ts'
import { look } from '../support/look.ts'
import { Steps } from '../support/steps.ts'

const { contents, detail: its, picker: picking, sent } = words.resources
const { link } = words.results
const { callState: states } = words.chat
const { matches } = picking

shareApp()

const readable = fileURLToPath(new URL('../../support/servers/readable.mjs', import.meta.url))

const picker = (page: Page): Locator => page.getByRole('dialog', { name: picking.title })
const detail = (page: Page): Locator => picker(page).getByRole('region', { name: picking.detail })
const chips = (page: Page): Locator =>
  page.getByRole('list', { name: words.composer.picked.list }).getByRole('listitem')

/** Highlights and reads the one resource with this name. */
async function read(page: Page, name: string): Promise<void> {
  await picker(page).getByRole('searchbox').fill(name)
  await expect(
    picker(page)
      .getByText(whole(matches(1), matches(anyNumber)))
      .filter({ hasNotText: whole(matches(0)) }),
  ).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(detail(page).getByRole('heading', { name })).toBeVisible()
  await detail(page).getByRole('button', { name: its.preview }).click()
}

const hasWidth = (picture: Locator, width: number): Promise<void> =>
  expect(picture).toHaveJSProperty('naturalWidth', width)

test('[REU-3] shows or plays images, audio, bytes, JSON and several contents by their kind @all', async ({ app }) => {
  const person = new Steps(app)
  const { page } = app
  await person.prepare({ servers: { readable: [readable] } })
  await person.composer.focus()
  await person.browseResources()

  await test.step('shows an image and its bytes', async () => {
    await read(page, 'picture')
    await hasWidth(detail(page).getByRole('img', { name: /640 × 360/ }), 640)
    await look(page, 'picture')
    await detail(page).getByRole('tab', { name: contents.views.hex }).click()
    await expect(detail(page).getByLabel(contents.views.hex, { exact: true })).toContainText(
      '000000  89 50 4e 47 0d 0a 1a 0a  ·PNG····',
    )
  })

  await test.step('plays a sound when the user starts it', async () => {
    await read(page, 'sound')
    const player = detail(page).locator('audio')
    await expect.poll(() => player.evaluate((it: HTMLAudioElement) => it.duration)).toBe(1)
    expect(await player.evaluate((it: HTMLAudioElement) => it.paused)).toBe(true)
    await player.evaluate(async (it: HTMLAudioElement) => {
      it.muted = true
      await it.play()
    })
    await expect.poll(() => player.evaluate((it: HTMLAudioElement) => it.ended)).toBe(true)
    await look(page, 'sound', theDialog)
  })

  await test.step('shows unknown bytes and walks them by keyboard', async () => {
    await read(page, 'bytes')
    const hex = detail(page).getByLabel(contents.views.hex, { exact: true })
    await expect(hex).toContainText('000020  20 21 22 23 24 25 26 27   !"#$%&\'')
    const over = await hex.evaluate((it) => it.scrollWidth - it.clientWidth)
    expect(over, 'a line fits').toBeLessThanOrEqual(0)
    await expect(hex).not.toContainText('000bb0')
    await look(page, 'bytes', theDialog)
    await hex.getByRole('button', { name: contents.moreLines(311) }).press('Enter')
    await expect(hex).toContainText('000bb0  b0 b1')
  })

  await test.step('shows JSON formatted and as it came', async () => {
    await read(page, 'json')
    await expect(detail(page).getByText('"watered"')).toBeVisible()
    await look(page, 'json', theDialog)
    await detail(page).getByRole('tab', { name: contents.views.text }).click()
    await expect(detail(page).getByText('{"garden":{"roses":12,"watered":true},"beds":[1,2]}')).toBeVisible()
  })

  await test.step('shows several contents in one, each with its own URI and view', async () => {
    await read(page, 'several')
    await expect(detail(page).getByText(contents.several(4))).toBeVisible()
    const part = (name: string): Locator => detail(page).getByRole('region', { name: `look://several/${name}` })
    await expect(part('text')).toContainText('# The plan')
    await part('text').getByRole('tab', { name: contents.views.markdown }).click()
    await expect(part('text').getByRole('heading', { name: 'The plan' })).toBeVisible()
    await hasWidth(part('picture').getByRole('img'), 640)
    await expect(part('sound').locator('audio')).toHaveAttribute('src', /^blob:/)
    await expect(part('bytes').getByLabel(contents.views.hex, { exact: true })).toContainText('000000  00 01')
    await look(page, 'several', theDialog)
  })

  await test.step('says when content is not what it claims to be', async () => {
    await read(page, 'no picture')
    await expect(detail(page).getByText(words.chat.picture.notShown(words.chat.picture.noPicture))).toBeVisible()
    await read(page, 'no sound')
    await expect(detail(page).getByText(contents.unplayable)).toBeVisible()
    await expect(detail(page).locator('audio')).toHaveCount(0)
    await look(page, 'no-sound', theDialog)
    await read(page, 'not base64')
    await expect(detail(page).getByText(/Can’t read .* from .*\. Its bytes aren’t base64\.$/)).toBeVisible()
    await look(page, 'not-base64', theDialog)
  })
})

test('[REU-8] attaches a link in a result to the message with one press @all', async ({ app }) => {
  const hand = new ByHand(app)
  const { page, steps } = hand
  await steps.prepare({ servers: { readable: [readable] } })

  await test.step('attaches a link from the model’s call by its button', async () => {
    await steps.send('!tool readable__point {}')
    await steps.allow('point')
    const card = steps.call('point', states.succeeded)
    await steps.showDetails(card)
    await card.getByRole('button', { name: whole(link.attachOf(`${any}picture${any}`)) }).click()
    await expect(chips(page)).toHaveText(/picture/)
    await expect(steps.composer).toBeFocused()
    await look(page, 'attached-link')
    await card.getByRole('button', { name: whole(link.attachOf(`${any}several${any}`)) }).press('Enter')
    await expect(chips(page)).toHaveCount(2)
  })

  await test.step('attaches a link from its preview', async () => {
    const card = steps.call('point', states.succeeded)
    await chips(page)
      .nth(1)
      .getByRole('button', { name: whole(words.composer.attachments.takeAway(any)) })
      .click()
    await card.getByRole('button', { name: whole(link.previewOf(`${any}several${any}`)) }).click()
    await page.getByRole('dialog').getByRole('button', { name: words.resources.tab.attach }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(chips(page)).toHaveText([/picture/, /several/])
  })

  await test.step('sends the resources with the message', async () => {
    await steps.send('What do they show?')
    await expect(chips(page)).toHaveCount(0)
    await expect(page.getByRole('list', { name: sent.list, exact: true }).getByRole('button')).toHaveText([
      /picture/,
      /several/,
    ])
    await expect.poll(() => JSON.stringify(app.fake.state.log.at(-1)?.body.messages)).toContain('# The plan')
  })
})
