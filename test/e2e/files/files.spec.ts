import { readFileSync } from 'node:fs'
import path from 'node:path'
import { contains, words } from '../../support/words.ts'
import { root } from '../support/root.ts'
import { expect, shareApp, test } from '../support/app.ts'
import { Steps } from '../support/steps.ts'
import { unreadFile } from '../../../shared/content/words.ts'

const { attachments } = words.composer

shareApp()

const sample = (place: string) => ({
  name: path.basename(place),
  mimeType: 'application/octet-stream',
  buffer: readFileSync(path.join(root, 'test/support/samples/files', place)),
})

test('[FIL-12] [FIL-19] reads files in their own process, says what it found, and sends them', async ({ app }) => {
  const { page } = app
  const person = new Steps(app)
  await person.prepare()
  const chips = page.getByRole('list', { name: attachments.list }).getByRole('listitem')

  await test.step('shows what a file is and what to know', async () => {
    await page.locator('[data-attach]').setInputFiles([sample('office/hidden.docx'), sample('pdf/plain.pdf')])
    await expect(chips).toHaveCount(2)
    await expect(chips.filter({ hasText: 'hidden.docx' })).toContainText('Word document · as text')
    await expect(chips.filter({ hasText: 'plain.pdf' })).toContainText('PDF · 2 pages')
    await expect(page.getByText(/hidden\.docx has \d+ characters that can’t be seen/)).toBeVisible()
  })

  await test.step('says why another one can’t be read', async () => {
    await page.locator('[data-attach]').setInputFiles([sample('pdf/encrypted.pdf')])
    await expect(page.getByText(unreadFile.password('encrypted.pdf'))).toBeVisible()
    await expect(chips).toHaveCount(2)
  })

  await test.step('sends them, and shows the text that the model got', async () => {
    await person.send('Sum them up')
    await page.getByRole('button', { name: contains('hidden.docx') }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Offer')).toBeVisible()
    await expect(dialog.getByRole('heading', { name: words.chat.attached.hidden })).toBeVisible()
    await page.keyboard.press('Escape')
  })
})
