import { expect, test } from 'vitest'
import { networkThrough, openCompany, outside } from './company.ts'

const url = new URL(`https://${outside}/v1`)
const signal = (): AbortSignal => AbortSignal.timeout(30_000)

/** A step as its name, its end and its sentence. */
const linesOf = async (network: ReturnType<typeof networkThrough>, to = url): Promise<string[]> => {
  const { steps } = await network.try(to, signal())
  return steps.map(({ step, outcome, text = '' }) => `${step} ${outcome} ${text}`.trim())
}

test('[NET-22] stops at an untrusted certificate and names its issuer', async () => {
  const { proxy, origin } = await openCompany()
  const lines = await linesOf(networkThrough({ proxy: proxy.url }))
  expect(lines).toEqual([
    'name ok 127.0.0.1',
    `connection ok Reached 127.0.0.1:${proxy.port}`,
    'password ok Not needed',
    expect.stringMatching(/^certificate failed models\.example shows a certificate of Acme that Atrium doesn’t trust/),
    'answer not-tried',
  ])
  expect(origin.seen).toEqual([])
  expect(proxy.violations).toEqual([])
})

test('[NET-22] goes to the answer, and sends nothing but a request for its head', async () => {
  const { proxy, plain } = await openCompany({ auth: { user: 'ann', password: 'p' } })
  const lines = await linesOf(networkThrough({ proxy: proxy.urlWithPassword }), new URL(`http://${outside}/v1`))
  expect(lines).toEqual([
    'name ok 127.0.0.1',
    `connection ok Reached 127.0.0.1:${proxy.port}`,
    'password ok Accepted',
    'answer ok HTTP 404',
  ])
  expect(plain.seen).toMatchObject([{ method: 'HEAD', url: '/v1', body: '' }])
  expect(plain.seen[0]?.headers).toEqual({ host: outside, connection: 'close' })
})

test('[NET-22] names the step at which a proxy refuses', async () => {
  const { proxy } = await openCompany({ auth: { user: 'ann', password: 'p' } })
  const lines = await linesOf(networkThrough({ proxy: proxy.url }))
  expect(lines.slice(2)).toEqual([
    expect.stringMatching(/^password failed It couldn’t be reached, because the proxy .* wants a name and password/),
    'certificate not-tried',
    'answer not-tried',
  ])
  expect(await linesOf(networkThrough({ proxy: 'http://127.0.0.1:1' }))).toEqual([
    'name ok 127.0.0.1',
    expect.stringMatching(/^connection failed .*the proxy 127\.0\.0\.1:1 doesn’t respond/),
    'password not-tried',
    'certificate not-tried',
    'answer not-tried',
  ])
})

test('[NET-22] goes directly if that is the route', async () => {
  const { plain } = await openCompany()
  const there = new URL(`http://${plain.address}/v1`)
  expect(await linesOf(networkThrough({}), there)).toEqual([
    'name ok 127.0.0.1',
    `connection ok Reached ${plain.address}`,
    'answer ok HTTP 404',
  ])
  expect(await linesOf(networkThrough({}))).toMatchObject(
    [/^name failed No computer has the name models\.example/]
      .map((it) => expect.stringMatching(it))
      .concat(['connection not-tried', 'password not-tried', 'certificate not-tried', 'answer not-tried']),
  )
})
