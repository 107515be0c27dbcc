import { afterEach, describe, expect, test } from 'vitest'
import { Scene } from './scene.ts'

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
  test('[AUT-23] is looked for nowhere else than where servers on the network are', async () => {
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
    '[AUT-23] is at most the server itself, where what it says of others cannot be read (%j)',
    async (list) => {
      scene = await Scene.start({}, { edit: (sound) => ({ ...sound, authorization_servers: list }) })
      await scene.add()
      expect((await scene.asked()).question.issuer).toMatch(new RegExp(`^${scene.server.listener.origin}/?$`))
      expect(scene.authorization.listener.log).toEqual([])
    },
  )

  test('[AUT-23] whose metadata are said to be elsewhere is not followed there', async () => {
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
    '[AUT-23] with a %s that is unencrypted, or no address, is not signed in at',
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

  test('[AUT-23] that wants our code where no server may be does not get it', async () => {
    const edit = { metadata: (sound: object) => ({ ...sound, token_endpoint: 'https://169.254.169.254/token' }) }
    scene = await Scene.start({ edit })
    await scene.add()
    await scene.visit()
    await scene.fails(/169\.254\.169\.254/)
    expect(scene.person.state.signedIn).toEqual({})
  })

  test.each([301, 302, 307, 308])(
    '[AUT-23] that sends our code elsewhere (%s) does not have it go there',
    async (status) => {
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
      expect(scene.person.state.signedIn).toEqual({})
      expect(scene.person.state.signedIn).toEqual({})
    },
  )
})

describe('what servers say of a sign-in', () => {
  test('[AUT-44] is not asked about at an address that nobody reads to its end', async () => {
    scene = await Scene.start({ path: `/${'a'.repeat(6000)}` })
    await scene.add()
    await scene.fails(/too long/)
    expect(came()).toEqual([[], []])
  })

  test('[AUT-44] is left out where it names more rights than fit into an address', async () => {
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

describe('metadata of the server itself', () => {
  test('[AUT-23] are fetched from nowhere else than where servers on the network are', async () => {
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

  test('[AUT-23] are not followed elsewhere', async () => {
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

  test('[AUT-24] are not used where they are of another server, or another path of the same one', async () => {
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
