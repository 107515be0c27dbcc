import { expect } from '../support/app.ts'
import type { Framed, Weakening } from './framed.ts'
import type { Stranger } from './probes.ts'

/** Serves a document that every page can frame. */
export const withoutAncestors: Weakening = ({ headers, html }) => ({
  html,
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace(/; frame-ancestors [^;]*/, '')]),
  ),
})

/** An app's document in a stranger's tab: as a script, as a frame, and in the browser's cache. */
export async function inStrangersTab(framed: Framed, { collector }: Stranger) {
  const title = 'App of one'
  const { address } = await framed.show(title, '/* A page that is a script too. */ globalThis.ran = true')
  const view = () => framed.page.frames().find((frame) => frame.parentFrame()?.url() === address)
  await expect.poll(() => view()?.url()).toMatch(/^http:/)
  const src = view()?.url() ?? ''
  const stranger = await framed.context.newPage()
  await stranger.goto(collector.address)
  const script = await stranger.evaluate(
    (at) =>
      new Promise((resolve) => {
        const element = Object.assign(document.createElement('script'), { src: at })
        element.addEventListener('load', () => resolve('ran' in globalThis ? 'ran' : 'empty'))
        element.addEventListener('error', () => resolve('refused'))
        document.body.append(element)
      }),
    src,
  )
  await stranger.evaluate((at) => {
    document.body.append(Object.assign(document.createElement('iframe'), { src: at }))
  }, src)
  const shown = () => stranger.frames()[1]?.url() ?? ''
  await expect.poll(shown).toMatch(/^(http|chrome-error):/)
  const frame = shown() === src ? 'shown' : 'refused'
  const session = await framed.context.newCDPSession(stranger)
  await session.send('Network.enable')
  await stranger.goto(src)
  await stranger.goto(collector.address)
  const again = new Promise<boolean>((resolve) =>
    session.on(
      'Network.responseReceived',
      ({ response }) => response.url === src && resolve(response.fromDiskCache === true),
    ),
  )
  await stranger.goBack()
  return { script, frame, isKept: await again }
}
