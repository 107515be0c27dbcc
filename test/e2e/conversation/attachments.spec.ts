import type { Page } from '@playwright/test'
import { unreadFile } from '../../../shared/content/words.ts'
import { png } from '../../support/pictures.ts'
import { any, anyNumber, beginsWith, contains, filled, words } from '../../support/words.ts'
import { type App, expect, shareApp, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { Steps } from '../support/steps.ts'

const { attachments, tools, queued } = words.composer

shareApp()

const plan = { name: 'plan.png', mimeType: 'image/png', buffer: png(600, 400) }
const notes = { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes\nGrün') }

/** A new conversation, with the playground's tools. */
async function ready(app: App): Promise<Steps> {
  const person = new Steps(app)
  await person.prepare({ servers: { playground: { type: 'playground' } } })
  await expect(app.page.getByRole('button', { name: beginsWith(tools.count(12, 12)) })).toBeVisible()
  return person
}

/** Puts files on the clipboard or under the pointer, like the system, and pastes or drops them anywhere in the page. */
async function bring(page: Page, how: 'paste' | 'drop', file: { name: string; type: string; base64: string }) {
  await page.evaluate(
    ([event, { name, type, base64 }]) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const data = new DataTransfer()
      data.items.add(new File([bytes], name, { type }))
      const init = { bubbles: true, cancelable: true }
      document.body.dispatchEvent(
        event === 'paste'
          ? new ClipboardEvent('paste', { ...init, clipboardData: data })
          : new DragEvent('drop', { ...init, dataTransfer: data }),
      )
    },
    [how, file] as const,
  )
}

test('[COM-6] [COM-7] [COM-14] attaches picked, pasted and dropped files, sends them, and shows them again after a restart', async ({
  app,
}) => {
  let person = await ready(app)
  const { page } = app
  const chips = page.getByRole('list', { name: attachments.list }).getByRole('listitem')

  await test.step('takes files in three ways and shows them', async () => {
    await page.locator('[data-attach]').setInputFiles([plan, notes])
    await expect(chips).toHaveCount(2)
    const base64 = png(40, 30).toString('base64')
    await bring(page, 'paste', { name: 'image.png', type: 'image/png', base64 })
    await bring(page, 'drop', { name: 'dropped.txt', type: 'text/plain', base64: btoa('dropped') })
    await expect(chips).toHaveCount(4)
    await expect(page.getByText(beginsWith(attachments.sum(4, any)))).toBeVisible()
    await look(page, 'attached')
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('covers the window while files are over it', async () => {
    const drag = (type: string): Promise<void> =>
      page.evaluate((name) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File(['x'], 'x.txt'))
        document.body.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer }))
      }, type)
    await drag('dragover')
    await expect(page.getByText(attachments.drop)).toBeVisible()
    await look(page, 'drop')
    await drag('dragleave')
    await expect(page.getByText(attachments.drop)).toBeHidden()
  })

  await test.step('attaches a long pasted text, and inserts it again by one press', async () => {
    const long = Array.from({ length: 61 }, (_, line) => `line ${line}`).join('\n')
    await person.composer.focus()
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }),
      )
    }, long)
    await expect(chips.filter({ hasText: attachments.pasted(61) })).toBeVisible()
    await expect(person.composer).toHaveValue('')
    await page.getByRole('button', { name: attachments.asText }).press('Enter')
    await expect(chips).toHaveCount(4)
    await expect(person.composer).toHaveValue(long)
    await person.composer.fill('')
  })

  await test.step('refuses an unreadable file with a sentence', async () => {
    await bring(page, 'drop', { name: 'report.txt', type: 'text/plain', base64: btoa('%PDF-1.7\n\0') })
    await expect(page.getByText(unreadFile.broken('report.txt'))).toBeVisible()
    await expect(chips).toHaveCount(4)
  })

  await test.step('removes a file by keyboard and keeps focus beside it', async () => {
    await page.getByRole('button', { name: attachments.takeAway('image.png') }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: attachments.takeAway('dropped.txt') })).toBeFocused()
    await page.keyboard.press('Delete')
    await expect(chips).toHaveCount(2)
  })

  await test.step('keeps the files if sending fails, and sends them with the next try', async () => {
    await page.route('**/call', (route) =>
      route.request().postData()?.includes('sendMessage') ? route.abort() : route.continue(),
    )
    await person.composer.fill('Compare them')
    await person.composer.press('Enter')
    await expect(page.getByText(words.links.noAnswer)).toBeVisible()
    await expect(chips).toHaveCount(2)
    await page.unroute('**/call')
    await person.send('Compare them')
    await expect(chips).toHaveCount(0)
  })

  await test.step('shows the files in the transcript, even after a restart, and in full on request', async () => {
    await expect(person.receipts).toBeVisible()
    await app.restart()
    person = new Steps(app)
    await app.page
      .getByRole('link', { name: /Compare them/ })
      .first()
      .click()
    const list = app.page.getByRole('list', { name: words.chat.attached.list })
    await expect(list.getByRole('button')).toHaveText([/plan\.png600 × 400/, /notes\.md/])
    await expect(list.locator('img')).toHaveJSProperty('naturalWidth', 600)
    await look(app.page, 'transcript')
    await list.getByRole('button', { name: /notes\.md/ }).click()
    const whole = app.page.getByRole('dialog', { name: 'notes.md' })
    await expect(whole).toContainText('Grün')
    await whole.getByRole('button', { name: words.chat.attached.save }).press('Enter')
    await expect(whole.getByRole('status')).toContainText(/notes-[\dTZ-]+\.md/)
    await look(app.page, 'attached text')
    await app.page.keyboard.press('Escape')
    await list.getByRole('button', { name: /plan\.png/ }).click()
    await expect(app.page.getByRole('dialog').getByRole('img', { name: /600 × 400/ })).toBeVisible()
  })
})

test('[COM-4] [BRN-6] restores the attachments of a message taken back, and continues, retries or edits a stopped turn @all', async ({
  app,
}) => {
  const person = await ready(app)
  const { page } = app
  await person.send('!tool playground__tell_time {}')
  await expect(page.getByRole('button', { name: words.composer.actions.stop })).toBeVisible()
  await page.locator('[data-attach]').setInputFiles([plan, notes])
  await person.composer.fill('Then this')
  await person.composer.press('Control+Enter')
  await expect(page.getByText(queued.sentNext(`${queued.attachments(2)} Then this`))).toBeVisible()
  await expect(page.getByRole('list', { name: attachments.list })).toBeHidden()
  await page.getByRole('button', { name: queued.takeBack, exact: true }).click()
  await expect(page.getByRole('list', { name: attachments.list }).getByRole('listitem')).toHaveCount(2)
  await expect(person.composer).toHaveValue('Then this')

  const log = page.getByRole('log', { name: words.chat.thread.name })
  const note = log.getByText(words.chat.turnEnd.stopped)
  const stop = page.getByRole('button', { name: words.composer.actions.stop })
  const action = (name: string) => log.getByRole('button', { name, exact: true }).first()
  const { branches, turnEnd } = words.chat
  await person.composer.fill('')
  await person.composer.press('Escape')

  await test.step('offers to continue, retry and edit after a stop', async () => {
    await expect(note).toBeVisible()
    await look(page, 'stopped')
    await action(branches.retry).press('Enter')
    await expect(stop).toBeVisible()
    await expect(note).toHaveCount(0)
    await person.composer.press('Escape')
    await expect(note).toBeVisible()
    await action(branches.edit).press('Enter')
    await expect(log.getByRole('textbox', { name: branches.field })).toBeFocused()
    await page.keyboard.press('Escape')
    await action(turnEnd.goOn).press('Enter')
    await expect(note.or(log.getByText(/Echo/)).first()).toBeVisible()
  })
})

test('[COM-10] [COM-11] [COM-12] lets the user choose a conversation’s tools by keyboard before it begins and later @all', async ({
  app,
}) => {
  const person = await ready(app)
  const { page } = app
  const dialog = page.getByRole('dialog', { name: tools.title })

  await test.step('finds a tool and switches it off', async () => {
    await page.getByRole('button', { name: beginsWith(tools.count(12, 12)) }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('searchbox')).toBeFocused()
    await expect(
      dialog.getByText(contains(filled(tools.seesWithSize, { tools: any, tokens: tools.tokens(anyNumber) }))),
    ).toBeVisible()
    await expect(dialog.getByTitle('playground__roll_dice')).toHaveText('roll_dice')
    await expect(dialog.getByText(/atrium__list_resources, atrium__read_resource/)).toBeVisible()
    await look(page, 'tools')
    const server = dialog.getByRole('switch', { name: tools.allOf('playground') })
    await expect(dialog.getByText(contains(tools.countOn(12, 12, anyNumber)))).toBeVisible()
    await dialog.getByRole('searchbox').press('ArrowDown')
    await page.keyboard.press('ArrowLeft')
    await expect(dialog.getByText('roll_dice', { exact: true })).toBeHidden()
    await expect(server).toBeFocused()
    await dialog.getByRole('button', { name: tools.unfold('playground') }).click()
    await expect(dialog.getByText('roll_dice', { exact: true })).toBeVisible()
    await dialog.getByRole('searchbox').focus()
    await page.keyboard.type('dice')
    await page.keyboard.press('ArrowDown')
    await expect(dialog.getByRole('switch', { name: tools.allOf('playground') })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    const dice = dialog.getByRole('switch', { name: tools.ofServer('Roll dice', 'playground') })
    await expect(dice).toBeFocused()
    await page.keyboard.press('Space')
    await expect(dice).not.toBeChecked()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: beginsWith(tools.count(11, 12)) })).toBeFocused()
  })

  await test.step('keeps the choice over a reload and applies it from the first message', async () => {
    await page.reload()
    await expect(page.getByRole('button', { name: beginsWith(tools.count(11, 12)) })).toBeVisible()
    await person.send('Hello')
    await expect.poll(() => app.fake.state.log.filter((it) => it.path === '/v1/messages').length).toBe(1)
    const [first] = app.fake.state.log.filter((it) => it.path === '/v1/messages')
    const names = (first?.body.tools ?? []).map(({ name }: { name: string }) => name)
    expect(names.filter((name: string) => name.startsWith('playground__'))).toHaveLength(11)
    expect(names.filter((name: string) => name.startsWith('atrium__'))).toHaveLength(2)
    await expect(page.getByRole('button', { name: beginsWith(tools.count(11, 12)) })).toBeVisible()
  })

  await test.step('switches off a whole server, and then all tools back on', async () => {
    await page.getByRole('button', { name: beginsWith(tools.count(11, 12)) }).click()
    await dialog.getByRole('switch', { name: tools.allOf('playground') }).click()
    await expect(dialog.getByText(tools.countOn(0, 12), { exact: true })).toBeVisible()
    await expect(page.getByText(tools.count(0, 12)).first()).toBeVisible()
    await dialog.getByRole('button', { name: tools.allOn }).click()
    await dialog.getByRole('button', { name: tools.done }).click()
    await expect(page.getByRole('button', { name: beginsWith(tools.count(12, 12)) })).toBeVisible()
  })
})
