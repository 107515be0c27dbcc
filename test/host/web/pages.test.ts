import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readPages } from '../../../main/shells/common/pages.ts'
import { exchange, openSite, request, temporaryFolder, visit } from './site.ts'

/** A folder of pages with a secret next to it. */
function builtPages(): string {
  const folder = temporaryFolder()
  const pages = path.join(folder, 'renderer')
  mkdirSync(path.join(pages, 'assets'), { recursive: true })
  writeFileSync(path.join(folder, 'secret.js'), 'the secret')
  writeFileSync(path.join(pages, 'index.html'), '<title>Atrium</title>')
  writeFileSync(path.join(pages, 'assets', 'app-1234abcd.js'), 'export {}')
  writeFileSync(path.join(pages, 'notes.md'), 'not a page')
  symlinkSync('../../secret.js', path.join(pages, 'assets', 'link.js'))
  return pages
}

test('[WEB-9] serves pages by name with their types, and never caches HTML', async () => {
  const site = await openSite({ pages: readPages(builtPages()) })
  const start = await request(site, 'GET /')
  expect([start.status, start.body]).toEqual([200, '<title>Atrium</title>'])
  expect(start.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(start.headers.get('cache-control')).toBe('no-store')
  const script = await request(site, 'GET /assets/app-1234abcd.js')
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(script.headers.get('cache-control')).toMatch(/immutable/)
  const head = await request(site, 'HEAD /')
  expect([head.status, head.body]).toEqual([200, ''])
})

test('[WEB-9] serves nothing outside the pages for any spelling of a path', async () => {
  const site = await openSite({ pages: readPages(builtPages()) })
  const up = [
    '..',
    '%2e%2e',
    '..%2f',
    '%2e%2e%2f',
    '..%5c',
    '..\\',
    '%252e%252e',
    '.%00.',
    '....//',
    '%c0%ae%c0%ae',
    '．．',
  ]
  const targets = up.flatMap((it) => [`/${it}/secret.js`, `/assets/${it}/${it}/secret.js`, `/assets/${it}secret.js`])
  const odd = [
    '//secret.js',
    '/assets/link.js',
    '/notes.md',
    '/assets/',
    '/assets',
    '/INDEX.HTML',
    '/index.html/',
    '/?x',
    '*',
    '/\u0000',
  ]
  for (const target of [...targets, ...odd, 'secret.js', `/${'a'.repeat(10_000)}`]) {
    const bytes = `GET ${target} HTTP/1.1\r\nHost: ${site.own}\r\nConnection: close\r\n\r\n`
    const answer = await exchange(site.port, Buffer.from(bytes, 'utf8'))
    expect([target, [400, 404].includes(answer.status)]).toEqual([target, true])
    expect(answer.body).not.toContain('the secret')
  }
})

test('[WEB-9] refuses to change pages', async () => {
  const site = await openSite()
  for (const method of ['PUT', 'DELETE', 'PATCH', 'TRACE'])
    expect((await request(site, `${method} /`)).status).toBe(405)
})

test('[WEB-9] says if the pages aren’t built', () => {
  expect(() => readPages(temporaryFolder())).toThrow('npm run build')
  expect(() => readPages(path.join(temporaryFolder(), 'missing'))).toThrow('Can’t read')
})

test('[WEB-10] serves the same page without a session, with no cookie, code or token in it', async () => {
  const site = await openSite({ pages: readPages(builtPages()) })
  const code = site.sessions.newCode()
  const stranger = await request(site, 'GET /')
  expect(stranger.headers.has('set-cookie')).toBe(false)
  expect(stranger.body).not.toContain(code)
  expect((await request(site, 'GET /', await visit(site))).body).toBe(stranger.body)
})

test('[WEB-8] adds the policy to every answer, even a refusal', async () => {
  const site = await openSite()
  const visitor = await visit(site)
  const answers = await Promise.all([
    request(site, 'GET /'),
    request(site, 'GET /nothing'),
    request(site, 'GET /', { host: 'evil.example' }),
    request(site, 'POST /call', {}, '{}'),
    request(site, 'POST /call', visitor, '{"name":"listAudit"}'),
    request(site, 'POST /session', {}, '{}'),
  ])
  expect(answers.map((answer) => answer.status)).toEqual([200, 404, 421, 401, 200, 401])
  for (const { headers } of answers) {
    const policy = headers.get('content-security-policy') ?? ''
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      'frame-src http://127.0.0.1:9',
      "frame-ancestors 'none'",
      "trusted-types 'none'",
    ])
      expect(policy.split('; ')).toContain(part)
    expect(policy).not.toContain('unsafe')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
})
