import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { words } from '../../support/words.ts'
import { expect, shareApp, test } from '../support/app.ts'
import { root } from '../support/root.ts'
import { Steps } from '../support/steps.ts'

shareApp()

const { questions } = words
const asking = path.join(root, 'test/support/servers/asks/elicits.mjs')

test('[ELI-15] [ELI-16] [ELI-17] [ELI-18] shows what libraries generate and says what it can’t show, and no answer gets on disk', async ({
  app,
}) => {
  const person = new Steps(app)
  const { page } = app
  await person.prepare({ servers: { asking: [asking] } })
  const form = page.getByRole('group', { name: questions.waiting(questions.form.title('asking')) })
  const button = (name: string) => form.getByRole('button', { name })
  const asks = async (message: string, properties: object, required: string[] = []): Promise<void> => {
    const requestedSchema = { type: 'object', properties, required }
    await person.send(`!tool asking__ask ${JSON.stringify({ asks: [{ message, requestedSchema }] })}`)
    const approval = person.ask('ask')
    const allow = approval.getByRole('button', { name: words.inbox.answers.allowOnce, exact: true })
    await person.readsToEnd(approval, allow)
    await allow.click()
  }

  await test.step('names the optional field that it leaves out, and asks for the others', async () => {
    const level = { anyOf: [{ enum: ['low', 'high'], type: 'string' }, { type: 'null' }], default: null }
    await asks('What next?', { level, size: { enum: [1, 2] }, more: { type: 'object' } }, ['size'])
    await expect(form.getByText(questions.form.leftOut(1))).toContainText('more')
    await form.getByRole('radio', { name: 'high' }).check()
    await form.getByRole('radio', { name: '2' }).check()
    await button(questions.form.submit).scrollIntoViewIfNeeded()
    await button(questions.form.submit).click()
    await expect(page.getByText('{"level":"high","size":2}').first()).toBeVisible()
  })

  await test.step('says that a form may ask for a secret, and sends it only if the user insists', async () => {
    await asks('Sign-in is not possible without your password. Enter it below.', { note: { type: 'string' } })
    await expect(form.getByText(questions.secret.doubt)).toBeVisible()
    await expect(form.getByLabel('note')).toBeDisabled()
    await button(questions.secret.insist).click()
    await form.getByLabel('note').fill('correct-horse-battery')
    await button(questions.form.submit).scrollIntoViewIfNeeded()
    await button(questions.form.submit).click()
    await expect(form).toBeHidden()
  })

  await test.step('says why a form can’t be shown, which can only be declined', async () => {
    await asks('Where?', { place: { type: 'object', properties: {} } }, ['place'])
    const why = 'the field "place" is of a kind that forms do not have'
    await expect(form.getByText(questions.form.problem(why)).first()).toBeVisible()
    await expect(button(questions.form.submit)).toHaveAttribute('aria-disabled', 'true')
    await button(questions.decline).click()
    await expect(form).toBeHidden()
    await expect(page.getByText('-32602').first()).toBeVisible()
  })

  const files = readdirSync(app.directory).filter((name) => name.startsWith('journal'))
  expect(files.length).toBeGreaterThan(0)
  for (const name of files)
    expect(readFileSync(path.join(app.directory, name)).includes('correct-horse-battery')).toBe(false)
})
