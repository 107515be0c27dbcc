import { afterEach, describe, expect, test } from 'vitest'
import { ProtectedServer } from '../../../support/authorization/protected-server.ts'
import { Scene } from './scene.ts'

let scene: Scene
afterEach(() => scene.close())

const secrets = () => JSON.stringify([...scene.atrium.secrets.values])

describe('a token', () => {
  test('[AUT-39] is for one server, of two that share their authorization server', async () => {
    scene = await Scene.start()
    const { authorization, server } = scene
    const second = scene.with(await ProtectedServer.start({ authorization: [authorization] }))
    await scene.signIn()
    await scene.signIn('second', second)
    expect(await scene.call('echo', { text: 'a' })).toMatchObject({ status: 'succeeded' })
    expect(await scene.call('echo', { text: 'b' }, 'second')).toMatchObject({ status: 'succeeded' })
    expect(authorization.asked.map(({ resource }) => resource)).toEqual([server.url, second.url])
    const own = new Set(server.tokens)
    expect(second.tokens.filter((token) => own.has(token))).toEqual([])
    await scene.person.link.call('signOut', { server: 'it' })
    expect(await scene.call('echo', { text: 'c' }, 'second')).toMatchObject({ status: 'succeeded' })
  })

  test('[AUT-39] does not go to another address that a server is given', async () => {
    scene = await Scene.start()
    await scene.signIn()
    const { authorization, person } = scene
    const second = scene.with(await ProtectedServer.start({ authorization: [authorization] }))
    await person.link.call('removeServer', { id: 'it' })
    expect(secrets()).not.toMatch(/(access|refresh)-/)
    await scene.add('it', second)
    await scene.asked()
    expect(second.tokens).toEqual([])
    expect(person.state.signedIn).toEqual({})
  })

  test('[AUT-39] does not go where a server sends us on', async () => {
    scene = await Scene.start()
    await scene.signIn()
    scene.server.behaviour.instead = ({ url }, response) => {
      if (url.pathname !== '/mcp') return false
      response.writeHead(307, { location: `${scene.bystander.origin}/mcp` }).end()
      return true
    }
    expect(await scene.call('echo', { text: 'x' })).toMatchObject({ status: 'failed' })
  })

  test('[AUT-39] is never in an address, and goes to the server alone', async () => {
    scene = await Scene.start()
    await scene.signIn()
    expect(await scene.call('echo', { text: 'x' })).toMatchObject({ status: 'succeeded' })
    const { authorization, server } = scene
    for (const { url, headers } of [...server.listener.log, ...authorization.listener.log])
      expect(url.href + (headers.referer ?? '')).not.toMatch(/(access|refresh)-/)
    const sent = authorization.listener.log.map(({ body, headers }) => body + JSON.stringify(headers)).join()
    expect(sent).not.toMatch(/access-/)
  })

  test('[AUT-40] is forgotten and given back when she signs out', async () => {
    scene = await Scene.start()
    await scene.signIn()
    const { authorization, person } = scene
    await person.link.call('signOut', { server: 'it' })
    await scene.fails(/sign/i)
    expect(person.state.signedIn).toEqual({})
    expect(person.all('server.signed-out')).toMatchObject([{ because: 'asked', issuer: authorization.issuer }])
    expect(secrets()).not.toMatch(/(access|refresh)-/)
    const [access = ''] = authorization.grants.issued
    await person.until('the authorization server hears of it', () => authorization.grants.of(access) === undefined)
  })

  test('[AUT-40] is forgotten also where the authorization server cannot be told', async () => {
    scene = await Scene.start({
      instead: ({ url }, response) => {
        if (url.pathname !== '/revoke') return false
        response.writeHead(307, { location: `${scene.bystander.origin}/revoke` }).end()
        return true
      },
    })
    await scene.signIn()
    await scene.person.link.call('signOut', { server: 'it' })
    await scene.fails(/sign/i)
    expect(secrets()).not.toMatch(/(access|refresh)-/)
  })
})
