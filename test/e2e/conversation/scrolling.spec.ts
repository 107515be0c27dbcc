import type { Locator, Page } from '@playwright/test'
import { writeConversation } from '../../support/long/conversation.ts'
import { any, whole, words } from '../../support/words.ts'
import { App, expect, shareApp, test } from '../support/app.ts'
import { settled } from '../support/settled.ts'
import { Steps } from '../support/steps.ts'

const { call, callState: states, thread } = words.chat
const aboutCard = whole(call.showDetails(any), call.hideDetails(any))

shareApp()

/** Differences up to this many pixels don't count: positions are fractional. */
const tolerance = 2

const paragraphs = (name: string, count: number): string =>
  Array.from({ length: count }, (_, n) => `${name} ${n} ${'says something that goes on '.repeat(6)}`).join('\n\n')

/** Slow content: prose, and what renders again when complete. */
const slow = `${paragraphs('Slow', 12)}\n\n\`\`\`ts\n${'const a = 1\n'.repeat(12)}\`\`\`\n\n$$ \\frac{1}{2} $$\n\n${paragraphs('Later', 12)}`

/** A conversation with a long answer; the next one arrives slowly. */
async function started(app: App): Promise<Steps> {
  app.fake.setScenario({
    turns: [
      { content: [{ text: paragraphs('First', 40), chunk: 400 }] },
      { content: [{ text: slow, chunk: 30, delay_ms: 15 }] },
    ],
  })
  const person = new Steps(app)
  await person.prepare()
  await person.send('Long')
  await expect(log(app.page).getByText('First 39')).toBeVisible()
  return person
}

const log = (page: Page): Locator => page.getByRole('log')

const distanceToEnd = (page: Page): Promise<number> =>
  log(page).evaluate((it) => it.scrollHeight - it.scrollTop - it.clientHeight)

const topOf = (place: Locator): Promise<number> => place.evaluate((it) => it.getBoundingClientRect().top)

/** The paragraph in the middle of the view. */
async function readPlace(page: Page): Promise<Locator> {
  const text = await log(page).evaluate((it) => {
    const box = it.getBoundingClientRect()
    const middle = box.top + box.height / 2
    return [...it.querySelectorAll('p')].find((each) => each.getBoundingClientRect().bottom > middle)?.textContent
  })
  return log(page)
    .getByText(text?.split('says')[0] ?? '', { exact: false })
    .first()
}

/** The largest deviation, in pixels, until something appears: from a position on the screen, or from the end. */
async function furthest(page: Page, subject: Locator | 'end', until: Locator): Promise<number> {
  const place = subject === 'end' ? null : await subject.elementHandle()
  const stop = await log(page).evaluateHandle((it, read) => {
    const measure = (): number =>
      read ? read.getBoundingClientRect().top : it.scrollHeight - it.scrollTop - it.clientHeight
    const from = read ? measure() : 0
    let [most, isOver] = [0, false]
    // After each frame: what moves with a frame has moved by then.
    const look = (): void => {
      most = Math.max(most, Math.abs(measure() - from))
      if (!isOver) requestAnimationFrame(() => setTimeout(look))
    }
    look()
    return () => {
      isOver = true
      look()
      return most
    }
  }, place)
  await expect(until).toBeAttached()
  return stop.evaluate((end) => end())
}

test('[RND-6] follows new text and the composer’s height at the end of the thread', async ({ app }) => {
  const { page } = app
  const person = await started(app)
  await person.send('More')
  await expect(log(page).getByText('Slow 3')).toBeVisible()
  expect(await furthest(page, 'end', log(page).getByText('Later 11'))).toBeLessThan(120)
  await expect.poll(() => distanceToEnd(page)).toBeLessThanOrEqual(tolerance)
  await person.composer.fill('a\n'.repeat(8))
  await expect.poll(() => distanceToEnd(page)).toBeLessThanOrEqual(tolerance)
  await expect(log(page).getByText('Later 11')).toBeInViewport()
})

test('[RND-6] keeps the reading position above while an answer arrives', async ({ app }) => {
  const { page } = app
  const person = await started(app)
  await person.send('More')
  await expect(log(page).getByText('Slow 1 says')).toBeVisible()
  await log(page).hover()
  await page.mouse.wheel(0, -900)
  await settled(page)
  const read = await readPlace(page)
  expect(await furthest(page, read, person.receipts.nth(1))).toBeLessThanOrEqual(tolerance)
  const before = await topOf(read)
  await person.composer.fill('a\n'.repeat(8))
  await settled(page)
  expect(Math.abs((await topOf(read)) - before)).toBeLessThanOrEqual(tolerance)
  await page.getByRole('button', { name: thread.latest }).click()
  await expect(log(page).getByText('Later 11')).toBeInViewport()
})

test('[RND-6] expands a call away from the press, and moves nothing for a call above @all', async ({ app }) => {
  const { page } = app
  const person = new Steps(app)
  app.fake.setScenario({
    turns: [
      { match: { tool_result: '.' }, sticky: true, content: [{ text: paragraphs('After', 6) }] },
      {
        match: { last_user: 'Call' },
        sticky: true,
        content: [{ tool_use: { name: 'everything__echo', input: { message: 'm' } } }],
      },
    ],
  })
  await person.prepare({ servers: { everything: [App.script('everything'), 'stdio'] } })
  await person.send('Call')
  await person.allow('Echo Tool', words.inbox.answers.allowInConversation(undefined, false))
  await expect(log(page).getByText('After 5')).toBeVisible()
  await person.send('Call again')
  await expect(log(page).getByText('After 5')).toHaveCount(2)
  await log(page).hover()
  await page.mouse.wheel(0, -400)
  const card = person.call('Echo Tool', states.succeeded).last()
  await card.scrollIntoViewIfNeeded()
  const place = await topOf(card)
  await card.getByRole('button', { name: aboutCard }).click()
  await expect(card.getByRole('group', { name: words.ui.arguments.title })).toBeVisible()
  await settled(page)
  expect(Math.abs((await topOf(card)) - place)).toBeLessThanOrEqual(tolerance)

  const read = log(page).getByText('After 0').last()
  await read.scrollIntoViewIfNeeded()
  await log(page).evaluate((it, by) => it.scrollBy(0, by), (await topOf(read)) - 150)
  await settled(page)
  const before = await topOf(read)
  await card.getByRole('button', { name: aboutCard }).evaluate((it: HTMLElement) => it.click())
  await expect(card.getByRole('group', { name: words.ui.arguments.title })).toHaveCount(0)
  await settled(page)
  expect(Math.abs((await topOf(read)) - before)).toBeLessThanOrEqual(tolerance)
})

test('[RND-9] counts a press that the thread moves away from, but not one that is dragged away @all', async ({
  app,
}) => {
  const { page } = app
  const person = await started(app)
  app.fake.setScenario({ turns: [{ content: [{ tool_use: { name: 'everything__echo', input: { message: 'm' } } }] }] })
  await person.prepare({ servers: { everything: [App.script('everything'), 'stdio'] } })
  await page.getByRole('link', { name: /^Long/ }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Long' })).toBeVisible()
  await person.send('Call')
  const deny = person.denial(person.ask('Echo Tool'))
  await person.goTo('Echo Tool')
  await expect(deny).toBeFocused()
  await deny.hover()
  await page.mouse.down()
  await page.mouse.move(20, 20)
  await page.mouse.up()
  await expect(deny).toBeVisible()
  await deny.hover()
  await page.mouse.down()
  await log(page).evaluate((it) => it.scrollBy(0, -90))
  await page.mouse.up()
  await expect(person.call('Echo Tool', states.denied)).toBeVisible()
})

test('[RND-8] opens 5,000 messages at the end, and scrolls to the first with few rows built @all', async ({ app }) => {
  await app.end()
  await writeConversation(app.directory, 'Endless', 5000)
  await app.again()
  const { page } = app
  await page.evaluate(() => {
    const counter = globalThis as { built?: number }
    counter.built = 0
    new MutationObserver((records) => {
      const added = records.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof HTMLElement)
      const rows = added.flatMap((node) => [node, ...node.querySelectorAll('[data-index]')])
      counter.built = (counter.built ?? 0) + rows.filter((row) => row.matches('[data-index]')).length
    }).observe(document.body, { childList: true, subtree: true })
  })
  await page.getByRole('navigation').getByRole('link').filter({ hasText: 'Endless' }).click()
  await expect(log(page).getByText('The end of Endless')).toBeInViewport()
  // A screen of the beginning, built first and left, would be twice as many.
  expect(await page.evaluate(() => (globalThis as { built?: number }).built)).toBeLessThan(25)
  const rows = log(page).locator('[data-index]')
  expect(await rows.count()).toBeLessThan(40)
  for (let screen = 0; screen < 10; screen++) {
    await log(page).evaluate((it) => it.scrollBy(0, -it.clientHeight))
    expect(await rows.count()).toBeLessThan(60)
  }
  await expect
    .poll(async () => {
      await log(page).evaluate((it) => it.scrollTo(0, 0))
      return log(page)
        .getByText(/Question 0$/)
        .isVisible()
    })
    .toBe(true)
})
