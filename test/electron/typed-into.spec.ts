import type { Locator, Page } from '@playwright/test'
import { greedy } from '../e2e/apps/greedy-app.ts'
import { pressIn, shownApp } from '../e2e/apps/working-app.ts'
import { expect, shareApp, test } from '../e2e/support/app.ts'
import { prepare } from '../e2e/support/prepare.ts'
import { Steps } from '../e2e/support/steps.ts'
import { serverFile } from '../support/server-files.ts'
import { words } from '../support/words.ts'

shareApp()

const typed = 'My password is 12 hunters'
const { edit: editing } = words.inbox
const { chat } = words

type Place = {
  /** The field's name in the test's title. */
  field: string
  /** Leads to the field, which has the focus then and is empty. */
  open(steps: Steps): Promise<Locator>
}

async function asked(steps: Steps, tool: string): Promise<void> {
  await steps.send(`!tool ${tool} {"text":""}`)
}

const places: Place[] = [
  {
    field: 'the composer',
    open: async ({ composer }) => {
      await composer.click()
      return composer
    },
  },
  { field: 'the palette', open: (steps) => steps.openPalette() },
  {
    field: 'the bar that finds in the conversation',
    open: async ({ page }) => {
      await page.keyboard.press('Control+f')
      return page.getByRole('search', { name: chat.find.title }).getByRole('textbox')
    },
  },
  {
    field: 'the conversation’s title',
    open: async (steps) => {
      const { page } = steps
      await steps.typeInPalette(`>${words.palette.renameConversation}`)
      await expect(page.getByRole('option').first()).toHaveAttribute('data-highlighted', '')
      await page.keyboard.press('Enter')
      const field = page.getByRole('textbox', { name: chat.bar.title })
      await field.fill('')
      return field
    },
  },
  {
    field: 'a server’s form',
    open: async (steps) => {
      await asked(steps, 'asking__create_event')
      await steps.allow('Create event')
      const form = steps.page.getByRole('group', {
        name: words.questions.waiting(words.questions.form.title('asking')),
      })
      const field = form.getByRole('textbox', { name: 'Runbook link' })
      await field.click()
      return field
    },
  },
  {
    field: 'the edited arguments of an approval',
    open: async (steps) => {
      const { page } = steps
      await asked(steps, 'asking__two_at_once')
      await steps.goTo('two_at_once')
      const ask = steps.ask('two_at_once')
      await expect(steps.denial(ask)).toBeFocused()
      await page.keyboard.press('e')
      const field = ask.getByRole('region', { name: editing.label }).getByRole('textbox').first()
      await field.click()
      await field.fill('')
      return field
    },
  },
]

/** The keys that an app got, as it told them. */
function keysOf(page: Page): string[] {
  const keys: string[] = []
  page.on('console', (message) => {
    const [mark, key] = message.text().split('\t')
    if (mark === 'page got' && key !== undefined) keys.push(key)
  })
  return keys
}

/** Runs in the app as its own timer would: without the press that a test’s usual call counts as. */
async function withoutPress(page: Page, expression: string): Promise<unknown> {
  const [, , frame] = page.frames()
  if (!frame) throw new Error('The app has no frame.')
  const session = await page.context().newCDPSession(frame)
  const { result } = await session.send('Runtime.evaluate', { expression })
  await session.detach().catch(() => undefined)
  return result.value
}

for (const [at, { field: name, open }] of places.entries())
  test(`[APS-80] no key of ${name} reaches an app that does all it can to take it @all`, async ({ app }) => {
    const { page } = app
    const steps = new Steps(app)
    const keys = keysOf(page)
    await prepare(app, { servers: { asking: [serverFile('interviewer.mjs')] } })
    const { area } = await shownApp(app, `typing-${at}`, greedy)
    await pressIn(area, 'Push')
    await page.keyboard.type('in')
    await expect.poll(() => keys).toEqual(['i', 'n'])
    // A press allows an app everything for a few seconds, also here.
    await expect.poll(() => withoutPress(page, 'navigator.userActivation.isActive')).toBe(false)

    await steps.composer.click()
    const field = await open(steps)
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('')
    await withoutPress(page, 'go()')
    await page.keyboard.type(typed)
    await expect(field).toBeFocused()
    expect(keys).toEqual(['i', 'n'])
    // It is ended for its flood of messages; the next keys arrive whole.
    await expect(area.locator('iframe')).toHaveCount(0)
    await field.fill('')
    await page.keyboard.type(typed)
    await expect(field).toHaveValue(typed)
  })
