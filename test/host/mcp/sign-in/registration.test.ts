import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { answer } from '../../../support/authorization/listener.ts'
import { Scene } from './scene.ts'

let scene: Scene
afterEach(() => scene.close())

/** How an authorization server refuses. */
const refusals: Record<string, (response: ServerResponse) => unknown> = {
  'a reason in markup': (response) =>
    answer(response, 400, { error: 'invalid_redirect_uri', error_description: '<b>EVIL</b>' }),
  'no reason': (response) => answer(response, 403, {}),
  'a page': (response) => response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>EVIL</h1>'),
  'a fault': (response) => response.writeHead(500).end('EVIL'),
  'somebody else': (response) => response.writeHead(307, { location: `${scene.bystander.origin}/register` }).end(),
  'no registration': (response) => response.writeHead(201, { 'content-type': 'application/json' }).end('[]'),
}

/** Unrequested values that it can return. */
const oddities: JsonObject[] = [
  { redirect_uris: ['https://evil.example/callback'] },
  { redirect_uris: [] },
  { client_id: 'a\r\nb' },
  { client_id: 'a'.repeat(900_000) },
  { client_id: null },
  { client_secret: 'a\r\nb', token_endpoint_auth_method: 'client_secret_basic' },
  { token_endpoint_auth_method: 'EVIL' },
]

/** Where the user would sign in after agreeing, or why not. */
async function pageOrEnd(): Promise<string> {
  const { person } = scene
  await person.link.call('signIn', { server: 'it' })
  await person.answer(await scene.asked(), { decision: 'sign-in' })
  const open = () => scene.everAsked('sign-in-page').find(({ id }) => scene.questions().some((ask) => ask.id === id))
  const status = () => person.state.servers['it']?.status
  await person.until(
    'a page or an end',
    () => open() ?? (status()?.state === 'failed' && scene.questions().length === 0),
  )
  const page = open()
  if (!page) return scene.fails(/regist|could/).then(({ reason }) => reason)
  await person.answer(page, { action: 'cancel' })
  await scene.fails(/cancelled/)
  return page.question.url
}

describe('an authorization server', () => {
  test('[AUT-41] leads to a message and no page if it refuses registration, which waits until the user agrees', async () => {
    scene = await Scene.start()
    await scene.addForLater()
    const { authorization, person } = scene
    expect(authorization.registrations).toEqual([])
    for (const [what, react] of Object.entries(refusals)) {
      authorization.behaviour.instead = ({ url }, response) => {
        if (url.pathname !== '/register') return false
        react(response)
        return true
      }
      await person.link.call('signIn', { server: 'it' })
      const ask = await scene.asked()
      expect(ask.question.client).toBe('registers')
      await person.answer(ask, { decision: 'sign-in' })
      const { signIn } = await scene.fails(/register|internal error|redirects/)
      expect([what, signIn, scene.everAsked('sign-in-page')]).toEqual([what, true, []])
    }
  })

  test('[AUT-41] can’t have the code sent to others if it registers Atrium as something else', async () => {
    scene = await Scene.start()
    await scene.addForLater()
    for (const change of oddities) {
      scene.authorization.behaviour.edit = { registration: (told) => ({ ...told, ...change }) }
      const page = await pageOrEnd()
      expect(page.length).toBeLessThan(5000)
      if (!URL.canParse(page)) continue
      const back = new URL(page).searchParams.get('redirect_uri')
      expect(back).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
    }
    expect(scene.authorization.registrations.length).toBeGreaterThan(0)
  })

  test('[AUT-41] registers Atrium once, as a program on this computer', async () => {
    scene = await Scene.start()
    await scene.signIn()
    const [registered] = scene.authorization.registrations.map((body) => JSON.parse(body))
    expect(registered).toMatchObject({
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      redirect_uris: [expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)],
    })
    await scene.person.link.call('signIn', { server: 'it' })
    expect((await scene.asked()).question.client).toBe('registered')
    await scene.visit()
    await scene.ready()
    expect(scene.authorization.registrations).toHaveLength(1)
  })

  test('[AUT-43] gets a second registration if it forgot Atrium, which only its page says', async () => {
    scene = await Scene.start({ refreshes: false })
    await scene.signIn()
    const { authorization, person } = scene
    authorization.forget(authorization.asked[0]?.['client_id'] ?? '')
    await person.link.call('signIn', { server: 'it' })
    expect((await scene.asked()).question.client).toBe('registered')
    expect(await scene.visit()).toMatchObject({ status: 400, html: 'This client may not sign in here.' })
    await person.answer(await person.ask('sign-in-page', 'it'), { action: 'cancel' })
    await scene.ready()
    await person.link.call('signIn', { server: 'it' })
    expect((await scene.asked()).question.client).toBe('registers')
    await scene.visit()
    await scene.ready()
    expect(authorization.registrations).toHaveLength(2)
  })
})
