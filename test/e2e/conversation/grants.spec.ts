import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { any, beginsWith, contains, whole, words } from '../../support/words.ts'
import { ruleParts } from '../../../shared/rules/rule-words.ts'
import { App, expect, shareApp, test } from '../support/app.ts'
import { axeFindings } from '../support/axe.ts'
import { look } from '../support/look.ts'
import { root } from '../support/root.ts'
import { Steps } from '../support/steps.ts'

shareApp()

const { answers, definitions: asked } = words.inbox
const { dialog: making, limits, sentence, suggestion, until } = words.rules
const { callState: states, clearance } = words.chat
const { approvals } = words.settings
const readFile = 'Read Text File'

test('[APU-10] [APU-11] [APU-13] keeps Ctrl . in its conversation and accepts a changed definition by no single key', async ({
  app,
}) => {
  const { page } = app
  const { keyboard } = page
  const person = new Steps(app)
  const script = path.join(root, 'test/support/servers/offers/rug-pull.mjs')
  await person.prepare({ servers: { sums: [script] } })
  await person.send('!tool sums__change {"how":"description"}')
  const ask = person.ask('change')
  await expect(person.call('change', states.waiting)).toBeVisible()

  await test.step('offers no rule for a tool that may delete data if nothing in the call limits it', async () => {
    await keyboard.press('Control+.')
    await expect(person.denial(ask)).toBeFocused()
    await expect(ask.getByRole('button', { name: answers.allowOnce })).not.toHaveAttribute('aria-disabled', 'true')
    await keyboard.press('c')
    await expect(ask.getByRole('button', { name: words.rules.alwaysAllow })).toBeVisible()
    await expect(ask.getByText('in this conversation')).toHaveCount(0)
    await keyboard.press('c')
    await keyboard.press('a')
    await expect(person.call('change', states.succeeded)).toBeVisible()
  })

  const review = person.review('sums')
  await test.step('lists a request of another page instead of going there', async () => {
    await expect(page.getByRole('status').getByText(words.composer.waiting.server('sums'))).toBeVisible()
    const here = page.url()
    await keyboard.press('Control+.')
    const palette = page.getByRole('dialog', { name: words.palette.title })
    const entry = palette.getByRole('option', { name: words.palette.asks.definitions('sums', asked.changed(1)) })
    await expect(entry).toHaveAttribute('data-highlighted', '')
    expect(page.url()).toBe(here)
    await look(page, 'elsewhere')
    await keyboard.press('Enter')
    await expect(review.getByRole('button', { name: asked.keepOff })).toBeFocused()
  })

  await test.step('starts with nothing selected, and accepts only by the button', async () => {
    const box = review.getByRole('checkbox')
    const accept = review.getByRole('button', { name: asked.accept(1, 1), exact: true })
    await expect(box).not.toBeChecked()
    await expect(accept).toHaveCount(0)
    await box.press('Space')
    await expect(accept).not.toHaveAttribute('aria-disabled', 'true')
    await keyboard.press('a')
    await expect(review).toBeVisible()
    await accept.press('Enter')
    await expect(review).toBeHidden()
  })
})

test('[APU-11] [APU-12] [APU-14] adds the rule on the button, and saves a rule only if it covers the call @all', async ({
  app,
}) => {
  const { page } = app
  const { keyboard } = page
  const folder = path.join(realpathSync(app.directory), 'kept')
  const [notes, drafts] = [path.join(folder, 'notes'), path.join(folder, 'drafts')]
  for (const each of [notes, drafts]) mkdirSync(each, { recursive: true })
  const person = new Steps(app)
  await person.prepare({ servers: { files: [App.script('filesystem'), folder] } })
  const write = (file: string) =>
    person.send(`!tool files__write_file ${JSON.stringify({ path: file, content: 'Hello.' })}`)
  const ask = person.ask('Write File')
  const ran = person.call('Write File', states.succeeded)
  const opens = async (): Promise<void> => {
    await expect(person.call('Write File', states.waiting)).toBeVisible()
    await keyboard.press('Control+.')
    await expect(person.denial(ask)).toBeFocused()
    await expect(ask.getByRole('button', { name: answers.allowOnce })).not.toHaveAttribute('aria-disabled', 'true')
  }

  await test.step('lets the folder on the button through', async () => {
    await write(path.join(notes, 'one.md'))
    await opens()
    await expect(ask.locator('header')).toContainText('/kept/notes/one.md')
    const { height = 0 } = (await ask.boundingBox()) ?? {}
    expect(height).toBeGreaterThan(100)
    expect(height).toBeLessThanOrEqual(320)
    const lasting = ask.getByRole('button', { name: answers.allowInConversation(notes, false) })
    await page.clock.install()
    await person.stopTime()
    await keyboard.press('c')
    await expect(lasting).toHaveAttribute('data-arming', 'true')
    await keyboard.press('c')
    await page.clock.runFor(499)
    await keyboard.press('c')
    await expect(lasting).toHaveAttribute('aria-disabled', 'true')
    await page.clock.runFor(1)
    await expect(lasting).not.toHaveAttribute('aria-disabled', 'true')
    await page.clock.resume()
    await expect(ask).toBeVisible()
    await keyboard.press('c')
    await expect(ran).toHaveCount(1)
    await write(path.join(notes, 'two.md'))
    await expect(ran).toHaveCount(2)
  })

  await test.step('can’t save a rule that would ask about this very call', async () => {
    await write(path.join(drafts, 'one.md'))
    await opens()
    await keyboard.press('r')
    const dialog = page.getByRole('dialog', { name: making.title('Write File') })
    const save = dialog.getByRole('button', { name: making.save })
    await expect(save).not.toHaveAttribute('aria-disabled', 'true')
    const destroying = dialog.getByRole('combobox', { name: sentence.destroying })
    await destroying.selectOption(ruleParts.destroys.off)
    await expect(save).toHaveAttribute('aria-disabled', 'true')
    await expect(save).toHaveAccessibleDescription(making.gaps.destructive)
    await save.press('Enter')
    await expect(dialog).toBeVisible()
    await destroying.selectOption(ruleParts.destroys.on)
    await expect(save).not.toHaveAttribute('aria-disabled', 'true')
    await save.press('Enter')
    await expect(ran).toHaveCount(3)
    await write(path.join(drafts, 'two.md'))
    // The first call is out of view by now.
    await expect(ran.last()).toContainText(path.join(drafts, 'two.md'))
  })

  await test.step('lists both rules', async () => {
    await page.goto(app.address('/settings/approvals'))
    const rules = page.getByRole('listitem').filter({ hasText: 'Allow “Write File”' })
    await expect(rules).toHaveText([contains(drafts), contains(notes)])
  })
})

test('[RLU-2] [RLU-3] [RLU-4] [RLU-5] offers a rule after equal answers, tests it, saves it, applies it only to its folder, edits, pauses and removes it @all', async ({
  app,
}) => {
  const { page } = app
  const notes = path.join(realpathSync(app.directory), 'notes')
  mkdirSync(path.join(notes, 'garden'), { recursive: true })
  const inside = ['roses', 'beans', 'herbs', 'trees', 'moss', 'ivy'].map((name) => path.join(notes, 'garden', name))
  for (const file of [...inside, path.join(notes, 'diary')]) writeFileSync(file, `About ${path.basename(file)}.`)
  const person = new Steps(app)
  await person.prepare({ servers: { filesystem: [App.script('filesystem'), notes] } })
  const read = (file = '') => person.send(`!tool filesystem__read_text_file ${JSON.stringify({ path: file })}`)
  /** The rule as the dialog says it. */
  let saved = ''
  const told = (file: string) => expect(page.getByText(`Results: About ${path.basename(file)}.`)).toBeVisible()

  await test.step('gets the same answer three times', async () => {
    for (const file of inside.slice(0, 3)) {
      await read(file)
      await person.allow(readFile)
      await told(file)
    }
  })

  await test.step('offers a rule, says what it would have done, and saves it', async () => {
    await read(inside[3])
    const ask = person.ask(readFile)
    await expect(ask.getByText(suggestion.basis(3))).toBeVisible()
    const dialog = page.getByRole('dialog', { name: making.title(readFile) })
    await page.setViewportSize({ width: 380, height: 800 })
    await expect(ask).toBeHidden()
    await page.keyboard.press('Control+.')
    await ask.getByRole('button', { name: whole(suggestion.when(any)) }).click()
    await expect(dialog.getByText(contains(making.result(4, 4, 30)))).toBeVisible()
    expect(await axeFindings(page, { theme: 'light' })).toEqual([])
    const scope = dialog.getByRole('combobox', { name: making.scope })
    await scope.selectOption(making.conversation)
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await expect(scope.locator('option:checked')).toHaveText(making.conversation)
    await page.setViewportSize({ width: 450, height: 800 })
    await expect(page.getByRole('dialog', { includeHidden: true })).toHaveCount(2)
    await expect(scope.locator('option:checked')).toHaveText(making.conversation)
    await scope.selectOption(ruleParts.always)
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(page.getByRole('dialog', { includeHidden: true })).toHaveCount(1)
    const rule = dialog.getByRole('group', { name: making.rule })
    saved = await rule.evaluate((it) => {
      const copy = it.cloneNode(true)
      if (copy instanceof Element) for (const list of copy.querySelectorAll('select, svg')) list.remove()
      return copy.textContent?.replaceAll(/\s+/g, ' ').trim() ?? ''
    })
    expect(saved).toContain(path.join(notes, 'garden'))
    expect(saved).toContain(ruleParts.flows.off)
    await expect(dialog.getByText(contains(making.result(4, 4, 30)))).toBeVisible()
    expect(await axeFindings(page, { theme: 'light' })).toEqual([])
    const save = dialog.getByRole('button', { name: making.save })
    await expect(save).not.toHaveAttribute('aria-disabled', 'true')
    await save.click()
    await expect(dialog).toBeHidden()
    await told(inside[3] ?? '')
  })

  await test.step('runs the next call without a question, and says why', async () => {
    await read(inside[4])
    await told(inside[4] ?? '')
    const card = person.call(readFile, states.succeeded).last()
    await person.showDetails(card)
    await card.getByText(clearance.why).click()
    await expect(card.getByText(saved)).toBeVisible()
    await expect(card.getByText(clearance.ranByRule, { exact: true })).toBeVisible()
  })

  await test.step('asks as before about another folder', async () => {
    await read(path.join(notes, 'diary'))
    await person.deny(readFile)
    await expect(person.call(readFile, states.denied)).toBeVisible()
  })

  await test.step('asks about every folder again after the rule is removed in the settings', async () => {
    await page.goto(app.address('/settings/approvals'))
    const row = page.getByRole('listitem').filter({ hasText: 'garden' })
    await expect(row).toContainText(saved.slice(0, -1))
    await page.getByRole('button', { name: approvals.frictionShort }).press('Enter')
    await expect(page.getByText(approvals.frictions[1])).toBeVisible()
    await look(page, 'approvals')
    await row.getByRole('button', { name: beginsWith(approvals.pauseRule('')) }).press('Enter')
    await expect(row).toContainText(approvals.paused)
    const resume = row.getByRole('button', { name: beginsWith(approvals.resumeRule('')) })
    await expect(resume).toBeFocused()
    await resume.press('Enter')
    await expect(row).not.toContainText(approvals.paused)
    await row.getByRole('button', { name: beginsWith(approvals.editRule('')) }).press('Enter')
    const dialog = page.getByRole('dialog', { name: limits.edit(readFile) })
    await dialog.getByLabel(making.folder('path'), { exact: true }).fill(path.join(notes, 'diary'))
    await dialog.getByLabel(until.label).selectOption(until.after(30))
    await expect(dialog.getByRole('group', { name: making.rule })).toContainText(/diary, .*until \d/)
    await look(page, 'edit rule')
    await page.keyboard.press('Control+Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('listitem').filter({ hasText: 'diary' })).toBeVisible()
    await page.getByRole('button', { name: words.ui.undo }).press('Enter')
    await expect(row).toBeVisible()
    await row.getByRole('button', { name: whole(approvals.removeRule(any)) }).click()
    await expect(row).toHaveCount(0)
    await page.goBack()
    await read(inside[5])
    await person.allow(readFile)
    await told(inside[5] ?? '')
  })
})
