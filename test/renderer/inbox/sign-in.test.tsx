import { getDomain } from 'tldts'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aroundHost, aroundSite, PageUrl, siteOf } from '../../../renderer/inbox/frame/page-address.tsx'
import { expectAsk, forgetExpected, takeExpected } from '../../../renderer/inbox/frame/expected-ask.ts'
import { askInWords } from '../../../renderer/inbox/inbox.tsx'
import { isFree, signInOf } from '../../../renderer/state/asks.ts'
import { patienceInWords } from '../../../renderer/inbox/sign-in/sign-in-page-ask.tsx'
import { Audience, Handover, SignInScopes } from '../../../renderer/inbox/sign-in/sign-in-scopes.tsx'
import type { Ask, Question } from '../../../shared/asks/asks.ts'
import { words } from '../../support/words.ts'

const {
  ask,
  page: { minutes, lastMinute },
} = words.signIn

const question: Question<'sign-in'> = {
  server: 'far',
  resource: 'https://mcp.example/mcp',
  issuer: 'https://login.example',
  scopes: ['read', 'write'],
  because: 'needed',
  client: 'registers',
}
const signIn: Ask = { id: 'a', kind: 'sign-in', contentHash: 'h', question }
const page: Ask = {
  id: 'b',
  kind: 'sign-in-page',
  contentHash: 'h',
  question: { server: 'far', issuer: question.issuer, url: 'https://login.example/authorize?x=1', until: 0 },
}

describe('[SIN-1] an authorization server’s URL', () => {
  test.each([
    ['https://login.example', 'https://', 'login.example', ''],
    ['https://login.example/', 'https://', 'login.example', '/'],
    ['https://LOGIN.example:8443/a?b#c', 'https://', 'LOGIN.example:8443', '/a?b#c'],
    ['http://127.0.0.1:9000/x', 'http://', '127.0.0.1:9000', '/x'],
  ])('sets its host apart: %s', (url, before, host, after) => {
    expect(aroundHost(url)).toEqual({ before, host, after })
  })

  test.each([
    'https://login.example@evil.example/',
    'https://login.example:x@evil.example/',
    'https://login.example:443/',
    'https://bücher.example/',
    'not an address',
    '',
  ])('highlights nothing if it is read differently than written: %s', (url) => {
    expect(aroundHost(url)).toEqual({ before: '', host: '', after: url })
  })

  test.each([
    ['https://accounts.google.com.evil.co.uk/x', 'accounts.google.com.', 'evil.co.uk', ''],
    ['https://LOGIN.Example.com:8443/a', 'LOGIN.', 'Example.com', ':8443'],
    ['https://mine.github.io/', '', 'mine.github.io', ''],
    ['https://example.com/', '', 'example.com', ''],
    ['https://example.com.xn--p1ai/', 'example.', 'com.xn--p1ai', ''],
    ['http://127.0.0.1:9000/x', '', '127.0.0.1:9000', ''],
    ['https://localhost/', '', 'localhost', ''],
    ['https://github.io/', '', 'github.io', ''],
  ])('[ELI-14] emphasises only the registered domain: %s', (url, before, site, after) => {
    expect(aroundSite(aroundHost(url).host, siteOf(url, { getDomain }))).toEqual({ before, site, after })
  })

  test('is shown in full, with labels for hidden characters', () => {
    const html = renderToStaticMarkup(<PageUrl url={'https://login.example/a\u202Eb'} label="Where" />)
    expect(html).toContain('>Where<')
    expect(html).toMatch(/https:\/\/<b[^>]*>login\.example<\/b>/)
    expect(html).toContain('U+202E')
    const bare = renderToStaticMarkup(<PageUrl url="https://login.example" />)
    expect(bare.replaceAll(/<[^>]*>/g, '')).toBe(`${words.questions.url.address}https://login.example`)
  })
})

describe('[SIN-10] a sign-in’s scope', () => {
  test('is shown in full if it covers more than the server', () => {
    const html = renderToStaticMarkup(<Audience audience={'https://host.example/\u202Ea'} from="Far" />)
    const plain = html.replaceAll(/<[^>]*>/g, '')
    expect(plain).toContain('Valid for all of https://host.example/')
    expect(plain).toContain('U+202E')
    expect(plain).toContain(words.signIn.ask.audienceMeans('Far'))
  })

  test('lists and counts every requested permission', () => {
    const scopes = [...Array.from({ length: 100 }, (_, n) => `s${n}`), 'admin:everything']
    const html = renderToStaticMarkup(<SignInScopes question={{ ...question, scopes }} from="Far" own={new Set()} />)
    expect(html.match(/<li>/g)).toHaveLength(101)
    expect(html).toContain('admin:everything')
    expect(html).toContain(words.signIn.ask.counted('', 101))
  })
})

describe('Atrium’s new permissions', () => {
  const seen = (change: Partial<Question<'sign-in'>>, own: string[] = []): string =>
    renderToStaticMarkup(<SignInScopes question={{ ...question, ...change }} from="Far" own={new Set(own)} />)
      .replaceAll(/<span class="sr">.*?<\/span>/g, '')
      .replaceAll(/<\/(li|p|div)>/g, '\n')
      .replaceAll(/<[^>]*>/g, '')
      .trim()

  test('[SIN-1] are shown in the server’s words, marked as such', () => {
    expect(seen({})).toBe(`${ask.may}\nWritten by Far\nread\nwrite`)
    expect(seen({ scopes: ['a\u200Bb'] })).toContain('aU+200Bb')
  })

  test('[SIN-1] are unknown if the server does not name them', () => {
    expect(seen({ scopes: [] })).toBe(ask.mayUnsaid('Far'))
  })

  test('[SIN-1] are the user’s own, without a mark, if the user entered them', () => {
    expect(seen({}, ['read', 'other'])).toBe(
      [`${ask.mayEntered}\nread`, `${ask.mayMore}\nWritten by Far\nwrite`].join('\n'),
    )
  })

  test('[SIN-2] are told apart from those allowed before', () => {
    const before = { issuer: question.issuer, scopes: ['read'] }
    expect(seen({ before })).toBe(
      [`${ask.mayMore}\nWritten by Far\nwrite`, `${ask.mayStill}\nWritten by Far\nread`].join('\n\n'),
    )
    expect(seen({ scopes: ['read'], before })).toBe(`${ask.mayStill}\nWritten by Far\nread`)
  })

  test('[SIN-2] are all new if another authorization server asks', () => {
    const before = { issuer: 'https://other.example', scopes: ['read', 'write'] }
    expect(seen({ before })).toBe(seen({}))
  })
})

describe('the sign-in page', () => {
  test('[SIN-3] shows the remaining time in minutes', () => {
    expect(patienceInWords(5 * 60_000)).toBe(minutes(5))
    expect(patienceInWords(4 * 60_000 + 1)).toBe(minutes(5))
    expect(patienceInWords(60_000)).toBe(minutes(1))
    expect(patienceInWords(59_999)).toBe(lastMinute)
    expect(patienceInWords(-1)).toBe(lastMinute)
  })

  test('[SIN-4] comes over any page like the question before it, and is announced', () => {
    expect([signIn, page].map(isFree)).toEqual([true, true])
    expect(askInWords(signIn, 'Far')).toBe('Far wants you to sign in.')
    expect(askInWords(page, 'Far')).toBe(words.inbox.announced.signInPage('Far'))
    expect(signInOf({ asks: [signIn] }, 'far')).toBe(signIn)
    expect(signInOf({ asks: [page] }, 'far')).toBe(page)
    expect(signInOf({ asks: [page] }, 'near')).toBeUndefined()
  })
})

describe('[SIN-4] the request expected after a press', () => {
  const window = new EventTarget()
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('window', window)
    expectAsk({ kind: 'sign-in-page', server: 'far' })
  })
  afterEach(() => {
    forgetExpected()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  test('is taken once, and no other request in its place', () => {
    expect(takeExpected([])).toBeUndefined()
    expect(takeExpected([signIn])).toBeUndefined()
    expect(takeExpected([signIn, page])).toBe(page)
    expect(takeExpected([page])).toBeUndefined()
  })

  test.each(['keydown', 'pointerdown'])('does not open after the user turned to something else: %s', (type) => {
    window.dispatchEvent(new Event(type))
    expect(takeExpected([page])).toBeUndefined()
  })

  test('no longer opens after a minute', () => {
    vi.advanceTimersByTime(59_000)
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(1_000)
    expect(takeExpected([page])).toBeUndefined()
  })
})

test('[AUT-46] names the page and who gets the sign-in at it', () => {
  const html = renderToStaticMarkup(<Handover page="login.honest.example" receiver="evil.example" />)
  expect(html).toContain('login.honest.example')
  expect(html.indexOf('evil.example')).toBeLessThan(html.indexOf('login.honest.example'))
  expect(html).toContain(ask.handoverMeans)
})
