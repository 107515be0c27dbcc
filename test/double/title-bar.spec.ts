import { expect } from '@playwright/test'
import { test } from './mini.ts'

test.describe('[ELE-20] the double’s refusals about title bars', () => {
  const refusals: [what: string, run: string, words: RegExp][] = [
    [
      'cover controls over the page of a window with a title bar',
      '({ BrowserWindow }) => new BrowserWindow({ titleBarOverlay: true })',
      /title bar that is hidden/,
    ],
    [
      'cover an overlay with half a pixel',
      "({ BrowserWindow }) => new BrowserWindow({ titleBarStyle: 'hidden', titleBarOverlay: { height: 47.5 } })",
      /47\.5 is no integer/,
    ],
    [
      'cover a colour that Electron can’t read',
      "({ BrowserWindow }) => new BrowserWindow({ backgroundColor: 'ink' })",
      /parse color as CSS color/,
    ],
    [
      'cover the colours of controls that a window doesn’t have',
      `({ BrowserWindow }) => {
        const webPreferences = { enableBlinkFeatures: 'BlockingFocusWithoutUserActivation', spellcheck: false }
        const window = new BrowserWindow({ show: false, titleBarStyle: 'hidden', webPreferences })
        try {
          window.setTitleBarOverlay({ color: '#000000' })
        } finally {
          window.destroy()
        }
      }`,
      process.platform === 'darwin' ? /is not a function/ : /overlay is not enabled/,
    ],
    ['cover half a place for a menu', '({ Menu }) => new Menu().popup({ x: 0 })', /x and y belong together/],
  ]
  for (const [what, run, words] of refusals)
    test(what, async ({ mini }) => {
      // The text is the function: what is refused here wouldn't compile.
      await expect(mini.evaluate({ toString: () => run } as unknown as () => void)).rejects.toThrow(words)
    })
})
