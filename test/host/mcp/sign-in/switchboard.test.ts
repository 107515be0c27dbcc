import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../../../shared/schema/json.ts'
import type { AuthorizationBehaviour } from '../../../support/authorization/authorization-server.ts'
import type { Handler } from '../../../support/authorization/listener.ts'
import { lastIfQuick } from '../../../../tools/quick.mjs'
import { Scene } from './scene.ts'
import { consentOf } from '../../../../shared/state/consents.ts'

let scene: Scene
afterEach(() => scene.close())

/** A document with members changed: an absent one is `undefined`, and a function gets the sound one. */
type Change = Record<string, JsonValue | undefined | ((sound: JsonValue) => JsonValue)>

const changed =
  (change: Change) =>
  (sound: JsonObject): JsonObject => {
    const all: Record<string, JsonValue | undefined> = { ...sound }
    for (const [name, to] of Object.entries(change)) all[name] = typeof to === 'function' ? to(sound[name] ?? null) : to
    return JSON.parse(JSON.stringify(all)) as JsonObject
  }

const textIn = (sound: JsonValue): string => (typeof sound === 'string' ? sound : '')
const withSlash = (sound: JsonValue): JsonValue => `${textIn(sound)}/`
const inList = (sound: JsonValue): JsonValue => [sound]
const upperCase = (sound: JsonValue): JsonValue => textIn(sound).toUpperCase()

/** Takes over one path. */
const at =
  (path: string, react: (response: ServerResponse) => unknown): Handler =>
  ({ url }, response) => {
    if (url.pathname !== path) return false
    react(response)
    return true
  }

type Row = {
  metadata?: Change
  ofServer?: Change
  registration?: Change
  tokens?: Change
  behaviour?: Partial<AuthorizationBehaviour>
  /** Of the page's answer. */
  iss?: (sound: string) => string
}

const sign = async ({ metadata, ofServer, registration, tokens, behaviour, iss }: Row): Promise<void> => {
  scene = await Scene.start(
    {
      ...behaviour,
      edit: {
        ...(metadata && { metadata: changed(metadata) }),
        ...(registration && { registration: changed(registration) }),
        ...(tokens && { tokens: changed(tokens) }),
        ...(iss && {
          redirect: (url: URL) => {
            url.searchParams.set('iss', iss(url.searchParams.get('iss') ?? ''))
            return url.href
          },
        }),
      },
    },
    { ...(ofServer && { edit: changed(ofServer) }) },
  )
  await scene.add()
}

/** Variations with one meaning, by member: each ends in a call. */
const same: Record<string, Row> = {
  'issuer with a slash more than the server says': { metadata: { issuer: withSlash }, iss: (iss) => `${iss}/` },
  'issuer with a slash less than the server says': {
    ofServer: { authorization_servers: (sound) => (sound as string[]).map((it) => `${it}/`) },
  },
  'authorization_servers as a text': { ofServer: { authorization_servers: (sound) => (sound as string[])[0] ?? '' } },
  'scopes_supported as nothing': { metadata: { scopes_supported: null }, ofServer: { scopes_supported: null } },
  'scopes_supported as a text': { metadata: { scopes_supported: 'read write' } },
  'response_types_supported, absent': { metadata: { response_types_supported: undefined } },
  'grant_types_supported, null': { metadata: { grant_types_supported: null } },
  'revocation_endpoint, a number': { metadata: { revocation_endpoint: 5 } },
  'jwks_uri and others, absent': { behaviour: { metadata: 'oidc-inserted' }, metadata: { jwks_uri: undefined } },
  'members of a server’s own metadata in the authorization server’s': {
    behaviour: { metadata: 'oidc-inserted' },
    metadata: {
      jwks_uri: undefined,
      resource: 'https://other.example/',
      authorization_servers: ['https://other.example/'],
    },
  },
  'members that Atrium doesn’t use, of wrong types': {
    metadata: { service_documentation: 5, ui_locales_supported: 'x' },
  },
  'client_id alone': {
    registration: {
      redirect_uris: undefined,
      grant_types: undefined,
      client_name: undefined,
      response_types: undefined,
    },
  },
  'all else of a registration, null': {
    registration: { client_secret: null, client_secret_expires_at: null, redirect_uris: null, scope: null },
  },
  'times of a registration as texts': {
    registration: { client_id_issued_at: '1735689600', client_secret_expires_at: '0' },
  },
  'expires_in, null': { tokens: { expires_in: null } },
  'expires_in, 0': { tokens: { expires_in: 0 } },
  'expires_in, -1': { tokens: { expires_in: -1 } },
  'expires_in, empty': { tokens: { expires_in: '' } },
  'expires_in as a text': { tokens: { expires_in: '3600' } },
  'token_type, absent': { tokens: { token_type: undefined } },
  'token_type in capitals': { tokens: { token_type: upperCase } },
  'scope as a list': { tokens: { scope: inList } },
  'refresh_token and id_token, null': { tokens: { refresh_token: null, id_token: null } },
  'refresh_token, a number': { tokens: { refresh_token: 7 } },
}

/** Variations without a meaning, and the words that name the member. */
const other: Record<string, [Row, RegExp]> = {
  'issuer with two slashes more': [{ metadata: { issuer: (sound) => `${textIn(sound)}//` } }, /identify itself as/],
  'issuer in capitals': [{ metadata: { issuer: upperCase } }, /identify itself as/],
  'issuer, absent': [{ metadata: { issuer: undefined } }, /has no issuer/],
  'authorization_endpoint, null': [{ metadata: { authorization_endpoint: null } }, /has no authorization_endpoint/],
  'token_endpoint, a number': [{ metadata: { token_endpoint: 5 } }, /has no token_endpoint/],
}

/** As above, once the user has agreed. */
const later: Record<string, [Row, RegExp]> = {
  'client_id, null': [{ registration: { client_id: null } }, /has no client_id/],
  'access_token, absent': [{ tokens: { access_token: undefined } }, /has no access_token/],
  'access_token, a list': [{ tokens: { access_token: inList } }, /has no access_token/],
  'token_type of another kind': [{ tokens: { token_type: 'mac' } }, /isn’t a bearer token/],
}

const tokenRequests = () => scene.authorization.tokenRequests.length

describe('a sign-in with one thing written otherwise', () => {
  test.each(lastIfQuick(Object.entries(same)))(
    '[AUT-47] ends in calls, with one token request: %s',
    async (_what, row) => {
      await sign(row)
      await scene.visit()
      await scene.ready()
      for (const text of ['a', 'b', 'c'])
        expect(await scene.call('echo', { text })).toMatchObject({ status: 'succeeded' })
      expect(tokenRequests()).toBe(1)
    },
  )

  test.each(lastIfQuick(Object.entries(other)))(
    '[AUT-47] fails with the member named: %s',
    async (_what, [row, says]) => {
      await sign(row)
      await scene.fails(says)
      expect([scene.everAsked('sign-in'), tokenRequests()]).toEqual([[], 0])
    },
  )

  test.each(lastIfQuick(Object.entries(later)))(
    '[AUT-47] fails with the member named: %s',
    async (_what, [row, says]) => {
      await sign(row)
      if (row.registration) await scene.person.answer(await scene.asked(), { decision: 'sign-in' })
      else await scene.visit()
      expect((await scene.fails(says)).signIn).toBe(true)
    },
  )

  test.each([204, 205, 304])('[AUT-49] fails in words if the token endpoint answers with HTTP %i', async (status) => {
    await sign({ behaviour: { instead: at('/token', (response) => response.writeHead(status).end()) } })
    await scene.visit()
    const { reason } = await scene.fails(/couldn’t be signed in/)
    expect(reason).toMatch(status === 304 ? /refused \(/ : /can’t be read/)
  })

  test('[AUT-49] reads the server’s own metadata if they name an issuer too', async () => {
    await sign({ ofServer: { issuer: 'https://company.example/' } })
    await scene.visit()
    await scene.ready()
    expect(tokenRequests()).toBe(1)
  })

  test('[AUT-49] takes an unreadable lifetime as unknown, and asks for one token', async () => {
    await sign({ tokens: { expires_in: 'Infinity' } })
    await scene.visit()
    await scene.ready()
    expect(tokenRequests()).toBe(1)
    expect(consentOf(scene.person.state, 'it').signedIn).toMatchObject({ expiresAt: undefined })
  })

  test('[AUT-49] doesn’t use a client ID that was rounded when it was read', async () => {
    await sign({
      behaviour: {
        instead: at('/register', (response) =>
          response
            .writeHead(201, { 'content-type': 'application/json' })
            .end('{"client_id":12345678901234567891,"redirect_uris":[]}'),
        ),
      },
    })
    await scene.person.answer(await scene.asked(), { decision: 'sign-in' })
    await scene.fails(/its client ID can’t be read/)
    expect([scene.authorization.asked, tokenRequests()]).toEqual([[], 0])
  })

  test.each(['code', 'code_verifier'])('[AUT-49] repeats no secret that comes back as an error: %s', async (field) => {
    let sent = ''
    await sign({
      behaviour: {
        instead: (seen, response) => {
          if (seen.url.pathname !== '/token') return false
          sent = new URLSearchParams(seen.body).get(field) ?? ''
          response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: sent }))
          return true
        },
      },
    })
    await scene.visit()
    const { reason } = await scene.fails(/refused/)
    expect(sent).not.toBe('')
    expect(reason).not.toContain(sent)
  })

  test('[AUT-47] is for the server itself if its resource has a slash more', async () => {
    await sign({ ofServer: { resource: withSlash } })
    expect((await scene.asked()).question).not.toHaveProperty('audience')
  })

  test('[AUT-47] reads tokens in a form', async () => {
    await sign({
      behaviour: {
        edit: {},
        instead: at('/token', (response) =>
          response
            .writeHead(200, { 'content-type': 'application/x-www-form-urlencoded' })
            .end('access_token=access-12345678-form&token_type=bearer&scope=read'),
        ),
      },
    })
    await scene.visit()
    await scene.person.until('it was signed in to', () => consentOf(scene.person.state, 'it').signedIn !== undefined)
    expect(consentOf(scene.person.state, 'it').signedIn?.scopes).toEqual(['read'])
  })

  test('[AUT-47] quotes a refusal in plain text, without the code that was sent', async () => {
    await sign({
      behaviour: {
        instead: (seen, response) => {
          if (seen.url.pathname !== '/token') return false
          const code = new URLSearchParams(seen.body).get('code')
          response.writeHead(400, { 'content-type': 'text/plain' }).end(`code ${code} was used before`)
          return true
        },
      },
    })
    await scene.visit()
    const { reason } = await scene.fails(/code … was used before/)
    expect(reason).not.toMatch(/code-[0-9a-f]{8}/)
  })

  test('[AUT-47] tries the root if the path’s metadata are a web page', async () => {
    scene = await Scene.start({}, { metadata: 'root' })
    const page = at('/.well-known/oauth-protected-resource/mcp', (response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Home</title>'),
    )
    scene.server.behaviour.instead = page
    await scene.add()
    await scene.visit()
    await scene.ready()
    expect(tokenRequests()).toBe(1)
  })
})
