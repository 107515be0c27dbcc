import type { Locator, Page } from '@playwright/test'
import { chatGptFile, gptConversation, gptNode } from '../support/importing/import-samples.ts'
import { importAll } from '../support/importing/importing.ts'
import { App, expect, shareApp, test } from './support/app.ts'
import { PageLink } from './support/page-link.ts'
import { Steps } from './support/steps.ts'
import { words } from '../support/words.ts'

shareApp()

const sixty = (kind: string) =>
  Array.from({ length: 60 }, (_, n) =>
    gptConversation(
      `gpt-${kind}-${n}`,
      `${kind} ${n}`,
      [gptNode('n1', null, { role: 'user', text: `How many in row ${n}?` })],
      { update_time: 1_750_000_060 - n },
    ),
  )

/** Counts the times that the page writes from now on. Each row of the sidebar has one. */
async function countTimes(page: Page): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle(() => {
    let times = 0
    const { get } = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format') ?? {}
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
      get(this: Intl.DateTimeFormat) {
        times += 1
        return get?.call(this) as Intl.DateTimeFormat['format']
      },
    })
    return () => times
  })
  return () => counter.evaluate((times) => times())
}

test('[FRA-23] renders only two rows of the sidebar when another conversation opens @all', async ({ app }) => {
  const { page } = app
  await new Steps(app).prepare()
  await importAll(new PageLink(page), chatGptFile(...sixty('Row')))
  const rows = page.getByRole('navigation').getByRole('link', { name: /^Row \d/ })
  await expect(rows).toHaveCount(60)
  const times = await countTimes(page)
  const open = async (at: number): Promise<number> => {
    const row = rows.nth(at)
    await row.click()
    await expect(row).toHaveAttribute('aria-current', 'page')
    await expect(page.getByText(/How many in row/)).toBeVisible()
    return times()
  }
  const first = await open(0)
  expect(first).toBeGreaterThan(0)
  expect((await open(1)) - first).toBeLessThan(20)
})

test('[FRA-24] the list follows: the conversation in view and the one that waits stay visible in it', async ({
  app,
}) => {
  const { page } = app
  const steps = new Steps(app)
  await steps.prepare({ servers: { everything: [App.script('everything'), 'stdio'] } })
  await importAll(new PageLink(page), chatGptFile(...sixty('Line')))
  const rows = page.getByRole('navigation').getByRole('link')
  const row = (name: string) => rows.filter({ hasText: name })
  await expect(row('Line 0')).toBeVisible()

  await test.step('an old one that is opened from elsewhere comes into view', async () => {
    await expect(row('Line 59')).not.toBeInViewport()
    await steps.typeInPalette('Line 59')
    await page
      .getByRole('option', { name: /Line 59/ })
      .first()
      .click()
    await expect(row('Line 59')).toHaveAttribute('aria-current', 'page')
    await expect(row('Line 59')).toBeInViewport({ ratio: 1 })
  })

  await test.step('the next one by key, too', async () => {
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const current = rows.and(page.locator('[aria-current]'))
    for (let step = 0; step < 20; step += 1) {
      const before = (await current.getAttribute('href')) ?? ''
      await page.keyboard.press('Alt+ArrowUp')
      await expect(current).not.toHaveAttribute('href', before)
      await expect(current).toBeInViewport({ ratio: 1 })
    }
  })

  await test.step('a new one comes into view, and stays there while it waits', async () => {
    await steps.newConversation()
    await steps.send('!tool everything__echo {"message":"seen"}')
    await expect(steps.ask('Echo Tool')).toBeVisible()
    const waiting = page.getByRole('region', { name: words.frame.conversations.groups.waiting })
    await expect(waiting.getByRole('link', { name: /echo/ })).toBeInViewport({ ratio: 1 })
    await row('Line 59').scrollIntoViewIfNeeded()
    await row('Line 59').click()
    await expect(row('Line 59')).toBeInViewport({ ratio: 1 })
    await expect(waiting.getByRole('link')).toBeInViewport({ ratio: 1 })
  })
})

test('[FRA-25] a title has the row’s width; the time and the actions are there for the pointer and the keyboard', async ({
  app,
}) => {
  const { page } = app
  const steps = new Steps(app)
  await steps.prepare()
  const alike = ['Outline of the plan for moving orders', 'Outline of the plan for moving invoices'].map((title, n) =>
    gptConversation(`alike-${n}`, title, [gptNode('n1', null, { role: 'user', text: title })]),
  )
  await importAll(new PageLink(page), chatGptFile(...alike))
  const item = page.getByRole('navigation').getByRole('listitem').filter({ hasText: 'moving orders' })
  const actions = item.getByRole('button')
  await expect(item.locator('small')).toHaveText('orders')
  const width = async (): Promise<number> => (await item.getByText('Outline').boundingBox())?.width ?? 0
  const whole = await width()
  await expect(actions).toHaveCSS('opacity', '0')
  await item.hover()
  await expect(actions).toHaveCSS('opacity', '1')
  expect(await width()).toBeLessThan(whole)
  await page.mouse.move(900, 500)
  await expect(actions).toHaveCSS('opacity', '0')
  await item.getByRole('link').focus()
  await page.keyboard.press('Tab')
  await expect(actions).toBeFocused()
  await expect(actions).toHaveCSS('opacity', '1')
  await page.keyboard.press('Enter')
  await page.mouse.move(900, 500)
  await expect(page.getByRole('menu')).toBeVisible()
})

test('[FRA-26] a button without words shows its name and keys to the pointer and to keyboard focus', async ({
  app,
}) => {
  const { page } = app
  await new Steps(app).prepare()
  const navigation = page.getByRole('navigation')
  const create = navigation.getByRole('button', { name: words.frame.newConversation })
  const tip = page.locator('[data-tip-text]')
  await page.mouse.move(700, 400)
  await expect(tip).toHaveCount(0)

  await create.hover()
  await expect(tip).toContainText(words.frame.newConversation)
  await expect(tip.locator('kbd')).toHaveText(['Ctrl', 'Shift', 'O'])
  await navigation.getByRole('button', { name: words.frame.sidebar.hide }).hover()
  await expect(tip).toContainText(words.frame.sidebar.hide)
  await page.mouse.down()
  await expect(tip).toHaveCount(0)
  await page.mouse.move(700, 400)
  await page.mouse.up()

  await navigation.getByRole('button', { name: words.frame.sidebar.hide }).focus()
  await page.keyboard.press('Tab')
  await expect(create).toBeFocused()
  await expect(tip).toContainText(words.frame.newConversation)
  await page.keyboard.press('Escape')
  await expect(tip).toHaveCount(0)
  await expect(create).toBeFocused()
})

test('[FRA-27] the header’s menu renames, stars, archives, moves and deletes like the one in the sidebar', async ({
  app,
}) => {
  const { page } = app
  const steps = new Steps(app)
  const { conversations: its } = words.frame
  await steps.prepare()
  await steps.send('Hello there')
  const row = page.getByRole('navigation').getByRole('listitem').filter({ hasText: 'Hello there' })
  const menu = page.getByRole('main').getByRole('button', { name: words.models.system.menu })
  const labels = async (button: Locator): Promise<string[]> => {
    await button.press('Enter')
    await expect(page.getByRole('menuitem').first()).toBeVisible()
    const all = await page.getByRole('menuitem').allTextContents()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    return all
  }
  await expect(page.getByText('Echo: Hello there')).toBeVisible()
  const [ofRow, ofHeader] = [await labels(row.getByRole('button')), await labels(menu)]
  const shared = [its.rename, its.star, its.archive, its.move]
  expect(ofRow).toEqual([...shared, its.select, its.delete])
  expect(ofHeader.slice(0, 4)).toEqual(shared)
  expect(ofHeader.at(-1)).toBe(its.delete)

  await steps.choose(menu, its.star)
  const starred = page.getByRole('region', { name: its.groups.starred })
  await expect(starred.getByRole('link', { name: /Hello there/ })).toBeVisible()
  expect((await labels(menu))[1]).toBe(its.unstar)
  await steps.choose(menu, its.rename)
  await page.getByRole('textbox', { name: words.chat.bar.title }).fill('Greeting')
  await page.keyboard.press('Enter')
  await expect(starred.getByRole('link', { name: /Greeting/ })).toBeVisible()
  await steps.choose(menu, its.archive)
  await expect(starred).toHaveCount(0)
  expect((await labels(menu))[1]).toBe(its.unarchive)
})

test('[CHAT-38] fetches a conversation while the pointer rests on it, and shows it again without asking @web', async ({
  app,
}) => {
  const { page } = app
  const user = new Steps(app)
  await user.prepare()
  for (const text of ['First of two', 'Second of two']) {
    await user.newConversation()
    await user.send(text)
    await expect(page.getByRole('log').getByText(`Echo: ${text}`)).toBeVisible()
  }
  await page.reload()
  const asked: string[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/call')) return
    const { name, input } = request.postDataJSON() as { name?: string; input?: { conversation?: string } }
    if (name === 'getConversation' && input?.conversation !== undefined) asked.push(input.conversation)
  })
  const link = (title: string) => page.getByRole('navigation').getByRole('link', { name: title }).first()
  const first = link('First of two')
  const id = (await first.getAttribute('href'))?.split('/').at(-1) ?? ''
  await first.hover()
  await expect.poll(() => asked).toContain(id)
  await first.click()
  await expect(page.getByRole('log').getByText('Echo: First of two')).toBeVisible()
  await link('Second of two').click()
  await expect(page.getByRole('log').getByText('Echo: Second of two')).toBeVisible()
  await first.click()
  await expect(page.getByRole('log').getByText('Echo: First of two')).toBeVisible()
  expect(asked.filter((one) => one === id)).toHaveLength(1)
})
