import { afterEach, describe, expect, test } from 'vitest'
import { answer, type Handler } from '../../../support/authorization/listener.ts'
import { Scene } from './scene.ts'
import { leaveTime } from '../../../support/waiting.ts'

let scene: Scene
afterEach(() => scene.close())

const echo = (text: string) => scene.call('echo', { text })
const refreshes = () => scene.authorization.tokenRequests.filter((form) => form['grant_type'] === 'refresh_token')

/** Takes over renewals. */
const renewalsBy =
  (react: Handler): Handler =>
  (seen, response) =>
    seen.form['grant_type'] === 'refresh_token' && react(seen, response)

describe('a token that is no longer valid', () => {
  test.each(['legacy', 'modern'] as const)(
    '[AUT-33] is renewed once for many calls at a time, which all succeed (%s era)',
    async (era) => {
      scene = await Scene.start({}, { era })
      await scene.signIn()
      scene.authorization.behaviour.instead = renewalsBy(async () => {
        await leaveTime(200)
        return false
      })
      for (let round = 1; round <= 3; round++) {
        scene.authorization.grants.expire()
        const outcomes = await Promise.all(Array.from({ length: 8 }, (_, n) => echo(`${n}`)))
        expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'succeeded'))
        expect([refreshes().length, scene.authorization.grants.reused]).toEqual([round, 0])
      }
      expect(refreshes().map(({ resource }) => resource)).toEqual(refreshes().map(() => scene.server.url))
      expect(scene.everAsked('sign-in')).toHaveLength(1)
    },
  )

  test('[AUT-33] is renewed with the latest refresh token, even after Atrium was opened again', async () => {
    scene = await Scene.start()
    await scene.signIn()
    for (let round = 1; round <= 3; round++) {
      scene.authorization.grants.expire()
      expect(await echo('x')).toMatchObject({ status: 'succeeded' })
      await scene.reopen()
      await scene.ready()
    }
    scene.authorization.grants.expire()
    expect(await echo('y')).toMatchObject({ status: 'succeeded' })
    expect(scene.authorization.grants.reused).toBe(0)
    expect(scene.questions()).toEqual([])
    expect(scene.authorization.asked).toHaveLength(1)
  })

  test('[AUT-33] is renewed with the same refresh token if that stays', async () => {
    scene = await Scene.start({ rotates: false, edit: { tokens: (tokens) => tokens } })
    await scene.signIn()
    for (let round = 0; round < 3; round++) {
      scene.authorization.grants.expire()
      expect(await echo('x')).toMatchObject({ status: 'succeeded' })
    }
    expect(scene.authorization.asked).toHaveLength(1)
  })

  test.each<[what: string, react: Handler]>([
    [
      'invalid_grant',
      (_seen, response) => answer(response, 400, { error: 'invalid_grant', error_description: 'EVIL' }),
    ],
    [
      'invalid_client',
      (_seen, response) => answer(response, 401, { error: 'invalid_client', error_description: 'EVIL' }),
    ],
  ])('[AUT-34] leads to one question if the authorization server refuses to renew it (%s)', async (_what, react) => {
    scene = await Scene.start({ instead: renewalsBy(react) })
    await scene.signIn()
    scene.authorization.grants.expire()
    const outcomes = Promise.all([echo('1'), echo('2'), echo('3')])
    const ask = await scene.asked()
    expect(ask.question.because).toBe('ended')
    expect(scene.person.all('server.signed-out')).toMatchObject([{ server: 'it', because: 'refused' }])
    await scene.visit()
    expect((await outcomes).map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded'])
    expect(scene.everAsked('sign-in')).toHaveLength(2)
    expect(JSON.stringify(scene.person.events)).not.toMatch(/EVIL/)
  })

  test.each<[what: string, react: Handler]>([
    ['has an internal error', (_seen, response) => answer(response, 500, { error: 'server_error' })],
    ['is overloaded', (_seen, response) => answer(response, 503, {}, { 'retry-after': '1' })],
    [
      'hangs up',
      (_seen, response) => {
        response.destroy()
        return true
      },
    ],
  ])('[AUT-35] is kept if the authorization server only %s, and renewed when that is over', async (_what, react) => {
    scene = await Scene.start({ instead: renewalsBy(react) })
    await scene.signIn()
    scene.authorization.grants.expire()
    expect(await echo('x')).toMatchObject({ status: 'failed' })
    expect(scene.person.all('server.signed-out')).toEqual([])
    scene.authorization.behaviour.instead = () => false
    await scene.person.link.call('restartServer', { id: 'it' })
    await scene.ready()
    expect(await echo('back')).toMatchObject({ status: 'succeeded' })
    expect(scene.authorization.asked).toHaveLength(1)
  })

  test('[AUT-34] isn’t renewed without a refresh token, and the user is asked to sign in again', async () => {
    scene = await Scene.start({ refreshes: false })
    await scene.signIn()
    scene.authorization.grants.expire()
    const outcome = echo('x')
    expect((await scene.asked()).question).toMatchObject({ because: 'ended' })
    await scene.visit()
    expect(await outcome).toMatchObject({ status: 'succeeded' })
    expect(refreshes()).toEqual([])
  })
})
