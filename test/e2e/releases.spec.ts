import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { FakeReleases } from '../host/releases/fake-releases.ts'
import { words } from '../support/words.ts'
import { App, expect, test } from './support/app.ts'
import { copyApp } from './support/app-copy.ts'

const about = words.settings.about.updates
const { updates, dismiss } = words.frame.banners

test('[ELE-80] [ELE-81] [ELE-82] asks once whether to look for newer versions, says what is new or why the look failed, and opens its page', async ({
  openShell,
  shell,
}) => {
  const fake = await FakeReleases.listen()
  const { directory, remove } = copyApp([])
  const manifest = path.join(directory, 'package.json')
  writeFileSync(
    manifest,
    JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), repository: fake.repository }),
  )
  const app = new App(await openShell(directory))
  try {
    await app.start()
    const { page } = app
    const host = new URL(fake.repository).host
    const notes = 'Faster.\n<img src=x onerror=alert(1)> **bold** \u202E'
    fake.publish('v99.1.0', { body: notes })
    await page.goto(app.address('/settings/about'))
    const question = page.getByText(updates.question.replace('{host}', host))
    await expect(question).toBeVisible()
    expect(fake.requests).toEqual([])

    await test.step('looks as soon as the user agrees, and tells of the version', async () => {
      await page.getByRole('button', { name: updates.daily }).click()
      await expect(question).toBeHidden()
      await expect(page.getByRole('radio', { name: about.values.daily })).toBeChecked()
      await expect(page.getByRole('status').filter({ hasText: about.newer('99.1.0') })).toBeVisible()
      expect(fake.requests).toHaveLength(1)
    })

    await test.step('shows the notes as text of its publisher', async () => {
      const shown = page.getByRole('region', { name: about.whatIsNew('99.1.0') })
      await expect(shown).toContainText('<img src=x onerror=alert(1)> **bold**')
      await expect(shown).toContainText(about.publisher)
      await expect(shown.locator('img, strong')).toHaveCount(0)
    })

    await test.step('opens the page outside', async () => {
      const button = page.getByRole('button', { name: about.open })
      if (shell !== 'web') return button.click()
      const [opened] = await Promise.all([page.context().waitForEvent('page'), button.click()])
      expect(opened.url()).toBe(`${fake.place.page}/tag/v99.1.0`)
      await opened.close()
    })

    await test.step('says why a look failed, where the user looks', async () => {
      fake.answer = { status: 503, text: 'down' }
      await page.getByRole('button', { name: about.check }).click()
      await expect(page.getByRole('alert').filter({ hasText: 'HTTP 503' })).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: about.newer('99.1.0') })).toBeVisible()
    })

    await test.step('tells of it on other pages until dismissed, also after a restart', async () => {
      await page.goto(app.address('/servers'))
      const notice = page.getByRole('link', { name: updates.whatIsNew })
      await expect(notice).toBeVisible()
      await page.getByRole('button', { name: dismiss }).click()
      await expect(notice).toBeHidden()
      await app.restart()
      await app.page.goto(app.address('/settings/about'))
      await expect(app.page.getByRole('status').filter({ hasText: about.newer('99.1.0') })).toBeVisible()
      await expect(app.page.getByRole('radio', { name: about.values.daily })).toBeChecked()
    })
  } finally {
    await app.close()
    remove()
    await fake.close()
  }
})

test('[ELE-80] asks nothing, and says why, if this copy names no repository', async ({ openShell }) => {
  const { directory, remove } = copyApp([])
  const manifest = path.join(directory, 'package.json')
  const { repository: _named, ...rest } = JSON.parse(readFileSync(manifest, 'utf8'))
  writeFileSync(manifest, JSON.stringify(rest))
  const app = new App(await openShell(directory))
  try {
    await app.start()
    await app.page.goto(app.address('/settings/about'))
    await expect(app.page.getByText(about.unknown)).toBeVisible()
    await expect(app.page.getByRole('button', { name: updates.daily })).toHaveCount(0)
  } finally {
    await app.close()
    remove()
  }
})
