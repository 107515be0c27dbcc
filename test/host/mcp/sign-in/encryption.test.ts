import { afterEach, expect, test } from 'vitest'
import { AuthorizationServer } from '../../../support/authorization/authorization-server.ts'
import { Listener } from '../../../support/authorization/listener.ts'
import { selfSigned } from '../http/certificate.ts'
import { Scene } from './scene.ts'

let scene: Scene
afterEach(() => scene.close())

test('[AUT-42] doesn’t sign in at an authorization server with an untrusted certificate', async () => {
  scene = await Scene.start()
  const listener = await Listener.start({ tls: selfSigned('localhost'), host: 'localhost' })
  const secure = scene.with(await AuthorizationServer.start({}, listener))
  scene.server.behaviour.authorization = [secure]
  await scene.add()
  const { reason } = await scene.fails(/couldn’t prove that it is/)
  expect(reason).toContain(new URL(secure.issuer).host)
  expect(secure.listener.log).toEqual([])
  expect(scene.everAsked('sign-in')).toEqual([])
})

test.each(['authorization_endpoint', 'token_endpoint', 'registration_endpoint'])(
  '[AUT-42] doesn’t use an unencrypted %s, unless it is on this computer',
  async (endpoint) => {
    const edit = { metadata: (sound: object) => ({ ...sound, [endpoint]: 'http://login.example.com/x' }) }
    scene = await Scene.start({ edit })
    await scene.add()
    await scene.fails(/encrypt|over https/)
    expect(scene.authorization.registrations).toEqual([])
    expect(scene.everAsked('sign-in-page')).toEqual([])
  },
)
