// Takes the pictures of README.md and docs/ into docs/images: npm run pictures. Their contents are defined in
// test/pictures.
import { findAnyChromium } from './chromium.mjs'
import { run, packageScript, Stop } from './process.mjs'

/**
 * Takes every picture, on Linux with a Chromium only. Resolves to the exit code.
 * @param {import('./runtime.mjs').Runtime} runtime
 */
export async function takePictures({ node, env }) {
  // Other systems render text differently, so every picture would change.
  if (process.platform !== 'linux') throw new Stop('The pictures are taken on Linux.')
  const chromium = await findAnyChromium()
  if (!chromium) throw new Stop('No Chromium was found. Install Chromium or Chrome, or name one in ATRIUM_CHROMIUM.')
  const args = [
    packageScript('@playwright/test', 'playwright'),
    'test',
    '--config',
    'test/pictures/playwright.config.ts',
  ]
  return run(node, args, { env: { ...env, ATRIUM_CHROMIUM: chromium } })
}
