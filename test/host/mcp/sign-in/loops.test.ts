import { afterEach, describe, expect, test } from 'vitest'
import { answer } from '../../../support/authorization/listener.ts'
import { Scene } from './scene.ts'
import { leaveTime } from '../../../support/waiting.ts'
import { consentOf } from '../../../../shared/state/consents.ts'

let scene: Scene
afterEach(() => scene.close())

describe.each(['legacy', 'modern'] as const)('a %s server with sign-in', (era) => {
  test('[AUT-36] is signed in to once if it refuses every token, and then waits for the user', async () => {
    scene = await Scene.start({}, { era })
    const { server } = scene
    server.behaviour.instead = ({ url, headers }, response) =>
      url.pathname === '/mcp' &&
      headers.authorization !== undefined &&
      server.refuse(response, 401, { error: 'invalid_token', error_description: '<b>EVIL</b>' })
    await scene.add()
    await scene.visit()
    const { signIn } = await scene.fails(/rejected the sign-in/)
    expect(signIn).toBe(true)
    expect(scene.everAsked('sign-in')).toHaveLength(1)
    expect(scene.authorization.asked).toHaveLength(1)
    expect(scene.server.tokens.length).toBeLessThan(12)
    expect(scene.authorization.listener.log.length).toBeLessThan(12)
    await scene.person.link.call('signIn', { server: 'it' })
    await scene.visit()
    await scene.fails(/rejected the sign-in/)
    expect(scene.everAsked('sign-in')).toHaveLength(2)
  })

  test.each([
    ['renewed', true, 1],
    ['signed in to again', false, 2],
  ])(
    '[AUT-36] is %s once, not endlessly, if it begins to refuse every token later',
    async (_what, refreshes, asked) => {
      scene = await Scene.start({ refreshes }, { era })
      await scene.signIn()
      const { server } = scene
      server.behaviour.instead = ({ url }, response) =>
        url.pathname === '/mcp' && server.refuse(response, 401, { error: 'invalid_token' })
      const outcome = scene.call('echo', { text: 'x' })
      if (!refreshes) await scene.visit()
      expect(await outcome).toMatchObject({ status: 'failed', problem: expect.stringMatching(/rejected the sign-in/) })
      expect(scene.everAsked('sign-in')).toHaveLength(asked)
      expect(scene.questions()).toEqual([])
      expect(scene.authorization.listener.log.length).toBeLessThan(30)
    },
  )

  test('[AUT-37] gets more scopes for one call if the user agrees, along with those it had', async () => {
    scene = await Scene.start({}, { era, scope: 'read' })
    await scene.signIn()
    const { call } = await scene.begin('write')
    const ask = await scene.asked()
    expect(ask.question).toMatchObject({ because: 'more', before: { scopes: ['read', 'offline_access'] } })
    expect(ask.question.scopes.toSorted()).toEqual(['offline_access', 'read', 'write'])
    await scene.visit()
    const { outcome } = await scene.person.event('call.finished', (event) => event.call === call)
    expect(outcome).toMatchObject({ status: 'succeeded' })
    expect(consentOf(scene.person.state, 'it').signedIn?.scopes.toSorted()).toEqual(['offline_access', 'read', 'write'])
  })

  test('[AUT-37] is signed in to again even if it names its authorization server only once', async () => {
    scene = await Scene.start({ refreshes: false }, { era })
    await scene.signIn()
    scene.authorization.grants.expire()
    scene.server.behaviour.instead = ({ url, headers }, response) =>
      url.pathname === '/mcp' &&
      headers.authorization === `Bearer ${scene.authorization.grants.issued[0]}` &&
      answer(response, 401, {}, { 'www-authenticate': 'Bearer' })
    const outcome = scene.call('echo', { text: 'x' })
    expect((await scene.asked()).question.issuer).toBe(scene.authorization.issuer)
    await scene.visit()
    expect(await outcome).toMatchObject({ status: 'succeeded' })
  })

  test('[AUT-37] has its call refused if the user declines more scopes, and other calls continue', async () => {
    scene = await Scene.start({}, { era, scope: 'read' })
    await scene.signIn()
    const { call } = await scene.begin('write')
    await scene.person.answer(await scene.asked(), { decision: 'leave' })
    const { outcome } = await scene.person.event('call.finished', (event) => event.call === call)
    expect(outcome).toMatchObject({ status: 'failed' })
    expect(await scene.call('echo', { text: 'still' })).toMatchObject({ status: 'succeeded' })
    expect(scene.person.state.servers['it']?.status.state).toBe('ready')
  })

  test('[AUT-38] is stopped if it wants another scope after each sign-in, and its call ends', async () => {
    scene = await Scene.start(
      { scopes: ['read', ...Array.from({ length: 100 }, (_, n) => `right-${n}`)] },
      { era, scope: 'read' },
    )
    await scene.signIn()
    const { server } = scene
    let wanted = 0
    server.behaviour.instead = ({ body }, response) =>
      body.includes('"tools/call"') &&
      server.refuse(response, 403, { error: 'insufficient_scope', scope: `right-${wanted++}` })
    const { call } = await scene.begin('write')
    const ended = () => scene.person.all('call.finished').find((event) => event.call === call)
    let signIns = 0
    while (!ended() && signIns < 20) {
      const next = await scene.person.until('a question or an end', () => ended() ?? scene.questions()[0])
      if ('kind' in next && next.kind === 'sign-in') {
        signIns++
        await scene.visit()
      }
      await leaveTime(50)
    }
    expect(signIns).toBeLessThanOrEqual(3)
    expect(ended()?.outcome).toMatchObject({ status: 'failed', problem: expect.stringMatching(/It|it/) })
    expect(scene.questions()).toEqual([])
    scene.server.behaviour.instead = () => false
    expect(await scene.call('echo', { text: 'still' })).toMatchObject({ status: 'succeeded' })
  })
})
