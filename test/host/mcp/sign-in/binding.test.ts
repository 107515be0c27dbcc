import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { CallOutcome } from '../../../../shared/events/turn-events.ts'
import { answer } from '../../../support/authorization/listener.ts'
import { ProtectedServer } from '../../../support/authorization/protected-server.ts'
import { Scene } from './scene.ts'
import { consentsOf } from '../../../support/trusting.ts'

let scene: Scene
afterEach(() => scene.close())

const secrets = () => JSON.stringify([...scene.atrium.secrets.values])

describe('a token', () => {
  test('[AUT-39] is for one server, even if two share their authorization server', async () => {
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

  test('[AUT-39] isn’t sent to another URL that the server is given', async () => {
    scene = await Scene.start()
    await scene.signIn()
    const { authorization, person } = scene
    const second = scene.with(await ProtectedServer.start({ authorization: [authorization] }))
    await person.link.call('removeServer', { id: 'it' })
    expect(secrets()).not.toMatch(/(access|refresh)-/)
    await scene.add('it', second)
    await scene.asked()
    expect(second.tokens).toEqual([])
    expect(consentsOf(person.state, 'signedIn')).toEqual({})
  })

  test('[AUT-39] isn’t sent to another URL that is written into the file', async () => {
    scene = await Scene.start()
    await scene.signIn()
    const { authorization, person, atrium } = scene
    const second = scene.with(await ProtectedServer.start({ authorization: [authorization] }))
    const file = path.join(atrium.directory, 'servers.json')
    const content = JSON.parse(readFileSync(file, 'utf8'))
    content.mcpServers.it.url = second.url
    writeFileSync(file, JSON.stringify(content))
    await person.connect('it')
    expect((await scene.asked()).question.resource).toBe(second.url)
    expect(second.tokens).toEqual([])
    expect(consentsOf(person.state, 'signedIn')).toEqual({})
    await scene.visit()
    await scene.ready()
    const [first = ''] = scene.server.tokens
    expect(second.tokens).not.toContain(first)
  })

  test('[AUT-39] stays hidden if a server or its authorization server repeats it', async () => {
    scene = await Scene.start()
    await scene.signIn()
    const { authorization, server } = scene
    const of = (call: Promise<CallOutcome>) => call.then((outcome) => JSON.stringify(outcome))
    server.behaviour.instead = ({ body, headers }, response) => {
      if (!body.includes('"tools/call"')) return false
      const text = `You are ${headers.authorization}`
      const result = { resultType: 'complete', content: [{ type: 'text', text }], structuredContent: { text } }
      return answer(response, 200, { jsonrpc: '2.0', id: JSON.parse(body).id, result })
    }
    expect(await of(scene.call('echo', { text: 'x' }))).toContain('You are Bearer [secret sign-in/it/')
    server.behaviour.instead = ({ body, headers }, response) =>
      body.includes('"tools/call"') && answer(response, 403, `not with ${headers.authorization}`)
    expect(await of(scene.call('echo', { text: 'x' }))).toContain('not with Bearer [secret sign-in/it/')
    server.behaviour.instead = () => false
    authorization.grants.expire()
    authorization.behaviour.instead = ({ form }, response) =>
      form['grant_type'] === 'refresh_token' &&
      answer(response, 500, { error: 'server_error', error_description: `not with ${form['refresh_token']}` })
    expect(await of(scene.call('echo', { text: 'x' }))).toContain('failed')
  })

  test('[AUT-39] isn’t sent along when a server redirects Atrium', async () => {
    scene = await Scene.start()
    await scene.signIn()
    scene.server.behaviour.instead = ({ url }, response) => {
      if (url.pathname !== '/mcp') return false
      response.writeHead(307, { location: `${scene.bystander.origin}/mcp` }).end()
      return true
    }
    expect(await scene.call('echo', { text: 'x' })).toMatchObject({ status: 'failed' })
  })

  test('[AUT-39] is never in a URL, and is sent only to its server', async () => {
    scene = await Scene.start()
    await scene.signIn()
    expect(await scene.call('echo', { text: 'x' })).toMatchObject({ status: 'succeeded' })
    const { authorization, server } = scene
    for (const { url, headers } of [...server.listener.log, ...authorization.listener.log])
      expect(url.href + (headers.referer ?? '')).not.toMatch(/(access|refresh)-/)
    const sent = authorization.listener.log.map(({ body, headers }) => body + JSON.stringify(headers)).join()
    expect(sent).not.toMatch(/access-/)
  })

  test('[AUT-40] is deleted and revoked when the user signs out', async () => {
    scene = await Scene.start()
    await scene.signIn()
    const { authorization, person } = scene
    await person.link.call('signOut', { server: 'it' })
    await scene.fails(/sign/i)
    expect(consentsOf(person.state, 'signedIn')).toEqual({})
    expect(person.all('server.signed-out')).toMatchObject([{ because: 'asked', issuer: authorization.issuer }])
    expect(secrets()).not.toMatch(/(access|refresh)-/)
    const [access = ''] = authorization.grants.issued
    await person.until('the authorization server hears of it', () => authorization.grants.of(access) === undefined)
  })

  test('[AUT-45] stays in use if the user begins a new sign-in and then declines it', async () => {
    scene = await Scene.start()
    await scene.signIn()
    const { person } = scene
    await person.link.call('signIn', { server: 'it' })
    await person.answer(await scene.asked(), { decision: 'leave' })
    await scene.ready()
    expect(await scene.call('echo', { text: 'x' })).toMatchObject({ status: 'succeeded' })
  })

  test('[AUT-45] doesn’t keep a new sign-in’s failure from being reported', async () => {
    scene = await Scene.start()
    await scene.signIn()
    const { authorization, person } = scene
    authorization.behaviour.denies = true
    await person.link.call('signIn', { server: 'it' })
    await scene.visit()
    expect(await scene.fails(/denied/)).toMatchObject({ signIn: true })
    authorization.behaviour.denies = false
    await person.link.call('restartServer', { id: 'it' })
    await scene.ready()
  })

  test('[AUT-40] is deleted even while it is being renewed', async () => {
    scene = await Scene.start({ seconds: 20 })
    await scene.signIn()
    const { authorization, person } = scene
    const [heard, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    authorization.behaviour.instead = async ({ url }, response) => {
      if (url.pathname === '/revoke') {
        response.writeHead(503).end()
        return true
      }
      if (url.pathname !== '/token') return false
      heard.resolve()
      await gate.promise
      return false
    }
    const call = scene.call('echo', { text: 'x' })
    await heard.promise
    const issued = authorization.grants.issued.length
    const out = person.link.call('signOut', { server: 'it' })
    await person.event('server.signed-out')
    gate.resolve()
    await Promise.all([call, out])
    await person.until('it is renewed there', () => authorization.grants.issued.length > issued)
    await scene.fails(/sign/i)
    expect([consentsOf(person.state, 'signedIn'), secrets().match(/(access|refresh)-/)]).toEqual([{}, null])
  })

  test('[AUT-40] is deleted even if the authorization server can’t be reached to revoke it', async () => {
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
