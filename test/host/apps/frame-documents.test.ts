import { describe, expect, test } from 'vitest'
import { contentPolicyOf, domainsIn } from '../../../main/host/apps/app-policy.ts'
import { proxyDocument, viewDocument } from '../../../main/shells/common/frame-documents.ts'
import { WindowAppFrames } from '../../../main/shells/electron/app-frames.ts'

const places = { page: 'http://127.0.0.1:1', proxy: 'http://127.0.0.1:2', view: 'http://127.0.0.1:3/token' }
const { domains } = domainsIn({
  csp: { connectDomains: ['wss://live.example', 'https://api.example'], resourceDomains: ['https://api.example'] },
})
const app = {
  html: '<!doctype html><title>As sent</title>',
  policy: contentPolicyOf(domains),
  allowedOrigins: domains.map(({ domain }) => domain),
}

describe('the document of a server’s app', () => {
  test('[APP-11] [APP-17] [APP-25] has the policy made for it, the hosts that it names, and every feature denied', () => {
    const { headers, html } = viewDocument(app, places)
    expect(html).toBe(app.html)
    expect(headers).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${app.policy}; frame-ancestors http://127.0.0.1:2 http://127.0.0.1:1`,
      'connection-allowlist': '(response-origin "https://live.example" "https://api.example")',
      'permissions-policy': expect.stringMatching(/^([a-z\d-]+=\(\)(, |$))+$/),
      'origin-agent-cluster': '?1',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'cache-control': 'no-store',
    })
    for (const part of ["frame-src 'none'", "object-src 'none'", "base-uri 'none'", 'treat-as-public-address'])
      expect(app.policy.split('; ')).toContain(part)
  })
})

describe('the proxy’s document', () => {
  test('[APP-20] [APP-25] can frame the one app, run its own script and ask for nothing else', () => {
    const { headers, html } = proxyDocument(places, 'run()')
    expect(headers['content-security-policy']?.split('; ')).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^script-src 'sha256-[\w+/]{43}='$/),
      expect.stringMatching(/^style-src 'sha256-[\w+/]{43}='$/),
      'frame-src http://127.0.0.1:3/token',
      'frame-ancestors http://127.0.0.1:1',
      "base-uri 'none'",
      "form-action 'none'",
    ])
    expect(headers['connection-allowlist']).toBe('(response-origin "http://127.0.0.1:3")')
    expect(html).toContain('data-page="http://127.0.0.1:1" data-view="http://127.0.0.1:3/token"')
  })
})

describe('the window’s frames', () => {
  const frames = new WindowAppFrames(() => 'run()')
  const get = (url: string, method = 'GET') => frames.answer({ url, method })

  test('[APP-21] serve a proxy and an app of different origins, by addresses that end with them', async () => {
    const opened = await frames.open(app)
    const other = await frames.open(app)
    expect(opened.address).toMatch(/^atrium-view:\/\/proxy\/[\da-f]{64}$/)
    expect(other.address).not.toBe(opened.address)
    const [, view = ''] = /data-view="([^"]+)"/.exec(await get(opened.address).text()) ?? []
    expect(view).toMatch(/^atrium-view:\/\/view-[\da-f]{32}\/[\da-f]{64}$/)
    expect(await get(view).text()).toBe(app.html)
    const policy = get(view).headers.get('content-security-policy')
    expect(policy).toContain('frame-ancestors atrium-view://proxy atrium://app')
    for (const url of [`${view}?`, `${view}/`, 'atrium-view://proxy/', new URL('/', opened.address).href])
      expect([get(url).status, frames.isServed(url)]).toEqual([404, false])
    expect([get(view, 'POST').status, frames.isServed(view), frames.isServed(opened.address)]).toEqual([
      404,
      true,
      true,
    ])
    opened.close()
    expect([get(view).status, get(opened.address).status, frames.isServed(view)]).toEqual([404, 404, false])
    expect(get(other.address).status).toBe(200)
  })

  test('[APP-25] let an app’s requests out to the hosts that it names alone', async () => {
    const opened = await frames.open(app)
    const [, own = ''] = /data-view="(atrium-view:\/\/[^/]+)\//.exec(await get(opened.address).text()) ?? []
    const named = [
      'https://api.example/x',
      'wss://live.example/',
      `blob:${own}/1`,
      'data:,x',
      'https://api.example:443/',
    ]
    const others = [
      'http://api.example/',
      'https://api.example:8443/',
      'https://live.example/',
      'https://a.api.example/',
    ]
    const local = [
      'http://127.0.0.1/',
      'atrium://app/',
      `blob:atrium://app/1`,
      'file:///etc/passwd',
      'devtools://x',
      own,
    ]
    expect(named.filter((url) => !frames.letsOut(url, own))).toEqual([])
    expect([...others, ...local].filter((url) => frames.letsOut(url, own))).toEqual([])
    expect(named.filter((url) => frames.letsOut(url, 'atrium-view://view-0'))).toEqual([])
    opened.close()
    expect(named.filter((url) => frames.letsOut(url, own))).toEqual([])
  })
})
