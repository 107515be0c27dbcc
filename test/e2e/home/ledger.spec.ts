import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { mostCounted } from '../../../shared/contract/log.ts'
import { anyNumber, contains, whole, words } from '../../support/words.ts'
import { App, expect, shareApp, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { PageLink } from '../support/page-link.ts'
import { Steps } from '../support/steps.ts'

const { ledger, changes, undoTurn } = words

shareApp()

test('[LEDGER-1] [LEDGER-2] [LEDGER-4] [LUI-14] a new conversation begins with what waits, what changed with diff and undo, and what was denied', async ({
  app,
}) => {
  const { page } = app
  const folder = path.join(realpathSync(app.directory), 'notes')
  const file = path.join(folder, 'summary.md')
  mkdirSync(folder)
  writeFileSync(file, 'One\nTwo\n')
  const person = new Steps(app)
  const files = { command: process.execPath, args: [App.script('filesystem'), folder], roots: [folder] }
  await person.prepare({ servers: { files } })
  const link = new PageLink(page)
  const definition = (await link.state()).servers['files']?.tools['write_file']?.hash ?? ''
  const rule = { effect: 'allow', scope: 'always', server: 'files', tool: 'write_file', definition } as const
  await link.call('changeRules', { add: [{ ...rule, conditions: [], destructive: true, flows: false }] })
  const calls = (tool: string, input: object): string => `!tool files__${tool} ${JSON.stringify(input)}`
  const move = (to: string): string => calls('move_file', { source: file, destination: path.join(folder, to) })
  const main = page.getByRole('main')
  const part = (name: string) => main.getByRole('region', { name, exact: true })
  const { empty } = words.chat

  await test.step('without a call it greets', async () => {
    await expect(main.getByRole('heading', { name: empty.ask })).toBeVisible()
    await person.send(calls('write_file', { path: file, content: 'One\nTwo and a half\n' }))
    await expect(page.getByRole('button', { name: undoTurn.title })).toBeVisible()
  })

  await test.step('a denied call has the user’s reason', async () => {
    await person.newConversation()
    await person.send(move('trash.md'))
    const ask = person.ask('Move File')
    await expect(ask).toBeVisible()
    const { denial } = words.composer
    await expect(person.composer).toHaveAccessibleDescription(denial.says(denial.one(1, 1)))
    await person.composer.fill('make a copy')
    await expect(async () => {
      await person.composer.press('Enter')
      await expect(ask).toHaveCount(0, { timeout: 1500 })
    }).toPass()
    await person.newConversation()
    await expect(part(ledger.denied).getByRole('listitem')).toContainText(['Move File'])
    await expect(part(ledger.denied)).toContainText('notes/trash.md')
    await expect(part(ledger.changed)).toContainText(ledger.byRuleToo)
    await expect(part(ledger.denied)).toContainText(ledger.youSaid('make a copy'))
  })

  await test.step('a waiting one is answered from here', async () => {
    await person.send(move('other.md'))
    await expect(person.ask('Move File')).toBeVisible()
    await person.newConversation()
    const answer = part(ledger.waiting).getByRole('button', { name: ledger.answer })
    await look(page, 'ledger')
    await answer.press('Enter')
    await expect(person.denial(person.ask('Move File'))).toBeFocused()
    await person.deny('Move File')
    await person.newConversation()
    await expect(part(ledger.waiting)).toHaveCount(0)
    await expect(main.getByText(contains(ledger.deniedCalls(2, mostCounted)))).toBeVisible()
  })

  await test.step('the audit log counts the same', async () => {
    await person.open('Audit')
    const line = main.getByRole('group', { name: ledger.name(words.frame.conversations.groups.today) })
    await expect(line.getByRole('link')).toHaveText([
      ledger.calls(3, mostCounted),
      ledger.changedFiles(1),
      ledger.deniedCalls(2, mostCounted),
    ])
    await line.getByRole('link').last().press('Enter')
    await expect(page).toHaveURL(/#\/audit\?time=today&outcome=denied$/)
    await expect(main.locator('tbody tr[data-seq]')).toHaveCount(2)
    await person.newConversation()
  })

  await test.step('a changed file shows its diff, and its turn is undone after an answer', async () => {
    const changed = part(ledger.changed)
    await expect(changed.getByRole('listitem')).toHaveCount(1)
    await changed.getByRole('button', { name: ledger.diffOf('summary.md') }).press('Enter')
    await expect(changed.locator('[data-mark=added]')).toContainText('and a half')
    await changed.getByRole('button', { name: ledger.undoOf('summary.md') }).press('Enter')
    const ask = person.ask('Write File')
    await expect(ask).toBeVisible()
    expect(readFileSync(file, 'utf8')).toBe('One\nTwo and a half\n')
    const all = ask.getByRole('button', { name: whole(changes.showAll(anyNumber)) })
    if (await all.isVisible()) await all.click()
    await person.readsToEnd(ask, ask.getByRole('button', { name: words.inbox.answers.undo.take }))
    await ask.getByRole('button', { name: words.inbox.answers.undo.take }).click()
    await expect(ask).toHaveCount(0)
    await expect.poll(() => readFileSync(file, 'utf8')).toBe('One\nTwo\n')
    await person.newConversation()
    await expect(changed.getByRole('listitem')).toContainText('summary.md')
    await expect(changed.getByRole('button', { name: ledger.undoOf('summary.md') })).toHaveCount(0)
  })
})
