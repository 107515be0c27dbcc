import { afterEach, beforeEach, expect, test } from 'vitest'
import { isObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { Atrium } from '../../../support/atrium.ts'
import { AuthorizationServer } from '../../../support/authorization/authorization-server.ts'
import { open } from '../../../support/authorization/browser.ts'
import { answer, type Handler } from '../../../support/authorization/listener.ts'
import { ProtectedServer } from '../../../support/authorization/protected-server.ts'

/** Answers `server/discover` without authorization. */
const saysWhatItSpeaks: Handler = ({ body }, response) => {
  const message = body === '' ? {} : (JSON.parse(body) as JsonValue)
  if (!isObject(message) || message['method'] !== 'server/discover') return false
  const said = { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } }
  const result = { resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...said }
  return answer(response, 200, { jsonrpc: '2.0', id: message['id'] ?? null, result })
}

let atrium: Atrium
let authorization: AuthorizationServer
let server: ProtectedServer
beforeEach(async () => {
  authorization = await AuthorizationServer.start()
  server = await ProtectedServer.start({ authorization: [authorization], era: 'modern', instead: saysWhatItSpeaks })
  atrium = await Atrium.start()
  await atrium.person.link.call('addServer', { id: 'it', config: { url: server.url }, secrets: {} })
})
afterEach(async () => {
  await atrium.close()
  await server.stop()
  await authorization.stop()
})

test('[HTP-24] makes the server and its tools ready when the user has signed in, and not before', async () => {
  const { person } = atrium
  const asked = await person.ask('sign-in', 'it')
  expect(asked.question.because).toBe('needed')
  expect(person.state.servers['it']?.status.state).toBe('off')
  await person.answer(asked, { decision: 'sign-in' })
  await open((await person.ask('sign-in-page', 'it')).question.url)
  await person.until('it is ready', () => person.state.servers['it']?.status.state === 'ready')
  expect(Object.keys(person.state.servers['it']?.tools ?? {})).toEqual(['echo', 'write', 'erase'])
})

test('[HTP-24] fails, and still needs a sign-in, if the user declines it', async () => {
  const { person } = atrium
  await person.answer(await person.ask('sign-in', 'it'), { decision: 'leave' })
  const failed = await person.event('server.changed', ({ to }) => to.state === 'failed')
  expect(failed.to).toMatchObject({ signIn: true })
})
