import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AskOf } from '../../../support/person.ts'
import { Atrium } from '../../../support/atrium.ts'
import { AuthorizationServer } from '../../../support/authorization/authorization-server.ts'
import { open } from '../../../support/authorization/browser.ts'
import { Listener } from '../../../support/authorization/listener.ts'
import { ProtectedServer } from '../../../support/authorization/protected-server.ts'

let atrium: Atrium
let authorization: AuthorizationServer
let server: ProtectedServer
beforeEach(async () => (atrium = await Atrium.start()))
afterEach(async () => {
  await atrium.close()
  await server.stop()
  await authorization.stop()
})

type Configured = { oauth?: { clientId: string; clientSecret?: { secret: string } }; secrets?: Record<string, string> }

/** Adds the server, signs in, and gets a call answered; returns the questions before that. */
async function signIn({ oauth, secrets = {} }: Configured = {}): Promise<AskOf<'sign-in'>['question']> {
  const { person } = atrium
  await person.link.call('addServer', { id: 'it', config: { url: server.url, ...(oauth && { oauth }) }, secrets })
  const asked = await person.ask('sign-in', 'it')
  await person.answer(asked, { decision: 'sign-in' })
  expect((await open((await person.ask('sign-in-page', 'it')).question.url)).status).toBe(200)
  const definition = await person.until('it lists tools', () => person.state.servers['it']?.tools['echo']?.hash)
  const wanted = { server: 'it', tool: 'echo', definition, arguments: { text: 'known' } }
  const { call } = await person.link.call('callTool', wanted)
  const { outcome } = await person.event('call.finished', (event) => event.call === call)
  expect(outcome).toMatchObject({ status: 'succeeded' })
  return asked.question
}

describe('[FEA-10] the authorization server', () => {
  test.each(['named', 'path', 'root'] as const)('is found through the server’s own metadata (%s)', async (metadata) => {
    authorization = await AuthorizationServer.start()
    server = await ProtectedServer.start({ authorization: [authorization], metadata })
    expect((await signIn()).issuer).toBe(authorization.issuer)
  })

  test.each(['oauth', 'oidc-inserted', 'oidc-appended'] as const)(
    'is found through its own metadata if it has a path (%s)',
    async (metadata) => {
      authorization = await AuthorizationServer.start({ path: '/tenant', metadata })
      server = await ProtectedServer.start({ authorization: [authorization] })
      expect((await signIn()).issuer).toBe(`${authorization.listener.origin}/tenant`)
    },
  )

  test.each(['oauth', 'none'] as const)('is the 2025-03-26 server itself, with the metadata: %s', async (metadata) => {
    const listener = await Listener.start()
    authorization = await AuthorizationServer.start({ metadata }, listener)
    server = await ProtectedServer.start({ authorization: [authorization], metadata: 'none' }, listener)
    // It knows nothing about audiences.
    const { grants } = authorization
    const known = grants.of.bind(grants)
    vi.spyOn(grants, 'of').mockImplementation((token) => {
      const grant = known(token)
      return grant && { ...grant, resource: server.url }
    })
    await signIn()
    expect(authorization.asked).toHaveLength(1)
    expect(authorization.asked[0]).not.toHaveProperty('resource')
  })
})

describe('[FEA-11] Atrium’s client identity', () => {
  const redirectUris = ['http://127.0.0.1/callback']

  test.each(['client_secret_basic', 'client_secret_post'] as const)(
    'comes from the user, with its secret by %s',
    async (method) => {
      const client = { id: 'known', secret: 'kept', redirectUris, authentication: method }
      const edit = {
        metadata: (sound: object) => ({ ...sound, token_endpoint_auth_methods_supported: [method] }),
      }
      authorization = await AuthorizationServer.start({ clients: [client], edit })
      server = await ProtectedServer.start({ authorization: [authorization] })
      const secret = 'server/it/client'
      const question = await signIn({
        oauth: { clientId: 'known', clientSecret: { secret } },
        secrets: { [secret]: 'kept' },
      })
      expect(question.client).toBe('entered')
      expect(authorization.registrations).toEqual([])
    },
  )

  test('comes from a document if there is one and the authorization server accepts it', async () => {
    const document = 'https://atrium.example/client.json'
    const documents = { [document]: { client_id: document, redirect_uris: redirectUris } }
    authorization = await AuthorizationServer.start({ documents })
    server = await ProtectedServer.start({ authorization: [authorization] })
    writeFileSync(path.join(atrium.directory, 'settings.json'), JSON.stringify({ clientMetadataUrl: document }))
    await atrium.person.until('it is read', () => atrium.person.state.configured.settings.clientMetadataUrl)
    expect((await signIn()).client).toBe('document')
    expect(authorization.asked[0]).toMatchObject({ client_id: document })
    expect(authorization.registrations).toEqual([])
  })

  test('comes from registration otherwise', async () => {
    authorization = await AuthorizationServer.start()
    server = await ProtectedServer.start({ authorization: [authorization] })
    expect((await signIn()).client).toBe('registers')
    expect(authorization.registrations).toHaveLength(1)
  })
})

test.each([
  ['the scopes that the server requires', { scope: 'read write', supported: ['erase'] }, 'read write'],
  [
    'the scopes that the server supports if it requires none',
    { scope: '', supported: ['read', 'erase'] },
    'read erase',
  ],
])('[FEA-12] requests %s, and renewal', async (_what, said, scopes) => {
  authorization = await AuthorizationServer.start()
  server = await ProtectedServer.start({ authorization: [authorization], ...said })
  expect((await signIn()).scopes.join(' ')).toBe(`${scopes} offline_access`)
  expect(authorization.asked[0]).toMatchObject({ scope: `${scopes} offline_access` })
})

test('[FEA-12] leaves the scopes to the authorization server if nothing names them', async () => {
  authorization = await AuthorizationServer.start()
  server = await ProtectedServer.start({ authorization: [authorization] })
  expect((await signIn()).scopes).toEqual([])
  expect(authorization.asked[0]).not.toHaveProperty('scope')
})

test('[FEA-12] requests no renewal if the authorization server doesn’t support it', async () => {
  authorization = await AuthorizationServer.start({ scopes: ['read'] })
  server = await ProtectedServer.start({ authorization: [authorization], scope: 'read' })
  expect((await signIn()).scopes).toEqual(['read'])
})
