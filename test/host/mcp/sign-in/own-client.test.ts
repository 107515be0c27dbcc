import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { commandWords } from '../../../../main/host/commands/words.ts'
import { serverWords } from '../../../../main/host/mcp/server/words.ts'
import { clientCredentialsExtension } from '../../../../main/host/mcp/protocol/negotiation.ts'
import { assertionBy, readClientKey } from '../../../../main/host/mcp/sign-in/client-key.ts'
import { keyFaults, ownClientProblems } from '../../../../main/host/mcp/sign-in/problems.ts'
import { serverConfig } from '../../../../shared/config/server-config.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { Scene } from './scene.ts'
import { consentsOf } from '../../../support/trusting.ts'

let scene: Scene

const secret = 'secret-0a1b2c3d-which-the-operator-issued'
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString()
const clients = [
  { id: 'by-secret', secret, redirectUris: [], authentication: 'client_secret_basic' as const },
  { id: 'by-key', publicKey, redirectUris: [], authentication: 'private_key_jwt' as const },
]
const place = (id: string): string => `server/${id}/oauth`

type More = { clientId?: string; issuer?: string; scopes?: string }

const addBySecret = (id = 'it', more: More = {}): Promise<void> =>
  scene.add(id, scene.server, {
    oauth: { grant: 'client-credentials', clientId: 'by-secret', clientSecret: { secret: place(id) }, ...more },
    secrets: { [place(id)]: secret },
  })

const addByKey = (id = 'it', key = pem(privateKey)): Promise<void> =>
  scene.add(id, scene.server, {
    oauth: { grant: 'client-credentials', clientId: 'by-key', privateKey: { secret: place(id) } },
    secrets: { [place(id)]: key },
  })

const tokens = () => scene.authorization.tokenRequests
const { insufficient } = ownClientProblems
const everAsked = () => [...scene.everAsked('sign-in'), ...scene.everAsked('sign-in-page')]

describe('a client of Atrium’s own', () => {
  afterEach(() => scene.close())

  test('[CLC-1] signs in with its secret or its key, asks no one and keeps no token', async () => {
    scene = await Scene.start({ clients }, { era: 'modern', scope: 'read' })
    await addBySecret()
    await scene.ready()
    await addByKey('key')
    await scene.ready('key')
    const jwk = { ...privateKey.export({ format: 'jwk' }), kid: 'k-1', alg: 'ES256' }
    await addByKey('jwk', JSON.stringify(jwk))
    await scene.ready('jwk')
    for (const id of ['it', 'key', 'jwk'])
      expect(await scene.call('echo', { text: 'x' }, id)).toMatchObject({ status: 'succeeded' })
    const asked = { grant_type: 'client_credentials', resource: scene.server.url, scope: 'read' }
    expect(tokens()).toEqual([
      asked,
      expect.objectContaining({ ...asked, client_assertion: expect.any(String) }),
      expect.objectContaining({ ...asked, client_assertion: expect.any(String) }),
    ])
    const bodies = scene.server.listener.requests('/mcp').map(({ body }) => body)
    expect(bodies.filter((body) => !body.includes(`"${clientCredentialsExtension}":{}`))).toEqual([])
    expect([everAsked(), consentsOf(scene.person.state, 'signedIn'), scene.authorization.registrations]).toEqual([
      [],
      {},
      [],
    ])
    const sent = scene.person.all('request.sent').filter(({ method }) => method === 'sign-in')
    expect(sent.filter(({ detail }) => detail?.includes('own client'))).toHaveLength(3)
    await expect(scene.person.link.call('signIn', { server: 'it' })).rejects.toThrow(serverWords.noSignIn('it'))
    // Another process has no token, and requests one.
    await scene.reopen()
    await scene.ready()
    expect(tokens()).toHaveLength(6)
  })

  test('[CLC-2] [CLC-3] gets a new token once, and an error in words for anything that no token changes', async () => {
    scene = await Scene.start({ clients, seconds: 20, edit: {} })
    await addBySecret()
    await scene.ready()
    // Tokens that live for less than the reserve are replaced before each request, once for all at a time.
    const before = tokens().length
    await Promise.all([1, 2, 3].map((text) => scene.call('echo', { text: `${text}` })))
    expect(tokens().length).toBeGreaterThan(before)
    scene.authorization.behaviour.seconds = 3600
    await scene.call('echo', { text: 'a long one' })
    const settled = tokens().length
    scene.authorization.grants.expire()
    const outcomes = await Promise.all([1, 2, 3].map((text) => scene.call('echo', { text: `${text}` })))
    expect(outcomes.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded'])
    expect(tokens()).toHaveLength(settled + 1)
    const denied = await scene.call('write')
    expect(denied).toMatchObject({ status: 'failed', problem: expect.stringContaining(insufficient('write').clause) })
    expect(tokens()).toHaveLength(settled + 1)
    scene.authorization.grants.expire()
    scene.authorization.behaviour.instead = ({ url }, response) => {
      if (!url.pathname.endsWith('/token')) return false
      response.writeHead(401, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: 'invalid_client', error_description: 'EVIL' }))
      return true
    }
    expect(await scene.failsAnew(/refused Atrium’s client \(invalid_client\)/)).not.toHaveProperty('signIn')
    scene.authorization.behaviour.instead = () => false
    scene.authorization.behaviour.edit.tokens = (sound) => ({
      ...sound,
      access_token: 'access-of-another-server-0123456789',
    })
    const tries = tokens().length
    await scene.failsAnew(/rejected the token that its authorization server just issued/)
    expect(tokens()).toHaveLength(tries + 1)
    expect(everAsked()).toEqual([])
  })

  test('[CLC-4] is named only to its own authorization server, if that lists its method', async () => {
    scene = await Scene.start({ clients, edit: {} })
    const { edit } = scene.authorization.behaviour
    edit.metadata = (sound) => ({ ...sound, token_endpoint_auth_methods_supported: ['private_key_jwt'] })
    await addBySecret()
    await scene.fails(/doesn’t accept client secrets/)
    edit.metadata = (sound) => ({ ...sound, token_endpoint_auth_methods_supported: ['client_secret_basic'] })
    await addByKey('key')
    await scene.fails(/doesn’t accept private keys/, 'key')
    edit.metadata = (sound) => ({ ...sound, token_endpoint_auth_signing_alg_values_supported: ['RS256'] })
    await scene.failsAnew(/doesn’t accept signatures by a key of this kind/, 'key')
    edit.metadata = (sound) => ({ ...sound, grant_types_supported: ['authorization_code'] })
    await scene.failsAnew(/doesn’t let programs sign in without a user/)
    delete edit.metadata
    await addBySecret('other', { issuer: 'https://login.example' })
    await scene.fails(/belongs to login\.example/, 'other')
    expect(tokens()).toEqual([])
    await scene.person.link.call('restartServer', { id: 'it' })
    await scene.ready()
    expect(tokens()).toHaveLength(1)
  })

  test('[AUT-49] needs no sign-in page at its authorization server', async () => {
    const metadata = ({ authorization_endpoint: _page, ...rest }: JsonObject): JsonObject => rest
    scene = await Scene.start({ clients, edit: { metadata } })
    await addBySecret()
    await scene.ready()
    expect(tokens()).toHaveLength(1)
  })

  test.each(['client_secret_basic', 'client_secret_post'] as const)(
    '[AUT-49] never sees its secret in a reason, sent by %s',
    async (authentication) => {
      const letters = 'anoldsecretofletters'
      const client = { id: 'by-letters', secret: letters, redirectUris: [], authentication }
      const metadata = (sound: JsonObject): JsonObject => ({
        ...sound,
        token_endpoint_auth_methods_supported: [authentication],
      })
      scene = await Scene.start({
        clients: [client],
        edit: { metadata },
        instead: ({ url }, response) => {
          if (!url.pathname.endsWith('/token')) return false
          response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ error: letters }))
          return true
        },
      })
      await scene.add('it', scene.server, {
        oauth: { grant: 'client-credentials', clientId: 'by-letters', clientSecret: { secret: place('it') } },
        secrets: { [place('it')]: letters },
      })
      const { reason } = await scene.fails(/refused Atrium’s client/)
      expect(reason).toMatch(/\(no reason given\)/)
    },
  )

  test('[CLC-5] is refused with an unreadable key, and nothing changes', async () => {
    scene = await Scene.start({ clients })
    const locked = privateKey
      .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
      .toString()
    const dsa = generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey
    const faults = { unreadable: 'hunter2 is no key', locked, kind: pem(dsa) } as const
    for (const [fault, key] of Object.entries(faults)) {
      const why = keyFaults[fault as keyof typeof faults]
      await expect(addByKey('it', key)).rejects.toThrow(commandWords.unusableKey(why))
    }
    const { person } = scene
    expect([person.state.configured.servers['it'], person.state.secrets.includes(place('it'))]).toEqual([
      undefined,
      false,
    ])
    // A key pasted into one line is the same key.
    await addByKey('it', pem(privateKey).replaceAll('\n', ' '))
    await scene.ready()
    expect(tokens()).toHaveLength(1)
  })
})

describe('a client’s key', () => {
  const claims = { client: 'c', audience: 'https://a.example', now: 1_800_000_000_000 }

  test('[CLC-1] signs with an algorithm that both sides have', () => {
    const keyOf = (key: KeyObject, more: JsonObject = {}) => {
      const read = readClientKey(JSON.stringify({ ...key.export({ format: 'jwk' }), ...more }))
      if (typeof read === 'string') throw new Error(read)
      return read
    }
    const headOf = (key: ReturnType<typeof keyOf>, accepted?: string[]): unknown => {
      const [head] = assertionBy(key, { ...claims, accepted })?.split('.') ?? []
      return head === undefined ? undefined : JSON.parse(Buffer.from(head, 'base64url').toString('utf8'))
    }
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const ed = generateKeyPairSync('ed25519').privateKey
    expect(headOf(keyOf(rsa))).toEqual({ alg: 'RS256', typ: 'JWT' })
    expect(headOf(keyOf(rsa, { kid: 'k' }), ['ES256', 'PS256'])).toEqual({ alg: 'PS256', typ: 'JWT', kid: 'k' })
    expect(headOf(keyOf(rsa, { alg: 'RS512' }), ['RS256'])).toBeUndefined()
    expect(headOf(keyOf(ed))).toEqual({ alg: 'EdDSA', typ: 'JWT' })
    expect(headOf(keyOf(privateKey), ['RS256', 'ES256'])).toEqual({ alg: 'ES256', typ: 'JWT' })
  })

  test.each<[string, object]>([
    ['no client ID', { grant: 'client-credentials', clientSecret: { secret: 's' } }],
    ['neither a secret nor a key', { grant: 'client-credentials', clientId: 'c' }],
    [
      'both',
      { grant: 'client-credentials', clientId: 'c', clientSecret: { secret: 's' }, privateKey: { secret: 'k' } },
    ],
    [
      'a port for a browser',
      { grant: 'client-credentials', clientId: 'c', clientSecret: { secret: 's' }, callbackPort: 8123 },
    ],
    ['a key for a user’s sign-in', { clientId: 'c', privateKey: { secret: 'k' } }],
    ['a key in clear', { grant: 'client-credentials', clientId: 'c', privateKey: 'MIGH' }],
  ])('[CLC-1] is refused in a configuration with %s', (_what, oauth) => {
    expect(serverConfig.safeParse({ url: 'https://mcp.example/mcp', oauth }).success).toBe(false)
  })
})
