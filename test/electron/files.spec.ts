import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../e2e/support/root.ts'
import { words } from '../support/words.ts'
import { atDesk, expect, test } from './support/desk.ts'

const sample = (place: string) => ({
  name: path.basename(place),
  mimeType: 'application/octet-stream',
  buffer: readFileSync(path.join(root, 'test/support/samples/files', place)),
})

test('[FIL-24] [FIL-26] reads files in utility processes, and reads the next one after one died', () =>
  atDesk(async ({ app, person }) => {
    await person.prepare()
    const { page } = app
    const { attachments } = words.composer
    const chips = page.getByRole('list', { name: attachments.list }).getByRole('listitem')
    await page.locator('[data-attach]').setInputFiles([sample('pdf/xobject-bomb.pdf'), sample('pdf/plain.pdf')])
    await expect(page.getByText(/Atrium stopped reading xobject-bomb\.pdf/)).toBeVisible()
    await expect(chips).toHaveText([/plain\.pdf.*PDF · 2 pages/])
  }))
