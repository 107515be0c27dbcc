import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pressIn, shownApp, workingApp } from '../e2e/apps/working-app.ts'
import { filled, words } from '../support/words.ts'
import { atDesk, expect, test } from './support/desk.ts'
import { takeCalls } from './support/person.ts'

const { calls } = words.apps
const { drafts, savedFiles, wishes } = words.appWork

/** An app that reads its server's note again and again without a pause, and shows how often it got it. */
const restless = `<!doctype html><title>Restless page</title><body><output>0</output><script>
const post = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
let last = 1
let read = 0
const ask = () => post({ id: ++last, method: 'resources/read', params: { uri: 'notes://one' } })
addEventListener('message', ({ data }) => {
  if (data.method === 'ping' || data.method === 'ui/resource-teardown') return post({ id: data.id, result: {} })
  if (data.id === 1) post({ method: 'ui/notifications/initialized', params: {} })
  else if (data.result) document.querySelector('output').textContent = ++read
  else return
  ask()
})
post({ id: 1, method: 'ui/initialize', params: { appInfo: { name: 'x', version: '1' }, appCapabilities: {}, protocolVersion: '2026-01-26' } })
</script></body>`

test('[APP-40] [APP-41] [APP-42] [APS-3] [APS-7] [APS-8] [APS-10] opens an app’s link, saves its file, drafts its message and stops its flood of requests in the window, as in a tab @all', () =>
  atDesk(async ({ app, shell }) => {
    const url = 'https://accounts.example.com/a?from=page'
    const resource = { uri: 'ui://apps/guests.csv', mimeType: 'text/csv', text: 'a,b' }
    const { area, inside } = await workingApp(app, 'desk', [
      { label: 'Open', method: 'ui/open-link', params: { url } },
      { label: 'Save', method: 'ui/download-file', params: { contents: [{ type: 'resource', resource }] } },
      { label: 'Write', method: 'ui/message', params: { role: 'user', content: [{ type: 'text', text: 'A table' }] } },
    ])
    const { page } = app
    const desktop = shell.desktop
    if (!desktop) throw new Error('The app has not been started.')
    const said = inside.locator('output')

    await test.step('opens the link in the browser, as shown in the question', async () => {
      await pressIn(area, 'Open')
      const ask = page.getByRole('group', { name: wishes.opens('desk') })
      await expect(ask).toContainText(url)
      await takeCalls(desktop)
      await ask.getByRole('button', { name: words.questions.url.open }).click()
      const opened = async () => (await takeCalls(desktop, 'shell.openExternal')).map(({ args: [first] }) => first)
      await expect.poll(opened).toEqual([url])
      await expect(said).toHaveText('{}')
    })

    await test.step('saves the file into the folder of exports, and opens nothing', async () => {
      await pressIn(area, 'Save')
      const ask = page.getByRole('group', { name: wishes.saves('desk') })
      await ask.getByRole('button', { name: wishes.save }).click()
      await expect(said).toHaveText('{}')
      const saved = await area.getByRole('list', { name: savedFiles }).locator('code').textContent()
      expect(path.dirname(saved ?? '')).toBe(path.join(app.directory, 'exports'))
      expect(readFileSync(saved ?? '', 'utf8')).toBe('a,b')
      expect((await takeCalls(desktop)).filter(({ api }) => api.startsWith('shell.'))).toEqual([])
    })

    await test.step('puts the message into the empty composer, marked as the app’s', async () => {
      await pressIn(area, 'Write')
      await expect(said).toHaveText('{}')
      await expect(page.getByRole('textbox', { name: words.composer.field.name })).toHaveValue('A table')
      await expect(page.locator('[data-app-draft="in-text"]')).toContainText(
        filled(drafts.places['in-text'], { server: 'desk' }),
      )
    })

    await test.step('stops an app that makes more than 60 requests in a minute until the user lets it continue', async () => {
      const shown = await shownApp(app, 'restless', restless)
      const read = async () => Number(await shown.inside.locator('output').textContent())
      await expect(shown.area).toContainText(calls.held('restless'))
      await expect.poll(read).toBeGreaterThanOrEqual(60)
      const before = await read()
      await shown.area.getByRole('button', { name: calls.goOn }).click()
      await expect.poll(read).toBeGreaterThan(before)
      await shown.area.getByRole('button', { name: words.apps.bar.close }).click()
      await expect(shown.area.locator('iframe')).toHaveCount(0)
    })
  }))
