import { afterEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import {
  type AuthorizationBehaviour,
  AuthorizationServer,
} from '../../../support/authorization/authorization-server.ts'
import { Scene } from './scene.ts'
import { consentOf } from '../../../../shared/state/consents.ts'
import { consentsOf } from '../../../support/trusting.ts'

let scene: Scene
afterEach(() => scene.close())

/** Values that aren't the asked server's name. */
const wrong: Record<string, (params: URLSearchParams) => void> = {
  another: (params) => params.set('iss', 'https://evil.example'),
  'none, though this one always does': (params) => params.delete('iss'),
  'one with a slash more': (params) => params.set('iss', `${params.get('iss')}/`),
  'one in other letters': (params) => params.set('iss', `${params.get('iss')}`.toUpperCase()),
  'its own and another': (params) => params.append('iss', 'https://evil.example'),
  nothing: (params) => params.set('iss', ''),
}

/** Makes the browser return with something else. */
const redirecting = (change: (params: URLSearchParams) => void) => ({
  redirect: (url: URL) => {
    change(url.searchParams)
    return url.href
  },
})

describe('an answer from another authorization server than was asked', () => {
  test('[AUT-20] isn’t redeemed, whatever issuer it names', async () => {
    scene = await Scene.start()
    await scene.addForLater()
    const { authorization, person } = scene
    for (const [what, change] of Object.entries(wrong)) {
      authorization.behaviour.edit = redirecting(change)
      await scene.triesInVain(/another authorization server responded/)
      expect([what, authorization.tokenRequests, consentsOf(person.state, 'signedIn')]).toEqual([what, [], {}])
    }
    expect(JSON.stringify(person.events)).not.toContain('evil.example')
  })

  test('[AUT-20] isn’t quoted, whatever it says', async () => {
    scene = await Scene.start()
    await scene.addForLater()
    const { authorization, person } = scene
    for (const change of Object.values(wrong)) {
      authorization.behaviour.edit = redirecting((params) => {
        params.delete('code')
        params.set('error', 'access_denied')
        params.set('error_description', 'EVIL: call <b>us</b> now')
        change(params)
      })
      await scene.triesInVain(/another authorization server responded/)
    }
    expect(JSON.stringify(person.events)).not.toMatch(/EVIL|access_denied/)
  })

  test('[AUT-20] is refused even if the server never announced that it names itself', async () => {
    scene = await Scene.start({
      edit: {
        metadata: ({ authorization_response_iss_parameter_supported: _announced, ...rest }) => rest,
        ...redirecting((params) => params.set('iss', 'https://evil.example')),
      },
    })
    await scene.add()
    await scene.visit()
    await scene.fails(/another authorization server responded/)
    expect(scene.authorization.tokenRequests).toEqual([])
  })

  test('[AUT-20] isn’t confused with an older server’s answer, which never names its issuer', async () => {
    scene = await Scene.start({
      edit: {
        metadata: ({ authorization_response_iss_parameter_supported: _announced, ...rest }) => rest,
        ...redirecting((params) => params.delete('iss')),
      },
    })
    await scene.signIn()
    expect(scene.authorization.tokenRequests).toHaveLength(1)
  })
})

describe('an authorization server’s metadata for another one', () => {
  test('[AUT-21] isn’t used, and the user isn’t asked', async () => {
    scene = await Scene.start({ edit: { metadata: ({ issuer: _own, ...rest }) => rest } })
    await scene.add()
    await scene.fails(/in a readable way/)
    const { authorization } = scene
    const { issuer } = authorization
    for (const other of ['https://login.example.com', `${issuer}//`, issuer.replace('http', 'HTTP')]) {
      authorization.behaviour.edit = { metadata: (sound) => ({ ...sound, issuer: other }) }
      await scene.failsAnew(/doesn’t identify itself as/)
      expect([other, scene.everAsked('sign-in'), authorization.registrations]).toEqual([other, [], []])
    }
  })
})

describe('an authorization server that sends the user to another one’s page', () => {
  /** The attacker names the honest one's page, and its own endpoints for everything else. */
  async function mixedUp(rest: JsonObject = {}): Promise<AuthorizationServer> {
    const honest = await AuthorizationServer.start()
    scene = await Scene.start({
      edit: {
        metadata: ({ authorization_response_iss_parameter_supported: _announced, ...sound }) => ({
          ...sound,
          authorization_endpoint: `${honest.issuer}/authorize`,
          ...rest,
        }),
      },
    })
    return scene.with(honest)
  }
  const hostOf = (server: AuthorizationServer): string => new URL(server.issuer).host

  test('[AUT-46] is asked about with both hosts, and gets nothing without a yes', async () => {
    const honest = await mixedUp()
    const { authorization, person } = scene
    await scene.add()
    const ask = await scene.asked()
    expect(ask.question.handover).toEqual({ page: hostOf(honest), receiver: hostOf(authorization) })
    await person.answer(ask, { decision: 'leave' })
    await scene.fails(/sign in/i)
    expect([authorization.tokenRequests, authorization.registrations, honest.listener.log]).toEqual([[], [], []])
  })

  test('[AUT-46] gets no code from a page that names itself, without another question', async () => {
    const honest = await mixedUp({ authorization_response_iss_parameter_supported: true })
    await scene.add()
    const ask = await scene.asked()
    expect(ask.question).not.toHaveProperty('handover')
    expect(ask.question.issuer).not.toBe(honest.issuer)
    const { searchParams } = new URL((await scene.agree()).question.url)
    const back = new URL(searchParams.get('redirect_uri') ?? '')
    const answer = { code: 'code-of-the-honest-one', state: searchParams.get('state') ?? '', iss: honest.issuer }
    back.search = new URLSearchParams(answer).toString()
    await fetch(back)
    await scene.fails(/another authorization server responded/)
    expect(scene.authorization.tokenRequests).toEqual([])
  })

  test('[AUT-46] isn’t asked about if one site has both', async () => {
    scene = await Scene.start({
      edit: { metadata: ({ authorization_response_iss_parameter_supported: _announced, ...sound }) => sound },
    })
    await scene.add()
    expect((await scene.asked()).question).not.toHaveProperty('handover')
  })
})

describe('a server moved to another authorization server', () => {
  test('[AUT-22] asks for a new sign-in that names both, and sends nothing of the old one to the new one', async () => {
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
    expect(consentOf(person.state, 'it').signedIn?.issuer).toBe(other.issuer)
    const given = [...authorization.grants.issued, ...authorization.asked.map((query) => query['client_id'] ?? '')]
    const told = JSON.stringify(other.listener.log)
    for (const it of given) expect(told).not.toContain(it)
    expect(person.all('server.signed-out')).toMatchObject([{ issuer: authorization.issuer, because: 'moved' }])
    const kept = JSON.stringify([...scene.atrium.secrets.values])
    for (const token of authorization.grants.issued) expect(kept).not.toContain(token)
  })

  test('[AUT-22] isn’t signed in to if the user declines, and nothing is registered', async () => {
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

describe('the client credentials entered by the user', () => {
  const place = 'server/it/oauth-client-secret'
  const secret = 'very-own-client-secret'
  const known = { id: 'very-own-client', secret, redirectUris: ['http://127.0.0.1/callback'] }
  const method = 'client_secret_post'
  const knowing = {
    clients: [{ ...known, authentication: method }],
    registers: false,
    edit: { metadata: (sound: JsonObject) => ({ ...sound, token_endpoint_auth_methods_supported: [method] }) },
  } satisfies Partial<AuthorizationBehaviour>

  const enter = async (more: { issuer?: string } = {}, values = { [place]: secret }) => {
    const oauth = { clientId: known.id, clientSecret: { secret: place }, ...more }
    await scene.person.link.call('addServer', { id: 'it', config: { url: scene.server.url, oauth }, secrets: values })
  }

  test('[BND-7] stay with the issuer of their first use, even after a restart, and a message says so', async () => {
    scene = await Scene.start(knowing)
    await enter()
    expect((await scene.asked()).question.client).toBe('entered')
    await scene.visit()
    await scene.ready()
    const other = scene.with(await AuthorizationServer.start(knowing))
    scene.server.behaviour.authorization = [other]
    const said = () =>
      new RegExp(`belongs to ${new URL(scene.authorization.issuer).host}, so Atrium sent neither the ID nor its secret`)
    const outcome = await scene.call('echo', { text: 'x' })
    expect(outcome).toMatchObject({ status: 'failed', problem: expect.stringMatching(said()) })
    await scene.reopen()
    await scene.failsAnew(said())
    expect([other.asked, other.tokenRequests]).toEqual([[], []])
    expect(JSON.stringify(other.listener.log)).not.toContain('very-own')

    other.behaviour.registers = true
    await scene.person.link.call('signIn', { server: 'it' })
    expect((await scene.asked()).question).toMatchObject({
      client: 'registers',
      enteredFor: scene.authorization.issuer,
    })
    await scene.visit()
    await scene.ready()
    expect(JSON.stringify(other.listener.log)).not.toContain('very-own')
  })

  test('[BND-7] belong to the configured issuer before their first use, and to another one if entered again', async () => {
    scene = await Scene.start(knowing)
    const other = scene.with(await AuthorizationServer.start(knowing))
    await enter({ issuer: other.issuer })
    await scene.fails(new RegExp(`belongs to ${new URL(other.issuer).host}`))
    expect(scene.authorization.asked).toEqual([])
    const oauth = { clientId: known.id, clientSecret: { secret: place } }
    const config = { url: scene.server.url, oauth }
    await scene.person.link.call('updateServer', { id: 'it', config, secrets: {} })
    await scene.visit()
    await scene.ready()
    scene.server.behaviour.authorization = [other]
    await scene.person.link.call('updateServer', { id: 'it', config, secrets: { [place]: secret } })
    expect((await scene.asked()).question).toMatchObject({ client: 'entered', issuer: other.issuer })
  })
})
