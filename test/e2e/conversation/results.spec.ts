import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Locator } from '@playwright/test'
import { any, anyNumber, beginsWith, contains, whole, words } from '../../support/words.ts'
import { App, expect, shareApp, test } from '../support/app.ts'
import { ByHand } from '../support/by-hand.ts'
import { look } from '../support/look.ts'

const { call, callState: states, callSummary, picture: pictures, result } = words.chat
const { large: largest, link: linkWords, marks, resource } = words.results

shareApp()

const everyKind = fileURLToPath(new URL('../../support/servers/every-kind.mjs', import.meta.url))

/** A card on a page that has been looked at before. */
const only = async (card: Locator) => ({ within: `[data-call="${await card.getAttribute('data-call')}"]` })

test('[RES-7] [RES-8] [RES-9] shows every kind of content as what it is @all', async ({ app }) => {
  const looking = new ByHand(app)
  const { page } = app
  await looking.begin('kinds', [everyKind])

  await test.step('plays a sound, and says if a sound cannot be played', async () => {
    const card = await looking.run('audio')
    await expect(card).toContainText(callSummary.sounds(1))
    const player = card.locator('audio')
    await expect(player).toHaveAttribute('src', /^blob:/)
    await expect.poll(() => player.evaluate((it: HTMLAudioElement) => it.readyState)).toBeGreaterThan(0)
    await look(page, 'audio')
    const bad = await looking.run('bad_audio')
    await expect(bad).toContainText(/its bytes aren.t base64/)
    await expect(bad).toContainText(words.resources.contents.unplayable)
    await bad.getByRole('button', { name: words.results.showData }).first().click()
    await expect(bad).toContainText('%%% not base64 %%%')
  })

  await test.step('describes a link and its annotations', async () => {
    const card = await looking.run('links')
    const link = card.getByRole('group', { name: linkWords.name('The first chapter') })
    await expect(link).toContainText('text/markdown · 48 KB')
    await expect(link).toContainText('docs://handbook/chapter-1')
    await expect(card).toContainText(contains([marks.both, marks.priority('0.8'), marks.changed(any)].join(' · ')))
    await look(page, 'link', await only(card))
  })

  await test.step('shows embedded resources: a text, an image, bytes', async () => {
    const card = await looking.run('embedded')
    await expect(card.getByRole('group', { name: resource.name('file:///notes.md') })).toContainText('buy milk')
    await expect(card.getByRole('group', { name: resource.name('file:///pixel.png') }).getByRole('img')).toBeVisible()
    await expect(card.getByRole('group', { name: resource.name('file:///data.bin') })).toContainText('bytes of it')
    await look(page, 'embedded', await only(card))
  })

  await test.step('says who a part is for, and folds the model’s part away', async () => {
    const card = await looking.run('audiences')
    await expect(card).toContainText(`${marks.user}. ${marks.notGiven}`)
    await expect(card.getByText('for the model alone')).toBeHidden()
    await card.getByRole('button', { name: marks.forModel }).click()
    await expect(card.getByText('for the model alone')).toBeVisible()
    await expect(card).toContainText(`${marks.assistant} · ${marks.priority('0.2')}`)
    await look(page, 'audiences', await only(card))
  })

  await test.step('shows a list of flat objects as a table', async () => {
    const card = await looking.run('table')
    await card.getByRole('tab', { name: result.views.structured }).click()
    await expect(card.getByRole('columnheader')).toHaveText(['name', 'people', 'capital'])
    await expect(card.getByRole('row').nth(2)).toContainText('Bergen')
    await look(page, 'table', await only(card))
  })

  await test.step('shows an unknown part as a line, with its JSON one press away', async () => {
    const card = await looking.run('unknown')
    await expect(card).toContainText(result.unknownPart('"hologram"'))
    await card.getByRole('button', { name: result.showJson }).click()
    await expect(card).toContainText('"depth": 3')
    await expect(card).toContainText('after it')
  })

  await test.step('shows a tool’s error differently from its server’s refusal', async () => {
    await expect(await looking.run('fails', {}, states.failed)).toContainText(words.results.failed.reported('kinds'))
    await expect(await looking.run('refuses', {}, states.failed)).toContainText(
      'kinds refused the call with error -32602',
    )
  })
})

test('[RES-6] [RES-3] shows part of 11 MB, searches all of it, reads on and saves it @all', async ({ app }) => {
  const looking = new ByHand(app)
  const { page } = app
  await looking.begin('kinds', [everyKind])
  const card = await looking.run('big_text')
  const large = card.getByRole('group', { name: largest.name })
  await large.getByRole('button', { name: largest.save }).click()
  const saved = await large.getByText(whole(largest.saved(any, any))).textContent()
  const [, file = ''] = /(\/.*\.txt)$/.exec(saved ?? '') ?? []
  const text = readFileSync(file, 'utf8')
  expect(text.endsWith('THE END')).toBe(true)
  expect(text.length).toBeGreaterThan(11_500_000)
  const size = largest.whole(words.units.megabytes('12'))
  await expect(large).toContainText(`${size} ${largest.shown(200_000, text.length)}`)
  await large.getByRole('searchbox', { name: largest.search }).fill('needle in')
  await expect(large.getByText(largest.found(1), { exact: true })).toBeVisible()
  await large.getByRole('button', { name: largest.readAt(5_000_000) }).click()
  await expect(large.getByRole('group', { name: largest.from(5_000_000) })).toContainText(/^NEEDLE in the hay/)
  await look(page, 'large')
  await large.getByRole('searchbox').fill('nobody wrote this')
  await expect(large.getByText(largest.notFound('nobody wrote this'))).toBeVisible()
  await large.getByRole('searchbox').fill('')
  await large.getByRole('button', { name: largest.readOn(text.length - 200_000) }).click()
  await expect(large.getByRole('button', { name: whole(largest.readOn(anyNumber)) })).toBeVisible()
  await expect(large.getByRole('button', { name: largest.readOn(text.length - 200_000) })).toBeHidden()
})

test('[RES-7] [RES-8] shows each kind of result from the official server @all', async ({ app }) => {
  const looking = new ByHand(app)
  await looking.begin('everything', [App.script('everything')])
  await expect(await looking.run('echo', { message: 'hello there' })).toContainText('Echo: hello there')
  const tiny = await looking.run('get-tiny-image')
  const picture = tiny.getByRole('img', { name: whole(pictures.name(any)) })
  await expect(picture).toBeVisible()
  await tiny.getByRole('button', { name: whole(call.hideDetails(any)) }).click()
  await expect(picture).toBeHidden()
  await tiny.getByRole('button', { name: whole(call.showPicture(1, 1, `Get Tiny Image${any}`)) }).press('Enter')
  const viewer = app.page.getByRole('dialog', { name: beginsWith('Get Tiny Image') })
  await expect(viewer.getByRole('img', { name: whole(pictures.name(any)) })).toBeVisible()
  await app.page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  const annotated = await looking.run('get-annotated-message', { messageType: 'success', includeImage: true })
  await expect(annotated).toContainText(`${marks.user} · ${marks.priority('0.7')}`)
  await annotated.getByRole('button', { name: marks.forModel }).or(annotated.getByRole('img')).first().waitFor()
  const links = await looking.run('get-resource-links', { count: 2 })
  await expect(links.getByRole('group', { name: whole(linkWords.name(any)) })).toHaveCount(2)
  await links
    .getByRole('button', { name: whole(linkWords.previewOf(any)) })
    .first()
    .click()
  await expect(app.page.getByRole('dialog')).toContainText(/Resource 1/)
  await app.page.keyboard.press('Escape')
  await expect(app.page.getByRole('dialog')).toBeHidden()
  const embedded = await looking.run('get-resource-reference', { resourceType: 'Text', resourceId: 1 })
  await expect(embedded.getByRole('group', { name: whole(resource.name(any)) })).toBeVisible()
  const structured = await looking.run('get-structured-content', { location: 'New York' })
  await structured.getByRole('tab', { name: result.views.structured }).click()
  await expect(structured).toContainText('temperature')

  await test.step('opens all results, or none, if the user chooses that', async () => {
    const { openResults } = words.settings.appearance.choices
    const choose = (value: string): Promise<void> =>
      app.page.getByRole('radiogroup', { name: openResults.title }).getByRole('radio', { name: value }).press('Space')
    const thumbnail = app.page.getByRole('button', { name: whole(call.showPicture(1, 1, `Get Tiny Image${any}`)) })
    await app.page.getByRole('link', { name: words.frame.pages.settings }).click()
    await app.page.getByRole('link', { name: words.settings.parts.appearance, exact: true }).click()
    await choose(openResults.values.none)
    await app.page.goBack()
    await app.page.goBack()
    const map = app.page.getByRole('navigation', { name: words.chat.callMap.name(6) }).getByRole('button')
    await map.nth(1).click()
    await expect(tiny).toBeVisible()
    await expect(thumbnail).toBeHidden()
    await app.page.goForward()
    await app.page.goForward()
    await choose(openResults.values.all)
    await app.page.goBack()
    await app.page.goBack()
    await map.last().click()
    await expect(structured.getByRole('group', { name: result.name })).toBeVisible()
  })
})
