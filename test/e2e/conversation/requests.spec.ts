import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { any, whole, words } from '../../support/words.ts'
import { App, expect, shareApp, test } from '../support/app.ts'
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
    await expect(log.getByRole('link')).toBeVisible()
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
    await expect(person.composer).toHaveAccessibleDescription(denial.saysInPlan(3))
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
    await expect(person.composer).toHaveAccessibleDescription(denial.saysInPlan(2))
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
    const more = await ask.getByRole('button', { name: words.inbox.answers.more }).boundingBox()
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
