import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

export type Subject = {
  /** Examines only this part of the page. */
  within?: string | undefined
  /** The dark theme has the same elements in other colours, so only the colour rules run in it. */
  theme?: 'light' | 'dark'
  /** The page was just examined at another width: the colour rules run on what wasn't visible there in these colours. */
  isKnown?: boolean
}

type Scope = Document | string | { include: Element[] }
type Found = { violations: { id: string; nodes: { element: Element }[] }[] }
type Rules = {
  configure(options: { noHtml: boolean }): void
  run(scope: Scope, options: object): Promise<Found>
}

/** An open dialog; the page under it was examined without it. */
export const theDialog = { within: '[role=dialog]' }

/** The element with this label, on a page that was examined before. */
export const onlyLabelled = (label: string): Subject => ({ within: `[aria-label="${label}"]` })

const require = createRequire(import.meta.url)
/** The rules of the builder for Playwright, in their smallest form. */
const code = createRequire(require.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js')

/**
 * axe's findings on a page, or in part of it: by rule, the elements that violate it. The rules run in the page itself
 * and return only violations, which takes half the time of the builder; this would miss frames, so the examined part has
 * none.
 */
export async function axeFindings(page: Page, { within, theme, isKnown = false }: Subject = {}): Promise<string[]> {
  await expect(page.locator(within === undefined ? 'iframe' : `${within} iframe`)).toHaveCount(0)
  if (within !== undefined) await expect(page.locator(within).first()).toBeVisible()
  // The rules are half a megabyte of code: a page that has them doesn't get them again.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(readFileSync(code, 'utf8'))
  return page.evaluate(findInPage, { within, isDark: theme === 'dark', isKnown })
}

type Wanted = { within: string | undefined; isDark: boolean; isKnown: boolean }

/** Runs in the page, so everything that it uses is within it. */
async function findInPage({ within, isDark, isKnown }: Wanted): Promise<string[]> {
  const here = globalThis as typeof globalThis & { axe: Rules; examined?: Map<Element, string> }
  const aboutColours = ['color-contrast', 'link-in-text-block']

  /** By visible element, what decides its contrast: its text's look, and the backgrounds behind it. */
  const lookAtColours = (): Map<Element, string> => {
    const behind = new Map<Element | null, string>()
    const colours = new Map<Element, string>()
    // Parents come before their children.
    for (const element of document.querySelectorAll('*')) {
      const style = getComputedStyle(element)
      const { backgroundColor, backgroundImage, opacity } = style
      const own = `${backgroundColor} ${backgroundImage} ${opacity}; `
      const before = behind.get(element.parentElement) ?? ''
      const background = own === 'rgba(0, 0, 0, 0) none 1; ' ? before : before + own
      behind.set(element, background)
      if (!element.checkVisibility()) continue
      const { color, fontSize, fontWeight, textDecoration } = style
      colours.set(element, `${color} ${fontSize} ${fontWeight} ${textDecoration}; ${background}`)
    }
    return colours
  }
  const run = async (scope: Scope, options: object = {}): Promise<string[]> => {
    here.axe.configure({ noHtml: true })
    const { violations } = await here.axe.run(scope, { reporter: 'no-passes', elementRef: true, ...options })
    const quote = ({ element }: { element: Element }): string => element.outerHTML.slice(0, 200)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(quote).join(' | ')}`)
  }

  const scope = within ?? document
  if (isDark) return run(scope, { runOnly: aboutColours })
  const { examined } = here
  if (!isKnown || !examined) {
    here.examined = lookAtColours()
    return run(scope)
  }
  const isNew = ([element, colours]: [Element, string]): boolean =>
    examined.get(element) !== colours && (within === undefined || element.closest(within) !== null)
  const include = [...lookAtColours()].filter(isNew).map(([element]) => element)
  const rules = Object.fromEntries(aboutColours.map((id) => [id, { enabled: false }]))
  const found = await run(scope, { rules })
  return include.length === 0 ? found : [...found, ...(await run({ include }, { runOnly: aboutColours }))]
}
