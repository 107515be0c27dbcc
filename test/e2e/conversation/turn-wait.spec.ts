import { expect, test } from '../support/app.ts'
import { Steps } from '../support/steps.ts'
import { serverFile } from '../../support/server-files.ts'

test('[AGT-24] a turn says which server it waits for, and “Send now” ends the wait', async ({ app }) => {
  const { page } = app
  const steps = new Steps(app)
  await steps.prepare()
  await steps.addServer('held', [serverFile('never-initialize.mjs')])
  await steps.newConversation()
  await steps.send('Hello')
  await expect(page.getByText(/Waiting for held to start, \d+ s/)).toBeVisible()
  await page.getByRole('button', { name: 'Send now' }).press('Enter')
  await expect(page.getByText('Sent before held was ready, so its tools were missing at first.')).toBeVisible()
  await expect(page.getByText(/Waiting for held to start/)).toBeHidden()
})

test('[AGT-23] an approval names the arguments that have the tool’s defaults', async ({ app }) => {
  const { page } = app
  const steps = new Steps(app)
  await steps.prepare({ servers: { awkward: [serverFile('awkward.mjs')] } })
  await steps.send('!tool awkward__screenshot {}')
  await expect(page.getByText('Required and left out, so the tool’s default is used: scale')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Arguments' })).toContainText('"css"')
})
