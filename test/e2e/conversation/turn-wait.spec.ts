import { anyNumber, contains, filled, words } from '../../support/words.ts'
import { expect, shareApp, test } from '../support/app.ts'
import { Steps } from '../support/steps.ts'
import { serverFile } from '../../support/server-files.ts'

shareApp()

test('[AGT-23] an approval names the arguments that have the tool’s defaults', async ({ app }) => {
  const { page } = app
  const steps = new Steps(app)
  await steps.prepare({ servers: { awkward: [serverFile('awkward.mjs')] } })
  await steps.send('!tool awkward__screenshot {}')
  await expect(page.getByText(filled(words.ui.arguments.filled, { names: 'scale' }))).toBeVisible()
  await expect(page.getByRole('group', { name: words.ui.arguments.title })).toContainText('"css"')
})

test('[AGT-24] a turn says which server it waits for, and “Send now” ends the wait', async ({ app }) => {
  const { page } = app
  const steps = new Steps(app)
  await steps.prepare()
  await steps.addServer('held', [serverFile('never-initialize.mjs')])
  await steps.newConversation()
  await steps.send('Hello')
  await expect(page.getByText(contains(words.chat.waiting.servers('held', anyNumber)))).toBeVisible()
  await page.getByRole('button', { name: words.chat.waiting.sendNow }).press('Enter')
  await expect(page.getByText(words.chat.turnEnd.missed('held'))).toBeVisible()
  await expect(page.getByText(contains(words.chat.waiting.servers('held', anyNumber)))).toBeHidden()
})
