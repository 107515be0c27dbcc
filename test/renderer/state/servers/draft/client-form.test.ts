import { describe, expect, test } from 'vitest'
import { readImport } from '../../../../../main/host/import/read.ts'
import { draftOfCandidate } from '../../../../../renderer/state/servers/draft/candidate-draft.ts'
import { noClient, type ClientDraft } from '../../../../../renderer/state/servers/draft/client-draft.ts'
import { isNewStart, readDraft } from '../../../../../renderer/state/servers/draft/read-draft.ts'
import { draftOf, emptyDraft, type ServerDraft } from '../../../../../renderer/state/servers/draft/server-draft.ts'
import { serverConfig, type ServerConfig } from '../../../../../shared/config/server-config.ts'
import { words } from '../../../../support/words.ts'

const { enterWhole } = words.serverForm.namedValues

const url = 'https://mcp.example/mcp'
const place = 'server/far/oauth-client-secret'
const draftWith = (client: Partial<ClientDraft>): ServerDraft => ({
  ...emptyDraft(),
  id: 'far',
  kind: 'http',
  url,
  client: { ...noClient, ...client },
})
const inputOf = (draft: ServerDraft, before?: ServerConfig) => {
  const read = readDraft(draft, before, [])
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  return read.input
}
const problemsOf = (client: Partial<ClientDraft>) => {
  const read = readDraft(draftWith(client), undefined, [])
  return 'problems' in read ? read.problems.client : {}
}
const oauthOf = (config: ServerConfig) => (config.type === 'http' ? config.oauth : undefined)

describe('[SIN-7] an OAuth client in the form', () => {
  test('is saved in the configuration, with its secret in the secret store', () => {
    const { config, secrets } = inputOf(
      draftWith({ clientId: ' atrium ', secret: ' s3cret ', scopes: ' a b ', port: ' 8123 ' }),
    )
    expect(oauthOf(config)).toEqual({
      clientId: 'atrium',
      clientSecret: { secret: place },
      scopes: 'a b',
      callbackPort: 8123,
    })
    expect(secrets).toEqual({ [place]: 's3cret' })
    expect(JSON.stringify(config)).not.toContain('s3cret')
  })

  test('is left out of the configuration if it is empty', () => {
    expect(inputOf(draftWith({})).config).not.toHaveProperty('oauth')
    expect(inputOf({ ...draftWith({ clientId: 'atrium' }), kind: 'stdio', command: 'npx' }).config).not.toHaveProperty(
      'oauth',
    )
  })

  test('is kept, changed and removed', () => {
    const before = serverConfig.parse({
      url,
      oauth: { clientId: 'atrium', clientSecret: { secret: place }, callbackPort: 8123 },
    })
    const draft = draftOf('far', before)
    expect(draft.client).toEqual({ ...noClient, clientId: 'atrium', kept: place, port: '8123' })
    expect(inputOf(draft, before)).toEqual({ id: 'far', config: before, secrets: {} })
    const changed = (to: Partial<ClientDraft>) => inputOf({ ...draft, client: { ...draft.client, ...to } }, before)
    expect(changed({ secret: 'new' }).secrets).toEqual({ [place]: 'new' })
    expect(oauthOf(changed({ kept: undefined }).config)).toEqual({ clientId: 'atrium', callbackPort: 8123 })
    const gone = changed({ clientId: '', kept: undefined, port: '' })
    expect(oauthOf(gone.config)).toBeUndefined()
    expect([changed({}), changed({ secret: 'new' }), gone].map((input) => isNewStart(input, before))).toEqual([
      false,
      true,
      true,
    ])
  })

  test('[CLC-1] [CLC-5] signs in by itself with a secret or a key, whose stored value is kept or removed', () => {
    const own = { grant: 'client-credentials', clientId: 'atrium', issuer: 'https://login.example' }
    const typed = { clientId: 'atrium', secret: ' k3y ', port: '8123', issuer: ' https://login.example ' }
    const bySecret = inputOf(draftWith({ ...typed, by: 'secret' }))
    expect(oauthOf(bySecret.config)).toEqual({ ...own, clientSecret: { secret: place } })
    const { config, secrets } = inputOf(draftWith({ ...typed, by: 'key' }))
    const keyPlace = 'server/far/oauth-private-key'
    expect([oauthOf(config), secrets]).toEqual([{ ...own, privateKey: { secret: keyPlace } }, { [keyPlace]: 'k3y' }])
    const draft = draftOf('far', config)
    expect(inputOf(draft, config)).toEqual({ id: 'far', config, secrets: {} })
    const changed = (to: Partial<ClientDraft>) => {
      const read = readDraft({ ...draft, client: { ...draft.client, ...to } }, config, [])
      return 'problems' in read ? read.problems.client : oauthOf(read.input.config)
    }
    expect(changed({ by: 'user', issuer: '' })).toEqual({ clientId: 'atrium' })
    expect(changed({ by: 'secret' })).toEqual({ clientSecret: words.signIn.form.own.without.secret })
    expect(changed({ keptKey: undefined, clientId: '' })).toEqual({
      clientId: words.signIn.form.own.withoutId,
      privateKey: words.signIn.form.own.without.key,
    })
    expect(changed({ issuer: 'login' })).toEqual({ issuer: words.signIn.form.issuer.invalid })
  })

  test('[EMA-7] goes through the company with a client ID, and a secret if there is one', () => {
    const own = { grant: 'enterprise-managed', clientId: 'atrium', issuer: 'https://login.example' }
    const typed = { by: 'company' as const, clientId: 'atrium', port: '8123', issuer: 'https://login.example' }
    const { config } = inputOf(draftWith(typed))
    expect(oauthOf(config)).toEqual(own)
    expect(draftOf('far', config).client).toEqual({ ...noClient, ...typed, port: '' })
    const withSecret = inputOf(draftWith({ ...typed, secret: 's3cret' }))
    expect(oauthOf(withSecret.config)).toEqual({ ...own, clientSecret: { secret: place } })
    expect(problemsOf({ by: 'company', clientId: '' })).toEqual({ clientId: words.company.server.withoutId })
  })

  test('gets its own place for a new secret if the old one has another server’s name', () => {
    const before = serverConfig.parse({ url, oauth: { clientId: 'a', clientSecret: { secret: 'server/old/x' } } })
    const draft = draftOf('far', before)
    expect(oauthOf(inputOf(draft, before).config)).toEqual({ clientId: 'a', clientSecret: { secret: 'server/old/x' } })
    const { config, secrets } = inputOf({ ...draft, client: { ...draft.client, secret: 'new' } }, before)
    expect([oauthOf(config)?.clientSecret, secrets]).toEqual([{ secret: place }, { [place]: 'new' }])
  })

  test.each<[ClientDraft[keyof ClientDraft], Partial<ClientDraft>, object]>([
    ['two words', { clientId: 'a b' }, { clientId: 'This is one word of Latin letters and signs.' }],
    ['no id', { secret: 's' }, { clientId: words.signIn.form.secret.withoutId }],
    ['a low port', { port: '80' }, { callbackPort: 'A whole number from 1024 to 65535.' }],
    ['no port', { port: 'any' }, { callbackPort: 'A whole number from 1024 to 65535.' }],
    ['long scopes', { scopes: 'x'.repeat(4097) }, { scopes: words.signIn.form.scopes.invalid }],
    ['a gap', { clientId: 'a', pattern: '<your secret>' }, { clientSecret: enterWhole('<your secret>') }],
  ])('shows each problem at its field: %s', (_what, client, problems) => {
    expect(problemsOf(client)).toEqual(problems)
  })
})

describe('[SIN-7] an OAuth client in a pasted config', () => {
  const found = (entry: object) => {
    const text = JSON.stringify({ mcpServers: { far: { url, ...entry } } })
    const [server] = readImport({ text, facts: { system: 'linux', home: '/home/me' }, existing: {} }).servers
    if (!server) throw new Error('Nothing was found.')
    return server
  }
  const added = (entry: object) => inputOf(draftOfCandidate(found(entry).candidate, {}).draft)

  test.each([
    ['oauth', { clientId: 'atrium', clientSecret: 's3cret', callbackPort: 8123, scopes: 'a b' }],
    ['auth', { CLIENT_ID: 'atrium', CLIENT_SECRET: 's3cret', callback_port: '8123', scopes: ['a', 'b'] }],
  ])('is imported, and its secret stays out of the configuration: %s', (key, client) => {
    const { config, secrets } = added({ [key]: client })
    expect(oauthOf(config)).toEqual({
      clientId: 'atrium',
      clientSecret: { secret: place },
      scopes: 'a b',
      callbackPort: 8123,
    })
    expect(secrets).toEqual({ [place]: 's3cret' })
    expect(JSON.stringify(config)).not.toContain('s3cret')
    expect(found({ [key]: client }).notCarried).toEqual([])
  })

  test('names unsupported settings without their values', () => {
    const oauth = { clientId: 'a', tokenUrl: 'https://x.example/?key=abc', enabled: true }
    expect(found({ oauth, more: 1 }).notCarried).toEqual([
      { what: 'oauth.tokenUrl', why: 'found-out-when-signing-in' },
      { what: 'more', why: 'no-such-setting' },
    ])
    expect(found({ oauth: true }).notCarried).toEqual([{ what: 'oauth', why: 'no-such-setting' }])
  })

  test('is asked for if it has gaps, the secret as a secret', () => {
    const { candidate } = found({ oauth: { clientId: '<your client id>', clientSecret: '${input:secret}' } })
    expect(candidate.questions).toMatchObject([
      { label: 'your client id', secret: false },
      { label: 'secret', secret: true },
    ])
    expect(draftOfCandidate(candidate, {}).missing).toHaveLength(2)
    expect(() => added({ oauth: { clientSecret: 's3cret' } })).toThrow(words.signIn.form.secret.withoutId)
  })

  test('is ignored for a program', () => {
    expect(found({ url: undefined, command: 'npx', oauth: { clientId: 'a' } }).notCarried).toEqual([
      { what: 'oauth', why: 'no-such-setting' },
    ])
  })
})
