import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { any, whole, words } from '../../support/words.ts'
import { App, expect, shareApp, test } from '../support/app.ts'
import { axeFindings, theDialog } from '../support/axe.ts'
import { root } from '../support/root.ts'
import { Steps } from '../support/steps.ts'

const { call, callState: states } = words.chat

shareApp()

test('[APU-15] [APU-16] [APU-17] [APU-18] shows a new request once and from its title, and denies it with what the user writes', async ({
  app,
}) => {
  const person = new Steps(app)
  const { page } = app
  const { keyboard } = page
  const { denial, queued, waiting } = words.composer
  const folder = path.join(app.directory, 'drafts')
  mkdirSync(folder)
  await person.prepare({ servers: { files: [App.script('filesystem'), folder] } })
  const ask = person.ask('Write File')
  const bar = page.getByRole('status').getByText(waiting.model(1))
  const tall = person.ask('Edit File')
  const review = person.call('Edit File', states.waiting).getByRole('button', { name: call.review })
  const log = page.getByRole('log')
  const write = (name: string) => ({ path: path.join(folder, name), content: 'Dry.' })
  const sendsBody = (text: string) => expect.poll(() => JSON.stringify(app.fake.state.log.at(-1)?.body)).toContain(text)
  const denies = (text: string): Promise<void> =>
    expect(async () => {
      await person.composer.fill(text)
      await keyboard.press('Enter')
      await expect(person.composer).toHaveValue('', { timeout: 2000 })
    }).toPass()
  /** Its title is 24 px below the top of the view. */
  const isAtTop = (): Promise<void> =>
    expect
      .poll(() =>
        tall.evaluate(
          (it) => it.getBoundingClientRect().top - (it.closest('[role=log]')?.getBoundingClientRect().top ?? 0),
        ),
      )
      .toBeCloseTo(24, 0)

  await test.step('shows a tall request from its title, without moving focus', async () => {
    await person.send('One line.\n'.repeat(60))
    await expect(person.receipts).toBeVisible()
    const edits = Array.from({ length: 12 }, (_, at) => ({ oldText: `${at}`, newText: 'dry' }))
    await person.send(`!tool files__edit_file ${JSON.stringify({ path: path.join(folder, 'a'), edits })}`)
    await isAtTop()
    await expect(person.composer).toBeFocused()
    await expect(page.getByRole('button', { name: words.chat.page.waiting(1) })).toBeVisible()
    await expect(review).toBeHidden()
    await expect(bar).toBeHidden()
  })

  await test.step('announces the request above the composer only while it is out of view', async () => {
    await log.hover()
    await page.mouse.wheel(0, -5000)
    await expect(bar).toBeVisible()
    await keyboard.press('Control+.')
    await expect(person.denial(tall)).toBeFocused()
    await isAtTop()
    await expect(bar).toBeHidden()
  })

  await test.step('denies the request with the text in the composer', async () => {
    await keyboard.press('Escape')
    await expect(person.composer).toBeFocused()
    await expect(person.composer).toHaveAccessibleDescription(denial.says(denial.one(1, 1)))
    await denies('Keep it in your head.')
    await expect(person.call('Edit File', states.denied)).toContainText(call.youWrote('Keep it in your head.'))
    await sendsBody('Keep it in your head.')
  })

  await test.step('denies the request of several that it names, or all of a plan', async () => {
    const calls = ['b', 'c', 'd'].map((name) => ({ tool_use: { name: 'files__write_file', input: write(name) } }))
    app.fake.setScenario({ turns: [{ match: { last_user: 'three' }, content: calls }] })
    await person.send('Do all three.')
    await expect(person.composer).toHaveAccessibleDescription(denial.saysInPlan)
    await page.getByRole('button', { name: words.plan.oneByOne }).press('Enter')
    await expect(person.denial(ask.first())).toBeFocused()
    await expect(person.composer).toHaveAccessibleDescription(denial.says(denial.one(1, 3)))
    await denies('Not the first.')
    await expect(person.composer).toHaveAccessibleDescription(denial.says(denial.one(1, 2)))
    await keyboard.press('Control+.')
    await expect(person.denial(ask.first())).toBeFocused()
    await keyboard.press('t')
    await expect(page.getByRole('button', { name: words.plan.denyAll, exact: true })).toBeFocused()
    await keyboard.press('Escape')
    await expect(person.composer).toHaveAccessibleDescription(denial.saysInPlan)
    await denies('Nor the others.')
    await expect(person.call('Write File', states.denied)).toHaveCount(3)
    await sendsBody('Not the first.')
    await sendsBody('Nor the others.')
  })

  await test.step('queues the text with Ctrl Enter, and the request keeps waiting', async () => {
    await person.send(`!tool files__write_file ${JSON.stringify(write('e.txt'))}`)
    await expect(ask).toBeVisible()
    await person.composer.fill('And then rest.')
    await keyboard.press('Control+Enter')
    await expect(page.getByText(queued.sentNext('And then rest.'))).toBeVisible()
    await expect(ask).toBeVisible()
  })

  await test.step('leaves most of a narrow window to the arguments', async () => {
    await page.setViewportSize({ width: 380, height: 780 })
    await expect(ask).toBeHidden()
    await person.goTo('Write File')
    const deny = await person.denial(ask).boundingBox()
    const allow = await ask.getByRole('button', { name: words.inbox.answers.allowOnce }).boundingBox()
    const more = await ask.getByRole('button', { name: words.inbox.answers.allowMore }).boundingBox()
    expect([deny?.height, allow?.height, allow?.y, more?.y]).toEqual([44, 44, deny?.y, deny?.y])
    const content = await ask.getByRole('region', { name: words.inbox.ask.content }).boundingBox()
    expect(content?.height).toBeGreaterThan(0.55 * 780)
  })
})

test('[FUI-10] says afterwards that a request ended before the user answered it @all', async ({ app }) => {
  const person = new Steps(app)
  const { page } = app
  const asking = path.join(root, 'test/support/servers/asks/interviewer.mjs')
  const { questions } = words
  await person.prepare({ servers: { asking: [asking, path.join(app.directory, 'never')] } })
  await person.send('!tool asking__ask_later {}')
  await person.allow('ask_later')
  // It belongs to no call once it arrives before the next one runs.
  await expect(page.getByRole('status').getByText(words.composer.waiting.question('asking'))).toBeVisible()
  await person.send('!tool asking__take_back {}')
  const approval = person.ask('take_back')
  const allow = approval.getByRole('button', { name: words.inbox.answers.allowOnce, exact: true })
  await person.readsToEnd(approval, allow)
  await allow.click()
  const form = page.getByRole('group', { name: questions.waiting(questions.form.title('asking')) })
  await expect(form).toBeVisible()
  await person.typeInPalette(words.palette.servers.turnOff('asking').toLowerCase())
  await page.keyboard.press('Enter')
  const card = person.call('take_back', states.failed)
  await person.showDetails(card)
  await expect(card.getByText(call.unanswered('asking'))).toBeVisible()
  await expect(card.getByRole('button', { name: call.runAgain })).toBeVisible()

  await page.goto(app.address('/servers/asking'))
  const ended = page.getByText(whole(questions.ended.means('asking', any)))
  await expect(ended).toBeVisible()
  await page.reload()
  await expect(ended).toBeVisible()
  await page.getByRole('button', { name: questions.ended.dismiss }).press('Enter')
  await expect(ended).toBeHidden()
})

test('[FRA-30] shrinks an answered request into its row and draws its check, both not with reduced motion', async ({
  app,
}) => {
  const person = new Steps(app)
  const { page } = app
  await person.prepare({ servers: { playground: { type: 'playground' } } })
  // Every empty frame that takes an answered request's place.
  await page.evaluate(() => {
    const seen = ((globalThis as unknown as { left: boolean[] }).left = [] as boolean[])
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof HTMLElement && node.dataset['leaving'] !== undefined)
            seen.push(node.getAnimations().length > 0)
    }).observe(document.body, { childList: true, subtree: true })
  })
  const left = (): Promise<boolean[]> => page.evaluate(() => (globalThis as unknown as { left: boolean[] }).left)
  const check = person.call('Roll dice', states.succeeded).last().locator('[data-state=succeeded] path').first()
  const drawing = (): Promise<string> => check.evaluate((it) => getComputedStyle(it).animationName)
  const rolls = async (): Promise<void> => {
    await person.send('!tool playground__roll_dice {}')
    await person.allow('Roll dice')
    await expect(check).toBeVisible()
  }

  await rolls()
  expect(await left()).toEqual([])
  expect(await drawing()).toBe('none')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await rolls()
  expect(await left()).toEqual([true])
  expect(await drawing()).toContain('draw')
  await expect(page.locator('[data-leaving]')).toHaveCount(0)
})

test('[PLU-10] shows each call of a conversation by itself after the user chose so, until they choose the plan again', async ({
  app,
}) => {
  const person = new Steps(app)
  const { page } = app
  const { keyboard } = page
  await person.prepare({ servers: { playground: { type: 'playground' } } })
  const rolls = Array.from({ length: 3 }, () => ({ tool_use: { name: 'playground__roll_dice', input: {} } }))
  app.fake.setScenario({
    turns: Array.from({ length: 6 }, (_, at) => (at % 2 ? { content: [{ text: 'Well.' }] } : { content: rolls })),
  })
  const plan = page.getByRole('group', { name: words.plan.label(3) })
  const denyAll = plan.getByRole('button', { name: words.plan.denyAll, exact: true })
  const rollsAgain = async (): Promise<void> => {
    await person.send('Roll three times.')
    await expect(page.getByText(words.chat.callSet.waiting(3), { exact: true }).last()).toBeVisible()
    await keyboard.press('Control+.')
  }

  await rollsAgain()
  await expect(denyAll).toBeFocused()
  await page.getByRole('button', { name: words.plan.oneByOne }).press('Enter')
  await expect(plan).toHaveCount(0)
  for (const left of [2, 1, 0]) {
    await expect(person.denial()).toBeFocused()
    await keyboard.press('d')
    await expect(person.call('Roll dice', states.waiting)).toHaveCount(left)
  }
  await expect(page.getByText('Well.')).toHaveCount(1)

  await rollsAgain()
  await expect(person.denial()).toBeFocused()
  await keyboard.press('t')
  await expect(denyAll).toBeFocused()
  await keyboard.press('d')
  await expect(page.getByText('Well.')).toHaveCount(2)

  await rollsAgain()
  await expect(denyAll).toBeFocused()
})

test('[PLU-11] gives a reason in a narrow window too, and shows Ctrl Enter at one place at a time @all', async ({
  app,
}) => {
  const person = new Steps(app)
  const { page } = app
  const { denial, actions } = words.composer
  const { plan: its } = words
  const folder = path.join(app.directory, 'reasons')
  mkdirSync(folder)
  await person.prepare({ servers: { reasons: [App.script('filesystem'), folder] } })
  const write = (name: string) => ({
    tool_use: { name: 'reasons__write_file', input: { path: path.join(folder, name), content: 'Dry.' } },
  })
  app.fake.setScenario({ turns: [{ match: { last_user: 'three' }, content: ['a', 'b', 'c'].map(write) }] })
  await person.send('Do all three.')
  const plan = page.getByRole('group', { name: its.label(3) })
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox', { name: denial.ask })
  const keysOf = (name: string) => page.getByRole('button', { name, exact: true }).locator('kbd').first()
  await expect(plan).toBeVisible()

  await test.step('tells each row’s button apart, and opens the whole description', async () => {
    for (const at of [1, 2, 3]) await expect(plan.getByRole('button', { name: its.show(at) })).toBeVisible()
    await plan.getByRole('button', { name: words.ui.ext.showMore }).click()
    await expect(plan.getByRole('button', { name: words.ui.ext.showLess })).toBeVisible()
  })

  await test.step('shows Ctrl Enter at the message field or at the plan, never at both', async () => {
    await person.composer.fill('Keep it.')
    await expect(page.getByRole('button', { name: denial.sendAll(3), exact: true })).toBeVisible()
    await expect(keysOf(actions.sendAfter)).toBeVisible()
    await expect(keysOf(its.run(0, 3))).toBeHidden()
    await plan.getByRole('button', { name: its.denyAll, exact: true }).focus()
    await expect(keysOf(its.run(0, 3))).toBeVisible()
    await expect(keysOf(actions.sendAfter)).toBeHidden()
  })

  await test.step('keeps the text in a plan that covers the message field, in a field there', async () => {
    await page.setViewportSize({ width: 380, height: 800 })
    await expect(field).toHaveValue('Keep it.')
    await field.fill('Keep the list.')
    expect(await axeFindings(page, theDialog)).toEqual([])
    await field.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(person.composer).toHaveValue('Keep the list.')
    await expect(person.composer).toHaveAccessibleDescription(denial.saysInPlan)
  })

  await test.step('denies one request with its reason, and the others with another', async () => {
    await page.getByRole('button', { name: its.together }).click()
    await dialog.getByRole('button', { name: its.oneByOne }).click()
    await expect(field).toHaveValue('Keep the list.')
    await person.denial(dialog).click()
    await expect(field).toHaveValue('')
    await field.fill('Nor that.')
    await field.press('Escape')
    await page.getByRole('button', { name: its.together }).click()
    await dialog.getByRole('button', { name: its.denyAll, exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(person.composer).toHaveValue('')
    for (const text of ['Keep the list.', 'Nor that.'])
      await expect.poll(() => JSON.stringify(app.fake.state.log.at(-1)?.body)).toContain(text)
  })
})
