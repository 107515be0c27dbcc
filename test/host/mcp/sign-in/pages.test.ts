import { afterEach, describe, expect, test } from 'vitest'
import { Scene } from './scene.ts'
import { consentsOf } from '../../../support/trusting.ts'

let scene: Scene
afterEach(() => scene.close())

const startedWith = (authorizationEndpoint: string) =>
  Scene.start({ edit: { metadata: (sound) => ({ ...sound, authorization_endpoint: authorizationEndpoint }) } })

const noPages = [
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'file:///C:/Windows/System32/calc.exe',
  'data:text/html,<script>alert(1)</script>',
  'vscode://file/etc/passwd',
  'ms-msdt:/id PCWDiagnostic',
  '$(touch /tmp/pwned)',
  'a:$(touch /tmp/pwned)?response_type=code',
  'http://$(touch /tmp/pwned)@login.example.com/',
  'https://login.example.com@evil.example/',
  'https://user:word@login.example.com/',
  'https://login.example.com\\@evil.example/',
  '//login.example.com/authorize',
  'http://login.example.com/authorize',
  `https://login.example.com/${'a'.repeat(20_000)}`,
  'https://login.example.com/\u202eevil',
  '',
]

describe('a sign-in page', () => {
  test('[AUT-25] is never a script, a file, another app, unencrypted, or a misleading URL', async () => {
    scene = await startedWith('javascript:alert(1)')
    await scene.add()
    await scene.fails(/page|metadata/)
    for (const address of noPages) {
      scene.authorization.behaviour.edit = { metadata: (sound) => ({ ...sound, authorization_endpoint: address }) }
      await scene.failsAnew(/page|metadata|has no authorization_endpoint/)
      expect([address, scene.everAsked('sign-in-page')]).toEqual([address, []])
    }
    expect([scene.everAsked('sign-in'), scene.authorization.registrations]).toEqual([[], []])
  })

  test.each([
    'https://login.example.com/authorize?x="&calc.exe&"',
    "https://login.example.com/';rm$IFS-rf$IFS~;#",
    'https://login.example.com/`id`|id&calc',
    'https://login.example.com/\nauthorize',
    'https://login.example.com/%0d%0aSet-Cookie:x',
  ])('[AUT-25] has a URL that is one word without quotes, whatever "%s" says', async (address) => {
    scene = await startedWith(address)
    await scene.add()
    const { url } = (await scene.agree()).question
    expect(url).toMatch(/^https:\/\/login\.example\.com\/[^\s"`<>\\^]*$/)
    expect(new URL(url).href).toBe(url)
  })

  test.each([
    ['never announced', (announced: object) => ({ ...announced, code_challenge_methods_supported: undefined })],
    ['only plain', (announced: object) => ({ ...announced, code_challenge_methods_supported: ['plain'] })],
  ])('[AUT-26] isn’t opened if a thief could use the code, because its protection is %s', async (_what, edit) => {
    scene = await Scene.start({
      edit: { metadata: (sound) => JSON.parse(JSON.stringify(edit(sound))) },
    })
    await scene.add()
    await scene.fails(/PKCE|steal|protect/)
    expect(scene.authorization.registrations).toEqual([])
    expect(scene.everAsked('sign-in-page')).toEqual([])
  })

  test('[AUT-26] carries the values that bind its answer to this sign-in', async () => {
    scene = await Scene.start()
    await scene.add()
    const first = new URL((await scene.agree()).question.url).searchParams
    expect(first.get('code_challenge_method')).toBe('S256')
    expect(first.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    expect(first.get('state')).toMatch(/^[\w-]{22,}$/)
    expect(first.get('resource')).toBe(scene.server.url)
    expect(first.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//)
    await scene.person.answer(await scene.person.ask('sign-in-page', 'it'), { action: 'cancel' })
    await scene.fails(/sign/)
    await scene.person.link.call('signIn', { server: 'it' })
    const second = new URL((await scene.agree()).question.url).searchParams
    for (const name of ['code_challenge', 'state']) expect(second.get(name)).not.toBe(first.get(name))
  })

  test.each([
    ['to another site', (url: URL) => `https://evil.example/?${url.searchParams}`],
    ['to another port of this computer', (url: URL) => url.href.replace(url.port, '1')],
  ])(
    '[AUT-27] gives Atrium nothing if it sends the browser %s, and the user can cancel it',
    async (_what, redirect) => {
      scene = await Scene.start({ edit: { redirect } })
      await scene.add()
      const page = await scene.agree()
      const gone = await fetch(page.question.url, { redirect: 'manual' })
      expect(gone.status).toBe(302)
      expect(scene.authorization.tokenRequests).toEqual([])
      await scene.person.answer(page, { action: 'cancel' })
      await scene.fails(/sign/)
      expect(consentsOf(scene.person.state, 'signedIn')).toEqual({})
    },
  )
})
