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

describe('[FEA-10] where to sign in is found', () => {
  test.each(['named', 'path', 'root'] as const)('by what the server says of itself, which is %s', async (metadata) => {
    authorization = await AuthorizationServer.start()
    server = await ProtectedServer.start({ authorization: [authorization], metadata })
    expect((await signIn()).issuer).toBe(authorization.issuer)
  })

  test.each(['oauth', 'oidc-inserted', 'oidc-appended'] as const)(
    'by what an authorization server with a path says of itself, in the way %s',
    async (metadata) => {
      authorization = await AuthorizationServer.start({ path: '/tenant', metadata })
      server = await ProtectedServer.start({ authorization: [authorization] })
      expect((await signIn()).issuer).toBe(`${authorization.listener.origin}/tenant`)
    },
  )

  test.each(['oauth', 'none'] as const)('at a server of 2025-03-26 itself, whose metadata are %s', async (metadata) => {
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

describe('[FEA-11] Atrium is known', () => {
  const redirectUris = ['http://127.0.0.1/callback']

  test.each(['client_secret_basic', 'client_secret_post'] as const)(
    'as the person entered it, with its secret by %s',
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

  test('by a document, where there is one and the authorization server takes it', async () => {
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

  test('else as it registered itself', async () => {
    authorization = await AuthorizationServer.start()
    server = await ProtectedServer.start({ authorization: [authorization] })
    expect((await signIn()).client).toBe('registers')
    expect(authorization.registrations).toHaveLength(1)
  })
})

test.each([
  ['what the server wants now', { scope: 'read write', supported: ['erase'] }, 'read write'],
  ['what the server has to give, where it wants nothing', { scope: '', supported: ['read', 'erase'] }, 'read erase'],
])('[FEA-12] what is asked for is %s, and to be renewed', async (_what, said, scopes) => {
  authorization = await AuthorizationServer.start()
  server = await ProtectedServer.start({ authorization: [authorization], ...said })
  expect((await signIn()).scopes.join(' ')).toBe(`${scopes} offline_access`)
  expect(authorization.asked[0]).toMatchObject({ scope: `${scopes} offline_access` })
})

test('[FEA-12] what is asked for is left to the authorization server where nobody says', async () => {
  authorization = await AuthorizationServer.start()
  server = await ProtectedServer.start({ authorization: [authorization] })
  expect((await signIn()).scopes).toEqual([])
  expect(authorization.asked[0]).not.toHaveProperty('scope')
})

test('[FEA-12] what renews is asked for only where the authorization server has it', async () => {
  authorization = await AuthorizationServer.start({ scopes: ['read'] })
  server = await ProtectedServer.start({ authorization: [authorization], scope: 'read' })
  expect((await signIn()).scopes).toEqual(['read'])
})
