import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { deepNesting, randomMarkdown, repeatedOpeners, type Text } from '../../support/long/random-text.ts'
import { serverFile } from '../../support/server-files.ts'
import { any, whole, words } from '../../support/words.ts'
import { expect, shareApp, test, type App } from '../support/app.ts'
import { PageLink } from '../support/page-link.ts'
import { root } from '../support/root.ts'
import { Steps } from '../support/steps.ts'

shareApp()

/** Everything that the browser reports as an error from now on. */
function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  return errors
}

/** The words of these texts that the conversation doesn't show. */
async function missing(page: Page, texts: readonly Text[]): Promise<string[]> {
  const shown = (await page.getByRole('log').textContent()) ?? ''
  return texts.flatMap((text) => text.words).filter((word) => !shown.includes(word))
}

/** A new conversation in which the model says these texts, one block each. */
async function answered(app: App, texts: readonly Text[]): Promise<Steps> {
  app.fake.setScenario({ turns: [{ content: texts.map(({ text }) => ({ text, chunk: 4000 })) }] })
  const person = new Steps(app)
  await person.prepare()
  await person.send('Go')
  return person
}

/** Nothing is beside what a window of this width shows: only blocks with their own scroll bar can be wider. */
async function fits(page: Page, width: number): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width, height: 800 })
  const log = page.getByRole('log')
  await expect.poll(() => log.evaluate((it) => it.scrollWidth - it.clientWidth), `at ${width}`).toBeLessThanOrEqual(0)
  if (before) await page.setViewportSize(before)
}

/** The page is usable and every word is readable, now and after a reload. */
async function isReadable(person: Steps, texts: readonly Text[]): Promise<void> {
  const { page } = person
  const errors = errorsOf(page)
  for (const when of ['at first', 'after a reload']) {
    await expect.poll(() => missing(page, texts), { message: when, timeout: 120_000 }).toEqual([])
    await expect(page.locator('[data-raw]'), when).toHaveCount(0)
    await fits(page, 380)
    await person.composer.fill(when)
    await expect(person.composer).toHaveValue(when)
    await person.composer.fill('')
    if (when === 'at first') await page.reload()
  }
  expect(errors).toEqual([])
}

const references: [written: string, text: string][] = [
  ['Fish &amp; chips', 'Fish & chips'],
  ['a &copy; b &hellip; c &notanentity; d', 'a © b … c &notanentity; d'],
  ['[x1x](https://a.example/?a=b&amp;c=d "t &lt; u")', 'x1x'],
  ['![p &amp; q](https://a.example/p.png)', 'p & q'],
  ['[ref]: https://a.example/?x&amp;y\n\n[ref]', 'ref'],
  ['| a &amp; b |\n| --- |\n| &lt;cell |', 'a & b'],
  ['```js &amp;\ncode\n```\n\n[^n &amp;]: note', 'code'],
  ['`&amp;` and R&D and &#38; and &#x26;', '&amp; and R&D and & and &'],
]

test('[RND-13] shows every text that a model can write, live and after a reload', async ({ app }) => {
  const texts = randomMarkdown(60)
  for (let from = 0; from < texts.length; from += 20) {
    const part = texts.slice(from, from + 20)
    await isReadable(await answered(app, part), part)
  }
})

test('[RND-13] reads a named character as what it names, in text, links and tables', async ({ app }) => {
  const texts = references.map(([text, shown]): Text => ({ text, words: [shown] }))
  const person = await answered(app, texts)
  await isReadable(person, texts)
  await expect(person.page.getByRole('log').getByRole('link', { name: 'x1x' })).toHaveAttribute(
    'href',
    'https://a.example/?a=b&c=d',
  )
})

test('[RND-13] decodes all named references as a browser does', async ({ app }) => {
  const source = readFileSync(path.join(root, 'node_modules/character-entities/index.js'), 'utf8')
  const names = [...source.matchAll(/^ {2}'?(\w+)'?: /gm)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(2000)
  const other = await app.page.context().newPage()
  const decoded = await other.evaluate((all) => {
    const place = document.createElement('p')
    return all.map((name) => {
      place.innerHTML = `&${name};`
      return place.textContent
    })
  }, names)
  await other.close()
  const isPlain = (text: string): boolean => /^[\p{L}\p{N}\p{S}]+$/u.test(text)
  const plain = names.flatMap((name, at) => (isPlain(decoded[at] ?? '') ? [{ name, text: decoded[at] ?? '' }] : []))
  expect(plain.length).toBeGreaterThan(1000)
  const parts = Array.from({ length: 10 }, (_, at) => plain.filter((_one, index) => index % 10 === at))
  const texts = parts.map((part, at) => ({
    text: part.map(({ name }) => `${name}(&${name};)`).join('\n'),
    words: at === 0 || part.length > 0 ? part.map(({ name, text }) => `${name}(${text})`) : [],
  }))
  await isReadable(await answered(app, texts), texts)
})

test('[RND-14] shows repeated openers and deep nesting up to 100 KB within seconds', async ({ app }) => {
  const small = [...repeatedOpeners(4000), ...deepNesting(2000)]
  const large = [...repeatedOpeners(100_000).slice(1, 4), ...deepNesting(20_000).slice(0, 2)]
  for (const texts of [small, large]) await isReadable(await answered(app, texts), texts)
})

test('[RND-13] shows every text that a server can return', async ({ app }) => {
  const texts = [...randomMarkdown(10), ...repeatedOpeners(1000), ...deepNesting(500)]
  const embedded = texts.map(({ text }, at) => ({
    type: 'resource',
    resource: { uri: `file:///${at}.md`, mimeType: 'text/markdown', text },
  }))
  const deep = (levels: number): string => `${'[{"a":'.repeat(levels)}1${'}]'.repeat(levels)}`
  const results = [
    { content: texts.map(({ text }) => ({ type: 'text', text })) },
    { content: embedded },
    { content: [], structuredContent: JSON.parse(deep(30)) as object },
    { content: [{ type: 'new', html: '<b>&amp;</b>', deep: JSON.parse(deep(28)) as object }] },
  ]
  const file = path.join(app.directory, 'results.json')
  writeFileSync(file, JSON.stringify(results))
  const { page } = app
  const errors = errorsOf(page)
  const person = new Steps(app)
  const written = { command: process.execPath, args: [serverFile('written.mjs')], env: { RESULTS_FILE: file } }
  await person.prepare({ servers: { written } })
  const link = new PageLink(page)
  const state = await link.until('the tool is listed', (now) => now.servers['written']?.tools['read'] && now)
  const definition = state.servers['written']?.tools['read']?.hash ?? ''
  for (const [at, { content }] of results.entries()) {
    const { call, conversation } = await link.call('callTool', {
      server: 'written',
      tool: 'read',
      definition,
      arguments: { at },
    })
    await page.goto(app.address(`/c/${conversation}`))
    const card = page.locator(`[data-call="${call}"]`)
    await person.showDetails(card)
    const shown = card.getByRole('group', { name: words.chat.result.name, exact: true })
    const all = card.getByRole('button', { name: whole(words.ui.kept.showAll(any)) })
    await expect(all.or(shown)).toBeVisible()
    if (await all.isVisible()) await all.click()
    await expect(shown).toBeVisible()
    const markdown = shown.getByRole('tab', { name: words.resources.contents.views.markdown })
    // By key: no button has to come into view for it.
    for (const button of await markdown.all()) await button.press('Enter')
    if (content === embedded) await expect.poll(() => missing(page, texts)).toEqual([])
    await expect(page.locator('[data-raw]')).toHaveCount(0)
    await person.composer.fill('Usable')
    await expect(person.composer).toHaveValue('Usable')
    await page.goto(app.address('/'))
  }
  expect(errors).toEqual([])
})

/** Ways to make markup of text, as they are in a minified script. */
const writers =
  /\.(?:inner|outer)HTML\s*\+?=[^=].{0,20}|insertAdjacentHTML|document\.write|createContextualFragment|setHTMLUnsafe|parseFromString|\bsrcdoc\s*=|new Function\(|\beval\(/g

test('[RND-15] ships no script that writes markup, except what nothing calls', () => {
  const folders = ['out/renderer/assets', 'out/proxy'].map((folder) => path.join(root, folder))
  const scripts = folders.flatMap((folder) =>
    readdirSync(folder).flatMap((name) => (name.endsWith('.js') ? [path.join(folder, name)] : [])),
  )
  expect(scripts.length).toBeGreaterThan(3)
  const found = scripts.flatMap((file) => readFileSync(file, 'utf8').match(writers) ?? [])
  const known = [
    // React: an element that can't be made otherwise, from a constant, and `dangerouslySetInnerHTML`, which no component has.
    /^\.innerHTML=`<script><\\\/script>`,/,
    /^\.innerHTML=\w+\)\}\}break;case/,
    // highlight.js: colours an element of the page, which nothing calls.
    /^\.innerHTML=\w+\.value,\w+\.dataset\.hig/,
  ]
  const isKnown = (one: string): boolean => known.some((it) => it.test(one))
  expect(found.filter((one) => !isKnown(one))).toEqual([])
  expect(found.filter(isKnown).length).toBe(4)
})
