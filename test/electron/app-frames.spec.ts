import { expect, test } from '@playwright/test'
import { contentPolicyOf } from '../../main/host/apps/app-policy.ts'
import type { AppFrames } from '../../main/host/platform.ts'
import { launchDouble } from '../double/launch.ts'
import { copyApp } from '../e2e/support/app-copy.ts'
import { hostileApps, leavers } from '../e2e/app-frames/attempts.ts'
import { openStranger, type Probed, probing } from '../e2e/app-frames/probes.ts'
import { framesGetNothing, openedFrames, withoutPolicy } from './checks/permissions.ts'
import { Bench } from './support/bench.ts'

type Heard = Record<string, { method?: string; params?: unknown }[]>

/** Frames an app as the window's own component does, and keeps its messages by title. */
async function show({ desktop, page }: Bench, title: string, html: string): Promise<void> {
  const address = await desktop.evaluate(
    async (_electron, served) => {
      const { appFrames } = globalThis as unknown as { appFrames: AppFrames }
      return (await appFrames.open(served)).address
    },
    { html, policy: contentPolicyOf([]), allowedOrigins: [] },
  )
  expect(address).toMatch(/^atrium-view:\/\/proxy\//)
  await page.evaluate(
    ([name = '', src = '']) => {
      const heard = ((globalThis as unknown as { heard?: Heard }).heard ??= {})
      const messages: Heard[string] = (heard[name] = [])
      const frame = document.createElement('iframe')
      frame.setAttribute('credentialless', '')
      frame.setAttribute('sandbox', 'allow-scripts allow-same-origin')
      frame.title = name
      frame.src = src
      addEventListener('message', ({ source, data, origin }) => {
        if (source !== frame.contentWindow) return
        messages.push(data)
        if (messages.length === 1)
          frame.contentWindow?.postMessage({ method: 'ui/notifications/sandbox-resource-ready', params: {} }, origin)
      })
      document.body.append(frame)
    },
    [title, address.replace(/^atrium-view:\/\/([\w-]+)/, 'https://$1.atrium-view.invalid')],
  )
}

async function heardOf({ page }: Bench, title: string): Promise<Heard[string]> {
  const heard = await page.evaluate(() => (globalThis as unknown as { heard: Heard }).heard)
  return heard[title] ?? []
}

/** Takes both walls of headers away. */
const bare = [
  { folder: 'main', text: '"content-security-policy": policy,', becomes: '' },
  { folder: 'main', text: '"connection-allowlist": `(', becomes: '"x-none": `(' },
] as const

const methodsOf = async (bench: Bench, title: string) => (await heardOf(bench, title)).map(({ method }) => method)

test('[APP-17] [APP-19] [APP-20] [APP-21] [APS-11] keeps servers’ apps in their frames in the window, as in a tab @all', async () => {
  const { directory, remove } = copyApp([openedFrames])
  const bench = await Bench.open({ appDirectory: directory }, launchDouble)
  const stranger = await openStranger()
  try {
    await show(bench, 'Probing', probing())
    await expect.poll(() => methodsOf(bench, 'Probing')).toContain('probed')
    const probed = (await heardOf(bench, 'Probing')).find(({ method }) => method === 'probed')?.params as Probed
    expect(probed).toMatchObject({ isAlone: true, isCredentialless: true, features: [], evaluated: false })
    expect(probed).toMatchObject({ cookie: '', stored: null, seesAbove: [], fullscreen: false })
    expect(probed.origin).toMatch(/^https:\/\/view-[\da-f]{32}\.atrium-view\.invalid$/)

    const pages = hostileApps(stranger.targets)
    const names = ['staying', ...leavers]
    for (const name of names) await show(bench, name, pages[name] ?? '')
    await expect.poll(() => methodsOf(bench, 'staying')).toContain('tried')
    const isDone = async (name: string): Promise<boolean> =>
      (await methodsOf(bench, name)).some((it) => it === 'tried' || it === 'ui/notifications/sandbox-app-left')
    for (const name of names) await expect.poll(() => isDone(name), { message: name }).toBe(true)
    await show(bench, 'Probing again', probing())
    await expect.poll(() => methodsOf(bench, 'Probing again')).toContain('probed')
    expect(stranger.collector.visits()).toEqual([])
    expect(await bench.calls('external protocol')).toEqual([])
    expect(await bench.calls('shell.openExternal')).toEqual([])
    expect(await bench.desktop.evaluate(({ webContents }) => webContents.getAllWebContents().length)).toBe(1)
    expect(bench.page.url().split('#')[0]).toBe(bench.address)
  } finally {
    await bench.close()
    stranger.close()
    remove()
  }
})

test('[APP-17] lets nothing of an app out of the window even without its headers, by the window’s guard @all', async () => {
  const { directory, remove } = copyApp([openedFrames, ...bare])
  const bench = await Bench.open({ appDirectory: directory }, launchDouble)
  const stranger = await openStranger()
  try {
    const pages = hostileApps(stranger.targets)
    const tryAll = async (again: string): Promise<void> => {
      for (const name of ['staying', 'href', 'refresh']) await show(bench, `${name}${again}`, pages[name] ?? '')
      for (const name of ['staying', 'href', 'refresh'])
        await expect.poll(() => methodsOf(bench, `${name}${again}`)).toContain('tried')
    }
    await tryAll('')
    await tryAll(' again')
    expect(stranger.collector.requests()).toEqual([])
    // In the guard's place, to see what it stopped.
    await bench.desktop.evaluate(({ session }) => {
      const asked: string[] = []
      Object.assign(globalThis, { asked })
      session.defaultSession.webRequest.onBeforeRequest(({ url, frame }, answer) => {
        asked.push(`${frame?.origin.replace(/[\da-f]{32}/, '…')} asks for ${url}`)
        answer({ cancel: url.startsWith('http:') })
      })
    })
    await tryAll(' at last')
    const asked = await bench.desktop.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)
    for (const name of ['image', 'style', 'script', 'fetch'])
      expect(asked).toContain(`atrium-view://view-… asks for ${stranger.targets.there}/${name}`)
    expect(asked.filter((it) => /\/(?:href|refresh)$/.test(it))).toEqual([])
  } finally {
    await bench.close()
    stranger.close()
    remove()
  }
})

test('[ELE-23] grants a server’s app nothing that its page has, whatever the app’s headers say @all', async () => {
  const { directory, remove } = copyApp([openedFrames, withoutPolicy])
  const bench = await Bench.open({ appDirectory: directory }, launchDouble)
  try {
    await framesGetNothing.run(bench)
  } finally {
    await bench.close()
    remove()
  }
})
