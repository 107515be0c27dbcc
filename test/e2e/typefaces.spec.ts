import type { CDPSession, Page } from '@playwright/test'
import { words } from '../support/words.ts'
import { expect, shareApp, test } from './support/app.ts'

shareApp()

/** The fonts of an element's text, and whether the page brought each. */
async function facesOf(session: CDPSession, selector: string): Promise<string[]> {
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  return fonts.map(({ familyName, isCustomFont }) => `${isCustomFont ? 'brought' : 'found'} ${familyName}`)
}

/** Adds text to the page, as an element of this kind. */
const write = (page: Page, kind: string, id: string, text: string): Promise<void> =>
  page.evaluate(
    (its) => {
      const element = document.createElement(its.kind)
      element.id = its.id
      element.textContent = its.text
      document.body.append(element)
    },
    { kind, id, text },
  )

test('[UI-22] sets words in Atrium’s own typefaces, and fetches nothing from other hosts', async ({ app }) => {
  const { page } = app
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).origin))
  await page.reload()
  await expect(page.getByRole('heading', { name: words.firstRun.welcome.title })).toBeVisible()
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  await expect.poll(() => facesOf(session, 'h1')).toEqual(['brought Inter'])

  const scripts = { latin: 'Größe, łódź, phở', greek: 'Καλημέρα, ἀρχή', cyrillic: 'Доброе утро, ґанок' }
  for (const [script, text] of Object.entries(scripts)) {
    await write(page, 'p', `ui-${script}`, text)
    await write(page, 'em', `em-${script}`, text)
    await write(page, 'code', `code-${script}`, text.replace('ἀ', 'α'))
  }
  // A typeface's part is fetched once its signs are laid out; a system font is used until then.
  const faces = (selector: string) => expect.poll(() => facesOf(session, selector))
  for (const script of Object.keys(scripts)) {
    await faces(`#ui-${script}`).toEqual(['brought Inter'])
    await faces(`#em-${script}`).toEqual(['brought Inter'])
    await faces(`#code-${script}`).toEqual(['brought JetBrains Mono'])
  }
  expect([...asked]).toEqual([new URL(app.address('/')).origin])
})

test('[UI-22] draws text letter by letter, and table figures in one width', async ({ app }) => {
  const { page } = app
  await page.evaluate(() => {
    const table = document.createElement('table')
    for (const [id, figures] of [
      ['ones', '1111'],
      ['eights', '8888'],
    ] as const) {
      const cell = document.createElement('span')
      cell.id = id
      cell.textContent = figures
      table.insertRow().insertCell().append(cell)
    }
    document.body.append(table)
  })
  const width = (selector: string): Promise<number> =>
    page.locator(selector).evaluate((it) => it.getBoundingClientRect().width)
  expect(await width('#ones')).toBe(await width('#eights'))
  for (const kind of ['p', 'code']) {
    await write(page, kind, `${kind}-arrow`, '->')
    await expect(page.locator(`#${kind}-arrow`)).toHaveCSS('font-variant-ligatures', 'none')
  }
})
