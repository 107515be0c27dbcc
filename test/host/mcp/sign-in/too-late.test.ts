import { afterEach, beforeEach, expect, test } from 'vitest'
import { serverConfig } from '../../../../shared/config/server-config.ts'
import { AuthorizationServer } from '../../../support/authorization/authorization-server.ts'
import { answerOf } from '../../../support/authorization/browser.ts'
import { ProtectedServer } from '../../../support/authorization/protected-server.ts'
import { answer, asked, open } from '../inputs/asked.ts'
import { Fleet } from '../../../support/fleet.ts'
import { ScriptedClock } from '../../../support/scripted-clock.ts'

const clock = new ScriptedClock()
let fleet: Fleet
let authorization: AuthorizationServer
let server: ProtectedServer
beforeEach(async () => {
  fleet = new Fleet({ clock })
  authorization = await AuthorizationServer.start()
  server = await ProtectedServer.start({ authorization: [authorization] })
})
afterEach(async () => {
  await fleet.close()
  await authorization.stop()
  await server.stop()
})

test('[AUT-29] no longer listens for a browser that comes back too late, and says so', async () => {
  fleet.apply({ it: serverConfig.parse({ url: server.url }) })
  await answer(fleet, 'sign-in', { decision: 'sign-in' })
  const [page] = await asked(fleet, 'sign-in-page')
  const back = await answerOf(page?.question.url ?? '')
  clock.pass(5 * 60_000)
  await fleet.until(() => fleet.status().state === 'failed')
  expect(fleet.status()).toMatchObject({
    reason: expect.stringContaining('the browser didn’t come back within 5 minutes'),
    signIn: true,
  })
  expect(open(fleet, 'sign-in-page')).toEqual([])
  await expect(fetch(back)).rejects.toThrow('fetch failed')
  expect(authorization.tokenRequests).toEqual([])
  await fleet.server().signIn()
  await answer(fleet, 'sign-in', { decision: 'sign-in' })
  const [second] = await asked(fleet, 'sign-in-page')
  await fetch(second?.question.url ?? '')
  await fleet.until(() => fleet.status().state === 'ready')
  expect(authorization.tokenRequests).toHaveLength(1)
})
