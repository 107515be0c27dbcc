import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { mostCounted, type CallRow } from '../../shared/contract/log.ts'
import { any, anyNumber, contains, filled, whole, words } from '../support/words.ts'
import { App, expect, shareApp, test } from './support/app.ts'
import { changeRecord } from './support/damage.ts'
import { onlyLabelled, theDialog } from './support/axe.ts'
import { look } from './support/look.ts'
import { prepare, runTool } from './support/prepare.ts'
import { Steps, withEverything } from './support/steps.ts'
import { checkWords } from '../../main/host/journal/chain/words.ts'

const { check, export: exporting, yourself } = words.auditLog
const { auditCalls: calls, auditFilter: filters } = words
const { kinds } = words.audit
const { page: chat } = words.chat

shareApp()

const theBar = onlyLabelled(check.label)

/** How far the log's signatures reach. */
const endings = [
  check.signed(anyNumber, any, 1),
  check.signed(anyNumber, any, anyNumber),
  check.signedToEnd(anyNumber, any),
  check.unsigned,
]

/** The audit page as a user operates it. */
class Audit {
  readonly page: Page
  readonly bar: Locator
  readonly search: Locator

  constructor(page: Page) {
    this.page = page
    this.bar = page.getByRole('region', { name: check.label })
    this.search = page.getByRole('combobox', { name: whole(filters.calls, filters.records) })
  }

  async verify(): Promise<void> {
    await this.bar.getByRole('button', { name: whole(check.verify, check.again) }).click()
    await expect(this.bar.getByRole('button', { name: check.again })).toBeVisible()
  }

  row(kind: string): Locator {
    return this.page.getByRole('row').filter({ hasText: kind }).first()
  }
}

test('[LUI-1] [LUI-2] [LUI-3] [LUI-4] [LUI-5] searches, checks and exports the log, erases from it, and finds a changed record', async ({
  app,
}) => {
  let person = new Steps(app)
  let audit = new Audit(app.page)
  await person.prepare()
  await person.send('Remember the word oboe')
  await expect(app.page.getByRole('log').getByText('Remember the word oboe').first()).toBeVisible()
  await person.openRecords()

  await test.step('finds records by the beginning of a word, and keeps it in the URL', async () => {
    await expect(audit.search).toHaveAccessibleDescription(filters.note)
    await audit.search.fill('OBO')
    await expect(audit.row(kinds['turn.started'])).toBeVisible()
    await expect(audit.row(kinds['secret.changed'])).toBeHidden()
    await expect(app.page).toHaveURL(/#\/audit\?view=records&text=OBO$/)
    await audit.search.fill('boe')
    await expect(
      app.page.getByText(filled(words.audit.nothing.hidden, { parts: filters.parts.text('boe') })),
    ).toBeVisible()
    await app.page.goBack()
    await expect(audit.search).toHaveValue('')
    await expect(audit.row(kinds['secret.changed'])).toBeVisible()
  })

  await test.step('checks the log on request, and says how to check it without Atrium', async () => {
    await expect(audit.bar).toContainText(check.unchecked)
    await audit.verify()
    await expect(audit.bar).toContainText(contains(...endings.map((end) => `${check.intact(anyNumber)} ${end}`)))
    await look(app.page, 'intact')
    await person.open('Settings')
    await person.openRecords()
    await expect(audit.bar).toContainText(contains(check.intact(anyNumber)))
    await audit.bar.getByRole('button', { name: yourself.open }).click()
    const dialog = app.page.getByRole('dialog', { name: yourself.title })
    await expect(dialog.getByText(yourself.command)).toBeVisible()
    await look(app.page, 'yourself', theDialog)
    await dialog.getByRole('button', { name: yourself.done }).click()
  })

  await test.step('says what an export contains and which file it is in', async () => {
    await audit.search.fill('oboe')
    await expect(app.page).toHaveURL(/text=oboe$/)
    await app.page.getByRole('button', { name: exporting.open }).click()
    const dialog = app.page.getByRole('dialog', { name: exporting.title })
    await expect(dialog).toContainText(filled(exporting.some, { parts: filters.parts.text('oboe') }))
    await expect(dialog).toContainText(contains(`${exporting.format} ${exporting.size(anyNumber, any)}`))
    await look(app.page, 'export', theDialog)
    await dialog.getByRole('button', { name: exporting.run, exact: true }).click()
    const file = await dialog.getByText(/\.jsonl$/).textContent()
    await expect(dialog.getByRole('button', { name: exporting.copy })).toBeVisible()
    await expect(dialog.getByRole('button', { name: exporting.close })).toBeFocused()
    await look(app.page, 'exported', theDialog)
    expect(readFileSync(file ?? '', 'utf8')).toContain('Remember the word oboe')
    await dialog.getByRole('button', { name: exporting.close }).click()
  })

  await test.step('erases deleted text at once, so nothing finds it and the chain stays intact', async () => {
    await audit.row(kinds['turn.started']).getByRole('link').click()
    await expect(app.page.getByText(whole(words.audit.facts.reading(anyNumber)))).toBeVisible()
    await look(app.page, 'record')
    await app.page.getByRole('link', { name: words.audit.detail.openConversation }).click()
    await app.page.getByRole('button', { name: whole(words.frame.conversations.more(`${any}oboe`)) }).click()
    await app.page.getByRole('menuitem', { name: words.frame.conversations.delete }).click()
    const toast = app.page.getByText(words.frame.conversations.deleted)
    await expect(toast).toBeVisible()
    const edgeOf = (place: Locator, edge: 'top' | 'bottom' | 'left'): Promise<number> =>
      place.evaluate((it, side) => it.getBoundingClientRect()[side], edge)
    const gap = async (): Promise<number> =>
      (await edgeOf(app.page.locator('[data-dock]'), 'top')) - (await edgeOf(toast, 'bottom'))
    await expect.poll(gap).toBeGreaterThan(0)
    expect(await gap()).toBeLessThan(60)
    expect(await edgeOf(toast, 'left')).toBeGreaterThan(await edgeOf(app.page.getByRole('main'), 'left'))
    await person.openRecords()
    await audit.row(kinds['conversation.deleted']).getByRole('link').click()
    await app.page.getByRole('link', { name: words.audit.detail.openConversation }).click()
    await app.page.getByRole('button', { name: chat.erase }).click()
    const dialog = app.page.getByRole('dialog', { name: chat.eraseTitle })
    await expect(dialog).toContainText(chat.eraseText)
    await expect(dialog).toContainText(chat.eraseChain)
    await expect(dialog.getByRole('button', { name: chat.eraseKeep })).toBeFocused()
    await look(app.page, 'erase', theDialog)
    await dialog.getByRole('button', { name: chat.eraseVerb }).click()
    await expect(app.page.getByText(chat.gone)).toBeVisible()
    await person.openRecords()
    await audit.search.fill('oboe')
    await expect(app.page.getByText(words.audit.nothing.noneFits, { exact: true })).toBeVisible()
    await audit.verify()
    await expect(audit.bar).toContainText(contains(`${check.intact(anyNumber)}${any}${check.erased(anyNumber)}`))
  })

  await test.step('names a record that was changed while Atrium was closed', async () => {
    await app.end()
    const seq = changeRecord(app.directory, 'secret.changed')
    await app.again()
    person = new Steps(app)
    audit = new Audit(app.page)
    await person.open('Audit')
    await audit.verify()
    await expect(audit.bar).toContainText(`${check.broken(seq)} ${checkWords.changedColumns}`)
    await look(app.page, 'broken', theBar)
    await audit.bar.getByRole('link', { name: check.around }).click()
    await expect(app.page).toHaveURL(/first=\d+&last=\d+$/)
    await expect(audit.row(kinds['secret.changed'])).toBeVisible()
  })
})

test('[LUI-1] [LUI-5] reports a truncated log, a new signing key, a check’s progress, and a check that could not run @all', async ({
  ownApp: app,
}) => {
  const person = new Steps(app)
  let audit = new Audit(app.page)
  const file = (name: string) => path.join(app.directory, name)
  const opened = async (): Promise<void> => {
    audit = new Audit(app.page)
    await new Steps(app).open('Audit')
  }
  await person.prepare()

  await test.step('shows a check’s progress, and cancels it', async () => {
    await opened()
    let [answers, stops] = [0, 0]
    await app.page.route('**/call', (route) => {
      const { name } = route.request().postDataJSON() as { name: string }
      if (name === 'stopCheck') stops += 1
      if (name !== 'verifyLog') return route.continue()
      answers += 1
      return route.fulfill({ json: { result: { state: 'checking', checked: 400_000, records: 1_000_000 } } })
    })
    await audit.bar.getByRole('button', { name: check.verify }).click()
    await expect(audit.bar.getByRole('progressbar', { name: check.checking })).toBeVisible()
    await expect(audit.bar).toContainText(check.progress(400_000, 1_000_000))
    await expect(audit.bar.getByRole('button', { name: check.verify })).toHaveAttribute('aria-disabled', 'true')
    await look(app.page, 'checking', theBar)
    await audit.bar.getByRole('button', { name: check.cancel }).click()
    await expect(audit.bar).toContainText(check.unchecked)
    const asked = answers
    await expect(audit.bar.getByRole('button', { name: check.verify })).not.toHaveAttribute('aria-disabled', 'true')
    expect(answers - asked).toBeLessThanOrEqual(1)
    await expect.poll(() => stops).toBe(1)
    await app.page.unroute('**/call')
  })

  await test.step('says why a check could not run, and lets the user try again', async () => {
    await app.page.route('**/call', (route) =>
      (route.request().postDataJSON() as { name: string }).name === 'verifyLog' ? route.abort() : route.continue(),
    )
    await audit.bar.getByRole('button', { name: check.verify }).click()
    await expect(audit.bar).toContainText(contains(check.failed(any)))
    await look(app.page, 'not checked', theBar)
    await app.page.unroute('**/call')
    await audit.verify()
    await expect(audit.bar).toContainText(contains(check.intact(anyNumber)))
  })

  await test.step('reports a new key without a signature from the lost one', async () => {
    await app.end()
    for (const name of ['secrets.key', 'secrets.enc']) rmSync(file(name))
    await app.again()
    await opened()
    await audit.verify()
    await expect(audit.bar).toContainText(contains(`${check.intact(anyNumber)}${any}${check.newKeys([anyNumber])}`))
    await look(app.page, 'new key', theBar)
  })

  await test.step('detects an older copy of the database by the heads beside it', async () => {
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
    await expect(audit.bar).toContainText(contains(`${check.cut} ${check.cutDetail(anyNumber, anyNumber)}`))
    await expect(app.page.getByText(words.frame.banners.logReplaced)).toBeVisible()
    await look(app.page, 'cut')
  })
})

test('[CAL-7] [LUI-6] [LUI-7] shows a call with its course, and its records with the id of its answer @all', async ({
  app,
}) => {
  const person = await withEverything(app)
  await person.send('!tool everything__echo {"message":"hello"}')
  await person.allow('Echo Tool')
  await expect(person.call('Echo Tool', words.chat.callState.succeeded)).toBeVisible()
  await person.open('Audit')
  const { page } = app
  const call = page.getByRole('row').filter({ hasText: 'Echo Tool' }).first()
  await expect(call).toContainText(contains(`hello${calls.decided.after('you', any)}`))
  await call.getByRole('link').click()
  const detail = page.getByRole('complementary', { name: whole(calls.detail.name(anyNumber)) })
  const { asked, allowed, sent, answered } = calls.detail
  await expect(detail).toContainText(contains([asked(any), allowed('you', any), sent(any), answered(any)].join(' → ')))
  await expect(detail.getByRole('group', { name: calls.detail.shownArguments })).toContainText('hello')
  await look(page, 'call')
  await detail.getByRole('tab', { name: calls.detail.result }).click()
  await expect(detail).toContainText('Echo: hello')
  await detail.getByRole('tab', { name: whole(calls.detail.records(anyNumber, anyNumber)) }).click()
  await detail.getByRole('link', { name: whole(calls.detail.record(kinds['call.finished'], anyNumber)) }).click()
  const record = page.getByRole('complementary', { name: whole(words.audit.detail.record(anyNumber)) })
  await expect(record.getByText(words.audit.facts.answerId)).toBeVisible()
  await expect(record.getByText(/^\d{7,}$/)).toBeVisible()
  await look(page, 'finished')
})

test('[LUI-8] [LUI-2] finds by keyboard in three actions which calls changed something yesterday @all', async ({
  app,
}) => {
  const { page } = app
  await prepare(app, { model: false, servers: { everything: [App.script('everything')] } })
  for (const tool of ['echo', 'toggle-subscriber-updates'])
    await runTool(app, 'everything', tool, tool === 'echo' ? { message: 'hello' } : {})
  const rows = page.getByRole('main').locator('tbody tr[data-seq]')
  const field = page.getByRole('combobox', { name: filters.calls })
  const person = new Keyboard(page)
  await new Steps(app).open('Audit')
  await expect(rows.nth(1)).toBeVisible()

  await test.step('says that no call changed anything yesterday', async () => {
    await person.press('/')
    await expect(field).toBeFocused()
    await person.type('changed yesterday')
    await person.press('Enter')
    expect(person.actions).toBe(3)
    await expect(page.getByText(calls.nothing.noChange('yesterday'))).toBeVisible()
    await expect(page).toHaveURL(/#\/audit\?time=yesterday&changed=yes$/)
    await expect(field).toBeFocused()
    await look(page, 'nothing changed')
  })

  await test.step('finds today’s calls a day later, from any page', async () => {
    await page.clock.setFixedTime(Date.now() + 24 * 3_600_000)
    await page.reload()
    await new Steps(app).open('Settings')
    person.actions = 0
    await person.press('Control+k')
    await expect(page.getByRole('combobox', { name: words.palette.title })).toBeFocused()
    await person.type('changed something yesterday')
    await expect(page.getByRole('option').first()).toHaveAttribute('data-highlighted', '')
    await person.press('Enter')
    expect(person.actions).toBe(3)
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('Toggle Subscriber Updates')
  })

  await test.step('walks to a call, opens it, and goes to its conversation and the export by one key each', async () => {
    await page.keyboard.press('ArrowDown')
    await expect(rows.getByRole('link')).toBeFocused()
    await page.keyboard.press('Enter')
    const detail = page.getByRole('complementary', { name: whole(calls.detail.name(anyNumber)) })
    await expect(detail).toBeVisible()
    await page.keyboard.press('x')
    const dialog = page.getByRole('dialog', { name: exporting.title })
    await expect(dialog).toContainText(contains(exporting.size(anyNumber, any)))
    // Esc as focus is still on its way into the dialog.
    await page.locator('tr[data-seq] a').dispatchEvent('keydown', { key: 'Escape' })
    await expect(dialog).toBeHidden()
    await expect(detail).toBeVisible()
    await page.keyboard.press('o')
    await expect(page).toHaveURL(/#\/c\//)
  })
})

test('[LUI-13] [LUI-14] has a heading above each day, which the arrow keys pass, and counts the day’s calls @all', async ({
  ownApp: app,
}) => {
  const { page } = app
  await prepare(app, { model: false, servers: { everything: [App.script('everything')] } })
  for (const message of ['one', 'two']) await runTool(app, 'everything', 'echo', { message })
  // For this page, the first call was made a day earlier.
  await page.route('**/call', async (route) => {
    if ((route.request().postDataJSON() as { name: string }).name !== 'listCalls') return route.continue()
    const response = await route.fetch()
    const { result } = (await response.json()) as { result: { rows: CallRow[] } }
    const rows = result.rows.map((row, index) => ({ ...row, requestedAt: row.requestedAt - index * 24 * 3_600_000 }))
    return route.fulfill({ response, json: { result: { ...result, rows } } })
  })
  await new Steps(app).open('Audit')
  const main = page.getByRole('main')
  const { today, yesterday } = words.frame.conversations.groups
  await expect(main.locator('tbody tr')).toContainText([today, 'two', yesterday, 'one'])
  const links = main.locator('tbody tr[data-seq]').getByRole('link')
  await links.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(links.first()).toBeFocused()
  await look(page, 'days')
  const line = main.getByRole('group', { name: words.ledger.name(today) })
  await line.getByRole('link', { name: words.ledger.calls(2, mostCounted) }).press('Enter')
  await expect(page).toHaveURL(/#\/audit\?time=today$/)
})

/** A user without a mouse, whose actions are counted: a key, or a text typed in one go. */
class Keyboard {
  readonly #page: Page
  actions = 0

  constructor(page: Page) {
    this.#page = page
  }

  async press(key: string): Promise<void> {
    this.actions += 1
    await this.#page.keyboard.press(key)
  }

  async type(text: string): Promise<void> {
    this.actions += 1
    await this.#page.keyboard.type(text)
  }
}
