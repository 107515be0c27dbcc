import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../../../main/host/base/wake.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { answer, type Handler } from '../../../support/authorization/listener.ts'
import { Scene } from './scene.ts'
import { consentOf } from '../../../../shared/state/consents.ts'
import { consentsOf } from '../../../support/trusting.ts'

let scene: Scene
afterEach(() => scene.close())

/** Takes over the token endpoint. */
const tokensBy =
  (react: (response: ServerResponse) => unknown): Handler =>
  ({ url }, response) => {
    if (url.pathname !== '/token') return false
    react(response)
    return true
  }

const json = { 'content-type': 'application/json' }
const sound = '{"access_token":"access-12345678-x","token_type":"Bearer","expires_in":3600'

/** Megabytes, as fast as they're read. */
function pour(response: ServerResponse): void {
  const piece = `"${'x'.repeat(1024 * 1024)}",`
  let left = 100
  const go = () => {
    let isTaken = true
    while (isTaken && left-- > 0) isTaken = response.write(piece)
    if (isTaken) response.end('""]}')
    else response.once('drain', go)
  }
  response.writeHead(200, json)
  response.write(`${sound},"more":[`)
  go()
}

/** Invalid answers. */
const answers: Record<string, (response: ServerResponse) => unknown> = {
  'a hundred megabytes': pour,
  'no JSON': (response) => response.writeHead(200, json).end('EVIL access-12345678-x'),
  'a page': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>EVIL</h1>'),
  'a list': (response) => answer(response, 200, []),
  nothing: (response) => answer(response, 200, null),
  'no token': (response) => answer(response, 200, { token_type: 'Bearer' }),
  'a token that is none': (response) => answer(response, 200, { access_token: 42, token_type: 'Bearer' }),
  compressed: (response) => response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gzipSync(`${sound}}`)),
  'a fault with words': (response) =>
    answer(response, 400, { error: 'EVIL<b>', error_description: '<script>EVIL</script>' }),
  'a fault with a page': (response) => response.writeHead(500).end('<h1>EVIL</h1>'),
  'broken off': (response) =>
    response.writeHead(200, { ...json, 'content-length': 500 }).write(sound, () => response.destroy()),
}

/** Values that can't be stored or sent. */
const oddities: JsonObject[] = [
  { token_type: 'mac' },
  { access_token: 'access-1\r\nX-Evil: 1' },
  { access_token: 'access-\u0430' },
  { access_token: 'a b' },
  { access_token: '' },
  { access_token: 'a'.repeat(900_000) },
  { refresh_token: 'r\r\nX: 1' },
]

/** The traces of an answer: a sign-in, secrets, messages sent to the server. */
const left = () => {
  const { person, server, atrium } = scene
  const secrets = [...atrium.secrets.values.values()].filter((value) => /"access"|12345678/.test(value))
  return [consentsOf(person.state, 'signedIn'), secrets, server.tokens]
}

describe('a token response', () => {
  test('[AUT-31] is refused if it is invalid, and none of it is kept', async () => {
    scene = await Scene.start()
    await scene.addForLater()
    for (const [what, react] of Object.entries(answers)) {
      scene.authorization.behaviour.instead = tokensBy(react)
      const { signIn } = await scene.triesInVain(/couldn’t be signed in|authorization server/)
      expect([what, signIn, ...left()]).toEqual([what, true, {}, [], []])
    }
  })

  test('[AUT-31] is refused if it can’t be stored or sent, and none of it is sent @all', async () => {
    scene = await Scene.start()
    await scene.addForLater()
    for (const change of oddities) {
      scene.authorization.behaviour.edit = { tokens: (tokens) => ({ ...tokens, ...change }) }
      await scene.triesInVain(/couldn’t be signed in/)
      expect([Object.keys(change), ...left()]).toEqual([Object.keys(change), {}, [], []])
    }
  })

  test.each<[what: string, change: JsonObject]>([
    ['absurdly far away', { expires_in: 1e300 }],
    ['text', { expires_in: '3600' }],
    ['not a number', { expires_in: 'NaN' }],
    ['null', { expires_in: null }],
    ['missing', {}],
  ])('[AUT-32] is either refused or kept for at most a year if its expiry is %s', async (_what, change) => {
    scene = await Scene.start({
      edit: { tokens: ({ expires_in: _seconds, ...tokens }) => ({ ...tokens, ...change }) },
    })
    await scene.add()
    await scene.visit()
    const status = await scene.person.until('it stands', () => {
      const { status: now } = scene.person.state.servers['it'] ?? {}
      return now?.state === 'ready' || (now?.state === 'failed' && /couldn’t/.test(now.reason)) ? now : undefined
    })
    const end = consentOf(scene.person.state, 'it').signedIn?.expiresAt
    expect([status.state, end === undefined || end <= systemClock.wall() + 366 * 24 * 3600_000]).toEqual([
      status.state,
      true,
    ])
  })

  test('[AUT-32] is read as usual if it names members that every object has', async () => {
    const evil = '"__proto__":{"access_token":"EVIL","polluted":true},"constructor":{"prototype":{"polluted":true}}'
    scene = await Scene.start({
      edit: { tokens: (tokens) => JSON.parse(`${JSON.stringify(tokens).slice(0, -1)},${evil}}`) },
    })
    await scene.signIn()
    expect('polluted' in {}).toBe(false)
    expect(new Set(scene.server.tokens)).toEqual(new Set([`Bearer ${scene.authorization.grants.issued[0]}`]))
  })

  test('[AUT-32] has its ID token’s account shown as shortened text', async () => {
    scene = await Scene.start(
      { account: { sub: 'x', email: `\u202ea@b.example${'c'.repeat(5000)}` } },
      { supported: ['openid'] },
    )
    await scene.signIn()
    const account = consentOf(scene.person.state, 'it').signedIn?.account ?? ''
    expect(account.length).toBeLessThanOrEqual(201)
    expect(account).toContain('a@b.example')
  })
})
