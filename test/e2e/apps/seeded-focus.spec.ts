import type { Plugin } from 'vite'
import { App, expect, test } from '../support/app.ts'
import { copyApp } from '../support/app-copy.ts'
import { buildChangedPage } from '../support/weak-page.ts'
import * as checks from './focus-checks.ts'

/** A former behaviour: what replaces texts of the page, in which file, and the check that must notice it. */
type Fault = {
  title: string
  file: string
  changes: [text: string, becomes: (isOn: string) => string][]
  check: (app: App, server: string) => Promise<void>
  seen: RegExp
}

const faults: Fault[] = [
  {
    title: 'an app keeps the focus that it took',
    file: 'use-entered.ts',
    changes: [['    if (isIn.current) return\n', (isOn) => `    if (isIn.current || ${isOn}) return\n`]],
    check: checks.beginsOutside,
    seen: /toBeFocused/,
  },
  {
    title: 'a question leads nobody out of an app',
    file: 'use-entered.ts',
    changes: [
      ['  if (!Object.is(heldOut, outOf)) {\n', (isOn) => `  if (!Object.is(heldOut, outOf) && !${isOn}) {\n`],
      [
        '  useLayoutEffect(() => leadOut(outOf), [outOf])\n',
        (isOn) => `  useLayoutEffect(() => { if (!${isOn}) leadOut(outOf) }, [outOf])\n`,
      ],
    ],
    check: checks.isLeft,
    seen: /toBeVisible|toHaveText/,
  },
  {
    title: 'an app can take the focus for ever',
    file: 'use-entered.ts',
    changes: [['    if (taken.current > mostTaken) ', (isOn) => `    if (taken.current > mostTaken && !${isOn}) `]],
    check: checks.endsIfItSeizes,
    seen: /toContainText/,
  },
  {
    title: 'nobody watches an app that left the screen',
    file: 'watch-focus.ts',
    changes: [
      [
        '    if (document.activeElement === frame) onSeized(giveBack)\n',
        (isOn) =>
          `    if (document.activeElement === frame && !(${isOn} && frame.closest('[hidden]'))) onSeized(giveBack)\n`,
      ],
    ],
    check: checks.staysOut,
    seen: /toHaveCount|toBeFocused|toHaveValue/,
  },
  {
    title: 'the focus is given back while Chromium tells that it is gone',
    file: 'watch-focus.ts',
    changes: [['    setTimeout(give)\n', (isOn) => `    if (!${isOn}) setTimeout(give)\n`]],
    check: checks.endsIfItPersists,
    seen: /toContainText/,
  },
  {
    title: 'an app fills the window by its own wish',
    file: 'result-app.tsx',
    changes: [
      [
        "    if (wanted.mode === 'inline') fill(false)\n",
        (isOn) => `    if (wanted.mode === 'inline' || ${isOn}) fill(wanted.mode === 'fullscreen')\n`,
      ],
    ],
    check: checks.fillsNothing,
    seen: /toHaveText/,
  },
]

/** All faults in one page, off until its window names one. */
const seeded: Plugin = {
  name: 'seeded',
  enforce: 'pre',
  transform(code, id) {
    const own = faults.filter(({ file }) => id.includes('/renderer/') && id.endsWith(`/${file}`))
    const all = own.flatMap(({ title, changes }) => changes.map((change) => [title, ...change] as const))
    return all.reduce((changed, [title, text, becomes]) => {
      if (changed.split(text).length !== 2) throw new Error(`A seeded fault doesn’t fit ${id} any more: ${text}`)
      return changed.replace(text, () => becomes(`(globalThis.seeded === ${JSON.stringify(title)})`))
    }, code)
  },
}

const noticed = (look: () => Promise<void>): Promise<string> => look().then(() => 'nothing', String)

test('[APS-18] [APS-19] a page in which apps have a former right is noticed @all', async ({ openShell }) => {
  test.slow()
  const copy = copyApp([])
  await buildChangedPage(copy.directory, seeded)
  const app = new App(await openShell(copy.directory))
  try {
    await app.start()
    for (const [at, { title, check, seen }] of faults.entries())
      await test.step(title, async () => {
        await app.anew()
        expect(await noticed(() => check(app, `right-${at}`))).toBe('nothing')
        await app.anew()
        await app.page.evaluate((name) => Object.assign(globalThis, { seeded: name }), title)
        expect(await noticed(() => check(app, `wrong-${at}`))).toMatch(seen)
      })
  } finally {
    await app.close()
    copy.remove()
  }
})
