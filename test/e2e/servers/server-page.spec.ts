import { beginsWith, contains, words } from '../../support/words.ts'
import { App, expect, shareApp, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { PageLink } from '../support/page-link.ts'
import { prepare, removeServers, runTool } from '../support/prepare.ts'

shareApp()

const { titles } = words.servers.tabs
const { performance, history } = { performance: words.serverPerformance, history: words.serverHistory }

test('[SPG-3] [SPG-4] [SPG-5] [SPG-8] shows what a server costs, and undoes a change, by keyboard @all', async ({
  app,
}) => {
  const { page } = app
  await prepare(app, { model: false, servers: { everything: [App.script('everything')] } })
  await runTool(app, 'everything', 'get-sum', { a: 1, b: 2 })
  await page.goto(app.address('/servers/everything'))
  await page.getByRole('tab', { name: titles.tools }).first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: titles.activity, selected: true })).toBeFocused()
  const tools = page.getByRole('table', { name: performance.tools.label('everything') })
  const first = tools.getByRole('row').nth(1)
  await expect(first.getByRole('rowheader')).toHaveText('get-sum')
  await expect(page.getByRole('table', { name: performance.processes.label('everything') })).toContainText('node')
  await tools.getByRole('button', { name: performance.tools.sortBy(performance.tools.columns.tokens) }).focus()
  await page.keyboard.press('Enter')
  await expect(first.getByRole('rowheader')).not.toHaveText('get-sum')
  await look(page, 'server-performance')

  await page.goto(app.address('/servers/everything/setup'))
  await page.getByRole('button', { name: history.title, exact: true }).press('Enter')
  const list = page.getByRole('list', { name: history.label })
  await expect(list.getByRole('listitem').first()).toContainText(history.kinds.added)
  await page.getByRole('switch', { name: words.servers.page.switchOf('everything') }).press('Space')
  const latest = list.getByRole('listitem').first()
  await expect(latest).toContainText(history.kinds.changed)
  await look(page, 'server-history')
  await latest.getByRole('button').press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: history.dialog.undo, exact: true }).press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('switch', { name: words.servers.page.switchOf('everything') })).toBeChecked()
  await expect(latest).toContainText(contains('true'))
})

test('[SPG-9] groups and sorts a long list by keyboard, and keeps that over a reload @all', async ({ app }) => {
  const { page } = app
  await removeServers(app)
  const link = new PageLink(page)
  for (let i = 1; i <= 11; i++) {
    const tags = i % 3 === 0 ? ['work', 'files'] : i % 3 === 1 ? ['home'] : undefined
    const config = { command: 'true', enabled: false, ...(tags && { tags }) }
    await link.call('addServer', { id: `server ${i}`, config })
  }
  await page.goto(app.address('/servers'))
  const { list } = words.servers
  await page.getByRole('radiogroup', { name: list.grouping }).getByText(list.groupings.state).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    /^files/,
    /^home/,
    /^work/,
    beginsWith(list.noTag),
  ])
  await look(page, 'servers-by-tag')
  await page.getByRole('combobox', { name: list.order }).selectOption({ label: list.orders.tools })
  await page.reload()
  await expect(page.getByRole('combobox', { name: list.order })).toHaveValue('tools')
  await page.getByRole('textbox', { name: list.find }).fill('home')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([/^home/])
})
