import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { companyProblems, companyFaults } from '../../../../main/host/mcp/sign-in/company-problems.ts'
import { signInWords } from '../../../../main/host/mcp/sign-in/words.ts'
import { readIdToken } from '../../../../main/host/mcp/sign-in/id-token.ts'
import { enterpriseExtension } from '../../../../main/host/mcp/protocol/negotiation.ts'
import { companyProvider, companySecret, companyTokens } from '../../../../shared/config/company-sign-in.ts'
import { serverConfig } from '../../../../shared/config/server-config.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import {
  type AuthorizationBehaviour,
  AuthorizationServer,
} from '../../../support/authorization/authorization-server.ts'
import { open } from '../../../support/authorization/browser.ts'
import { jwtBearer, tokenExchange } from '../../../support/authorization/company-grants.ts'
import type { ProtectedBehaviour } from '../../../support/authorization/protected-server.ts'
import { Scene } from './scene.ts'
import { consentsOf } from '../../../support/trusting.ts'

let scene: Scene
let provider: AuthorizationServer

const secret = 'secret-0a1b2c3d-which-the-operator-issued'
const place = 'server/it/oauth'
const client = 'atrium-at-acme'
const clients = [{ id: 'atrium-at-notes', secret, redirectUris: [], authentication: 'client_secret_basic' as const }]

/** A server whose authorization server takes the grants of a company's provider. */
async function start(
  company: Partial<AuthorizationBehaviour> = {},
  protects: Partial<ProtectedBehaviour> = {},
  authorizes: Partial<AuthorizationBehaviour> = {},
): Promise<void> {
  provider = await AuthorizationServer.start({
    metadata: 'oidc-appended',
    registers: false,
    clients: [{ id: client, redirectUris: ['http://127.0.0.1/callback'], authentication: 'none' }],
    policy: () => undefined,
    ...company,
  })
  scene = await Scene.start({ company: provider, clients, edit: {}, ...authorizes }, { scope: 'read', ...protects })
  scene.with(provider)
}

const setUp = (issuer = provider.issuer): Promise<void> =>
  scene.person.link.call('setCompanyProvider', { provider: { issuer, clientId: client } })

const add = (): Promise<void> =>
  scene.add('it', scene.server, {
    oauth: { grant: 'enterprise-managed', clientId: 'atrium-at-notes', clientSecret: { secret: place } },
    secrets: { [place]: secret },
  })

/** Opens the provider's page for a sign-in that was begun; an earlier one's page is gone by then. */
const visit = async (): Promise<void> => void (await open((await scene.person.ask('sign-in-page')).question.url))

const isOver = (): Promise<boolean> =>
  scene.person.until('the page is closed', () => !scene.person.state.asks.some(({ kind }) => kind === 'sign-in-page'))

async function signIn(): Promise<void> {
  const { person } = scene
  const before = person.all('company.signed-in').length
  const done = person.link.call('signInToCompany', {})
  await visit()
  await done
  await person.until('it is signed in', () => person.all('company.signed-in').length > before)
  await isOver()
}

async function failsToSignIn(words: RegExp, act: () => Promise<void> = visit): Promise<void> {
  const ended = scene.person.link.call('signInToCompany', {}).then(
    () => 'signed in',
    (error: Error) => error.message,
  )
  await act()
  expect(await ended).toMatch(words)
  await isOver()
}

const asWords = (words: string): RegExp => new RegExp(words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
const exchanges = () => provider.tokenRequests.filter((form) => form['grant_type'] === tokenExchange)
const grants = () => scene.authorization.tokenRequests.filter((form) => form['grant_type'] === jwtBearer)
const everAsked = () => [...scene.everAsked('sign-in'), ...scene.everAsked('sign-in-page')]

describe('a company sign-in', () => {
  afterEach(() => scene.close())

  test('[EMA-1] goes through the provider’s page with PKCE, state and nonce, and keeps its tokens in the secret store', async () => {
    await start()
    await expect(scene.person.link.call('signInToCompany', {})).rejects.toThrow(signInWords.company.notSetUp)
    await setUp()
    const done = scene.person.link.call('signInToCompany', {})
    const { question } = await scene.person.ask('sign-in-page')
    expect(question).toMatchObject({ issuer: provider.issuer })
    expect(question).not.toHaveProperty('server')
    await expect(scene.person.link.call('signInToCompany', {})).rejects.toThrow(signInWords.company.isOpen)
    await open(question.url)
    await done
    await scene.person.event('company.signed-in')
    const [asked] = provider.asked
    expect(asked).toMatchObject({ client_id: client, code_challenge_method: 'S256', response_type: 'code' })
    expect([asked?.['nonce'], asked?.['state'], asked?.['scope']?.split(' ')[0]]).toEqual([
      expect.stringMatching(/^[\w-]{43}$/),
      expect.stringMatching(/^[\w-]{43}$/),
      'openid',
    ])
    const { person } = scene
    expect(person.state.company).toMatchObject({ issuer: provider.issuer, account: 'ada@example.org' })
    expect(person.all('company.signed-in')).toHaveLength(1)
    expect(JSON.parse((await scene.atrium.secrets.get(companyTokens)) ?? '')).toMatchObject({ issuer: provider.issuer })
    const settings = readFileSync(path.join(scene.atrium.directory, 'settings.json'), 'utf8')
    expect(JSON.parse(settings)).toMatchObject({ companySignIn: { issuer: provider.issuer, clientId: client } })
    const sent = person.all('request.sent').filter(({ server }) => server === undefined)
    expect(sent.map(({ method }) => method)).toEqual(['sign-in', 'sign-in'])
  })

  test('[EMA-1] is refused by a wrong issuer, a wrong ID token or the user, and keeps nothing @all', async () => {
    await start()
    const { edit } = provider.behaviour
    await setUp()
    const other = 'https://login.other.example'
    edit.metadata = (sound) => ({ ...sound, issuer: other })
    await expect(scene.person.link.call('signInToCompany', {})).rejects.toThrow(
      asWords(companyFaults.otherIssuer(other)),
    )
    delete edit.metadata
    const claim = (change: JsonObject) => (sound: JsonObject) => ({
      ...sound,
      id_token: withClaims(sound['id_token'] as string, change),
    })
    const { token: words } = companyFaults
    const faults: [JsonObject, string][] = [
      [{ iss: 'https://login.evil.example' }, words.issuer],
      [{ aud: 'another-client' }, words.audience],
      [{ aud: [client, 'another-client'] }, words.audience],
      [{ nonce: 'of-another-sign-in' }, words.nonce],
      [{ exp: 1_700_000_000 }, words.expired],
    ]
    for (const [change, fault] of faults) {
      edit.tokens = claim(change)
      await failsToSignIn(asWords(fault))
    }
    edit.tokens = ({ id_token: _gone, ...sound }) => sound
    await failsToSignIn(asWords(words.absent))
    edit.tokens = (sound) => ({ ...sound, refresh_token: 'server' })
    await failsToSignIn(/is an unusable token/)
    delete edit.tokens
    provider.behaviour.denies = true
    await failsToSignIn(/says that was denied/)
    expect([scene.person.state.company, await scene.atrium.secrets.get(companyTokens)]).toEqual([undefined, undefined])
    const { person } = scene
    await failsToSignIn(/you cancelled it/, async () =>
      person.answer(await person.ask('sign-in-page'), { action: 'cancel' }),
    )
  })

  test('[EMA-2] lets a server be reached without a question, by a grant for exactly this server', async () => {
    await start({}, { era: 'modern' })
    await setUp()
    await signIn()
    await add()
    await scene.ready()
    expect(await scene.call('echo', { text: 'x' })).toMatchObject({ status: 'succeeded' })
    const { issuer } = scene.authorization
    expect(exchanges()).toEqual([
      expect.objectContaining({
        audience: issuer,
        resource: scene.server.url,
        scope: 'read',
        client_id: client,
        subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
        requested_token_type: 'urn:ietf:params:oauth:token-type:id-jag',
      }),
    ])
    expect(grants()).toEqual([
      { grant_type: jwtBearer, assertion: provider.companyGrants[0], scope: 'read', resource: scene.server.url },
    ])
    const bodies = scene.server.listener.requests('/mcp').map(({ body }) => body)
    expect(bodies.filter((body) => !body.includes(`"${enterpriseExtension}":{}`))).toEqual([])
    expect([everAsked(), consentsOf(scene.person.state, 'signedIn'), scene.authorization.registrations]).toEqual([
      [],
      {},
      [],
    ])
    // More scopes are the company's to grant; each is asked for once.
    expect(await scene.call('write')).toMatchObject({ status: 'succeeded' })
    expect(exchanges().at(-1)?.['scope']?.split(' ').toSorted()).toEqual(['read', 'write'])
    scene.authorization.behaviour.scopes = ['read', 'write']
    const { insufficient } = companyProblems
    const denied = await scene.call('erase')
    expect(denied).toMatchObject({ status: 'failed', problem: expect.stringContaining(insufficient('erase').clause) })
    // Another process has no token of the server, and the company sign-in is still there.
    const before = exchanges().length
    await scene.reopen()
    await scene.ready()
    expect([exchanges().length, everAsked()]).toEqual([before + 1, []])
  })

  test('[EMA-3] is what a server waits for: missing or ended, and not if it can be renewed @all', async () => {
    await start({ refreshes: false, seconds: 20 })
    await add()
    expect(await scene.fails(/no company sign-in is set up/)).toMatchObject({ signIn: true })
    await setUp()
    await scene.person.link.call('restartServer', { id: 'it' })
    expect(await scene.fails(/requires you to sign in to your company: press Sign in/)).toMatchObject({ signIn: true })
    expect([provider.tokenRequests, scene.authorization.tokenRequests, everAsked()]).toEqual([[], [], []])
    // The server's own button signs in to the company, and the server then starts by itself.
    provider.behaviour.seconds = 3600
    const done = scene.person.link.call('signIn', { server: 'it' })
    await visit()
    await done
    await isOver()
    await scene.ready()
    // An ID token that has nearly ended, and no refresh token.
    provider.behaviour.seconds = 20
    await signIn()
    scene.authorization.grants.expire()
    expect(await scene.failsAnew(/requires you to sign in to your company again/)).toMatchObject({ signIn: true })
    provider.behaviour.refreshes = true
    await signIn()
    await scene.ready()
    expect(provider.tokenRequests.some((form) => form['grant_type'] === 'refresh_token')).toBe(true)
    expect(scene.person.all('company.signed-in').at(-1)).toMatchObject({ actor: 'host' })
    // The provider no longer takes the refresh token.
    provider.behaviour.instead = ({ form }, response) => {
      if (form['grant_type'] !== 'refresh_token') return false
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: 'invalid_grant' }))
      return true
    }
    scene.authorization.grants.expire()
    await scene.failsAnew(/requires you to sign in to your company again/)
    expect(scene.person.all('company.signed-out')).toEqual([
      expect.objectContaining({ because: 'refused', actor: 'host' }),
    ])
    expect(await scene.atrium.secrets.get(companyTokens)).toBeUndefined()
  })

  test('[EMA-4] leaves the decision to the company: a refusal is final, and nothing else is tried', async () => {
    await start({ policy: () => 'access_denied' })
    await setUp()
    await signIn()
    await add()
    const refused = await scene.fails(/isn’t allowed for you by your company: .* refused \(access_denied\)/)
    expect(refused).not.toHaveProperty('signIn')
    expect(refused).not.toHaveProperty('retryAt')
    expect([exchanges().length, scene.authorization.tokenRequests, scene.authorization.asked, everAsked()]).toEqual([
      1,
      [],
      [],
      [],
    ])
    provider.behaviour.policy = () => 'invalid_grant'
    expect(await scene.failsAnew(/refused your company sign-in \(invalid_grant\)/)).toMatchObject({ signIn: true })
    provider.behaviour.policy = () => 'invalid_client'
    expect(await scene.failsAnew(/refused Atrium’s client \(invalid_client\)/)).not.toHaveProperty('signIn')
    provider.behaviour.policy = () => undefined
    provider.behaviour.edit.tokens = (sound) => ({ ...sound, issued_token_type: 'EVIL' })
    await scene.failsAnew(asWords(companyFaults.notAGrant))
    provider.behaviour.edit.tokens = (sound) => ({ ...sound, access_token: 'server' })
    await scene.failsAnew(/is an unusable token/)
    delete provider.behaviour.edit.tokens
    expect(scene.authorization.tokenRequests).toEqual([])
    // The server's side refuses the grant.
    scene.authorization.behaviour.edit.tokens = () => ({ error: 'invalid_grant', error_description: 'EVIL' })
    await scene.failsAnew(/refused your company’s grant \(invalid_grant\)/)
    expect([scene.authorization.asked, everAsked()]).toEqual([[], []])
  })

  test('[EMA-5] is asked for at no provider that a server names, and for no server but by its own metadata', async () => {
    await start()
    await setUp()
    await signIn()
    const { edit } = scene.authorization.behaviour
    // Nothing is exchanged for an authorization server that doesn't take such grants.
    edit.metadata = (sound) => ({ ...sound, authorization_grant_profiles_supported: ['urn:example:other'] })
    await add()
    await scene.fails(/doesn’t accept company sign-ins/)
    // Another's answer doesn't count.
    edit.metadata = (sound) => ({ ...sound, issuer: provider.issuer })
    await scene.failsAnew(/doesn’t identify itself as/)
    // Nor is it for a server that says it is another one.
    delete edit.metadata
    scene.server.behaviour.edit = (sound) => ({ ...sound, resource: 'https://other.example/mcp' })
    await scene.failsAnew(/says its sign-in is for another server/)
    scene.server.behaviour.edit = (sound) => ({ ...sound, idp_issuer: scene.bystander.origin })
    expect(exchanges()).toEqual([])
    // Some list the grant, and not the profile.
    edit.metadata = ({ authorization_grant_profiles_supported: _gone, ...sound }) => sound
    await scene.person.link.call('restartServer', { id: 'it' })
    await scene.ready()
    expect(exchanges().map(({ audience }) => audience)).toEqual([scene.authorization.issuer])
  })

  test('[EMA-6] ends with its tokens and those that servers got by it; another provider gets nothing of it', async () => {
    await start()
    await setUp()
    await signIn()
    await add()
    await scene.ready()
    const { person } = scene
    const refresh = provider.grants.issued.filter((token) => token.startsWith('refresh-')).at(-1)
    await person.link.call('signOutOfCompany', {})
    await scene.fails(/requires you to sign in to your company: press Sign in/)
    expect([person.state.company, await scene.atrium.secrets.get(companyTokens)]).toEqual([undefined, undefined])
    await person.until('it is revoked', () => provider.listener.requests('/revoke').length > 0)
    expect(provider.listener.requests('/revoke')[0]?.form['token']).toBe(refresh)
    await signIn()
    await scene.ready()
    await person.link.call('setCompanyProvider', {
      provider: { issuer: 'https://login.other.example', clientId: client },
      secret: 'hunter2-and-more',
    })
    await person.event('company.signed-out', ({ because }) => because === 'moved')
    await scene.fails(/requires you to sign in to your company: press Sign in/)
    expect(person.state.enteredFor[companySecret]).toBe('https://login.other.example')
    await person.link.call('setCompanyProvider', { provider: null })
    await person.until('its secret is gone', () => !person.state.secrets.includes(companySecret))
    expect(person.state.configured.settings.companySignIn).toBeUndefined()
    expect(await scene.failsAnew(/no company sign-in is set up/)).toMatchObject({ signIn: true })
  })
})

/** The same token with other claims; its signature isn't checked anyway. */
function withClaims(token: string, change: JsonObject): string {
  const [head = '', claims = '', signature = ''] = token.split('.')
  const own = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as JsonObject
  return [head, Buffer.from(JSON.stringify({ ...own, ...change })).toString('base64url'), signature].join('.')
}

describe('an ID token', () => {
  const token = (head: JsonObject, claims: JsonObject) =>
    [head, claims].map((it) => Buffer.from(JSON.stringify(it)).toString('base64url')).join('.')
  const claims = { iss: 'https://i.example', aud: 'c', sub: 'u', exp: 2_000_000_000 }
  const expected = { issuer: 'https://i.example', client: 'c', now: 1_900_000_000_000 }

  test('[EMA-1] is read only if it is signed, whole, and of the account that is signed in', () => {
    const { token: words } = companyFaults
    const signed = `${token({ alg: 'RS256' }, claims)}.c2ln`
    expect(readIdToken(signed, expected)).toEqual({ subject: 'u', expiresAt: 2_000_000_000_000, account: 'u' })
    expect(readIdToken(signed, { ...expected, subject: 'another' })).toEqual({ problem: words.subject })
    for (const odd of [
      '',
      'a.b.c',
      `${token({ alg: 'none' }, claims)}.`,
      token({ alg: 'RS256' }, claims),
      `${signed}.x`,
    ])
      expect(readIdToken(odd, expected)).toEqual({ problem: words.unreadable })
    expect(readIdToken(`${signed}${'a'.repeat(20_000)}`, expected)).toEqual({ problem: words.unreadable })
    const noEnd = `${token({ alg: 'RS256' }, { ...claims, exp: 'soon' })}.c2ln`
    expect(readIdToken(noEnd, expected)).toEqual({ problem: words.unreadable })
    const two = `${token({ alg: 'RS256' }, { ...claims, aud: ['c', 'd'], azp: 'c' })}.c2ln`
    expect(readIdToken(two, expected)).toMatchObject({ subject: 'u' })
  })
})

describe('the configuration of a company sign-in', () => {
  test.each<[string, object]>([
    ['no client ID', { grant: 'enterprise-managed' }],
    ['a private key', { grant: 'enterprise-managed', clientId: 'c', privateKey: { secret: 'k' } }],
    ['a port for a browser', { grant: 'enterprise-managed', clientId: 'c', callbackPort: 8123 }],
    ['a provider of its own', { grant: 'enterprise-managed', clientId: 'c', idp: 'https://evil.example' }],
  ])('[EMA-5] is refused in a server’s entry with %s', (_what, oauth) => {
    expect(serverConfig.safeParse({ url: 'https://mcp.example/mcp', oauth }).success).toBe(false)
  })

  test('[EMA-5] is refused without encryption, except on this computer', () => {
    const at = (issuer: string) => companyProvider.safeParse({ issuer, clientId: 'c' }).success
    expect(['http://login.example', 'https://u:p@login.example', 'ftp://login.example'].map(at)).toEqual([
      false,
      false,
      false,
    ])
    expect(['https://login.example/tenant', 'http://127.0.0.1:9000'].map(at)).toEqual([true, true])
  })
})
