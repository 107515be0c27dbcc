import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import { App, test as base, expect } from './app.ts'
import { moment, tolerance } from './moment.ts'
import { prepare } from './prepare.ts'
import { root } from './root.ts'
import { WebShell } from './web.ts'

export const sizes = {
  desktop: { width: 1280, height: 800 },
  narrow: { width: 900, height: 800 },
  phone: { width: 380, height: 800 },
}

const support = (name: string): string => path.join(root, 'test/e2e/support', name)

/** The browser shell and its page, both with a stopped clock. */
class StillShell extends WebShell {
  protected override async beforeLoading(page: Page): Promise<void> {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Rome' })
    await page.clock.setFixedTime(moment)
  }
}

/** Every app of a file has the same folder, which is in its pictures; other tests wait for it, also those of other runs. */
export const test = base.extend<{ folder: string }>({
  // Waiting isn't part of a test's time.
  folder: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, use, { file }) => {
      const parent = process.platform === 'linux' ? '/tmp' : tmpdir()
      const folder = path.join(parent, `atrium-${path.basename(file, '.spec.ts')}`)
      const mark = `${folder}.pid`
      await expect.poll(() => isTaken(mark), { timeout: 0 }).toBe(true)
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder, { mode: 0o700 })
      await use(folder)
      rmSync(mark)
    },
    { timeout: 0 },
  ],
  openShell: async ({ openBrowser }, use) =>
    use(async () => new StillShell(await openBrowser(), root, [pathToFileURL(support('still-host.ts')).href])),
  app: async ({ openShell, folder }, use) => {
    const app = new App(await openShell(), folder)
    await app.start()
    await use(app)
    await app.close()
  },
})

/** Makes the mark ours unless a process that lives has it. */
function isTaken(mark: string): boolean {
  try {
    writeFileSync(mark, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    if (!isAlive(mark)) rmSync(mark, { force: true })
    return false
  }
}

function isAlive(mark: string): boolean {
  try {
    return process.kill(Number(readFileSync(mark, 'utf8')), 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The folder of pictures that begin with this number. */
const folders: Record<string, string> = {
  '01': 'chat',
  '02': 'approvals',
  '03': 'questions',
  '04': 'composer',
  '05': 'composer',
  '06': 'servers',
  '07': 'audit',
  '08': 'settings',
  '09': 'start',
  '10': 'chat',
}

/** Compares the screen with its picture in both themes; docs/interface.md lists the screens under the same numbers. */
export async function expectPicture(
  page: Page,
  name: string,
  size: keyof typeof sizes = 'desktop',
  ...masked: Locator[]
): Promise<void> {
  // The system chooses these, and tests can't fix them: a process number, and the model's port.
  const mask = [page.locator('dd').filter({ hasText: /^\d+, up/ }), page.getByText(/^127\.0\.0\.1:/), ...masked]
  await page.setViewportSize(sizes[size])
  const suffix = size === 'desktop' ? '' : `-${sizes[size].width}`
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.mouse.move(0, 0)
    const place = placeOf(`${name}${suffix}`, colorScheme)
    const options = { mask, maskColor: '#808080' }
    if (await isSameFile(page, place, options)) continue
    // A state that lasts, such as a button that isn't armed yet, is stable too: it is compared until it is over.
    await expect(() => expect(page).toHaveScreenshot(place, options)).toPass({ timeout: 30_000 })
  }
  await page.setViewportSize(sizes.desktop)
}

/** Whether the picture would be the same file: then the comparison, which costs more than the picture, says nothing new. */
async function isSameFile(page: Page, place: string[], options: { mask: Locator[]; maskColor: string }) {
  const file = base.info().snapshotPath(...place)
  if (process.platform !== 'linux' || !existsSync(file)) return false
  const taken = await page.screenshot({ ...options, animations: 'disabled', caret: 'hide', scale: 'css' })
  return taken.equals(readFileSync(file))
}

const placeOf = (name: string, colorScheme: string): string[] => [
  folders[name.slice(0, 2)] ?? '',
  `${name}-${colorScheme}.png`,
]

/** Shows that the comparison is strict: so little changed in the page's heading is another picture. The change is undone. */
export async function expectOtherPicture(page: Page, name: string, change: (heading: HTMLElement) => unknown) {
  // Updated pictures would show the change, and other systems don't compare pictures.
  if (['all', 'changed'].includes(base.info().config.updateSnapshots) || process.platform !== 'linux') return
  const heading = page.getByRole('heading', { level: 1 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const words = await heading.textContent()
  await heading.evaluate(change)
  // Compared once, because `toHaveScreenshot` looks again until its time is over.
  const taken = await page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' })
  expect(() => expect(taken).toMatchSnapshot(placeOf(name, 'light'), tolerance)).toThrow(/are different/)
  await heading.evaluate((it, text) => {
    it.textContent = text
    it.removeAttribute('style')
  }, words)
}

/** A server whose program runs a script with a stopped clock. */
export const serverOf = (app: App, name: string, script: string, args: string[] = []) => ({
  command: programOf(app, name, script),
  args,
})

/** The official example server, which has said all that it says by itself; the page shows its traffic. */
export async function withEverything(app: App, more: { sampling?: 'ask' } = {}): Promise<void> {
  const server = serverOf(app, 'everything', App.script('everything'), ['stdio'])
  await prepare(app, { servers: { everything: { ...server, ...more } } })
  await app.page.goto(app.address('/servers/everything/traffic'))
  const shows = (count: number) => expect(app.page.getByText(`${count} messages`, { exact: true })).toBeVisible()
  // Its last message by then is its tools, fetched again. One tool more, for which it needs a model, is one change more.
  const before = more.sampling ? 13 : 12
  await shows(before)
  writeFileSync(path.join(app.directory, 'everything.speaks'), '')
  await shows(before + 2)
}

/** A program that runs a script with a stopped clock; its path and content are the same wherever the checkout is. */
export function programOf(app: App, name: string, script: string): string {
  const file = path.join(app.directory, name)
  symlinkSync(process.execPath, `${file}.node`)
  symlinkSync(script, `${file}.script`)
  symlinkSync(support(name === 'everything' ? 'late-words.ts' : 'still-clock.ts'), `${file}.clock.ts`)
  writeFileSync(file, '#!/bin/sh\nexec "$0.node" --import "$0.clock.ts" "$0.script" "$@"\n')
  chmodSync(file, 0o700)
  return file
}
