import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RegistryClient, usualLimits } from '../../../main/host/registry/client.ts'
import { readRecord } from '../../../main/host/registry/record.ts'
import { patience } from '../../support/waiting.ts'
import { createFakeRegistry, FAULTS, type FakeRegistry } from '../../support/fake-registry/fake-registry.mjs'

let registry: FakeRegistry

beforeAll(async () => {
  registry = await createFakeRegistry()
})
afterAll(() => registry.close())
beforeEach(() => {
  registry.requests.length = 0
})

/** A client of the fake with this fault. It gives up at once on a hanging fake, and waits for any other. */
const withFault = (fault: string): RegistryClient => {
  const requestMs = ['hang', 'slow', 'drip'].includes(fault) ? 200 : patience
  return new RegistryClient(registry.fault(fault), { ...usualLimits, requestMs })
}

const namesIn = (entries: Parameters<typeof readRecord>[0][]): string[] =>
  entries.flatMap((entry) => readRecord(entry)?.name ?? [])

/** By fault, the sentence's middle, or undefined for an answer that is read. */
const outcomes: Record<string, RegExp | undefined> = {
  'bad-records': undefined,
  bare: undefined,
  bom: undefined,
  close: /broke off the connection/,
  cut: /sent an incomplete or unreadable response: try again later/,
  deep: /nested too deeply/,
  doubles: undefined,
  drip: /didn’t finish its response within 0\.2 s/,
  'empty-page': undefined,
  endless: undefined,
  'error-field': /had an internal error, HTTP 500 \(Internal server error\)/,
  'gzip-bomb': /compressed its response/,
  half: /broke off its response/,
  hang: /didn’t finish its response within 0\.2 s/,
  html: /responded with a web page instead of a list: open a web page in your browser/,
  huge: /sent more than 4 MB and was cut off/,
  loop: undefined,
  'no-etag': undefined,
  'null-servers': undefined,
  'only-v0': undefined,
  'redirect-loop': /redirects in a way that Atrium can’t follow/,
  'redirect-other': /redirects requests for .* to "?http:\/\/localhost/,
  'redirect-same': undefined,
  slow: /didn’t finish its response within 0\.2 s/,
  snake: undefined,
  status: undefined,
  'unknown-keys': undefined,
  'wrong-type': undefined,
  401: /needs a key, HTTP 401 \(Sign in first\)/,
  403: /needs a key, HTTP 403 \(Not for this account\)/,
  404: /has no list of servers at this URL, HTTP 404: check its URL in Settings/,
  422: /refused the request, HTTP 422 \(validation failed\)/,
  429: /too many requests, HTTP 429 \(Slow down\): try again in 2 s/,
  500: /had an internal error, HTTP 500 \(Failed to get registry list\)/,
  503: /had an internal error, HTTP 503 \(Maintenance\): try again in \d+ s/,
}

describe('[REG-1] a registry’s client', () => {
  test.each(Object.keys(FAULTS))('reads %s, or says in a sentence what happened and what to do', async (fault) => {
    expect(Object.keys(outcomes)).toContain(fault)
    const client = withFault(fault)
    const says = outcomes[fault]
    const answer = client.page({ search: 'weather' })
    if (says)
      await expect(answer).rejects.toThrow(new RegExp(`^The registry (?=.*127\\.0\\.0\\.1:\\d+).*${says.source}`))
    else
      expect((await answer)?.entries.length).toBeGreaterThanOrEqual(
        ['null-servers', 'empty-page'].includes(fault) ? 0 : 1,
      )
    client.close()
    const elsewhere = registry.requests.filter(({ headers }) => headers['host']?.startsWith('localhost'))
    expect(elsewhere).toEqual([])
  })

  test('asks for the latest version of each, encodes the cursor, and sends back no cookie or secret', async () => {
    const client = new RegistryClient(registry.url)
    const first = await client.page({})
    const second = await client.page({ cursor: first?.next ?? '' })
    expect(namesIn(first?.entries ?? [])).toHaveLength(100)
    expect(namesIn(second?.entries ?? []).filter((name) => namesIn(first?.entries ?? []).includes(name))).toEqual([])
    expect(registry.requests.map(({ url }) => url)).toEqual([
      '/v0.1/servers?version=latest&limit=100',
      `/v0.1/servers?version=latest&limit=100&cursor=${encodeURIComponent(first?.next ?? '')}`,
    ])
    expect(Object.keys(registry.requests[0]?.headers ?? {}).toSorted()).toEqual(
      ['accept', 'accept-encoding', 'connection', 'host'].toSorted(),
    )
    client.close()
  })

  test('sends the tag it was given, and reads 304 as unchanged', async () => {
    const client = new RegistryClient(registry.url)
    const { etag = '' } = (await client.page({ search: 'weather' })) ?? {}
    expect(await client.page({ search: 'weather', etag })).toBeUndefined()
    client.close()
  })

  test('reads every version of a server, and none of one that isn’t there', async () => {
    const client = new RegistryClient(registry.url)
    const entries = await client.versions('io.github.ada-example/weather')
    expect(entries.flatMap((entry) => readRecord(entry)?.version ?? [])).toEqual([
      '1.3.0',
      '1.4.2',
      '2.0.0-beta.1+build.5',
    ])
    expect(await client.versions('io.github.nobody/none')).toEqual([])
    client.close()
  })

  test('leaves out and counts what isn’t a record', async () => {
    const client = withFault('bad-records')
    const page = await client.page({})
    expect(page?.unreadable).toBe(5)
    expect(namesIn(page?.entries ?? [])).toContain('io.github.ada-example/weather')
    client.close()
  })

  test('names a host that can’t be found, and one at which nothing listens', async () => {
    const nowhere = new RegistryClient('https://registry.invalid')
    await expect(nowhere.page({})).rejects.toThrow(
      'The registry wasn’t found, because no host is named registry.invalid: check the URL and the network.',
    )
    const closed = await createFakeRegistry({ fillers: 0 })
    await closed.close()
    await expect(new RegistryClient(closed.url).page({})).rejects.toThrow(/nothing responds at 127\.0\.0\.1/)
  })
})
