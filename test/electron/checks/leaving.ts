import { setTimeout as wait } from 'node:timers/promises'
import { expect } from '@playwright/test'
import type { Bench, Check } from '../support/bench.ts'

/** Milliseconds for what must not happen. */
const quiet = 500

/** Nothing happened: the page is unchanged and alone, and the foreign server got no request. */
async function nothingHappened({ page, desktop, collector, address }: Bench): Promise<void> {
  await wait(quiet)
  expect(page.url().split('#')[0]).toBe(address)
  await expect(page.getByRole('navigation').first()).toBeVisible()
  const seen = desktop.pages().filter((it) => it !== page && !/^about:blank$/.test(it.url()))
  expect(seen.map((it) => it.url())).toEqual([])
  expect(collector.visits()).toEqual([])
}

/** Ways for the page to navigate away, as script of the page; STRANGER is the foreign server's URL. */
const ways = [
  "location.href = 'STRANGER/href'",
  "location.replace('STRANGER/replace')",
  "location.href = '/assets/'",
  "location.href = '/nothing.html?x'",
  "location.href = 'data:text/html,<h1>Data</h1>'",
  "location.href = 'file:///etc/passwd'",
  "location.href = 'view-source:STRANGER/'",
  "location.href = 'smb://server/share'",
  "location.href = 'mailto:somebody@example.com'",
  "location.href = 'vscode://file/etc/passwd'",
  "document.body.append(Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: '0;url=STRANGER/meta' }))",
  "{ const form = Object.assign(document.createElement('form'), { action: 'STRANGER/form', method: 'post' }); document.body.append(form); form.submit(); form.remove() }",
  "{ const link = Object.assign(document.createElement('a'), { href: 'STRANGER/link' }); document.body.append(link); link.click(); link.remove() }",
  "{ const frame = Object.assign(document.createElement('iframe'), { src: 'STRANGER/frame' }); document.body.append(frame); setTimeout(() => frame.remove(), 200) }",
]

export const staysOnItsPage: Check = {
  title: 'stays on its page despite scripts, links, forms, refreshes and frames',
  run: async (bench) => {
    await bench.page.evaluate(() => Object.assign(globalThis, { isStillHere: true }))
    for (const way of [...ways, ...(bench.desktop.isReal ? silentWays : [])]) {
      await bench.page.evaluate(way.replaceAll('STRANGER', bench.collector.address)).catch(() => undefined)
      await wait(60)
    }
    // A page that is being replaced can't be asked.
    const isStillHere = (): Promise<boolean> =>
      bench.page.evaluate(() => 'isStillHere' in globalThis).catch(() => false)
    expect(await isStillHere()).toBe(true)
    await nothingHappened(bench)
    expect(await isStillHere()).toBe(true)
    const left = await bench.calls('external protocol')
    expect(left).toEqual([])
    expect(await bench.calls('shell.openExternal')).toEqual([])
  },
}

/** These need no request, so the double is too late to stop them. */
const silentWays = [
  "location.href = URL.createObjectURL(new Blob(['<h1>Blob</h1>'], { type: 'text/html' }))",
  "location.href = 'about:blank'",
]

/** Ways for the page to open a window, the last ones by a user's click on a link. */
const openings = [
  "window.open('STRANGER/open')",
  "window.open('STRANGER/named', 'name', 'width=300,height=200')",
  "window.open('/', 'own')",
  "window.open('about:blank')?.document",
  "window.open('', '_blank', 'popup')",
  "document.querySelector('#out').click()",
  "{ const form = Object.assign(document.createElement('form'), { action: '/', target: '_blank' }); document.body.append(form); form.submit(); form.remove() }",
]

export const opensNoWindow: Check = {
  title: 'opens no window from a page, whatever its name and the click',
  run: async (bench) => {
    const { page, collector } = bench
    await bench.instruct({ agrees: false })
    await page.evaluate((href) => {
      const link = { id: 'out', href, target: '_blank', textContent: 'out' }
      const anchor = Object.assign(document.createElement('a'), link)
      anchor.style.cssText = 'position: fixed; inset: 0 auto auto 0; z-index: 9999'
      document.body.append(anchor)
    }, `${collector.address}/click`)
    for (const way of openings)
      await page.evaluate(way.replaceAll('STRANGER', collector.address)).catch(() => undefined)
    const link = page.locator('#out')
    await link.click()
    await link.click({ button: 'middle' })
    await link.click({ modifiers: ['ControlOrMeta'] })
    await link.click({ modifiers: ['Shift'] })
    const windows = (): Promise<number> =>
      bench.desktop.evaluate(({ webContents }) => webContents.getAllWebContents().length)
    // Chromium's own pages are gone once each opening is refused; a window that was allowed stays.
    await expect.poll(async () => (await windows()) > 1 || bench.desktop.pages().length === 1).toBe(true)
    expect(await windows()).toBe(1)
    await nothingHappened(bench)
    await link.evaluate((it) => it.remove())
    expect(await windows()).toBe(1)
    expect(await bench.calls('shell.openExternal')).toEqual([])
  },
}

/** URLs that would start a program, or that hide their target. */
const hostile = [
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'smb://server/share',
  'ms-msdt:/id PCWDiagnostic',
  'vscode://file/etc/passwd',
  'search-ms:query=x',
  'ssh://host',
  'ftp://host/file',
  'atrium://app/',
  'about:blank',
  'https://user:password@example.com/',
  'mailto:a@example.com?attach=/etc/passwd',
  'tel:123',
  'steam://run/1',
]

export const opensOnlyWhatIsWanted: Check = {
  title: 'opens only web and mail addresses in other programs, and only after the user has read them and agreed',
  run: async (bench) => {
    const open = (url: string): Promise<void> => bench.page.evaluate((it) => void window.open(it), url)
    for (const url of hostile) await open(url)
    await wait(quiet)
    const opened = (await bench.calls('shell.openExternal')).map(({ args: [url] }) => url)
    // Extra fields of a mail address are dropped; nothing else remains of these.
    expect(opened.filter((url) => url !== 'mailto:a@example.com')).toEqual([])
    await open('https://example.com/a?b=c#d')
    const asked = async () => (await bench.calls()).map(({ api, args: [first] }) => ({ api, first }))
    const questions: Awaited<ReturnType<typeof asked>> = []
    const isOpened = async (): Promise<boolean> => {
      questions.push(...(await asked()))
      return questions.some(({ api }) => api === 'shell.openExternal')
    }
    await expect.poll(isOpened).toBe(true)
    expect(questions).toEqual([
      {
        api: 'dialog.showMessageBox',
        first: expect.objectContaining({ detail: expect.stringContaining('https://example.com/a?b=c#d') }),
      },
      { api: 'shell.openExternal', first: 'https://example.com/a?b=c#d' },
    ])
    await bench.instruct({ agrees: false })
    await open('https://example.com/refused')
    await wait(quiet)
    expect((await asked()).map(({ api }) => api)).toEqual(['dialog.showMessageBox'])
    await bench.instruct({ opens: false })
    await open('https://example.com/nobody')
    const told: Awaited<ReturnType<typeof asked>> = []
    const isTold = async (): Promise<boolean> => {
      told.push(...(await asked()))
      return told.length === 3
    }
    await expect.poll(isTold).toBe(true)
    expect(told.at(-1)?.first).toMatchObject({
      message: 'Can’t open this',
      detail: expect.stringMatching(/^No program took https:\/\/example\.com\/nobody \(Failed to open path\)/),
    })
  },
}

export const fetchesNothing: Check = {
  title: 'fetches nothing from other hosts in the window, even if main itself asked for it',
  run: async ({ desktop, collector }) => {
    const outcome = await desktop.evaluate(
      ({ BrowserWindow }, url) =>
        Promise.resolve(BrowserWindow.getAllWindows()[0]?.loadURL(url)).then(
          () => 'loaded',
          () => 'refused',
        ),
      `${collector.address}/load`,
    )
    expect([outcome, collector.visits()]).toEqual(['refused', []])
  },
}

export const savesNothing: Check = {
  title: 'does not let a page save anything to the disk by itself',
  run: async ({ page, desktop }) => {
    await desktop.evaluate(({ session }) => {
      const saved = new Promise<string>((resolve) =>
        session.defaultSession.once('will-download', (_event, item) => item.once('done', (_done, how) => resolve(how))),
      )
      Object.assign(globalThis, { saved })
    })
    await page.evaluate(() => {
      const href = URL.createObjectURL(new Blob(['saved']))
      Object.assign(document.createElement('a'), { href, download: 'saved.txt' }).click()
    })
    // The double tells how each download ended. Electron can refuse one and say nothing.
    const silence = desktop.isReal ? 3000 : undefined
    const how = await desktop.evaluate((_electron, limit) => {
      const { saved } = globalThis as unknown as { saved: Promise<string> }
      if (limit === undefined) return saved
      return Promise.race([saved, new Promise<string>((resolve) => setTimeout(resolve, limit, 'no download'))])
    }, silence)
    expect(how).not.toBe('completed')
  },
}
