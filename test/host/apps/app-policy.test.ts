import { describe, expect, test } from 'vitest'
import { contentPolicyOf, domainsIn } from '../../../main/host/apps/app-policy.ts'

const judge = (entry: string, list = 'connectDomains') => domainsIn({ csp: { [list]: [entry] } }).domains[0]

describe('[APP-13] a host that an app names', () => {
  test.each([
    'https://example.com',
    'wss://live.example.com:8443',
    'HTTPS://Example.COM',
    'https://xn--bcher-kva.example',
  ])('is taken if it is a plain one: %s', (entry) => {
    expect(judge(entry)).toEqual({ list: 'connect', domain: entry.toLowerCase() })
  })

  test.each([
    ['*', 'form'],
    ['https:', 'form'],
    ["'unsafe-eval'", 'form'],
    ['http://example.com', 'form'],
    ['https://example.com/path', 'form'],
    ['https://user@example.com', 'form'],
    ['https://a.example; script-src *', 'form'],
    ['https://a.example https://b.example', 'form'],
    ['https://a.example\n', 'form'],
    ['https://-a.example', 'form'],
    ['https://a..example', 'form'],
    ['https://bücher.example', 'form'],
    [`https://${'a'.repeat(64)}.example`, 'form'],
    [`https://${'a.'.repeat(130)}example`, 'form'],
    ['https://*.example.com', 'wildcard'],
    ['https://*.co.uk', 'wildcard'],
    ['https://127.0.0.1', 'address'],
    ['https://2130706433', 'address'],
    ['https://0x7f000001', 'address'],
    ['https://10.0x1', 'address'],
    ['https://[::1]:8080', 'address'],
    ['https://localhost:3000', 'local'],
    ['https://a.localhost', 'local'],
    ['https://printer.local', 'local'],
    ['https://intranet', 'local'],
    ['https://router.home.arpa', 'local'],
  ])('is refused without affecting others: %s', (entry, refused) => {
    const { domains } = domainsIn({ csp: { connectDomains: [entry, 'https://good.example'] } })
    expect(domains[0]).toMatchObject({ list: 'connect', refused })
    expect(domains[1]).toEqual({ list: 'connect', domain: 'https://good.example' })
    expect(contentPolicyOf(domains)).toContain('connect-src https://good.example;')
  })

  test('is refused with a socket’s scheme as a resource, and as a frame', () => {
    expect(judge('wss://example.com', 'resourceDomains')).toMatchObject({ refused: 'form' })
    expect(judge('https://example.com', 'frameDomains')).toMatchObject({ refused: 'frames' })
  })

  test('is one of at most 32 in its list, and the others are counted', () => {
    const connectDomains = Array.from({ length: 40 }, (_, index) => `https://h${index}.example`)
    const { domains, leftOut } = domainsIn({ csp: { connectDomains: [7, ...connectDomains] } })
    expect(domains).toHaveLength(32)
    expect(leftOut).toBe(8)
  })
})

describe('[APP-13] an app’s policy', () => {
  const closed =
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
    "font-src 'self' data:; media-src 'self' data: blob:; connect-src 'none'; worker-src 'self' blob:; frame-src 'none'; " +
    "object-src 'none'; base-uri 'none'; form-action 'none'; treat-as-public-address"

  test.each([{}, { csp: 'https://a.example' }, { csp: { connectDomains: 'https://a.example' } }, { csp: [] }])(
    '[APP-12] is closed if nothing readable is declared: %j',
    (ui) => {
      expect(contentPolicyOf(domainsIn(ui).domains)).toBe(closed)
    },
  )

  test('has each host only in the directives of its list', () => {
    const { domains } = domainsIn({
      csp: {
        connectDomains: ['https://c.example'],
        resourceDomains: ['https://r.example'],
        frameDomains: ['https://f.example'],
        baseUriDomains: ['https://b.example'],
      },
    })
    expect(contentPolicyOf(domains)).toBe(
      closed
        .replace("connect-src 'none'", 'connect-src https://c.example')
        .replace("base-uri 'none'", 'base-uri https://b.example')
        .replaceAll(/((?:script|style|img|font|media)-src [^;]*)/g, '$1 https://r.example'),
    )
  })
})
