import { serverFile } from '../../support/server-files.ts'
import { anyNumber, contains, words } from '../../support/words.ts'
import { App, expect, shareApp, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { prepare, runTool } from '../support/prepare.ts'

shareApp()

const { log: logWords, showAll, traffic } = words.serverReports
const { views } = words.servers.tabs
const noisy = { model: false, servers: { noisy: [serverFile('logging.mjs')] } }

test('[REP-10] makes the official server log at the level chosen on its page @all', async ({ app }) => {
  const { page } = app
  await prepare(app, { model: false, servers: { everything: [App.script('everything')] } })
  await page.goto(app.address('/servers/everything/log'))
  const level = page.getByRole('combobox', { name: logWords.level('everything') })
  await expect(level).toHaveValue('')
  await level.selectOption('debug')
  await expect(level).toHaveValue('debug')
  await runTool(app, 'everything', 'toggle-simulated-logging')
  const log = page.getByRole('log', { name: logWords.label('everything') })
  await expect(log).toContainText(/level[ -]message/)
  await expect(log).toContainText(logWords.printed)
  await page.getByRole('button', { name: logWords.server }).click()
  await expect(log).not.toContainText(logWords.printed)

  await test.step('shows the level and the call in the traffic, and leads to the record', async () => {
    await page.getByRole('tab', { name: views.traffic }).click()
    await page.getByRole('textbox', { name: traffic.find }).fill('setLevel')
    const table = page.getByRole('table', { name: traffic.label('everything') })
    await table.getByRole('button', { name: 'logging/setLevel debug' }).click()
    const detail = page.getByRole('complementary', { name: traffic.detail.label('logging/setLevel') })
    await expect(detail.getByRole('group', { name: traffic.detail.request })).toContainText('"level": "debug"')
    await expect(detail).toContainText(traffic.detail.response)
    await page.getByRole('textbox', { name: traffic.find }).fill('toggle')
    await table.getByRole('button', { name: 'tools/call toggle-simulated-logging' }).click()
    await page.getByRole('link', { name: traffic.detail.openRecord }).click()
    await expect(
      page.getByRole('complementary', { name: contains(words.audit.detail.record(anyNumber)) }),
    ).toContainText('toggle-simulated-logging')
  })
})

test('[REP-10] [REP-12] narrows, copies and opens entries of the log and traffic, by keyboard and on a phone @all', async ({
  app,
}) => {
  const { page } = app
  await prepare(app, noisy)
  const calls = [
    { level: 'debug', data: 'looking around' },
    { level: 'warning', logger: 'db', data: 'index is missing; the migration scans all rows' },
    { level: 'error', data: { refused: 'request 44', why: 'it was cancelled' } },
  ]
  for (const it of calls) await runTool(app, 'noisy', 'log', it)
  await runTool(app, 'noisy', 'fail')

  await page.goto(app.address('/servers/noisy/log'))
  const log = page.getByRole('log', { name: logWords.label('noisy') })
  await expect(log).toContainText('looking around')
  await look(page, 'log')
  await expect(log.getByText(contains(logWords.started('')))).toBeVisible()
  await page.getByRole('tab', { name: views.log }).focus()
  await page.keyboard.press('e')
  await expect(log.locator('[data-goal]')).toContainText('request 44')

  await test.step('narrows the log by severity, source and words', async () => {
    await page.getByRole('radio', { name: logWords.levels.all, exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: logWords.levels.warnings })).toBeFocused()
    await expect(log).not.toContainText('looking around')
    await expect(log).toContainText('request 44')
    await page.getByRole('textbox', { name: logWords.find }).fill('MIGRATION')
    await expect(log.locator('mark')).toHaveText('migration')
    await expect(log).not.toContainText('request 44')
    await page.getByRole('textbox', { name: logWords.find }).fill('')
    await page.getByRole('button', { name: logWords.stderr }).click()
    await expect(page.getByRole('radio', { name: logWords.levels.all, exact: true })).toHaveAttribute(
      'aria-checked',
      'true',
    )
    await expect(page.getByText(logWords.nothingFits)).toBeVisible()
    await page.getByRole('button', { name: showAll }).click()
    await expect(log).toContainText('looking around')
  })

  await page.getByRole('tab', { name: views.traffic }).click()
  const table = page.getByRole('table', { name: traffic.label('noisy') })
  await test.step('shows each exchange once in the traffic, with its end', async () => {
    await expect(table.getByRole('row', { name: /tools\/call fail/ })).toContainText(traffic.outcomes.failed)
    await expect(table.getByRole('row', { name: /initialize/ }).first()).toContainText(traffic.outcomes.answered)
    await page.getByRole('radio', { name: traffic.kinds.errors }).click()
    await expect(table.getByRole('row', { name: /tools\/call log/ })).toHaveCount(0)
    await page.getByRole('radio', { name: traffic.kinds.all, exact: true }).click()
    await expect(table.getByRole('row', { name: /tools\/call log/ })).toHaveCount(3)
  })

  await test.step('moves along the messages with up and down, opens one with Enter, and closes it with Esc', async () => {
    const fail = table.getByRole('button', { name: /^tools\/call fail/ })
    await fail.focus()
    await page.keyboard.press('ArrowUp')
    await expect(fail).not.toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(fail).toBeFocused()
    await page.keyboard.press('Enter')
    const detail = page.getByRole('complementary', { name: traffic.detail.label('tools/call') })
    await expect(detail).toContainText(traffic.detail.notByYou)
    await expect(detail).toContainText('"isError"')
    await look(page, 'traffic')
    await fail.focus()
    await page.keyboard.press('Escape')
    await expect(detail).toBeHidden()
    await expect(fail).toBeFocused()
  })

  await test.step('copies what is shown', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('tab', { name: views.log }).click()
    await page.getByRole('button', { name: logWords.server }).click()
    await expect(log).toContainText('looking around')
    await page.getByRole('button', { name: logWords.copy }).click()
    await expect(page.getByRole('button', { name: words.ui.copied })).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.split('\n').map((line) => line.split(' ')[1])).toEqual([logWords.own, 'debug', 'warning', 'error'])
  })
})

test('[REP-10] keeps the window quick while a server floods its log @all', async ({ app }) => {
  const { page } = app
  await prepare(app, noisy)
  const flood = runTool(app, 'noisy', 'log', { level: 'info', data: 'flood '.repeat(50), times: 30_000 })
  await page.goto(app.address('/servers/noisy/log'))
  const log = page.getByRole('log', { name: logWords.label('noisy') })
  await expect(log).toContainText('flood')
  await expect(log).toContainText(contains(logWords.missed(anyNumber)), { timeout: 60_000 })
  await page.getByRole('tab', { name: views.traffic }).click()
  await expect(page.getByRole('table')).toContainText('notifications/message')
  await flood
  // Little of what is stored is built.
  expect(await page.getByRole('row').count()).toBeLessThan(80)
})
