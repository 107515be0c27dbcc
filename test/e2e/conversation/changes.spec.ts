import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { any, anyNumber, whole, words } from '../../support/words.ts'
import { App, expect, shareApp, test } from '../support/app.ts'
import { axeFindings } from '../support/axe.ts'
import { look } from '../support/look.ts'
import { PageLink } from '../support/page-link.ts'
import { Steps } from '../support/steps.ts'

const { changes } = words
const { undo } = changes
const { undoTurn } = words
const { answers, edit: editing } = words.inbox
const { callState: states } = words.chat

shareApp()

test('[APU-20] shows a file’s change first, renews it when the file changes, and says afterwards how it ended, by keyboard @all', async ({
  app,
}) => {
  const { page } = app
  const folder = path.join(realpathSync(app.directory), 'given')
  const file = path.join(folder, 'summary.md')
  mkdirSync(folder)
  const lines = Array.from({ length: 40 }, (_, index) => `Line ${index + 1} of the summary`)
  writeFileSync(file, `${lines.join('\n')}\n`)
  const next = `${lines.with(3, 'Another line of the summary').join('\n')}\n`
  const person = new Steps(app)
  const files = { command: process.execPath, args: [App.script('filesystem'), folder], roots: [folder] }
  await person.prepare({ servers: { files } })
  await person.send(`!tool files__write_file ${JSON.stringify({ path: file, content: next })}`)
  const ask = person.ask('Write File')
  const once = ask.getByRole('button', { name: answers.allowOnce })
  const all = ask.getByRole('button', { name: whole(changes.showAll(anyNumber)) })
  const diff = ask.getByRole('group', { name: words.inbox.definitionDiff.changes })

  await test.step('shows in little space how the call changes the file', async () => {
    await expect(ask.getByText(changes.overwrites(40, 1))).toBeVisible()
    await expect(diff.locator('[data-mark=removed]')).toContainText('Line 4')
    await expect(diff.locator('[data-mark=added]')).toContainText('Another line')
    expect((await ask.boundingBox())?.height).toBeLessThanOrEqual(320)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await axeFindings(page, { theme: colorScheme })).toEqual([])
      if (process.env['LOOK']) await page.screenshot({ path: `${process.env['LOOK']}/diff ${colorScheme}.png` })
    }
  })

  await test.step('enables Allow although unchanged lines are folded, and has the arguments beside the diff', async () => {
    await page.keyboard.press('Control+.')
    await expect(person.denial(ask)).toBeFocused()
    await expect(all).toBeVisible()
    await expect(diff).not.toContainText('Line 20')
    await expect(once).not.toHaveAttribute('aria-disabled', 'true')
    await ask.getByRole('tab', { name: changes.diff }).press('ArrowRight')
    await expect(ask.getByRole('group', { name: words.ui.arguments.title, exact: true })).toContainText(file)
    await ask.getByRole('tab', { name: changes.arguments }).press('ArrowLeft')
    await expect(diff).toBeVisible()
    await expect(once).not.toHaveAttribute('aria-disabled', 'true')
  })

  await test.step('keeps edited arguments when the file changes', async () => {
    await person.denial(ask).focus()
    await page.keyboard.press('e')
    const content = ask.getByRole('region', { name: editing.label }).getByRole('textbox', { name: /content/i })
    await content.fill('Edited here.')
    writeFileSync(file, 'Two\nlines\n')
    await expect(ask.getByText(changes.changed)).toBeVisible()
    await expect(content).toHaveValue('Edited here.')
    await ask.getByRole('button', { name: editing.cancel }).click()
    await expect(content).toBeHidden()
  })

  await test.step('starts the question over when the file changes', async () => {
    writeFileSync(file, 'Only line\n')
    await expect(ask.getByText(changes.changed)).toBeVisible()
    await expect(ask.getByText(changes.overwrites(1, 40))).toBeVisible()
    await page.keyboard.press('Control+.')
    await expect(once).toHaveAccessibleDescription(answers.folded)
    await all.click()
    await page.keyboard.press('Control+.')
    await ask.evaluate((it) => it.scrollIntoView({ block: 'end' }))
    await expect(once).not.toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('a')
  })

  await test.step('says that the file changed as shown', async () => {
    const card = person.call('Write File', states.succeeded)
    await expect(card).toContainText(changes.ends['as-proposed'])
    expect(readFileSync(file, 'utf8')).toBe(next)
    await person.showDetails(card)
    await card.getByText(changes.showResult).click()
    await expect(card.locator('[data-mark=removed]')).toContainText('Only line')
    if (process.env['LOOK']) await page.screenshot({ path: `${process.env['LOOK']}/diff after.png` })
  })

  await test.step('writes the earlier text back once the user confirms it in their own words, and says so', async () => {
    await page.getByRole('button', { name: undoTurn.title }).press('Enter')
    await page.getByRole('button', { name: undoTurn.begin(1) }).press('Enter')
    await expect(ask.getByText(changes.overwrites(40, 40))).toBeVisible()
    await expect(ask.getByText(answers.undo.title, { exact: true })).toBeVisible()
    await expect(ask.getByRole('button', { name: answers.undo.keep })).toBeFocused()
    await expect(ask.getByRole('button', { name: answers.allowMore })).toHaveCount(0)
    await expect(page.getByPlaceholder(words.composer.denial.ask)).toHaveCount(0)
    const take = ask.getByRole('button', { name: answers.undo.take, exact: true })
    if (process.env['LOOK']) await page.screenshot({ path: `${process.env['LOOK']}/undo.png` })
    await page.keyboard.press('Control+.')
    await all.click()
    await page.keyboard.press('Control+.')
    await ask.evaluate((it) => it.scrollIntoView({ block: 'end' }))
    await expect(take).not.toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('a')
    await expect(page.getByText(whole(undo.done(1, any)))).toBeVisible()
    expect(readFileSync(file, 'utf8')).toBe('Only line\n')
    await expect(page.getByRole('button', { name: undoTurn.title })).toBeHidden()
  })

  await test.step('takes a turn of several files back as one plan, by keyboard', async () => {
    const both = ['first.md', 'second.md'].map((name) => path.join(folder, name))
    for (const each of both) writeFileSync(each, 'before\n')
    const link = new PageLink(page)
    const definition = (await link.state()).servers['files']?.tools['write_file']?.hash ?? ''
    const rule = { effect: 'allow', scope: 'always', server: 'files', tool: 'write_file', definition } as const
    await link.call('changeRules', { add: [{ ...rule, conditions: [], destructive: true, flows: false }] })
    const content = both.map((each) => ({
      tool_use: { name: 'files__write_file', input: { path: each, content: 'after\n' } },
    }))
    app.fake.setScenario({ turns: [{ match: { last_user: 'both' }, content }] })
    await person.send('Write both.')
    await page.getByRole('button', { name: undoTurn.title }).press('Enter')
    await expect(page.getByRole('list', { name: undoTurn.title }).getByRole('listitem')).toHaveCount(2)
    await page.getByRole('button', { name: undoTurn.begin(2) }).press('Enter')
    const plan = page.getByRole('group', { name: words.plan.label(2) })
    await expect(plan.locator('[data-mark=added]')).toHaveCount(2)
    await expect(plan.getByRole('button', { name: words.plan.undo.keepAll })).toBeFocused()
    const run = plan.getByRole('button', { name: words.plan.undo.take(2, 2) })
    await expect(async () => {
      await plan.locator('footer').scrollIntoViewIfNeeded()
      await expect(run).not.toHaveAttribute('aria-disabled', 'true', { timeout: 1500 })
    }).toPass()
    await look(page, 'undo plan')
    await page.keyboard.press('Control+.')
    await plan.locator('footer').scrollIntoViewIfNeeded()
    await expect(run).not.toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText(whole(undo.done(2, any)))).toBeVisible()
    expect(both.map((each) => readFileSync(each, 'utf8'))).toEqual(['before\n', 'before\n'])
  })
})

test('[APU-20] [APU-4] underlines text from another server in the diff, with the arguments in a tab', async ({
  app,
}) => {
  const { page } = app
  const base = realpathSync(app.directory)
  const [notes, other] = [path.join(base, 'notes'), path.join(base, 'other')]
  for (const each of [notes, other]) mkdirSync(each)
  const [target, source] = [path.join(notes, 'summary.md'), path.join(other, 'review.md')]
  const review = 'Reviewed on the third of May, all fine'
  writeFileSync(source, review)
  writeFileSync(target, 'One\nTwo\nThree\n')
  const person = new Steps(app)
  const own = { command: process.execPath, args: [App.script('filesystem'), notes], roots: [notes] }
  await person.prepare({ servers: { notes: own, other: [App.script('filesystem'), other] } })
  await person.send(`!tool other__read_text_file ${JSON.stringify({ path: source })}`)
  await person.allow('Read Text File')
  await expect(page.getByText(`Results: ${review}`)).toBeVisible()
  const write = { name: 'notes__write_file', input: { path: target, content: `One\n- ${review}.\nThree\n` } }
  app.fake.setScenario({ turns: [{ match: { last_user: 'Write it.' }, content: [{ tool_use: write }] }] })
  await person.send('Write it.')
  const ask = person.ask('Write File')
  const added = ask.locator('[data-mark=added]')
  await expect(added).toContainText(review)
  await expect(added.getByRole('img')).toHaveCount(1)
  await expect(ask.getByRole('list', { name: words.inbox.flows.label }).getByRole('listitem')).toHaveCount(1)
  const shown = ask.getByRole('group', { name: words.ui.arguments.title, exact: true })
  await expect(shown).toHaveCount(0)
  await page.keyboard.press('Control+.')
  await expect(ask.getByRole('button', { name: answers.allowOnce })).not.toHaveAttribute('aria-disabled', 'true')
  await ask.getByRole('tab', { name: changes.arguments }).click()
  await expect(shown.getByRole('img')).toHaveCount(1)
  await person.allow('Write File')
  await expect(person.call('Write File', states.succeeded)).toContainText(changes.ends['as-proposed'])
})
