import type { AppSurroundings } from '../../../shared/contract/result-commands.ts'

/** The extension's colours, by Atrium's (MCP Apps 2026-01-26, Theming). */
const colours: Record<string, string> = {
  'background-primary': '--bg',
  'background-secondary': '--bg-app',
  'background-tertiary': '--bg-sunken',
  'background-inverse': '--ink',
  'background-info': '--run-bg',
  'background-danger': '--no-bg',
  'background-success': '--ok-bg',
  'background-warning': '--ask-bg',
  'background-disabled': '--bg-sunken',
  'text-primary': '--ink',
  'text-secondary': '--ink-2',
  'text-tertiary': '--ink-3',
  'text-inverse': '--ink-inverse',
  'text-ghost': '--ink-3',
  'text-info': '--run-fg',
  'text-danger': '--no-fg',
  'text-success': '--ok-fg',
  'text-warning': '--ask-fg',
  'text-disabled': '--ink-3',
  'border-primary': '--line-strong',
  'border-secondary': '--line',
  'border-tertiary': '--line',
  'border-inverse': '--ink',
  'border-info': '--run-line',
  'border-danger': '--no-line',
  'border-success': '--ok-line',
  'border-warning': '--ask-line',
  'border-disabled': '--line',
  'ring-primary': '--focus',
  'ring-secondary': '--focus',
  'ring-inverse': '--focus',
  'ring-info': '--run-solid',
  'ring-danger': '--no-solid',
  'ring-success': '--ok-solid',
  'ring-warning': '--ask-solid',
}

/** Sizes of text with their line heights, by Atrium's. */
const texts: Record<string, string> = {
  'text-xs': 'micro',
  'text-sm': 'small',
  'text-md': 'ui',
  'text-lg': 'prose',
  'heading-xs': 'small',
  'heading-sm': 'ui',
  'heading-md': 'prose',
  'heading-lg': 'title',
  'heading-xl': 'title',
  'heading-2xl': 'display',
  'heading-3xl': 'display',
}

const radii: Record<string, string> = {
  xs: '--r-1',
  sm: '--r-2',
  md: '--r-3',
  lg: '--r-4',
  xl: '--r-4',
  full: '--r-full',
}

/** The variables that need no token. The typefaces are the system's: an app can't load Atrium's. */
const fixed = {
  '--color-background-ghost': 'transparent',
  '--color-border-ghost': 'transparent',
  '--font-sans': ['system-ui', 'sans-serif'].join(),
  '--font-mono': ['ui-monospace', 'monospace'].join(),
  '--font-weight-normal': '400',
  '--font-weight-medium': '500',
  '--font-weight-semibold': '600',
  '--font-weight-bold': '700',
  '--border-width-regular': '1px',
}

/**
 * The extension's variables as values that need nothing of this page: `var()` is resolved and `rem` is in pixels; a
 * colour is both themes' as `light-dark()`. `token` reads a custom property; `rem` is in pixels.
 */
export function appVariables(token: (name: string) => string, rem: number): Record<string, string> {
  const value = (name: string): string => pixels(token(name).trim().replaceAll(/\s+/g, ' '), rem)
  const all = [
    ...Object.entries(fixed),
    ...Object.entries(colours).map(([name, from]) => [`--color-${name}`, value(from)]),
    ...Object.entries(texts).flatMap(([name, from]) => [
      [`--font-${name}-size`, value(`--fs-${from}`)],
      [`--font-${name}-line-height`, value(`--lh-${from}`)],
    ]),
    ...Object.entries(radii).map(([name, from]) => [`--border-radius-${name}`, value(from)]),
    ['--shadow-hairline', ['0', '0', '0', '1px', value('--line')].join(' ')],
    ...['sm', 'md', 'lg'].map((name, index) => [`--shadow-${name}`, value(`--sh-${index + 1}`)]),
  ]
  return Object.fromEntries(all.filter(([, it]) => it !== ''))
}

const pixels = (value: string, rem: number): string =>
  value.replaceAll(/(\d*\.?\d+)rem\b/g, (_, number: string) => `${Math.round(Number(number) * rem * 100) / 100}px`)

/** The most of the window's height that an app in the conversation gets, and the least in pixels. */
const mostOfWindow = 0.8
export const leastHeight = 48

/** The most that an app in the conversation can be high, in pixels. */
export const mostHeight = (): number => Math.max(leastHeight, Math.floor(window.innerHeight * mostOfWindow))

/** The part of an app's place that is the app's: without Atrium's bar and lines. */
const roomIn = (element: Element): Element => element.querySelector('[data-app-room]') ?? element

/** The window's surroundings as Atrium tells them to an app at this element. */
export function surroundingsOf(element: Element, mode: AppSurroundings['mode']): AppSurroundings {
  const root = document.documentElement
  const room = roomIn(element).getBoundingClientRect()
  const style = getComputedStyle(root)
  const chosen = root.dataset['theme']
  const isDark = chosen === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark'
  return {
    theme: isDark ? 'dark' : 'light',
    variables: appVariables((name) => style.getPropertyValue(name), Number.parseFloat(style.fontSize)),
    locale: navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    mode,
    width: Math.floor(room.width),
    mostHeight: mode === 'inline' ? mostHeight() : Math.floor(room.height),
    touch: matchMedia('(any-pointer: coarse)').matches,
    hover: matchMedia('(any-hover: hover)').matches,
  }
}

/** Calls `changed` when an app's surroundings may have changed, until the returned function is called. */
export function watchSurroundings(element: Element, changed: () => void): () => void {
  const sizes = new ResizeObserver(changed)
  sizes.observe(element)
  sizes.observe(roomIn(element))
  const choices = new MutationObserver(changed)
  choices.observe(document.documentElement, { attributes: true })
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  scheme.addEventListener('change', changed)
  window.addEventListener('resize', changed)
  return () => {
    sizes.disconnect()
    choices.disconnect()
    scheme.removeEventListener('change', changed)
    window.removeEventListener('resize', changed)
  }
}
