import type { Locator } from '@playwright/test'
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { any, anyNumber, contains, whole, words } from '../../support/words.ts'
import { App, expect, shareApp, test } from '../support/app.ts'
import { axeFindings, onlyLabelled, type Subject } from '../support/axe.ts'
import { Steps } from '../support/steps.ts'

const { callSet, callState: states } = words.chat
const { plan: its } = words

shareApp()

/** Text that the model read before, and repeats to another server. */
const read = 'The roses by the south wall need water every second evening until the rain comes back.'

const call = (name: string, input: object) => ({ tool_use: { name, input } })

/** A user whose model has read a file, and requests three calls at once. */
class Planning extends Steps {
  readonly folder: string
  readonly #fake: App['fake']

  constructor(app: App) {
    super(app)
    this.#fake = app.fake
    this.folder = path.join(realpathSync(app.directory), 'notes')
    mkdirSync(this.folder, { recursive: true })
    writeFileSync(path.join(this.folder, 'garden.txt'), read)
  }

  async begin(): Promise<void> {
    await this.prepare({
      servers: { filesystem: [App.script('filesystem'), this.folder], everything: [App.script('everything'), 'stdio'] },
    })
    await this.send(
      `!tool filesystem__read_text_file ${JSON.stringify({ path: path.join(this.folder, 'garden.txt') })}`,
    )
    await this.allow('Read Text File')
    await expect(this.page.getByText(`Results: ${read}`)).toBeVisible()
  }

  /** One unremarkable call, one that may destroy data, one that contains the text read before. */
  async isAsked(): Promise<void> {
    this.#fake.setScenario({
      turns: [
        {
          match: { last_user: 'together' },
          content: [
            call('everything__echo', { message: 'good morning' }),
            call('filesystem__write_file', { path: path.join(this.folder, 'list.txt'), content: 'water' }),
            call('everything__echo', { message: read }),
          ],
        },
      ],
    })
    await this.send('Do it together.')
    await expect(this.set.getByText(callSet.waiting(3))).toBeVisible()
  }

  get set(): Locator {
    return this.page.getByRole('group', { name: callSet.title(3) }).last()
  }

  /** The plan with this many calls. */
  plan(count: number): Locator {
    return this.page.getByRole('group', { name: its.label(count) })
  }

  /** Makes the window so narrow that an open plan moves from the page into a sheet. */
  async narrow(): Promise<void> {
    await this.page.setViewportSize({ width: 380, height: 800 })
    await expect(this.page.getByRole('dialog').getByRole('heading', { level: 2 }).first()).toBeVisible()
  }

  /** Widens the window again, which moves the plan back into the page. */
  async widen(): Promise<void> {
    await this.page.setViewportSize({ width: 1280, height: 800 })
    await expect(this.page.getByRole('dialog')).toHaveCount(0)
  }

  choice(at: number): Locator {
    return this.page.getByRole('radiogroup', { name: whole(its.choiceOf(at, any, any)) })
  }

  async isChosen(...choices: (keyof typeof its.choices)[]): Promise<void> {
    for (const [index, name] of choices.entries())
      await expect(this.choice(index + 1).getByRole('radio', { name: its.choices[name] })).toHaveAttribute(
        'aria-checked',
        'true',
      )
  }

  /** Reads a plan to its end, and waits until the answer counts. */
  async reads(plan: Locator, answer: Locator): Promise<void> {
    await expect(async () => {
      await plan.locator('footer').scrollIntoViewIfNeeded()
      await expect(answer).not.toHaveAttribute('aria-disabled', 'true', { timeout: 1500 })
    }).toPass()
  }

  /**
   * axe finds nothing, and nothing overflows, in both themes unless the subject names one. The colours are the same at
   * every width, so one width needs both.
   */
  async isFine(what: string, subject: Subject = {}): Promise<void> {
    const { page } = this
    for (const colorScheme of subject.theme ? [subject.theme] : (['light', 'dark'] as const)) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await axeFindings(page, { ...subject, theme: colorScheme }), `${what}, ${colorScheme}`).toEqual([])
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(over, what).toBeLessThanOrEqual(0)
      if (process.env['LOOK']) await page.screenshot({ path: `${process.env['LOOK']}/plan ${what} ${colorScheme}.png` })
    }
  }
}

test('[PLU-1] [PLU-2] [PLU-3] [PLU-5] [PLU-6] answers a message’s calls together, by keyboard, and only after they were read', async ({
  app,
}) => {
  const person = new Planning(app)
  const { page } = app
  const { keyboard } = page
  await person.begin()
  await person.isAsked()
  const plan = person.plan(3)
  const run = (count: number) => plan.getByRole('button', { name: its.run(count, 3) })

  await test.step('shows three calls as a plan, and goes to its safe answer by key', async () => {
    await keyboard.press('Control+.')
    await expect(plan.getByRole('button', { name: its.denyAll, exact: true })).toBeFocused()
  })

  await test.step('denies the calls that need attention, and folds those that a row can’t show', async () => {
    await person.isChosen('allow', 'deny', 'deny')
    await expect(plan.getByText(its.fromElsewhere(read.length))).toBeVisible()
    await expect(plan.getByText(its.tally(1, 2))).toBeVisible()
    await expect(plan.getByText('good morning')).toBeVisible()
    await expect(plan.getByText('water', { exact: true })).toBeVisible()
    await expect(plan.getByRole('group', { name: words.ui.arguments.title })).toHaveCount(0)
    await person.reads(plan, run(1))
  })

  await test.step('passes axe in a wide and a narrow window', async () => {
    await person.isFine('1280 px')
    await person.narrow()
    await expect(plan.getByRole('button', { name: its.denyAll, exact: true })).toBeVisible()
    await person.isFine('380 px', { theme: 'light' })
    await person.widen()
  })

  await test.step('opens a call chosen to be allowed, which must be read and arms again', async () => {
    await page.clock.install()
    const deny = person.choice(3).getByRole('radio', { name: its.choices.deny })
    await expect(async () => {
      await keyboard.press('Control+.')
      await expect(deny).toBeFocused({ timeout: 500 })
    }).toPass()
    await person.stopTime()
    await keyboard.press('ArrowRight')
    await person.isChosen('allow', 'deny', 'allow')
    await expect(plan.getByRole('group', { name: words.ui.arguments.title })).toContainText(read)
    await expect(run(2)).toHaveAttribute('aria-disabled', 'true')
    await keyboard.press('Control+Enter')
    await expect(async () => {
      await keyboard.press('n')
      await page.clock.runFor(300)
      await expect(run(2)).toHaveAttribute('data-arming', 'true', { timeout: 1500 })
    }).toPass()
    await keyboard.press('Control+Enter')
    // The time counts from when the page has seen the call, which may be later than here.
    await expect(async () => {
      await page.clock.runFor(600)
      await expect(run(2)).not.toHaveAttribute('aria-disabled', 'true', { timeout: 1500 })
    }).toPass()
    await page.clock.resume()
    await expect(person.set.getByText(callSet.waiting(3))).toBeVisible()
  })

  await test.step('answers all calls at once, and gives the model the reason', async () => {
    await person.composer.fill('Keep what I wrote to yourself.')
    await expect(person.composer).toHaveAccessibleDescription(words.composer.denial.saysInPlan)
    await person.reads(plan, run(2))
    await run(2).press('Control+Enter')
    await expect(plan).toBeHidden()
    await expect(person.composer).toHaveValue('')
    await expect(person.call('Echo Tool', states.succeeded)).toHaveCount(2)
    await expect(person.set.getByText(callSet.done(2))).toBeVisible()
    await expect(person.call('Write File', states.denied)).toBeVisible()
    await expect(person.composer).toBeFocused()
    await expect.poll(() => JSON.stringify(app.fake.state.log.at(-1)?.body)).toContain('Keep what I wrote to yourself.')
  })
})

test('[PLU-3] [PLU-4] [PLU-6] removes a call that another window answers from a plan in a narrow window, and refuses late answers as a whole @all', async ({
  app,
}) => {
  const person = new Planning(app)
  const { page } = app
  await person.begin()
  await page.setViewportSize({ width: 380, height: 800 })
  await person.isAsked()
  const first = beforeAnswers(app)
  await person.set.getByRole('button', { name: its.together }).click()
  await expect(person.plan(3).getByRole('button', { name: its.denyAll, exact: true })).toBeFocused()

  await test.step('refuses all answers in one sentence if another window was first', async () => {
    const run = person.plan(3).getByRole('button', { name: its.run(1, 3) })
    await run.scrollIntoViewIfNeeded()
    await expect(async () => {
      await person.page.getByRole('list', { name: its.calls }).hover()
      await page.mouse.wheel(0, 400)
      await expect(run).not.toHaveAttribute('aria-disabled', 'true', { timeout: 1500 })
    }).toPass()
    await run.click()
    await first
    await expect(page.getByText(contains(its.refused(`${any} already answered by `)))).toBeVisible()
    await expect(person.plan(2)).toBeVisible()
    await person.isFine('refused')
  })

  await test.step('leads to the questions one by one, and keeps them waiting after Esc', async () => {
    await page.getByRole('button', { name: its.oneByOne }).click()
    await expect(page.getByRole('group', { name: whole(...[1, 2, 3].map(its.label)) })).toHaveCount(0)
    await expect(person.denial(page.getByRole('dialog'))).toBeFocused()
    await page.keyboard.press('Escape')
    await person.set.getByRole('button', { name: its.together }).click()
  })

  await test.step('denies all calls with one key, so nothing is done', async () => {
    await expect(page.getByRole('button', { name: its.denyAll, exact: true })).toBeFocused()
    await page.keyboard.press('d')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(person.call('Write File', states.denied)).toBeVisible()
    await expect(person.call('Echo Tool', states.denied)).toHaveCount(2)
    await expect(page.getByRole('button', { name: words.composer.actions.send, exact: true })).toBeInViewport({
      ratio: 1,
    })
  })
})

/** Another window denies the first call right after this one sent its answers. Resolves when that is done. */
function beforeAnswers({ page }: App): Promise<void> {
  return new Promise((resolve, reject) => {
    let isDone = false
    void page.route('**/call', async (route) => {
      const request = route.request()
      const { name, input } = request.postDataJSON() as { name: string; input: { answers?: { ask: string }[] } }
      const [first] = input.answers ?? []
      if (name === 'answerAll' && first && !isDone) {
        isDone = true
        const data = { name: 'answer', input: { ...first, answer: { decision: 'deny' } } }
        await page.request.post(request.url(), { headers: request.headers(), data }).then(() => resolve(), reject)
      }
      await route.continue()
    })
  })
}

test('[PLU-7] [PLU-6] denies all waiting requests of one server, and nothing else, with one press @all', async ({
  app,
}) => {
  const person = new Planning(app)
  const { page } = app
  await person.begin()
  const denyEcho = (place: Locator): Locator => place.getByRole('button', { name: its.denyAllOf(2, 'everything') })
  const bar = page
    .getByRole('status')
    .filter({ hasText: contains(words.composer.waiting.model(1), words.composer.waiting.model(anyNumber)) })

  await test.step('denies one server’s calls in the plan and keeps the rest', async () => {
    await person.isAsked()
    await page.keyboard.press('Control+.')
    const plan = person.plan(3)
    await person.narrow()
    await expect(denyEcho(plan)).toBeVisible()
    await denyEcho(plan).scrollIntoViewIfNeeded()
    await person.isFine('one server 380 px', { theme: 'light' })
    await person.widen()
    await denyEcho(plan).scrollIntoViewIfNeeded()
    await person.isFine('one server 1280 px')
    await person.composer.fill('Not to that one.')
    await denyEcho(plan).press('Enter')
    await expect(person.plan(1).getByRole('button', { name: its.denyAll, exact: true })).toBeFocused()
    await expect(person.call('Echo Tool', states.denied)).toHaveCount(2)
    await page.keyboard.press('d')
    await expect(person.call('Write File', states.denied)).toBeVisible()
    await expect(page.getByRole('button', { name: words.composer.actions.send, exact: true })).toBeVisible()
    await expect.poll(() => JSON.stringify(app.fake.state.log.at(-1)?.body)).toContain('Not to that one.')
  })

  await test.step('denies one server’s calls in the bar above the composer', async () => {
    await page.setViewportSize({ width: 380, height: 800 })
    await person.isAsked()
    await expect(bar).toContainText(words.composer.waiting.model(3))
    await person.isFine('bar 380 px', { theme: 'light' })
    await denyEcho(bar).click()
    await expect(bar).toContainText(words.composer.waiting.model(1))
    await expect(denyEcho(page.locator('body'))).toHaveCount(0)
    await expect(person.composer).toBeFocused()
    await expect(person.call('Echo Tool', states.denied)).toHaveCount(4)
  })
})

test('[PLU-8] [PLU-6] groups fifty simultaneous calls by tool, and denies one tool’s calls with one press @all', async ({
  app,
}) => {
  const person = new Planning(app)
  const { page } = app
  await person.begin()
  const calls = Array.from({ length: 50 }, (_, at) =>
    at % 10 === 3
      ? call('filesystem__write_file', { path: path.join(person.folder, `${at}.txt`), content: 'water' })
      : call('everything__echo', { message: `line ${at + 1}` }),
  )
  app.fake.setScenario({ turns: [{ match: { last_user: 'fifty' }, content: calls }] })
  await person.send('Do all fifty.')
  const plan = person.plan(50)
  const itself = onlyLabelled(its.label(50))
  await expect(plan.getByRole('heading', { level: 2 })).toHaveText([
    contains(`Echo Tool${any}${its.calledTogether(45)}`),
    contains(`Write File${any}${its.calledTogether(5)}`),
  ])
  const echoes = plan.getByRole('list', { name: its.ofTool(45, 'everything', 'Echo Tool') })
  await expect(echoes.locator('> li').nth(3)).toContainText(its.number(5))
  await plan.getByRole('heading', { level: 2 }).last().scrollIntoViewIfNeeded()
  await person.isFine('by tool 1280 px', itself)
  await person.narrow()
  await plan.getByRole('heading', { level: 2 }).last().scrollIntoViewIfNeeded()
  await person.isFine('by tool 380 px', { ...itself, theme: 'light' })
  await person.widen()
  await plan.getByRole('button', { name: its.denyThese(45) }).press('Enter')
  await expect(person.plan(5).getByRole('button', { name: its.denyAll, exact: true })).toBeFocused()
  await expect(person.plan(5).getByRole('button', { name: whole(its.denyThese(anyNumber)) })).toHaveCount(0)
  await expect(person.call('Echo Tool', states.denied).first()).toBeVisible()
  await page.keyboard.press('d')
  await expect(person.plan(5)).toBeHidden()
  await expect(person.composer).toBeVisible()
  const like = page.getByRole('group', { name: callSet.likeCalls(9, 'Echo Tool') })
  await expect(like).toHaveCount(4)
  await expect(person.call('Echo Tool', states.denied)).toHaveCount(3)
  await like
    .last()
    .getByRole('button', { name: callSet.showLike(9) })
    .press('ArrowRight')
  await expect(person.call('Echo Tool', states.denied)).toHaveCount(12)
  await person.isFine('denied together', { theme: 'light' })
})

test('[PLU-9] decides thirty calls to two tools in four key presses, in at most 1,300 px @all', async ({ app }) => {
  const person = new Planning(app)
  const { page } = app
  const { keyboard } = page
  await person.begin()
  const file = (at: number): string => path.join(person.folder, `report-${at}.txt`)
  for (let at = 1; at <= 27; at++) writeFileSync(file(at), 'Dry.')
  const reads = Array.from({ length: 27 }, (_, at) => call('filesystem__read_text_file', { path: file(at + 1) }))
  const writes = [28, 29, 30].map((at) => call('filesystem__write_file', { path: file(at), content: 'Wet.' }))
  app.fake.setScenario({ turns: [{ match: { last_user: 'thirty' }, content: [...reads, ...writes] }] })
  await person.send('Do all thirty.')
  const plan = person.plan(30)
  await expect(plan).toBeVisible()
  const run = plan.getByRole('button', { name: its.run(27, 30) })

  await keyboard.press('Control+.')
  await expect(plan.getByRole('button', { name: its.denyAll, exact: true })).toBeFocused()
  await expect(plan.getByRole('paragraph').filter({ hasText: `${person.folder}${path.sep}` })).toHaveCount(2)
  await expect(plan.getByText('report-27.txt', { exact: true })).toBeVisible()
  const { height = 0 } = (await plan.boundingBox()) ?? {}
  expect(height).toBeGreaterThan(600)
  expect(height).toBeLessThanOrEqual(1300)
  await expect(run).toBeInViewport({ ratio: 1 })
  await expect(run).toHaveAttribute('aria-disabled', 'true')
  // The rows in view count as read after their time.
  await expect(plan.getByText(its.unseen(27))).toHaveCount(0)
  await expect(plan.getByText(contains(its.unseen(anyNumber)))).toBeVisible()
  await keyboard.press('n')
  await expect(plan.getByText(its.unread)).toBeVisible()
  await keyboard.press('n')
  await expect(run).not.toHaveAttribute('aria-disabled', 'true')
  await keyboard.press('Control+Enter')
  await expect(plan).toBeHidden()
  await expect(page.getByRole('group', { name: callSet.likeCalls(27, 'Read Text File') })).toContainText(
    'notes/report-1…27.txt',
  )
  await expect(person.call('Write File', states.denied)).toHaveCount(3)
  await expect(person.call('Write File', states.denied).first()).toContainText('report-28.txt')
})
