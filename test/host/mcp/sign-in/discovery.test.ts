import { afterEach, describe, expect, test } from 'vitest'
import { Scene } from './scene.ts'
import { consentsOf } from '../../../support/trusting.ts'

let scene: Scene
afterEach(() => scene.close())

/** Where a server on this computer must not send Atrium; for remote servers there is more (see named-fetch). */
const elsewhere = [
  'http://169.254.169.254/latest/meta-data',
  'https://169.254.169.254/',
  'https://[fe80::1]/',
  'https://0.0.0.0/',
  'https://2852039166/',
  'http://mcp.example.com/',
  'http://10.0.0.1/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:application/json,{}',
  'ftp://127.0.0.1/',
  'https://someone:hunter2@login.example.com/',
  'not an address',
]

/** The result: questions to the user, and what the authorization server received. */
const came = () => [scene.everAsked('sign-in'), scene.authorization.registrations]

describe('an authorization server', () => {
  test('[AUT-23] is looked for only at addresses that network servers can have', async () => {
    scene = await Scene.start({}, { edit: (sound) => ({ ...sound, authorization_servers: ['https://0.0.0.0/'] }) })
    await scene.add()
    await scene.fails(/sign/)
    for (const address of elsewhere.filter((it) => !/^(not|data|javascript)/.test(it))) {
      scene.server.behaviour.edit = (sound) => ({ ...sound, authorization_servers: [address] })
      await scene.failsAnew(/sign|names a URL/)
      expect([address, ...came()]).toEqual([address, [], []])
    }
  })

  test.each([['text'], [[42, null]], [{}], [['not an address']], [['javascript:alert(1)']], [['data:,x']]])(
    '[AUT-23] is at most the server itself if its list of others can’t be read (%j)',
    async (list) => {
      scene = await Scene.start({}, { edit: (sound) => ({ ...sound, authorization_servers: list }) })
      await scene.add()
      expect((await scene.asked()).question.issuer).toMatch(new RegExp(`^${scene.server.listener.origin}/?$`))
      expect(scene.authorization.listener.log).toEqual([])
    },
  )

  test('[AUT-23] isn’t followed if its metadata redirects to another origin', async () => {
    scene = await Scene.start({
      instead: (_seen, response) => {
        response.writeHead(302, { location: `${scene.bystander.origin}/metadata` }).end()
        return true
      },
    })
    await scene.add()
    await scene.fails(/redirects requests/)
    expect(came()).toEqual([[], []])
  })

  test.each(['token_endpoint', 'registration_endpoint'])(
    '[AUT-23] isn’t used for a sign-in if its %s is unencrypted or not a URL',
    async (endpoint) => {
      scene = await Scene.start({ edit: { metadata: (sound) => ({ ...sound, [endpoint]: 'file:///etc/passwd' }) } })
      await scene.add()
      await scene.fails(/sign/)
      for (const address of elsewhere.filter((it) => !it.startsWith('https:'))) {
        scene.authorization.behaviour.edit = { metadata: (sound) => ({ ...sound, [endpoint]: address }) }
        await scene.failsAnew(/sign/)
        expect([address, ...came()]).toEqual([address, [], []])
      }
    },
  )

  test('[AUT-23] doesn’t get Atrium’s code at an address that no server can have', async () => {
    const edit = { metadata: (sound: object) => ({ ...sound, token_endpoint: 'https://169.254.169.254/token' }) }
    scene = await Scene.start({ edit })
    await scene.add()
    await scene.visit()
    await scene.fails(/169\.254\.169\.254/)
    expect(consentsOf(scene.person.state, 'signedIn')).toEqual({})
  })

  test.each([301, 302, 307, 308])('[AUT-23] can’t redirect Atrium’s code to another origin (%s)', async (status) => {
    scene = await Scene.start({
      instead: ({ url }, response) => {
        if (url.pathname !== '/token') return false
        response.writeHead(status, { location: `${scene.bystander.origin}/token` }).end()
        return true
      },
    })
    await scene.add()
    await scene.visit()
    await scene.fails(/redirects/)
    expect(consentsOf(scene.person.state, 'signedIn')).toEqual({})
    expect(consentsOf(scene.person.state, 'signedIn')).toEqual({})
  })
})

describe('a sign-in as servers describe it', () => {
  test('[AUT-44] isn’t offered to the user if its URL is too long to read', async () => {
    scene = await Scene.start({ path: `/${'a'.repeat(6000)}` })
    await scene.add()
    await scene.fails(/too long/)
    expect(came()).toEqual([[], []])
  })

  test('[AUT-44] requests no scopes if the server names more than fit into a URL', async () => {
    const supported = Array.from({ length: 20_000 }, (_, n) => `right-${n}`)
    scene = await Scene.start({}, { supported })
    await scene.add()
    expect((await scene.asked()).question.scopes).toEqual([])
    await scene.visit()
    await scene.ready()
    expect(scene.authorization.asked).toMatchObject([{ resource: scene.server.url }])
    expect(scene.authorization.asked[0]).not.toHaveProperty('scope')
  })
})

describe('the server’s own metadata', () => {
  test('[AUT-23] is fetched only from addresses that network servers can have', async () => {
    scene = await Scene.start({}, { metadata: 'none' })
    let address = 'https://0.0.0.0/'
    scene.server.behaviour.instead = ({ url }, response) => {
      if (url.pathname !== '/mcp') return false
      response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${address}"` }).end()
      return true
    }
    await scene.add()
    await scene.fails(/sign|URL/)
    for (address of elsewhere.filter((it) => URL.canParse(it))) {
      await scene.failsAnew(/sign|URL/)
      expect([address, ...came()]).toEqual([address, [], []])
    }
  })

  test('[AUT-23] isn’t fetched through a redirect to another origin', async () => {
    scene = await Scene.start(
      {},
      {
        instead: ({ url }, response) => {
          if (url.pathname !== '/metadata') return false
          response.writeHead(307, { location: `${scene.bystander.origin}/metadata` }).end()
          return true
        },
      },
    )
    await scene.add()
    await scene.fails(/redirects requests/)
    expect(came()).toEqual([[], []])
  })

  test('[AUT-24] isn’t used if it is for another server, or another path on the same one', async () => {
    scene = await Scene.start({}, { edit: (sound) => ({ ...sound, resource: 'https://bank.example.com/mcp' }) })
    await scene.add()
    await scene.fails(/another server/)
    const { url } = scene.server
    const others = [url.replace('/mcp', '/admin'), url.slice(0, -1), `${url}x`, url.replace('127.0.0.1', 'localhost')]
    for (const resource of others) {
      scene.server.behaviour.edit = (sound) => ({ ...sound, resource })
      await scene.failsAnew(/another server/)
      expect([resource, ...came()]).toEqual([resource, [], []])
    }
  })
})
