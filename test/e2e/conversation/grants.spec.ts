import { mkdirSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { contains, words } from '../../support/words.ts'
import { App, expect, shareApp, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { root } from '../support/root.ts'
import { Steps } from '../support/steps.ts'

shareApp()

const { answers, definitions: asked } = words.inbox
const { dialog: making } = words.rules
const { callState: states } = words.chat

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

test('[APU-11] [APU-12] [APU-14] adds the rule on the button, and saves a rule only if it covers the call', async ({
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
    await expect(save).toHaveAttribute('aria-disabled', 'true')
    await expect(save).toHaveAccessibleDescription(making.gaps.destructive)
    await save.press('Enter')
    await expect(dialog).toBeVisible()
    await dialog.getByRole('checkbox', { name: making.destructive('files') }).press('Space')
    await expect(save).not.toHaveAttribute('aria-disabled', 'true')
    await save.press('Enter')
    await expect(ran).toHaveCount(3)
    await write(path.join(drafts, 'two.md'))
    // The first call is out of view by now.
    await expect(ran.last()).toContainText(path.join(drafts, 'two.md'))
  })

  await test.step('lists both rules', async () => {
    await page.goto(app.address('/settings/approvals'))
    const rules = page.getByRole('listitem').filter({ hasText: 'Allow “write_file”' })
    await expect(rules).toHaveText([contains(notes), contains(drafts)])
  })
})
