import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { contains, words } from '../../support/words.ts'
import { App, expect, shareApp, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { PageLink } from '../support/page-link.ts'
import { Steps } from '../support/steps.ts'

shareApp()

const { levels, dialog: making } = words.rules
const { policy } = words.serverTools
const { callState: states } = words.chat

/** A running file server with one file in its folder, and a model. */
async function withFiles(app: App) {
  const folder = path.join(realpathSync(app.directory), 'garden')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 'roses.txt')
  writeFileSync(file, 'Water the roses.')
  const person = new Steps(app)
  await person.prepare({ servers: { filesystem: [App.script('filesystem'), folder] } })
  const call = (tool: string, input: object) => person.send(`!tool filesystem__${tool} ${JSON.stringify(input)}`)
  return { person, folder, file, call }
}

test('[RUL-28] sets what tools may do and how much a conversation asks, by keyboard @all', async ({ app }) => {
  const { page } = app
  const { keyboard } = page
  const { person, folder, file, call } = await withFiles(app)

  await test.step('allows, turns off and limits tools in the list', async () => {
    await page.goto(app.address('/servers/filesystem/tools'))
    const of = (tool: string) => page.getByRole('radiogroup', { name: policy.of(tool), exact: true })
    const release = await new PageLink(page).hold('changeRules')
    await page.getByRole('button', { name: /^Read Text File/ }).focus()
    await keyboard.press('2')
    await keyboard.press('ArrowDown')
    await keyboard.press('3')
    await release()
    await expect(of('Read Text File').getByRole('radio', { name: policy.allow })).toBeChecked()
    await expect(of('Read Media File').getByRole('radio', { name: policy.off })).toBeChecked()
    await look(page, 'tool policies')
    await page.getByRole('button', { name: /^Write File/ }).focus()
    await keyboard.press('2')
    const dialog = page.getByRole('dialog', { name: making.title('Write File') })
    await expect(dialog.getByRole('button', { name: words.rules.limits.save })).toHaveAttribute('aria-disabled', 'true')
    await look(page, 'limits')
    await keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(of('Write File').getByRole('radio', { name: policy.ask })).toBeChecked()
  })

  await test.step('runs an allowed tool without asking, and hides one that is off from the model', async () => {
    await person.newConversation()
    await call('read_text_file', { path: file })
    await expect(page.getByText('Results: Water the roses.')).toBeVisible()
    await person.receipts.last().press('Enter')
    await expect(page.getByRole('link', { name: words.receiptFacts.byRule(1) })).toBeVisible()
    const tools = JSON.stringify(app.fake.state.log.at(-1))
    expect(tools).toContain('filesystem__read_text_file')
    expect(tools).not.toContain('filesystem__read_media_file')
  })

  const chip = (level: string) => page.getByRole('button', { name: levels.chip(level) })
  await test.step('asks only before changes after a choice of servers', async () => {
    await person.choose(chip(levels.names.ask), contains(levels.choices.reads))
    const box = page.getByRole('checkbox', { name: contains('filesystem') })
    await expect(box).toBeFocused()
    await keyboard.press('Space')
    await look(page, 'levels')
    await box.press('Control+Enter')
    await expect(chip(levels.names.reads)).toBeVisible()
    await call('list_directory', { path: folder })
    await expect(person.call('List Directory', states.succeeded)).toBeVisible()
    await call('create_directory', { path: path.join(folder, 'more') })
    await person.deny('Create Directory')
  })

  await test.step('gives the model no tools', async () => {
    await person.choose(chip(levels.names.reads), contains(levels.choices.none))
    await expect(chip(levels.names.none)).toBeVisible()
    await person.send('Hello again')
    await expect(person.receipts).toHaveCount(4)
    await expect.poll(() => JSON.stringify(app.fake.state.log.at(-1))).not.toContain('input_schema')
  })
})

test('[RLU-2] always allows a folder in three actions by keyboard', async ({ app }) => {
  const { page } = app
  const { person, file, call } = await withFiles(app)
  await person.newConversation()
  await call('get_file_info', { path: file })
  const ask = person.ask('Get File Info')
  await expect(ask).toBeVisible()
  const actions: string[] = []
  const act = async (keys: string): Promise<void> => {
    actions.push(keys)
    await page.keyboard.press(keys)
  }
  await act('Control+.')
  await expect(person.denial(ask)).toBeFocused()
  await act('r')
  const save = page
    .getByRole('dialog', { name: making.title('Get File Info') })
    .getByRole('button', { name: making.save })
  await expect(save).not.toHaveAttribute('aria-disabled', 'true')
  await act('Control+Enter')
  await expect(person.call('Get File Info', states.succeeded)).toBeVisible()
  expect(actions).toHaveLength(3)
  await call('get_file_info', { path: file })
  await expect(person.receipts).toHaveCount(2)
  await person.receipts.last().press('Enter')
  await expect(page.getByRole('link', { name: words.receiptFacts.byRule(1) })).toBeVisible()
})
