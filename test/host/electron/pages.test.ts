import { describe, expect, test } from 'vitest'
import { contentPolicy } from '../../../main/shells/common/content-policy.ts'
import type { ServedPage, Pages } from '../../../main/shells/common/pages.ts'
import { isOwnPage } from '../../../main/shells/electron/guard.ts'
import { answerPage, isStartPage, proxyOrigin } from '../../../main/shells/electron/pages.ts'

const start: ServedPage = {
  body: Buffer.from('<title>Atrium</title>'),
  type: 'text/html; charset=utf-8',
  cache: 'no-store',
}
const script: ServedPage = { ...start, body: Buffer.from('export {}'), type: 'text/javascript; charset=utf-8' }
const pages: Pages = new Map([
  ['/', start],
  ['/index.html', start],
  ['/assets/app.js', script],
])
const get = (url: string, method = 'GET') => answerPage(pages, { url, method })

describe('the app’s scheme', () => {
  test('[ELE-7] serves a page by its name, with any fragment', async () => {
    for (const url of ['atrium://app/', 'atrium://app/#/settings', 'atrium://app/index.html'])
      expect(await get(url).text(), url).toBe('<title>Atrium</title>')
    expect(get('atrium://app/assets/app.js').headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(await get('atrium://app/assets/app.js', 'HEAD').text()).toBe('')
  })

  test.each([
    'atrium://app',
    'atrium://app/assets',
    'atrium://app/assets/',
    'atrium://app/assets/app.js?x',
    'atrium://app/assets/app.js%00',
    'atrium://app/assets/app.js\0',
    'atrium://app/%61ssets/app.js',
    'atrium://app//assets/app.js',
    'atrium://app/../main/electron.js',
    'atrium://app/..%2fmain/electron.js',
    'atrium://app/%2e%2e/main/electron.js',
    'atrium://app/%252e%252e/main/electron.js',
    String.raw`atrium://app/..\main\electron.js`,
    'atrium://app/etc/passwd',
    'atrium://app/file:///etc/passwd',
    'atrium://app.evil/',
    'atrium://other/',
    'atrium:/app/',
    'https://app/',
  ])('[ELE-7] returns 404 for %j', (url) => {
    expect(get(url).status).toBe(404)
  })

  test('[ELE-7] refuses POST requests', () => {
    const answer = get('atrium://app/', 'POST')
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  test('[ELE-8] adds the policy to every answer, even an error', () => {
    const policy = contentPolicy(proxyOrigin)
    for (const answer of [get('atrium://app/'), get('atrium://app/x'), get('atrium://app/', 'POST')]) {
      expect(answer.headers.get('content-security-policy')).toBe(policy)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
    expect(policy).toMatch(/^default-src 'none'/)
    expect(policy).toContain('; frame-src atrium-view://proxy; ')
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
  })
})

describe('the app’s page', () => {
  test.each(['atrium://app/', 'atrium://app/#/settings', 'atrium://app/#'])('[ELE-19] treats %s as itself', (url) => {
    expect(isStartPage(url)).toBe(true)
  })

  test.each([
    'atrium://app/index.html',
    'atrium://app/?x',
    'atrium://app',
    'atrium://app.evil/',
    'https://example.com/',
  ])('[ELE-19] treats %s as a different page', (url) => {
    expect(isStartPage(url)).toBe(false)
  })

  test('[ELE-19] loads only its own files and data already in the page', () => {
    for (const url of ['atrium://app/assets/app.js', 'blob:atrium://app/1-2', 'data:image/png;base64,AA=='])
      expect(isOwnPage(url), url).toBe(true)
    const others = 'https://example.com/ http://127.0.0.1/ wss://example.com/ file:///etc/passwd ftp://example.com/ '
    for (const url of [...others.split(' '), 'atrium://app.evil/', 'atrium://other/', 'blob:https://example.com/1'])
      expect(isOwnPage(url), url).toBe(false)
  })
})
