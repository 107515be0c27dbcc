import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { any, filled, whole, words } from '../../support/words.ts'
import { expect, shareApp, test, type App } from '../support/app.ts'
import { axeFindings } from '../support/axe.ts'
import { look } from '../support/look.ts'
import { Steps } from '../support/steps.ts'

const { code: fence, elsewhere, table: tableWords } = words.markdown

shareApp()

const formulas = String.raw`
Inline $e^{i\pi} + 1 = 0$ and \(\vec{a} \cdot \mathbb{R}\), for $5 or $10.

$$
\left( \frac{\sum_{n=1}^{\infty} x_n}{\begin{pmatrix} 1 & 2 \\ 3 & 4 \\ 5 & 6 \\ 7 & 8 \\ 9 & 0 \end{pmatrix}} \right)
\xrightarrow{\text{to}} \underbrace{\pmb{b}}_{\color{red} c} \boxed{\colorbox{black}{d}} \sqrt{\phase{30}} \cancel{e}
$$

\[ \begin{aligned} a &= b \\ - c &< d \end{aligned} \]

Wrong: $\frac{1$, strange: $\nosuch x$, outside: $\href{https://evil.example}{go} \includegraphics{https://evil.example/p.png}$.

$$ \raisebox{-40em}{AWAY} \kern-60em{LEFT} $$
`

const code = `\`\`\`ts
// A comment
export const answer: number = 42 + "\${text}".length
\`\`\`

- in a list

  \`\`\`python
  def f(x): return None
  \`\`\`

\`\`\`no-such-language
plain <b>text</b>
\`\`\`
`

const cells = (text: string): string => `|${` ${text} |`.repeat(16)}\n`
const table = `${cells('a_long_heading')}${cells('---:')}${cells('value')}`

/** A conversation in which the model says this. */
async function answered(app: App, text: string): Promise<Steps> {
  app.fake.setScenario({ turns: [{ content: [{ text, chunk: 40 }] }] })
  const person = new Steps(app)
  await person.prepare()
  await person.send('Go')
  return person
}

/** Every violation of the content policy from now on. */
async function breachesOf(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { breaches: seen })
    document.addEventListener('securitypolicyviolation', (event) =>
      seen.push(`${event.violatedDirective} ${event.sourceFile ?? ''}:${event.lineNumber} ${event.sample}`),
    )
  })
  return () => page.evaluate(() => (window as unknown as { breaches: string[] }).breaches)
}

test('[RND-4] [RND-3] draws formulas under the content policy, and shows faulty ones as written', async ({ app }) => {
  const { page } = app
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const breaches = await breachesOf(page)
  await answered(app, formulas)
  const log = page.getByRole('log')
  await expect(log.locator('.katex-display')).toHaveCount(3)
  await expect(log.locator('math').first()).toBeAttached()
  await expect(log.locator('.katex-html').filter({ hasText: /red|black|secondoftwo/ })).toHaveCount(0)
  const arrow = log.locator('.katex-html svg').first()
  expect(await arrow.evaluate((it) => it.getBoundingClientRect().width)).toBeGreaterThan(4)
  await expect(log.getByText('for $5 or $10.')).toBeVisible()
  await expect(log.getByText(String.raw`$\frac{1$`)).toBeVisible()
  await expect(log.locator('.katex a, .katex img, [href*=evil]')).toHaveCount(0)
  expect(await breaches()).toEqual([])
  const own = new URL(app.address('/')).origin
  expect(asked.filter((url) => !url.startsWith(own))).toEqual([])
  expect(asked.filter((url) => url.includes('KaTeX_Main')).length).toBeGreaterThan(0)
  await page.evaluate(() => document.fonts.ready)
  expect(await page.evaluate(() => document.fonts.check('16px KaTeX_Main'))).toBe(true)
  const colours = await log.locator('.katex-html *').evaluateAll((all) => all.map((it) => getComputedStyle(it).color))
  expect(colours.filter((colour) => colour === 'rgb(255, 0, 0)')).toEqual([])
  const reached = await log
    .locator('.katex-display')
    .last()
    .evaluate((formula) => {
      const box = formula.getBoundingClientRect()
      const at = document.elementFromPoint(box.left + 20, box.bottom + 200)
      return at !== null && formula.contains(at)
    })
  expect(reached).toBe(false)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await axeFindings(page, { within: '[role="log"]', theme: colorScheme })).toEqual([])
  }
})

test('[RND-1] [RND-12] colours a closed fence in both themes, and copies and saves it as written', async ({ app }) => {
  const { page } = app
  // A browser without a window requires permission to write to the clipboard.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const breaches = await breachesOf(page)
  const person = await answered(app, code)
  const blocks = page.getByRole('log').getByLabel(fence.name, { exact: true })
  await expect(blocks).toHaveCount(3)
  await expect(blocks.nth(0).locator('span span', { hasText: 'export' })).toBeVisible()
  await expect(blocks.nth(1).locator('span span', { hasText: 'def' })).toBeVisible()
  await expect(blocks.nth(2).locator('span span')).toHaveCount(0)
  expect(await blocks.nth(0).textContent()).toBe('// A comment\nexport const answer: number = 42 + "${text}".length\n')
  await page.getByRole('button', { name: fence.copy }).first().click()
  await expect(page.getByRole('button', { name: words.ui.copied })).toBeVisible()
  await person.composer.press('ControlOrMeta+v')
  await expect(person.composer).toHaveValue('// A comment\nexport const answer: number = 42 + "${text}".length')
  await page.getByRole('button', { name: fence.save }).first().click()
  const saved = page.getByRole('status').locator('code')
  await expect(saved).toHaveText(/code-[\dTZ-]+\.\w+$/)
  expect(readFileSync((await saved.textContent()) ?? '', 'utf8')).toBe(
    '// A comment\nexport const answer: number = 42 + "${text}".length\n',
  )
  await look(page, 'saved code')
  const comment = blocks.nth(0).locator('span span', { hasText: 'A comment' })
  const colours = new Set<string>()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await axeFindings(page, { within: '[role="log"]', theme: colorScheme })).toEqual([])
    colours.add(await comment.evaluate((it) => getComputedStyle(it).color))
  }
  expect(colours.size).toBe(2)
  expect(await breaches()).toEqual([])
})

test('[RND-11] [CHAT-31] [CHAT-32] copies a table and an answer, and goes by keyboard from message to message @all', async ({
  app,
}) => {
  const { page } = app
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const answer = 'Two **plants**:\n\n| Name | Water |\n| --- | ---: |\n| Rose, red | 2 |'
  const person = await answered(app, answer)
  const log = page.getByRole('log')
  await expect(log.getByRole('cell')).toHaveCount(2)
  /** The clipboard after a press on this button. */
  const copied = async (name: string): Promise<string> => {
    await log.getByRole('button', { name, exact: true }).press('Enter')
    await expect(page.locator(':focus')).toHaveAccessibleName(words.ui.copied)
    return page.evaluate(() => navigator.clipboard.readText())
  }
  expect(await copied(tableWords.copyAsMarkdown)).toBe('| Name | Water |\n| --- | --: |\n| Rose, red | 2 |')
  expect(await copied(tableWords.copyAsCsv)).toBe('Name,Water\r\n"Rose, red",2')
  expect(await copied(words.chat.turnEnd.copyAnswer)).toBe(answer)
  await look(page, 'table')
  app.fake.setScenario({ turns: [{ content: [{ text: answer }] }] })
  await person.send('Again')
  await expect(log.getByRole('table')).toHaveCount(2)
  await expect(log.locator('time')).toHaveText([/^\d\d:\d\d$/, /^\d\d:\d\d$/])
  await expect(person.composer).toBeFocused()

  await page.evaluate(() => navigator.clipboard.writeText(''))
  const pasted = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
  await page.keyboard.press('Control+Shift+c')
  await expect(page.getByText(words.chat.turnEnd.lastCopied)).toBeVisible()
  expect(await pasted()).toBe(answer)
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`>${words.palette.copyAnswer.toLowerCase()}`)
  await expect(page.getByRole('option').first()).toContainText(words.palette.copyAnswer)
  await page.keyboard.press('Enter')
  await expect.poll(pasted).toBe(answer)
  await expect(page.getByRole('dialog', { name: words.palette.title })).toBeHidden()
  await person.composer.focus()
  const bubble = (text: string) => page.locator(':focus', { hasText: text })
  await page.keyboard.press('Alt+Shift+ArrowUp')
  await expect(bubble('Again')).toBeVisible()
  await page.keyboard.press('Alt+Shift+ArrowUp')
  await expect(bubble('Go')).toBeInViewport()
  await page.keyboard.press('Alt+Shift+ArrowDown')
  await expect(bubble('Again')).toBeInViewport()

  await person.composer.fill('About')
  const quote = page.getByRole('button', { name: words.chat.thread.quote, exact: true })
  await expect(quote).toBeHidden()
  await log.getByText('plants').first().dblclick()
  await look(page, 'quote')
  await quote.click()
  await expect(quote).toBeHidden()
  await expect(person.composer).toBeFocused()
  await expect(person.composer).toHaveValue(/^About\s+> plants\n\n$/)
})

test('[RND-1] keeps an open fence plain, and colours it when it closes @all', async ({ app }) => {
  const line = 'const a = 1\n'
  const { promise, resolve: closeFence } = Promise.withResolvers<void>()
  app.fake.setScenario({
    turns: [{ content: [{ text: '', chunks: ['```js\n', line, line, '```\n\nDone'], last_after: promise }] }],
  })
  const person = new Steps(app)
  await person.prepare()
  await person.send('Go')
  const block = app.page.getByRole('log').getByLabel(fence.name, { exact: true })
  await expect(block).toContainText('const a = 1')
  expect(await block.locator('span span').count()).toBe(0)
  closeFence()
  await expect(block.locator('span span', { hasText: 'const' })).toHaveCount(2)
})

test('[RND-5] [RND-10] scrolls a wide table, code and formula on their own, not the page, and wraps code on request', async ({
  app,
}) => {
  const { page } = app
  const wide = `${table}\n\n\`\`\`ts\n${'const a = 1; '.repeat(30)}\n\`\`\`\n\n$$ ${'a + '.repeat(80)} b $$\n`
  await answered(app, wide)
  await page.setViewportSize({ width: 420, height: 700 })
  const log = page.getByRole('log')
  await expect(log.locator('.katex-display')).toBeVisible()
  await expect(log.getByRole('columnheader').first()).toHaveText('a_long_heading')
  await expect(log.getByRole('cell').first()).toHaveCSS('text-align', 'end')
  const scrollers = [
    log.getByRole('group', { name: tableWords.name }),
    log.getByLabel(fence.name, { exact: true }),
    log.locator('span[tabindex="0"]', { has: page.locator('.katex-display') }),
  ]
  for (const scroller of scrollers) {
    expect(await scroller.evaluate((it) => it.scrollWidth > it.clientWidth)).toBe(true)
    await scroller.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => scroller.evaluate((it) => it.scrollLeft)).toBeGreaterThan(0)
  }
  expect(await log.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0)
  const block = log.getByLabel(fence.name, { exact: true })
  await log.getByRole('button', { name: fence.wrap }).press('Enter')
  await expect(log.getByRole('button', { name: fence.wrap, pressed: true })).toBeFocused()
  expect(await block.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0)
})

test('[RND-5] keeps a formula in its line, and scrolls a wide one there, when its fonts come late @all', async ({
  app,
}) => {
  const { page } = app
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/KaTeX.*\.woff2/, async (route) => {
    await released
    await route.continue()
  })
  await answered(app, `So $x$ holds, and $\\sqrt{${'a + '.repeat(60)} b}$ follows.\n`)
  await page.setViewportSize({ width: 420, height: 700 })
  const log = page.getByRole('log')
  const [short, wide] = [log.locator('.katex').first(), log.locator('.katex').nth(1)]
  /** Whether the formula is on its line, the wide one scrolls, and the thread doesn't. */
  const looks = async () => ({
    stands: await short.evaluate((it) => {
      const line = document.createElement('span')
      line.style.display = 'inline-block'
      it.closest('p')?.prepend(line)
      const [baseline, foot] = [line, it.querySelector('.katex-strut')].map(
        (one) => one?.getBoundingClientRect().bottom ?? 0,
      )
      line.remove()
      return Math.abs((baseline ?? 0) - (foot ?? 0)) < 1
    }),
    scrolls: await wide.evaluate(({ parentElement: place }) => place && place.scrollWidth > place.clientWidth),
    fits: await log.evaluate((it) => it.scrollWidth <= it.clientWidth),
  })
  const good = { stands: true, scrolls: true, fits: true }
  await expect(wide).toBeVisible()
  expect(await looks()).toEqual(good)
  release()
  await page.evaluate(() => document.fonts.ready)
  expect(await looks()).toEqual(good)
  const scroller = log.locator('span[tabindex="0"]', { has: page.locator('.katex') })
  await scroller.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => scroller.evaluate((it) => it.scrollLeft)).toBeGreaterThan(0)
})

test('[CHAT-4] asks before it opens a link whose words name another host', async ({ app }) => {
  const { page } = app
  await page.context().route('https://**', (route) => route.fulfill({ body: 'a page' }))
  await answered(app, 'See [https://bank.example](https://evil.example/x).')
  const link = page.getByRole('link', { name: 'https://bank.example' })
  const question = page.getByRole('dialog', { name: elsewhere.title('evil.example') })
  await expect(page.getByRole('log').getByText('(evil.example)')).toBeVisible()
  await link.click()
  await expect(question).toContainText(filled(elsewhere.help, { other: 'bank.example', host: 'evil.example' }))
  await question.getByRole('button', { name: elsewhere.stay }).click()
  await expect(question).toBeHidden()
  expect(page.context().pages()).toHaveLength(1)
  await link.press('Enter')
  const asked = page.context().waitForEvent('request', (request) => request.url() === 'https://evil.example/x')
  await question.getByRole('button', { name: elsewhere.open('evil.example') }).click()
  expect((await asked).headers()).not.toHaveProperty('referer')
  await expect(question).toBeHidden()
})

test('[CHAT-35] axe finds nothing in an answer of every kind of Markdown, in both themes and forced colours', async ({
  app,
}) => {
  const { page } = app
  const text =
    '### Plan\n\n- [x] Read the notes\n- [ ] Write the summary\n\n# Risks\n\n##### Late\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n> ## Quoted\n' +
    '\n1. One\n   - [ ] Nested, with `code` and [a link](https://example.com)\n\n###### Deepest\n\n' +
    '```js\nconst a = 1 // note\n```\n\n$$x^2$$\n\nSee[^1] and ~~gone~~ <b>bold</b>.\n\n[^1]: A note.\n'
  await answered(app, text)
  await expect(page.getByRole('heading', { name: 'Risks', level: 3 })).toBeVisible()
  const own = words.chat.message.by('Claude Sonnet 5.5', any)
  await expect(page.getByRole('heading', { name: whole(own), level: 2 })).toHaveCount(1)
  await expect(page.getByRole('checkbox', { name: words.markdown.task.done, exact: true })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: words.markdown.task.open, exact: true })).toHaveCount(2)
  await expect(page.locator('math').first()).toBeAttached()
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    expect(await axeFindings(page, { theme }), theme).toEqual([])
  }
  // Every rule again: in forced colours other parts are drawn.
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, forcedColors: 'active' })
    expect(await axeFindings(page), `forced colours, ${colorScheme}`).toEqual([])
  }
})
