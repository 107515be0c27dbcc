import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/app.ts'
import { axeFindings } from './support/axe.ts'
import { changeRecord } from './support/damage.ts'
import { Steps } from './support/steps.ts'
import { withEverything } from './support/with-everything.ts'

/** The audit page as a person uses it. */
class Audit {
  readonly page: Page
  readonly bar: Locator
  readonly search: Locator

  constructor(page: Page) {
    this.page = page
    this.bar = page.getByRole('region', { name: 'Check of the log' })
    this.search = page.getByRole('searchbox', { name: 'Search the records' })
  }

  async verify(): Promise<void> {
    await this.bar.getByRole('button', { name: /^Verify/ }).click()
    await expect(this.bar.getByRole('button', { name: 'Verify again' })).toBeVisible()
  }

  row(kind: string): Locator {
    return this.page.getByRole('row').filter({ hasText: kind }).first()
  }
}

async function expectClean(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 380]) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 800 })
      expect(await axeFindings(page, { theme: colorScheme }), `${what}, ${colorScheme}, ${width} px`).toEqual([])
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(over, `${what}, ${width} px`).toBeLessThanOrEqual(0)
      if (process.env['LOOK'])
        await page.screenshot({ path: `${process.env['LOOK']}/${what}-${width}-${colorScheme}.png` })
    }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('[LUI-1] [LUI-2] [LUI-3] [LUI-4] [LUI-5] the log is searched, checked, exported, erased from, and found changed', async ({
  app,
}) => {
  let person = new Steps(app)
  let audit = new Audit(app.page)
  await person.prepare()
  await person.send('Remember the word oboe')
  await expect(app.page.getByRole('log').getByText('Remember the word oboe').first()).toBeVisible()
  await person.open('Audit')

  await test.step('a whole word finds its records, part of one does not, and the address keeps it', async () => {
    await expect(audit.search).toHaveAccessibleDescription('whole words')
    await audit.search.fill('OBOE')
    await expect(audit.row('Turn started')).toBeVisible()
    await expect(audit.row('Secret changed')).toBeHidden()
    await expect(app.page).toHaveURL(/#\/audit\?text=OBOE$/)
    await audit.search.fill('obo')
    await expect(app.page.getByText('What hides the rest: words: obo. Only whole words are found.')).toBeVisible()
    await app.page.goBack()
    await expect(audit.search).toHaveValue('')
    await expect(audit.row('Secret changed')).toBeVisible()
  })

  await test.step('it is checked when asked, and says how to do without it', async () => {
    await expect(audit.bar).toContainText('is checked here')
    await audit.verify()
    await expect(audit.bar).toContainText(/\d+ records, chain intact\. (Signed up to record \d+|Nothing is signed yet)/)
    await expectClean(app.page, 'intact')
    await audit.bar.getByRole('button', { name: 'How to check it yourself' }).click()
    const dialog = app.page.getByRole('dialog', { name: 'Check the log yourself' })
    await expect(dialog.getByText('npm run audit -- verify')).toBeVisible()
    await expectClean(app.page, 'yourself')
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('an export says what goes out and where it is', async () => {
    await audit.search.fill('oboe')
    await expect(app.page).toHaveURL(/text=oboe$/)
    await app.page.getByRole('button', { name: 'Export…' }).click()
    const dialog = app.page.getByRole('dialog', { name: 'Export the records' })
    await expect(dialog).toContainText('go out with their content: words: oboe.')
    await expectClean(app.page, 'export')
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    const file = await dialog.getByText(/\.jsonl$/).textContent()
    await expect(dialog.getByRole('button', { name: 'Copy the path' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Done' })).toBeFocused()
    await expectClean(app.page, 'exported')
    expect(readFileSync(file ?? '', 'utf8')).toContain('Remember the word oboe')
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('what is deleted can be erased at once; then nothing finds it and the chain holds', async () => {
    await audit.row('Turn started').getByRole('link').click()
    await expect(app.page.getByText(/^[\d,]+ ms after Atrium started, by a clock that nobody can set$/)).toBeVisible()
    await expectClean(app.page, 'record')
    await app.page.getByRole('link', { name: 'Open the conversation' }).click()
    await app.page.getByRole('button', { name: /^Rename or delete .*oboe/ }).click()
    await app.page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(app.page.getByText('Conversation deleted')).toBeVisible()
    await person.open('Audit')
    await audit.row('Conversation deleted').getByRole('link').click()
    await app.page.getByRole('link', { name: 'Open the conversation' }).click()
    await app.page.getByRole('button', { name: 'Erase now…' }).click()
    const dialog = app.page.getByRole('dialog', { name: 'Erase this conversation now?' })
    await expect(dialog).toContainText('cannot be undone')
    await expect(dialog).toContainText('the chain still verifies')
    await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused()
    await expectClean(app.page, 'erase')
    await dialog.getByRole('button', { name: 'Erase for good' }).click()
    await expect(app.page.getByText('There is no such conversation.')).toBeVisible()
    await person.open('Audit')
    await audit.search.fill('oboe')
    await expect(app.page.getByText('No record fits', { exact: true })).toBeVisible()
    await audit.verify()
    await expect(audit.bar).toContainText(/chain intact.*records erased on request/)
  })

  await test.step('a record that was changed while Atrium was closed is named', async () => {
    await app.end()
    const seq = changeRecord(app.directory, 'secret.changed')
    await app.again()
    person = new Steps(app)
    audit = new Audit(app.page)
    await person.open('Audit')
    await audit.verify()
    await expect(audit.bar).toContainText(`The chain is broken at record ${seq}. Its columns are not what was written.`)
    await expectClean(app.page, 'broken')
    await audit.bar.getByRole('link', { name: 'Show the records around it' }).click()
    await expect(app.page).toHaveURL(/first=\d+&last=\d+$/)
    await expect(audit.row('Secret changed')).toBeVisible()
  })
})

test('[LUI-1] [LUI-5] the log says that it is cut short, that another key signs, how far a check is, and that it could not run', async ({
  app,
}) => {
  const person = new Steps(app)
  let audit = new Audit(app.page)
  const file = (name: string) => path.join(app.directory, name)
  const opened = async (): Promise<void> => {
    audit = new Audit(app.page)
    await new Steps(app).open('Audit')
  }
  await person.prepare()

  await test.step('how far a check is, and it can be cancelled', async () => {
    await opened()
    let [answers, stops] = [0, 0]
    await app.page.route('**/call', (route) => {
      const { name } = route.request().postDataJSON() as { name: string }
      if (name === 'stopCheck') stops += 1
      if (name !== 'verifyLog') return route.continue()
      answers += 1
      return route.fulfill({ json: { result: { state: 'checking', checked: 400_000, records: 1_000_000 } } })
    })
    await audit.bar.getByRole('button', { name: 'Verify now' }).click()
    await expect(audit.bar.getByRole('progressbar', { name: 'The log is being checked.' })).toBeVisible()
    await expect(audit.bar).toContainText('400,000 of 1,000,000')
    await expect(audit.bar.getByRole('button', { name: 'Verify now' })).toHaveAttribute('aria-disabled', 'true')
    await expectClean(app.page, 'checking')
    await audit.bar.getByRole('button', { name: 'Cancel' }).click()
    await expect(audit.bar).toContainText('is checked here')
    const asked = answers
    await expect(audit.bar.getByRole('button', { name: 'Verify now' })).not.toHaveAttribute('aria-disabled', 'true')
    expect(answers - asked).toBeLessThanOrEqual(1)
    await expect.poll(() => stops).toBe(1)
    await app.page.unroute('**/call')
  })

  await test.step('a check that could not run says why, and can be tried again', async () => {
    await app.page.route('**/call', (route) =>
      (route.request().postDataJSON() as { name: string }).name === 'verifyLog' ? route.abort() : route.continue(),
    )
    await audit.bar.getByRole('button', { name: 'Verify now' }).click()
    await expect(audit.bar).toContainText('The log could not be checked.')
    await expectClean(app.page, 'not checked')
    await app.page.unroute('**/call')
    await audit.verify()
    await expect(audit.bar).toContainText('chain intact')
  })

  await test.step('a lost key is followed by one that nobody vouches for', async () => {
    await app.end()
    for (const name of ['secrets.key', 'secrets.enc']) rmSync(file(name))
    await app.again()
    await opened()
    await audit.verify()
    await expect(audit.bar).toContainText(/chain intact\..*A new signing key begins at record \d+, and no earlier key/)
    await expectClean(app.page, 'new key')
  })

  await test.step('an older copy of the database is told by the heads beside it', async () => {
    await app.end()
    copyFileSync(file('journal.db'), file('older.db'))
    const olderHeads = readFileSync(file('audit.heads.jsonl'), 'utf8')
    await app.again()
    const again = new Steps(app)
    await again.prepare()
    for (let at = 1; at <= 8; at++) {
      await again.send(`Say ${at}`)
      await expect(app.page.getByRole('log').getByText(`Say ${at}`).last()).toBeVisible()
    }
    await app.end()
    for (const name of ['journal.db-wal', 'journal.db-shm']) rmSync(file(name), { force: true })
    copyFileSync(file('older.db'), file('journal.db'))
    const [last = ''] = readFileSync(file('audit.heads.jsonl'), 'utf8').split('\n').slice(-2)
    writeFileSync(file('audit.heads.jsonl'), `${olderHeads}${last}\n`)
    await app.again()
    await opened()
    await audit.verify()
    await expect(audit.bar).toContainText(
      /Records are missing at the end\. There are \d+ records, but record \d+ was signed/,
    )
    await expect(app.page.getByText('The log was changed or replaced while Atrium was closed.')).toBeVisible()
    await expectClean(app.page, 'cut')
  })
})

test('[CAL-7] the record of a call that ended has the id of its answer', async ({ app }) => {
  const person = await withEverything(app)
  await person.send('!tool everything__echo {"message":"hello"}')
  await person.allow('Echo Tool')
  await expect(person.call('Echo Tool', 'Succeeded')).toBeVisible()
  await person.open('Audit')
  await new Audit(app.page).row('Call finished').getByRole('link').click()
  const detail = app.page.getByRole('complementary', { name: /^Record \d/ })
  await expect(detail.getByText('Id of the answer')).toBeVisible()
  await expect(detail.getByText(/^\d{7,}$/)).toBeVisible()
  await expectClean(app.page, 'finished')
})
