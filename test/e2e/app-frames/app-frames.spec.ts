import type { Pages } from '../../../main/shells/common/pages.ts'
import { words } from '../../support/words.ts'
import { expect, test as base } from '../support/app.ts'
import { callers, hostileApps, leavers } from './attempts.ts'
import { buildHarness, Framed, type Weakening } from './framed.ts'
import { openStranger, type Probed, probing, type Stranger } from './probes.ts'
import { inStrangersTab, withoutAncestors } from './strangers-tab.ts'

type Fixtures = {
  /** Frames as they are served, in a tab for all tests; each begins with an empty page. */
  framed: Framed
  /** A separate tab for the test, with this change to the served documents if there is one. */
  openOwn: (change?: Weakening) => Promise<Framed>
  openStranger: () => Promise<Stranger>
}

const test = base.extend<Fixtures, { harnessFiles: Pages; sharedFramed: Framed }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
  harnessFiles: [async ({}, use) => use(await buildHarness()), { scope: 'worker' }],
  sharedFramed: [
    async ({ openBrowser, harnessFiles }, use) => {
      const framed = await Framed.open(await openBrowser(), harnessFiles)
      await use(framed)
      await framed.close()
    },
    { scope: 'worker' },
  ],
  framed: async ({ sharedFramed }, use) => {
    await sharedFramed.anew()
    await use(sharedFramed)
  },
  openOwn: async ({ openBrowser, harnessFiles }, use) => {
    const opened: Framed[] = []
    await use(async (change) => {
      const framed = await Framed.open(await openBrowser(), harnessFiles, change)
      opened.push(framed)
      return framed
    })
    for (const framed of opened) await framed.close()
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
  openStranger: async ({}, use) => {
    const opened: Stranger[] = []
    await use(async () => {
      const stranger = await openStranger()
      opened.push(stranger)
      return stranger
    })
    for (const stranger of opened) stranger.close()
  },
})

/** Serves without these headers. */
const without =
  (...names: string[]): Weakening =>
  ({ headers, html }) => ({
    html,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name))),
  })

const walls = ['content-security-policy', 'connection-allowlist'] as const

/** The messages that the page around got from one frame, once there are as many as this. */
async function messagesOf(framed: Framed, title: string, method: string, count = 1) {
  const found = async () => (await framed.of(title)).messages.filter((it) => it.method === method)
  await expect.poll(async () => (await found()).length).toBeGreaterThanOrEqual(count)
  return (await found()).map(({ params }) => params)
}

const probe = async (framed: Framed, title: string): Promise<Probed> =>
  (await messagesOf(framed, title, 'probed'))[0] as Probed

const goneOf = async (framed: Framed, title: string): Promise<string[]> => (await framed.of(title)).gone

/** Requests that arrive without both walls; another rule of the browser stops the rest. */
const reaching = `
  background blank-fetch blob-frame embed events fetch font frame image import keepalive module modulepreload
  object ping beacon poster preload script socket srcdoc srcset style video xhr shared-worker href replace self
  navigation link refresh download data blob-page javascript
`
  .trim()
  .split(/\s+/)

test('[APP-17] [APP-19] [APP-20] [APP-21] [APP-22] shows an app in a sandbox behind a proxy, all of different origins', async ({
  framed,
}) => {
  await framed.context.addCookies([{ name: 'shell', value: 'secret', domain: '127.0.0.1', path: '/' }])
  const { page } = framed
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const { address } = await framed.show('App of one', probing())
  const probed = await probe(framed, 'App of one')
  const outer = page.locator('iframe')
  await expect(outer).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin')
  await expect(outer).toHaveAttribute('allow', '')
  await expect(outer).toHaveAttribute('credentialless', '')
  await expect(outer).toHaveAttribute('referrerpolicy', 'no-referrer')
  expect(new Set([framed.origin, new URL(address).origin, probed.origin]).size).toBe(3)
  expect(probed).toEqual({
    origin: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    isAlone: true,
    isCredentialless: true,
    features: [],
    evaluated: false,
    cookie: '',
    stored: null,
    referrer: '',
    seesAbove: [],
    fullscreen: false,
  } satisfies Record<keyof Probed, unknown>)
  const proxy = page.frames().find((frame) => frame.url() === address)
  const ofProxy = await proxy?.evaluate<unknown>(
    '[originAgentCluster, credentialless, document.featurePolicy.allowedFeatures()]',
  )
  expect(ofProxy).toEqual([true, true, []])
  await expect(framed.page.frameLocator('iframe').locator('iframe')).toHaveAttribute(
    'sandbox',
    'allow-scripts allow-same-origin',
  )
  await test.step('[APP-25] asks the network for the two documents alone', async () => {
    expect(requests).toEqual([address, `${probed.origin}${new URL(requests[1] ?? '').pathname}`])
  })
  await test.step('[APS-11] keeps nothing for another page, or after a new start', async () => {
    await framed.show('App of two', probing())
    expect((await probe(framed, 'App of two')).stored).toBeNull()
    await framed.anew()
    await page.evaluate((at) => harness.show('App of one', at), address)
    expect((await probe(framed, 'App of one')).stored).toBeNull()
  })
})

test('[APP-17] [APP-25] keeps an app from sending anything anywhere, with either of two walls alone @all', async ({
  framed,
  openOwn,
  openStranger: meet,
}) => {
  const [strong, open] = [await meet(), await meet()]
  const all = ['staying', ...leavers]
  const tryAll = async (at: Framed, { targets }: Stranger, names = all): Promise<void> => {
    const pages = hostileApps(targets)
    for (const name of names) await at.show(name, pages[name] ?? '')
  }
  const escaped: string[] = []
  const note = (it: { url(): string }): void => void escaped.push(it.url())
  framed.page.on('popup', note).on('download', note)
  await tryAll(framed, strong)
  const half = await Promise.all(
    walls.map(async (wall) => ({ at: await openOwn(without(wall)), stranger: await meet() })),
  )
  for (const { at, stranger } of half) await tryAll(at, stranger, ['staying', 'href', 'data'])
  await tryAll(await openOwn(without(...walls)), open)
  const came = (name: string): boolean => open.collector.requests().some((visit) => visit.endsWith(`/${name}`))
  await expect.poll(() => reaching.filter((name) => !came(name))).toEqual([])
  for (const at of [framed, ...half.map((it) => it.at)]) await messagesOf(at, 'staying', 'tried')
  // A form is refused before anything is loaded.
  const left = leavers.filter((name) => !name.startsWith('form'))
  const stays = async () => (await framed.all()).filter(({ gone }) => gone.join() !== 'left').map(({ title }) => title)
  await expect.poll(stays).toEqual(all.filter((name) => !left.includes(name)))
  for (const { collector } of [strong, ...half.map((it) => it.stranger)]) expect(collector.visits()).toEqual([])
  expect(escaped).toEqual([])
  expect(await framed.page.evaluate(() => [location.origin, document.title])).toEqual([framed.origin, 'Frames'])
})

test('[APP-17] lets no app send anything by WebRTC, and outlives the app', async ({ openOwn, openStranger: meet }) => {
  const [framed, bare] = [await openOwn(), await openOwn(without('connection-allowlist'))]
  const [strong, open] = [await meet(), await meet()]
  // Chromium ends the app's process. Playwright then gives up the whole tab, so another one asks it.
  await framed.page.evaluate(() => {
    const channel = new BroadcastChannel('life')
    channel.addEventListener('message', () => channel.postMessage(harness.shown().length))
  })
  const other = await framed.context.newPage()
  await other.goto(framed.origin)
  for (const name of callers) await framed.show(name, hostileApps(strong.targets)[name] ?? '').catch(() => undefined)
  for (const name of callers) await bare.show(name, hostileApps(open.targets)[name] ?? '')
  await expect.poll(() => open.packets()).toBeGreaterThan(0)
  const shown = await other.evaluate(() => {
    const channel = new BroadcastChannel('life')
    const answer = new Promise((resolve) => channel.addEventListener('message', ({ data }) => resolve(data)))
    channel.postMessage('Are you there?')
    return answer
  })
  expect(shown).toBe(callers.length)
  expect(strong.packets()).toBe(0)
})

test('[APP-17] needs each header that an app is served with @all', async ({ openOwn, openStranger: meet }) => {
  const title = 'App of one'
  const weak = async (...names: string[]): Promise<Framed> => {
    const framed = await openOwn(without(...names))
    await framed.show(title, probing())
    return framed
  }
  expect(await probe(await weak('content-security-policy'), title)).toMatchObject({ evaluated: true })
  expect((await probe(await weak('permissions-policy'), title)).features).toContain('gamepad')
  expect(await (await weak('origin-agent-cluster')).isApart(title)).toBe(false)
  const framed = await weak()
  expect(await framed.isApart(title)).toBe(true)

  await test.step('needs the policy that keeps an app from this computer’s other servers, even named ones', async () => {
    const { collector } = await meet()
    const policy = `default-src 'unsafe-inline'; connect-src ${collector.address}`
    const asking = probing(
      `fetch('${collector.address}/named', { mode: 'no-cors' }).catch(() => {}).finally(() => say('asked', {}))`,
    )
    const allowedOrigins = [collector.address]
    await framed.show('Kept away', asking, { policy: `${policy}; treat-as-public-address`, allowedOrigins })
    await messagesOf(framed, 'Kept away', 'asked')
    // Chromium connects before it looks at the address, and then sends nothing.
    expect(collector.requests()).toEqual([])
    await framed.show('Let near', asking, { policy, allowedOrigins })
    await messagesOf(framed, 'Let near', 'asked')
    expect(collector.requests()).toEqual(['GET /named'])
  })
})

test('[APP-21] keeps an app out of strangers’ frames, scripts and the browser’s cache, by a header for each', async ({
  openOwn,
  openStranger: meet,
}) => {
  const stranger = await meet()
  const changes = [without(), withoutAncestors, without('x-content-type-options'), without('cache-control')]
  const outcomes = changes.map(async (change) => inStrangersTab(await openOwn(change), stranger))
  const kept = { script: 'refused', frame: 'refused', isKept: false }
  expect(await Promise.all(outcomes)).toEqual([
    kept,
    { ...kept, frame: 'shown' },
    { ...kept, script: 'ran' },
    { ...kept, isKept: true },
  ])
})

test('[APP-21] [APP-22] keeps frames from other pages, and shows nothing in a frame without a separate store', async ({
  framed,
}) => {
  const { address } = await framed.show('App of one', probing())
  await probe(framed, 'App of one')
  const view = framed.page.frames().find((frame) => frame.parentFrame()?.url() === address)
  const answers = await Promise.all(
    [address, view?.url() ?? ''].map(async (url) => [
      (await fetch(url)).status,
      (await fetch(url, { method: 'POST', headers: { 'sec-fetch-dest': 'iframe' } })).status,
      (await fetch(new URL('/', url), { headers: { 'sec-fetch-dest': 'iframe' } })).status,
    ]),
  )
  expect(answers.flat()).toEqual([404, 404, 404, 404, 404, 404])
  const stranger = await framed.context.newPage()
  await stranger.route('http://stranger.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe credentialless src="${address}"></iframe>` }),
  )
  await stranger.goto('http://stranger.example/')
  await expect.poll(() => stranger.frames()[1]?.url()).toMatch(/^chrome-error:/)
  await framed.page.evaluate((src) => {
    addEventListener('message', ({ data }) => Object.assign(globalThis, { heard: data }))
    document.body.append(Object.assign(document.createElement('iframe'), { src, title: 'plain' }))
  }, address)
  const plain = framed.page.frames().filter((frame) => frame.url() === address)
  await expect.poll(() => framed.page.frames().filter((frame) => frame.url() === address).length).toBe(2)
  await plain.at(-1)?.waitForLoadState()
  expect(await framed.page.evaluate(() => 'heard' in globalThis)).toBe(false)
})

test('[APP-23] [APP-24] [APS-5] [APS-17] passes JSON on unchanged, both ways, and nothing else', async ({ framed }) => {
  const title = 'App of one'
  await framed.show('Sibling', probing())
  await framed.show(
    title,
    probing(`
    const big = 'x'.repeat(1024 * 1024)
    let deep = []
    for (let at = 0; at < 70; at += 1) deep = [deep]
    const loop = {}
    loop.loop = loop
    const { port1 } = new MessageChannel()
    for (const params of [{ big }, { deep }, { loop }, { at: new Date() }, { map: new Map() }, { bytes: new Uint8Array(4) }, { blob: new Blob(['x']) }, { big: 1n }, { not: NaN }])
      say('refused', params)
    say('ui/download-file', { big: big.repeat(10) })
    say('ui/download-file', { big: big.repeat(2) })
    for (const it of ['text', 7, null, ['list'], new Error('x')]) parent.postMessage(it, '*')
    parent.postMessage({ jsonrpc: '2.0', method: 'refused', params: { port1 } }, '*', [port1])
    for (const method of ['sandbox-proxy-ready', 'sandbox-app-left', 'sandbox-resource-ready', 'sandbox-anything'])
      say('ui/notifications/' + method, {})
    for (const other of [top, top.frames[0], top.frames[0].frames[0], top.frames[1]])
      if (other !== parent) other.postMessage({ jsonrpc: '2.0', method: 'smuggled', params: {} }, '*')
    const { port2 } = new MessageChannel()
    parent.postMessage({ jsonrpc: '2.0', method: 'last', params: { list: [1, null, 'ü', { a: true }], none: undefined } }, '*', [port2])
  `),
  )
  await messagesOf(framed, title, 'last')
  const { messages, ready, gone } = await framed.of(title)
  const passed = ['probed', 'ui/notifications/initialized', 'ui/download-file', 'last']
  expect(messages.map(({ method }) => method)).toEqual(passed)
  expect(JSON.stringify(messages.at(-2)?.params).length).toBe(2 * 1024 * 1024 + 10)
  expect(messages.at(-1)?.params).toEqual({ list: [1, null, 'ü', { a: true }] })
  expect([ready, gone]).toEqual([1, []])
  const sent = { jsonrpc: '2.0', method: 'tool', params: { big: 'x'.repeat(2 * 1024 * 1024), list: [{}] } }
  await framed.page.evaluate(([to, message]) => harness.send(to as string, message), [title, sent])
  expect(await messagesOf(framed, title, 'heard')).toEqual([
    { method: 'tool', characters: JSON.stringify(sent).length },
  ])
  const { messages: others } = await framed.of('Sibling')
  expect(others.map(({ method }) => method)).not.toContain('smuggled')
})

test('[APS-17] ends an app that floods Atrium, and takes few of its messages', async ({ framed }) => {
  await framed.show('App of one', probing('for (let at = 0; at < 3000; at += 1) say("drop", { at })'))
  await expect.poll(() => goneOf(framed, 'App of one')).toEqual(['floods'])
  await expect(framed.page.locator('iframe')).toHaveCount(0)
  expect((await framed.of('App of one')).messages.length).toBeLessThan(300)
})

test('[APP-19] answers while an app hangs, and ends that app', async ({ framed }) => {
  const title = 'App of one'
  await framed.show(title, probing())
  await framed.show('Sibling', probing())
  await probe(framed, title)
  await probe(framed, 'Sibling')
  const tick = (): Promise<void> => framed.page.evaluate(() => harness.tick())
  await tick()
  for (const name of [title, 'Sibling']) await messagesOf(framed, name, 'answered')
  await framed.page.evaluate((to) => harness.send(to, { method: 'hang' }), title)
  for (let ticks = 0; ticks < 3; ticks += 1) {
    await tick()
    await messagesOf(framed, 'Sibling', 'answered', ticks + 2)
  }
  expect(await goneOf(framed, title)).toEqual(['hangs'])
  expect(await goneOf(framed, 'Sibling')).toEqual([])
  await expect(framed.page.locator('iframe')).toHaveCount(1)
})

test('[APS-15] makes an app one stop for the keyboard, with a name and a way past it', async ({ framed }) => {
  const { page } = framed
  const title = 'App of one'
  await framed.show(title, probing())
  await probe(framed, title)
  expect(await page.evaluate(() => harness.canShowApps)).toBe(true)
  await page.evaluate(() => {
    for (const [at, text] of [
      ['afterbegin', 'Before'],
      ['beforeend', 'After'],
    ] as const)
      document.body.insertAdjacentElement(at, Object.assign(document.createElement('button'), { textContent: text }))
  })
  const { enter, skip } = words.ui.appFrame
  const focused = (): Promise<string> =>
    page.evaluate(() => document.activeElement?.getAttribute('title') ?? document.activeElement?.textContent ?? '')
  const inside = page.frameLocator('iframe').frameLocator('iframe')
  const ofPage = inside.getByRole('button', { name: 'In the page' })
  /** The user is in the app itself, not in the proxy around it. */
  const isInside = async (): Promise<void> => {
    await expect.poll(focused).toBe(title)
    await expect.poll(() => inside.locator('body').evaluate(() => document.hasFocus())).toBe(true)
  }
  await page.getByRole('button', { name: 'Before' }).focus()
  await page.keyboard.press('Tab')
  await expect.poll(focused).toBe(skip(title))
  await expect(page.getByRole('button', { name: skip(title) })).toBeInViewport()
  await page.keyboard.press('Tab')
  await expect.poll(focused).toBe(enter(title))
  await page.keyboard.press('Enter')
  await isInside()
  await page.keyboard.press('Tab')
  await expect(ofPage).toBeFocused()
  await page.keyboard.press('Tab')
  await expect.poll(focused).toBe('After')
  await page.keyboard.press('Shift+Tab')
  await expect.poll(focused).toBe(enter(title))
  await page.keyboard.press(' ')
  await isInside()
  await page.keyboard.press('Shift+Tab')
  await expect(ofPage).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect.poll(focused).toBe(skip(title))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect.poll(focused).toBe('After')
})

test('[APP-24] gives the proxy the colours around it, also when they change', async ({ framed }) => {
  const { page } = framed
  const { address } = await framed.show('App of one', probing())
  await probe(framed, 'App of one')
  const scheme = (): Promise<string | undefined> | undefined =>
    page
      .frames()
      .find((frame) => frame.url() === address)
      ?.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  expect(await scheme()).toBe('light dark')
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'))
  await expect.poll(scheme).toBe('dark')
  await expect(page.frameLocator('iframe').locator('iframe')).toHaveCount(1)
})
