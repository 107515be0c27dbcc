import { afterEach, describe, expect, test } from 'vitest'
import { AuthorizationServer } from '../../../support/authorization/authorization-server.ts'
import { Scene } from './scene.ts'

let scene: Scene
afterEach(() => scene.close())

const slander = (url: URL): URL => {
  url.searchParams.set('error', 'access_denied')
  url.searchParams.set('error_description', 'EVIL: call <b>us</b> now')
  return url
}

describe('an answer that comes from another authorization server than was asked', () => {
  const wrong: [what: string, redirect: (url: URL) => void][] = [
    ['names another', (url) => url.searchParams.set('iss', 'https://evil.example')],
    ['names none, though this one always does', (url) => url.searchParams.delete('iss')],
    ['names it with a slash more', (url) => url.searchParams.set('iss', `${url.searchParams.get('iss')}/`)],
    ['names it in other letters', (url) => url.searchParams.set('iss', `${url.searchParams.get('iss')}`.toUpperCase())],
    ['names it and another', (url) => url.searchParams.append('iss', 'https://evil.example')],
    ['names nothing', (url) => url.searchParams.set('iss', '')],
  ]

  test.each(wrong)('[AUT-20] because it %s, is not redeemed', async (_what, change) => {
    const redirect = (url: URL) => {
      change(url)
      return url.href
    }
    scene = await Scene.start({ edit: { redirect } })
    await scene.add()
    const page = await scene.visit()
    await scene.fails(/another authorization server answered/)
    expect(page.html).not.toContain('evil.example')
    expect(scene.authorization.tokenRequests).toEqual([])
    expect(scene.person.state.signedIn).toEqual({})
  })

  test.each(wrong)('[AUT-20] because it %s, is not quoted', async (_what, change) => {
    const redirect = (url: URL) => {
      url.searchParams.delete('code')
      change(slander(url))
      return url.href
    }
    scene = await Scene.start({ edit: { redirect } })
    await scene.add()
    const page = await scene.visit()
    await scene.fails(/another authorization server answered/)
    expect(page.html).not.toMatch(/EVIL|access_denied/)
    expect(JSON.stringify(scene.person.events)).not.toMatch(/EVIL|access_denied/)
  })

  test('[AUT-20] is refused also where the server never announced that it names itself', async () => {
    scene = await Scene.start({
      edit: {
        metadata: ({ authorization_response_iss_parameter_supported: _announced, ...rest }) => rest,
        redirect: (url) => {
          url.searchParams.set('iss', 'https://evil.example')
          return url.href
        },
      },
    })
    await scene.add()
    await scene.visit()
    await scene.fails(/another authorization server answered/)
    expect(scene.authorization.tokenRequests).toEqual([])
  })

  test('[AUT-20] is told from one of an older server, which never names itself', async () => {
    scene = await Scene.start({
      edit: {
        metadata: ({ authorization_response_iss_parameter_supported: _announced, ...rest }) => rest,
        redirect: (url) => {
          url.searchParams.delete('iss')
          return url.href
        },
      },
    })
    await scene.signIn()
    expect(scene.authorization.tokenRequests).toHaveLength(1)
  })
})

describe('metadata that an authorization server has of another', () => {
  test.each([
    ['names another', () => 'https://login.example.com'],
    ['names it with a slash more', (issuer: string) => `${issuer}/`],
    ['names it in other letters', (issuer: string) => issuer.replace('http', 'HTTP')],
    ['names none', () => undefined],
  ])('[AUT-21] because it %s, is not used, and nobody is asked', async (_what, issuerOf) => {
    scene = await Scene.start({
      edit: {
        metadata: ({ issuer: _own, ...rest }) => {
          const other = issuerOf(scene.authorization.issuer)
          return { ...rest, ...(other !== undefined && { issuer: other }) }
        },
      },
    })
    await scene.add()
    await scene.fails(/does not say it is|can be read/)
    expect(scene.everAsked('sign-in')).toEqual([])
    expect(scene.authorization.registrations).toEqual([])
  })
})

describe('a server that is put under another authorization server', () => {
  test('[AUT-22] asks for a new sign-in that names both, and nothing of the old one goes to the new one', async () => {
    scene = await Scene.start()
    await scene.signIn()
    const { authorization, server, person } = scene
    const other = scene.with(await AuthorizationServer.start())
    server.behaviour.authorization = [other]
    const { call } = await scene.begin('echo', { text: 'x' })
    const ask = await scene.asked()
    expect(ask.question).toMatchObject({ issuer: other.issuer, before: { issuer: authorization.issuer } })
    expect(ask.question.client).toBe('registers')
    await scene.visit()
    await scene.ready()
    const { outcome } = await person.event('call.finished', (event) => event.call === call)
    expect(outcome).toMatchObject({ status: 'succeeded' })
    expect(person.state.signedIn['it']?.issuer).toBe(other.issuer)
    const given = [...authorization.grants.issued, ...authorization.asked.map((query) => query['client_id'] ?? '')]
    const told = JSON.stringify(other.listener.log)
    for (const it of given) expect(told).not.toContain(it)
    expect(person.all('server.signed-out')).toMatchObject([{ issuer: authorization.issuer, because: 'moved' }])
    const kept = JSON.stringify([...scene.atrium.secrets.values])
    for (const token of authorization.grants.issued) expect(kept).not.toContain(token)
  })

  test('[AUT-22] is not signed in to where she does not want that, and keeps nothing', async () => {
    scene = await Scene.start()
    await scene.signIn()
    const { server } = scene
    const other = scene.with(await AuthorizationServer.start())
    server.behaviour.authorization = [other]
    const { call } = await scene.begin('echo', { text: 'x' })
    await scene.person.answer(await scene.asked(), { decision: 'leave' })
    const { outcome } = await scene.person.event('call.finished', (event) => event.call === call)
    expect(outcome).toMatchObject({ status: 'failed', problem: expect.stringMatching(/sign in/) })
    expect(other.registrations).toEqual([])
    expect(other.asked).toEqual([])
  })
})
