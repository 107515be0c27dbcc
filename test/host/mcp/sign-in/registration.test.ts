import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { answer } from '../../../support/authorization/listener.ts'
import { Scene } from './scene.ts'

let scene: Scene
afterEach(() => scene.close())

describe('an authorization server', () => {
  test.each<[what: string, react: (response: ServerResponse) => unknown]>([
    [
      'with a reason in markup',
      (response) => answer(response, 400, { error: 'invalid_redirect_uri', error_description: '<b>EVIL</b>' }),
    ],
    ['without a reason', (response) => answer(response, 403, {})],
    ['with a page', (response) => response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>EVIL</h1>')],
    ['by a fault', (response) => response.writeHead(500).end('EVIL')],
    [
      'by sending us elsewhere',
      (response) => response.writeHead(307, { location: `${scene.bystander.origin}/register` }).end(),
    ],
    [
      'by words that are no registration',
      (response) => response.writeHead(201, { 'content-type': 'application/json' }).end('[]'),
    ],
  ])('[AUT-41] that does not register us, %s, leads to a sentence and no page', async (_what, react) => {
    scene = await Scene.start({
      instead: ({ url }, response) => {
        if (url.pathname !== '/register') return false
        react(response)
        return true
      },
    })
    await scene.add()
    const ask = await scene.asked()
    expect(ask.question.client).toBe('registers')
    expect(scene.authorization.registrations).toEqual([])
    await scene.person.answer(ask, { decision: 'sign-in' })
    const { signIn } = await scene.fails(/register|known|fault|on to/)
    expect(signIn).toBe(true)
    expect(scene.everAsked('sign-in-page')).toEqual([])
  })

  test.each([
    ['another address', { redirect_uris: ['https://evil.example/callback'] }],
    ['no address', { redirect_uris: [] }],
    ['an id with a line break', { client_id: 'a\r\nb' }],
    ['an id of a megabyte', { client_id: 'a'.repeat(900_000) }],
    ['no id', { client_id: null }],
    ['a secret with a line break', { client_secret: 'a\r\nb', token_endpoint_auth_method: 'client_secret_basic' }],
    ['an unknown way to prove itself', { token_endpoint_auth_method: 'EVIL' }],
  ])('[AUT-41] that registers us with %s gives our code to nobody else', async (_what, change) => {
    scene = await Scene.start({ edit: { registration: (told) => ({ ...told, ...change }) } })
    await scene.add()
    await scene.person.answer(await scene.asked(), { decision: 'sign-in' })
    const page = await scene.person.until('a page or an end', () => {
      const { status } = scene.person.state.servers['it'] ?? {}
      const [open] = scene.questions().filter(({ kind }) => kind === 'sign-in-page')
      return open ?? (status?.state === 'failed' && /regist|could not|known/.test(status.reason) ? status : undefined)
    })
    if ('reason' in page) return expect(page.reason).not.toMatch(/EVIL|evil/)
    const url = new URL('url' in page.question ? page.question.url : '')
    expect(url.searchParams.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
    expect(url.href.length).toBeLessThan(10_000)
    await scene.person.answer(await scene.person.ask('sign-in-page', 'it'), { action: 'cancel' })
  })

  test('[AUT-41] is told that a program on this computer wants to be known, once', async () => {
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

  test('[AUT-43] that has forgotten us, which only its page says, has us register once more', async () => {
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
