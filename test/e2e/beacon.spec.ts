import type { Page } from '@playwright/test'
import { App, expect, test } from './support/app.ts'
import { copyApp, type Mutation } from './support/app-copy.ts'
import { DesktopShell } from './support/desktop.ts'
import { openCollector } from './support/collector.ts'
import { settled } from './support/settled.ts'
import { Steps } from './support/steps.ts'
import { buildWeakPage } from './support/weak-page.ts'

/** Elements of a hostile text that would load automatically; HERE is the collector's address. */
const beacons = [
  '![markdown](HERE/markdown.png)',
  '<img src="HERE/img.png">',
  '<img srcset="HERE/srcset.png 2x">',
  '<input type="image" src="HERE/input.png">',
  '<video src="HERE/video.mp4" poster="HERE/poster.png" autoplay="true"></video>',
  '<audio src="HERE/audio.mp3" autoplay="true"></audio>',
  '<link rel="stylesheet" href="HERE/link.css">',
  '<link rel="preload" as="image" href="HERE/preload.png">',
  '<link rel="preload" as="font" href="HERE/preload.woff2" crossorigin="anonymous">',
  '<link rel="prefetch" href="HERE/prefetch.html">',
  '<link rel="modulepreload" href="HERE/module.js">',
  '<link rel="icon" href="HERE/icon.png">',
  '<link rel="manifest" href="HERE/manifest.json">',
  '<style>@import "HERE/import.css"; @font-face { font-family: x; src: url(HERE/font.woff2) } * { background: url(HERE/style.png); font-family: x }</style>',
  '<div style="background: url(HERE/inline.png)">inline</div>',
  '<iframe src="HERE/frame.html"></iframe>',
  '<script src="HERE/script.js"></script>',
  '<script>fetch("HERE/fetch"); navigator.sendBeacon("HERE/beacon"); new WebSocket("HERE/socket".replace("http", "ws"))</script>',
  '<img src="x" onerror="fetch(\'HERE/onerror\')">',
  '<svg onload="fetch(\'HERE/onload\')"></svg>',
]
/** A browser follows these whatever a page says. In the window they lead nowhere. */
const onlyInTheWindow = [
  '<meta http-equiv="refresh" content="0;url=HERE/refresh">',
  '<link rel="preconnect" href="HERE">',
]

/** Directives of the policy that must have refused something. */
const refused = ['font-src', 'frame-src', 'img-src', 'media-src', 'require-trusted-types-for', 'style-src-elem']

/** The requests that arrive if nothing refuses them. */
const reaching = [
  'markdown.png',
  'img.png',
  'srcset.png',
  'input.png',
  'poster.png',
  'video.mp4',
  'audio.mp3',
  'link.css',
  'preload.png',
  'preload.woff2',
  'module.js',
  'import.css',
  'style.png',
  'inline.png',
  'font.woff2',
  'frame.html',
  'script.js',
  'fetch',
  'onerror',
]

const withoutPolicy: Mutation[] = [
  { folder: 'main', text: 'var contentPolicy = (proxies) => `', becomes: 'var contentPolicy = (proxies) => "" && `' },
]

/** Lets the model say this in a page that records its policy's refusals. */
async function show(app: App, text: string): Promise<void> {
  app.fake.setScenario({ turns: [{ content: [{ text }] }] })
  const person = new Steps(app)
  await person.prepare()
  await app.page.evaluate(() => {
    const seen = new Set<string>()
    document.addEventListener('securitypolicyviolation', (event) => seen.add(event.effectiveDirective))
    Object.assign(globalThis, { seen })
  })
  await person.composer.fill('Go')
  await person.composer.press('Enter')
}

/** Removes the window's other network protection, leaving the policy alone. */
const leaveThePolicyAlone = async ({ desktop }: DesktopShell): Promise<void> =>
  desktop?.evaluate(({ session }) => session.defaultSession.webRequest.onBeforeRequest(null))

const refusedBy = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen].toSorted())

test('[ELE-35] blocks every request of a hostile text by the content policy alone, with the sanitiser off', async ({
  openShell,
  shell,
}) => {
  const copy = copyApp([])
  const collector = await openCollector()
  let app: App | undefined
  try {
    await buildWeakPage(copy.directory)
    const opened = await openShell(copy.directory)
    const own = (app = new App(opened))
    await app.start()
    if (opened instanceof DesktopShell) await leaveThePolicyAlone(opened)
    const lines = [...beacons, ...(shell === 'desktop' ? onlyInTheWindow : []), 'The end.']
    await show(app, lines.join('\n\n').replaceAll('HERE', collector.address))
    await expect(app.page.getByText('The end.')).toBeVisible()
    await expect.poll(() => refusedBy(own.page)).toEqual(expect.arrayContaining(refused))
    await settled(own.page)
    // A browser silently connects to a frame's host before it checks the policy.
    expect(shell === 'web' ? collector.requests() : collector.visits()).toEqual([])
    expect(await refusedBy(app.page)).toEqual(expect.arrayContaining(refused))
    expect(
      await app.page.evaluate(() => document.querySelectorAll('img[src^="http"], iframe, link[rel=preload]').length),
    ).toBeGreaterThan(3)
  } finally {
    await app?.close()
    collector.close()
    copy.remove()
  }
})

test('[ELE-35] lets the same hostile text reach another host without the content policy @web @all', async ({
  openShell,
}) => {
  const copy = copyApp(withoutPolicy)
  const collector = await openCollector()
  let app: App | undefined
  try {
    await buildWeakPage(copy.directory, false)
    app = new App(await openShell(copy.directory))
    await app.start()
    await show(app, [...beacons, 'The end.'].join('\n\n').replaceAll('HERE', collector.address))
    const came = (name: string): boolean => collector.requests().some((visit) => visit.endsWith(`/${name}`))
    const missing = (): string[] => reaching.filter((name) => !came(name))
    const own = app.page
    let times = 0
    // The text changes what React drew, which can end the page before all of it is fetched: then it is drawn again.
    await expect(async () => {
      if (times++ > 0) await own.reload()
      await expect.poll(missing, { timeout: 10_000 }).toEqual([])
    }).toPass()
  } finally {
    await app?.close()
    collector.close()
    copy.remove()
  }
})
