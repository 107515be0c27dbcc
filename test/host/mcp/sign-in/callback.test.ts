import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { answerOf, open } from '../../../support/authorization/browser.ts'
import { Scene } from './scene.ts'

let scene: Scene
afterEach(() => scene.close())

/** A sign-in that waits for the browser, which has the answer. */
async function withAnswer(behaviour: Parameters<typeof Scene.start>[0] = {}) {
  scene = await Scene.start(behaviour)
  await scene.add()
  const page = await scene.agree()
  return { page, answer: await answerOf(page.question.url) }
}

const changed = (url: URL, change: (params: URLSearchParams) => void): URL => {
  const copy = new URL(url)
  change(copy.searchParams)
  return copy
}

/** Whether anything still listens where the browser returns. */
const listens = (url: URL): Promise<boolean> =>
  fetch(url.origin, { redirect: 'manual' }).then(
    () => true,
    () => false,
  )

/** The answer to a request for any text. */
async function said({ host, port }: URL, target: string): Promise<string> {
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  return text(socket)
}

/** Requests that the browser would never make. */
const strange: Record<string, (params: URLSearchParams) => void> = {
  'another state': (params) => params.set('state', 'A'.repeat(43)),
  'no state': (params) => params.delete('state'),
  'two states': (params) => params.append('state', 'x'),
  'a part of the state': (params) => params.set('state', params.get('state')?.slice(0, -1) ?? ''),
  'a no, with another state': (params) => {
    params.delete('code')
    params.set('error', 'access_denied')
    params.set('state', 'x')
  },
}

describe('a request to the callback address', () => {
  test('[AUT-28] is rejected if it doesn’t match the sign-in, and the browser still gets through', async () => {
    const { answer } = await withAnswer()
    for (const [what, change] of Object.entries(strange)) {
      const { status } = await open(changed(answer, change))
      expect([what, status, scene.questions().length]).toEqual([what, 400, 1])
    }
    expect(scene.authorization.tokenRequests).toEqual([])
    expect((await open(answer)).status).toBe(200)
    await scene.ready()
    expect(scene.authorization.tokenRequests).toHaveLength(1)
  })

  test('[AUT-28] is ignored from other programs in any number, and doesn’t hold up the browser', async () => {
    const { answer } = await withAnswer()
    const knocks = Array.from({ length: 200 }, (_, n) =>
      fetch(new URL(n % 2 ? `/?code=EVIL&state=${n}` : `${answer.pathname}?code=EVIL&state=${n}`, answer)).then(
        (response) => response.status,
        () => 0,
      ),
    )
    for (const status of await Promise.all(knocks)) expect(status === 0 || status >= 400).toBe(true)
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect((await fetch(answer, { method, redirect: 'manual' })).status).toBeGreaterThanOrEqual(400)
    expect(scene.authorization.tokenRequests).toEqual([])
    expect((await open(answer)).status).toBe(200)
    await scene.ready()
    expect(scene.authorization.tokenRequests.map(({ code }) => code)).toEqual([answer.searchParams.get('code')])
  })

  test('[AUT-28] doesn’t keep the browser out if it connects and says nothing', async () => {
    const { answer } = await withAnswer()
    const silent = Array.from({ length: 50 }, () =>
      connect(Number(answer.port), '127.0.0.1').on('error', () => undefined),
    )
    await Promise.all(silent.map((socket) => once(socket, 'connect')))
    expect((await open(answer)).status).toBe(200)
    await scene.ready()
    for (const socket of silent) socket.destroy()
  })

  test('[AUT-28] is rejected under another host’s name', async () => {
    const { answer } = await withAnswer()
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const options = { headers: { host: `evil.example:${answer.port}` } }
      request(answer, options, (response) => resolve(response.resume().statusCode))
        .once('error', reject)
        .end()
    })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(scene.authorization.tokenRequests).toEqual([])
    await open(answer)
    await scene.ready()
  })

  test.each(['//[', '//', '/callback?%', 'http://[/', 'x:', '//a:99999/'])(
    '[AUT-48] is rejected if its target isn’t a URL, and the browser still gets through: %s',
    async (target) => {
      const { answer } = await withAnswer()
      expect(await said(answer, target)).toMatch(/^HTTP\/1\.1 400 /)
      expect((await open(answer)).status).toBe(200)
      await scene.ready()
    },
  )

  test('[AUT-28] finds nothing listening the second time, and redeems nothing again', async () => {
    const { answer } = await withAnswer()
    await open(answer)
    await scene.ready()
    expect(await listens(answer)).toBe(false)
    expect(scene.authorization.tokenRequests).toHaveLength(1)
    expect(scene.questions()).toEqual([])
  })

  test('[AUT-28] is redeemed once if it comes several times at once', async () => {
    const { answer } = await withAnswer()
    const pages = await Promise.allSettled([open(answer), open(answer), open(answer)])
    expect(pages.some((it) => it.status === 'fulfilled' && it.value.status === 200)).toBe(true)
    await scene.ready()
    expect(scene.authorization.tokenRequests).toHaveLength(1)
  })
})

describe('the callback address', () => {
  test('[AUT-29] is only on this computer, differs each time, and lasts at most five minutes', async () => {
    const { page, answer } = await withAnswer()
    expect(answer.hostname).toBe('127.0.0.1')
    const { at = NaN } =
      scene.person.recorded.find(({ event }) => event.type === 'ask.opened' && event.ask.id === page.id) ?? {}
    expect(page.question.until - at).toBeLessThanOrEqual(5 * 60_000)
    expect(page.question.until).toBeGreaterThan(at)
    await scene.person.answer(page, { action: 'cancel' })
    await scene.fails(/sign/)
    expect(await listens(answer)).toBe(false)
    await scene.person.link.call('signIn', { server: 'it' })
    const again = await answerOf((await scene.agree()).question.url)
    expect(again.origin).not.toBe(answer.origin)
    const old = await open(changed(again, (params) => params.set('state', answer.searchParams.get('state') ?? '')))
    expect(old.status).toBeGreaterThanOrEqual(400)
    expect(scene.authorization.tokenRequests).toEqual([])
  })

  test('[AUT-29] shows Atrium’s own page with the outcome, and nothing of what it was given', async () => {
    const { answer } = await withAnswer({ account: { sub: 'x', name: 'EVIL <script>', email: '<b>@x' } })
    const page = await open(changed(answer, (params) => params.set('extra', '<script>EVIL</script>')))
    expect(page.status).toBe(200)
    expect(page.html).not.toMatch(/EVIL|<script/i)
    expect(page.html).not.toContain(answer.searchParams.get('code'))
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'/)
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('cache-control')).toMatch(/no-store/)
    await scene.ready()
  })

  test('[AUT-29] closes when its server is removed, turned off or changed', async () => {
    const { answer } = await withAnswer()
    const { person } = scene
    await person.link.call('setServerEnabled', { id: 'it', enabled: false })
    await person.until('nothing is asked', () => scene.questions().length === 0)
    await expect.poll(() => listens(answer)).toBe(false)
    await person.link.call('setServerEnabled', { id: 'it', enabled: true })
    const again = await answerOf((await scene.agree()).question.url)
    await person.link.call('removeServer', { id: 'it' })
    await person.until('nothing is asked', () => scene.questions().length === 0)
    await expect.poll(() => listens(again)).toBe(false)
    expect(scene.authorization.tokenRequests).toEqual([])
  })

  test('[AUT-30] reports a refusal in Atrium’s words if the authorization server’s contain markup', async () => {
    const redirect = (url: URL) => {
      url.searchParams.delete('code')
      url.searchParams.set('error', '<img src=x onerror=alert(1)>EVIL')
      url.searchParams.set('error_description', '<script>alert("EVIL")</script>')
      url.searchParams.set('error_uri', 'javascript:alert(1)')
      return url.href
    }
    const { answer } = await withAnswer({ edit: { redirect } })
    const page = await open(answer)
    expect(page.html).not.toMatch(/EVIL|<script|<img|javascript:/i)
    const { reason } = await scene.fails(/couldn’t be signed in/)
    expect(reason).not.toMatch(/EVIL|script|img/)
    expect(scene.authorization.tokenRequests).toEqual([])
  })

  test('[AUT-30] says that the user refused if they did', async () => {
    scene = await Scene.start({ denies: true })
    await scene.add()
    const page = await scene.visit()
    expect(page.html).not.toMatch(/signed in|has what it needs/)
    const { reason, signIn } = await scene.fails(/refused|denied|no/)
    expect(reason).toMatch(/sign in/i)
    expect(signIn).toBe(true)
    expect(scene.authorization.tokenRequests).toEqual([])
  })
})
