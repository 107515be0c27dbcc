import { contains, words } from '../../support/words.ts'
import { App, expect, shareApp, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { prepare, runTool } from '../support/prepare.ts'

shareApp()

const { rename } = words.serverForm

test('[SRV-78] renames a server by keyboard, and shows its earlier records under the new ID', async ({ app }) => {
  const { page } = app
  await prepare(app, {
    model: false,
    servers: { everything: [App.script('everything')], other: [App.script('filesystem'), '/tmp'] },
  })
  await runTool(app, 'everything', 'get-sum', { a: 1, b: 2 })
  await page.goto(app.address('/servers/everything/setup'))
  await page.getByRole('button', { name: rename.open }).press('Enter')
  const dialog = page.getByRole('dialog', { name: rename.title('everything') })
  const id = dialog.getByRole('textbox', { name: rename.id })
  await expect(id).toBeFocused()
  await expect(id).toHaveValue('everything')

  await page.keyboard.type('other')
  await page.keyboard.press('Enter')
  await expect(id).toHaveAccessibleDescription(contains('A server named other already exists.'))
  await id.fill('a/b')
  await expect(id).toHaveAccessibleDescription(contains('A server id has 1 to 64 letters'))
  await id.fill(`sk-ant-${'a1B2'.repeat(12)}`)
  await expect(id).toHaveAccessibleDescription(contains(rename.secret))
  await look(page, 'rename-server')
  await id.fill('sums')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/servers\/sums\/setup$/)
  await expect(page.getByRole('switch', { name: words.servers.page.switchOf('sums') }).first()).toBeChecked()
  await page.goto(app.address('/servers/everything'))
  await expect(page.getByRole('main')).toContainText(words.servers.page.unknown)

  await page.goto(app.address('/servers/sums/activity'))
  await expect(page.getByRole('main')).toContainText('get-sum')
  await page.goto(app.address('/servers'))
  await expect(page.getByRole('main')).toContainText('sums')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
