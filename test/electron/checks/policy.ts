import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { root } from '../../e2e/support/root.ts'
import type { Check } from '../support/bench.ts'

/** The content a page can load (docs/decisions.md 21), repeated here, so a change needs two edits. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  'frame-src PROXY',
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
]

/** Ways for text to become code, markup or a request, as script of the page; each returns whether it worked. */
const tries = `({
  'an inline script': () => {
    const script = document.createElement('script')
    script.append('globalThis.inlineRan = true')
    document.head.append(script)
    return globalThis.inlineRan
  },
  'eval': () => (0, eval)('true'),
  'a function from text': () => new Function('return true')(),
  'a timer from text': () => new Promise((resolve) => {
    setTimeout('globalThis.timerRan = true', 0)
    setTimeout(() => resolve(globalThis.timerRan), 100)
  }),
  'raw HTML': () => {
    document.createElement('div').innerHTML = '<p>raw</p>'
    return true
  },
  'parsed HTML': () => new DOMParser().parseFromString('<p>raw</p>', 'text/html') !== null,
  'the address of a script': () => {
    document.createElement('script').src = 'STRANGER/script.js'
    return true
  },
  'a worker from a blob': () => new Promise((resolve) => {
    const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])))
    worker.onmessage = () => resolve(true)
    worker.onerror = () => resolve(false)
  }),
  'a policy for trusted types': () => trustedTypes.createPolicy('default', {}) !== null,
  'an inline style': () => {
    const style = document.createElement('style')
    style.append('body { --styled: yes }')
    document.head.append(style)
    return getComputedStyle(document.body).getPropertyValue('--styled') !== ''
  },
  'a frame': () => void document.body.append(Object.assign(document.createElement('iframe'), { src: 'STRANGER/frame' })),
  'a request': () => fetch('STRANGER/fetch').then(() => true),
  'a socket': () => new Promise((resolve) => {
    const socket = new WebSocket('STRANGER/socket'.replace('http', 'ws'))
    socket.onopen = () => resolve(true)
    socket.onerror = () => resolve(false)
  }),
})`

export const contentPolicy: Check = {
  title: 'sends a content policy with every answer, and Chromium enforces it',
  run: async ({ page, collector, desktop }) => {
    const proxy = desktop.isReal ? 'atrium-view://proxy' : 'https://proxy.atrium-view.invalid'
    const headers = await page.evaluate(async () => {
      const answers = await Promise.all(['/', '/index.html', '/nothing.html'].map((it) => fetch(it)))
      return answers.map((answer) => answer.headers.get('content-security-policy'))
    })
    const expected = policy.map((part) => part.replace('PROXY', proxy))
    for (const header of headers) expect(header?.split('; ')).toEqual(expected)
    const tried = tries.replaceAll('STRANGER', collector.address)
    const ran = await page.evaluate(
      async (all) => {
        // Code run by a test can use eval until its first await.
        await new Promise((resolve) => setTimeout(resolve))
        const worked = await Promise.all(
          Object.entries(all).map(async ([name, attempt]) => {
            try {
              return (await attempt()) === true ? name : ''
            } catch {
              return ''
            }
          }),
        )
        return worked.filter(Boolean)
      },
      await page.evaluateHandle<Record<string, () => unknown>>(tried),
    )
    expect(ran).toEqual([])
    expect(collector.visits()).toEqual([])
  },
}

export const ownScheme: Check = {
  title: 'serves pages by its own scheme, which serves nothing else and no file',
  run: async ({ page }) => {
    const answers = await page.evaluate(async () => {
      const paths = [
        '/../package.json',
        '/..%2fpackage.json',
        '/%2e%2e/package.json',
        '/..\\package.json',
        '/%00',
        '/assets',
        '/etc/passwd',
        '/index.html%00.js',
        '/INDEX.HTML',
        '/./../out/main/electron.js',
        '/assets/',
      ]
      const statusOf = async (it: string): Promise<number> => (await fetch(it)).status
      const isRead = async (url: string): Promise<boolean> =>
        fetch(url).then(
          () => true,
          () => false,
        )
      return {
        served: (await Promise.all(paths.map(statusOf))).filter((status) => status !== 404),
        posted: (await fetch('/', { method: 'POST', body: 'x' })).status,
        files: await Promise.all(['file:///etc/passwd', 'file:///C:/Windows/win.ini', 'atrium://other/'].map(isRead)),
      }
    })
    expect(answers).toEqual({ served: [], posted: 405, files: [false, false, false] })
  },
}

export const current: Check = {
  title: 'uses a supported Electron line, pinned to one version, which is the one that runs',
  run: async ({ desktop }) => {
    const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
    const pinned = String(manifest.devDependencies.electron)
    expect(pinned).toMatch(/^\d+\.\d+\.\d+$/)
    expect(Number(pinned.split('.')[0])).toBeGreaterThanOrEqual(45)
    expect(await desktop.evaluate(() => process.versions.electron)).toBe(pinned)
  },
}

export const fuses: Check = {
  title: 'sets every fuse of the packed program, and turns off those that would make it Node',
  run: async () => {
    const yml = readFileSync(path.join(root, 'electron-builder.yml'), 'utf8')
    const [, block = ''] = /^electronFuses:\n((?: {2}.*\n)+)/m.exec(yml) ?? []
    const said = Object.fromEntries(
      block
        .trim()
        .split('\n')
        .map((line) => line.trim().split(': ')),
    )
    expect(said).toEqual({
      runAsNode: 'false',
      enableCookieEncryption: 'false',
      enableNodeOptionsEnvironmentVariable: 'false',
      enableNodeCliInspectArguments: 'false',
      enableEmbeddedAsarIntegrityValidation: 'true',
      onlyLoadAppFromAsar: 'true',
      loadBrowserProcessSpecificV8Snapshot: 'false',
      grantFileProtocolExtraPrivileges: 'false',
    })
  },
}
