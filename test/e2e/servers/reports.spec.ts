import { expect, shareApp, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { Steps } from '../support/steps.ts'
import { withEverything } from '../support/with-everything.ts'
import { serverFile } from '../../support/server-files.ts'

shareApp()

test('[REP-10] the official server logs at the level that is chosen on its page', async ({ app }) => {
  const { page } = app
  const person = await withEverything(app)
  await page.goto(app.address('/servers/everything/log'))
  const level = page.getByRole('combobox', { name: 'Level that everything is asked to log' })
  await expect(level).toHaveValue('')
  await level.selectOption('debug')
  await expect(level).toHaveValue('debug')
  await page.goto(app.address('/'))
  await person.newConversation()
  await person.send('!tool everything__toggle-simulated-logging {}')
  await person.allow('Toggle Simulated Logging')
  await expect(person.call('Toggle Simulated Logging', 'Succeeded')).toBeVisible()
  await page.goto(app.address('/servers/everything/log'))
  const log = page.getByRole('log', { name: 'Log of everything' })
  await expect(log).toContainText(/level[ -]message/)
  await expect(log).toContainText('stderr')
  await page.getByRole('button', { name: 'Server log' }).click()
  await expect(log).not.toContainText('stderr')

  await test.step('the level and the call are in its traffic, and lead to the record', async () => {
    await page.getByRole('tab', { name: 'Traffic' }).click()
    await page.getByRole('textbox', { name: 'Method, id or text' }).fill('setLevel')
    const table = page.getByRole('table', { name: 'Messages between Atrium and everything' })
    await table.getByRole('button', { name: 'logging/setLevel debug' }).click()
    const detail = page.getByRole('complementary', { name: 'Message logging/setLevel' })
    await expect(detail.getByRole('group', { name: 'Request' })).toContainText('"level": "debug"')
    await expect(detail).toContainText('Response')
    await page.getByRole('textbox', { name: 'Method, id or text' }).fill('toggle')
    await table.getByRole('button', { name: 'tools/call toggle-simulated-logging' }).click()
    await page.getByRole('link', { name: 'Open record' }).click()
    await expect(page.getByRole('complementary', { name: /^Record/ })).toContainText('toggle-simulated-logging')
  })
})

test('[REP-10] log and traffic are narrowed, paused, copied and looked into, by keyboard and on a phone', async ({
  app,
}) => {
  const { page } = app
  const person = new Steps(app)
  await person.prepare({ servers: { noisy: [serverFile('logging.mjs')] } })
  const calls = [
    { level: 'debug', data: 'looking around' },
    { level: 'warning', logger: 'db', data: 'index is missing; the migration scans all rows' },
    { level: 'error', data: { refused: 'request 44', why: 'it was cancelled' } },
  ]
  for (const [index, it] of calls.entries()) {
    await person.send(`!tool noisy__log ${JSON.stringify(it)}`)
    await person.allow('log')
    await expect(person.call('log', 'Succeeded')).toHaveCount(index + 1)
  }
  await person.send('!tool noisy__fail {}')
  await person.allow('fail')
  await expect(person.call('fail', 'Failed')).toBeVisible()

  await page.goto(app.address('/servers/noisy/log'))
  const log = page.getByRole('log', { name: 'Log of noisy' })
  await expect(log).toContainText('looking around')
  await look(page, 'log')

  await test.step('a severity, a source and words narrow the log', async () => {
    await page.getByRole('radio', { name: 'All', exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: 'Warnings' })).toBeFocused()
    await expect(log).not.toContainText('looking around')
    await expect(log).toContainText('request 44')
    await page.getByRole('textbox', { name: 'Find in the log' }).fill('MIGRATION')
    await expect(log.locator('mark')).toHaveText('migration')
    await expect(log).not.toContainText('request 44')
    await page.getByRole('textbox', { name: 'Find in the log' }).fill('')
    await page.getByRole('button', { name: 'Standard error' }).click()
    await expect(page.getByRole('radio', { name: 'All', exact: true })).toHaveAttribute('aria-checked', 'true')
    await expect(page.getByText('No line fits')).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(log).toContainText('looking around')
  })

  await page.getByRole('tab', { name: 'Traffic' }).click()
  const table = page.getByRole('table', { name: 'Messages between Atrium and noisy' })
  await test.step('traffic shows each exchange once, with its end', async () => {
    await expect(table.getByRole('row', { name: /tools\/call fail/ })).toContainText('failed')
    await expect(table.getByRole('row', { name: /initialize/ }).first()).toContainText('answered')
    await page.getByRole('radio', { name: 'Errors' }).click()
    await expect(table.getByRole('row', { name: /tools\/call log/ })).toHaveCount(0)
    await page.getByRole('radio', { name: 'All', exact: true }).click()
    await expect(table.getByRole('row', { name: /tools\/call log/ })).toHaveCount(3)
  })

  await test.step('up and down walk along the messages, Enter opens one, Esc closes it', async () => {
    const fail = table.getByRole('button', { name: /^tools\/call fail/ })
    await fail.focus()
    await page.keyboard.press('ArrowUp')
    await expect(fail).not.toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(fail).toBeFocused()
    await page.keyboard.press('Enter')
    const detail = page.getByRole('complementary', { name: 'Message tools/call' })
    await expect(detail).toContainText('not written by you')
    await expect(detail).toContainText('"isError"')
    await look(page, 'traffic')
    await fail.focus()
    await page.keyboard.press('Escape')
    await expect(detail).toBeHidden()
    await expect(fail).toBeFocused()
  })

  await test.step('what is copied is what is shown', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('tab', { name: 'Log' }).click()
    await page.getByRole('button', { name: 'Server log' }).click()
    await expect(log).toContainText('looking around')
    await page.getByRole('button', { name: 'Copy the lines shown' }).click()
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.split('\n').map((line) => line.split(' ')[1])).toEqual(['debug', 'warning', 'error'])
  })
})

test('[REP-10] a server that floods its log leaves the window quick', async ({ app }) => {
  const { page } = app
  const person = new Steps(app)
  await person.prepare({ servers: { noisy: [serverFile('logging.mjs')] } })
  await person.send(`!tool noisy__log ${JSON.stringify({ level: 'info', data: 'flood '.repeat(50), times: 60_000 })}`)
  await person.allow('log')
  await page.goto(app.address('/servers/noisy/log'))
  const log = page.getByRole('log', { name: 'Log of noisy' })
  await expect(log).toContainText('flood')
  await expect(log).toContainText('came too fast', { timeout: 60_000 })
  await page.getByRole('tab', { name: 'Traffic' }).click()
  await expect(page.getByRole('table')).toContainText('notifications/message')
  // Few of what is held is built.
  expect(await page.getByRole('row').count()).toBeLessThan(80)
})
