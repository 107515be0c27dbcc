import { frameOrigin, isForProxy, messageIn, proxyMessages } from '../../shared/content/app-message.ts'
import { isObject } from '../../shared/schema/json.ts'

// The proxy between Atrium's page and a server's app (MCP Apps 2026-01-26, Sandbox proxy). It runs in a frame of
// another origin, passes messages between its parent and the app inside it, and asks the network for nothing.

const { page = '', view = '' } = document.body.dataset
const viewOrigin = frameOrigin(view)
let frame: HTMLIFrameElement | undefined

/** Says something to Atrium's page that no server's app can say. */
const say = (method: string): void => parent.postMessage({ jsonrpc: '2.0', method, params: {} }, page)

/** Shows the app, once, in the colours around it. Its frame has no more rights than this one. */
function show({ title, scheme }: { title: string; scheme: string }): void {
  document.documentElement.style.colorScheme = scheme
  if (frame) return
  frame = document.createElement('iframe')
  frame.sandbox.add('allow-scripts', 'allow-same-origin')
  frame.setAttribute('allow', '')
  frame.referrerPolicy = 'no-referrer'
  frame.title = title
  let isLoaded = false
  frame.addEventListener('load', () => {
    if (isLoaded) say(proxyMessages.left)
    isLoaded = true
  })
  frame.src = view
  document.body.append(frame)
}

/** Moves the focus into the app. An element that already has it in this document first has to lose it. */
function enter(): void {
  frame?.blur()
  frame?.focus()
}

/** Passes on what the app says: a copy as JSON within the limits, without ports and buffers. */
function passUp(data: unknown): void {
  const message = messageIn(data)
  if (message && !isForProxy(message)) parent.postMessage(message, page)
}

addEventListener('message', ({ source, origin, data }) => {
  if (source === parent && origin === page) {
    if (messageIn(data)?.['method'] === proxyMessages.enter) enter()
    else if (isForProxy(data)) show(lookIn(data))
    else frame?.contentWindow?.postMessage(data, viewOrigin)
  } else if (frame && source === frame.contentWindow && origin === viewOrigin) passUp(data)
})
// The policy lets the app's frame load the app alone.
document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
  if (effectiveDirective === 'frame-src') say(proxyMessages.left)
})

function lookIn(data: unknown): { title: string; scheme: string } {
  const params = messageIn(data)?.['params']
  const { title, scheme } = isObject(params) ? params : {}
  return { title: typeof title === 'string' ? title : '', scheme: typeof scheme === 'string' ? scheme : '' }
}

// Only a frame with a separate store and without cookies keeps an app apart from others.
if (parent !== window && 'credentialless' in window && window.credentialless === true) say(proxyMessages.ready)
