import { chmodSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { type App, expect } from './app.ts'

export const sizes = {
  desktop: { width: 1280, height: 800 },
  narrow: { width: 900, height: 800 },
  phone: { width: 380, height: 800 },
}

/** Where more differs from run to run: the order of what servers did at once, and when. */
const restless: Record<string, { maxDiffPixelRatio: number }> = {
  '06c-server-tools': { maxDiffPixelRatio: 0.008 },
  '06g-server-traffic': { maxDiffPixelRatio: 0.015 },
  '07a-audit': { maxDiffPixelRatio: 0.015 },
  '07b-audit-broken': { maxDiffPixelRatio: 0.015 },
}

/** Compares what is on screen with its picture in both themes; docs/interface.md lists the screens under the same numbers. */
export async function expectPicture(page: Page, name: string, size: keyof typeof sizes = 'desktop'): Promise<void> {
  await page.setViewportSize(sizes[size])
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.mouse.move(0, 0)
    const suffix = size === 'desktop' ? '' : `-${sizes[size].width}`
    await expect(page).toHaveScreenshot(`${name}${suffix}.${colorScheme}.png`, restless[name] ?? {})
  }
  await page.setViewportSize(sizes.desktop)
}

/** A program that runs a script, where its path is of the same length wherever the checkout is. */
export function programOf(app: App, name: string, script: string): string {
  const file = path.join(app.directory, name)
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`)
  chmodSync(file, 0o700)
  return file
}
