import { expect, test } from 'vitest'
import { frameOrigin, isForProxy, messageIn, weightOf, proxyMessages } from '../../../shared/content/app-message.ts'

const inside = (params: unknown) => messageIn({ jsonrpc: '2.0', method: 'x', params })

test('[APS-17] takes JSON from an app as a copy, without members that have no value', () => {
  const params = { text: 'ü', list: [1, -0.5, true, null, { deep: [] }], none: undefined }
  const copy = inside(params)
  expect(copy).toEqual({
    jsonrpc: '2.0',
    method: 'x',
    params: { text: 'ü', list: [1, -0.5, true, null, { deep: [] }] },
  })
  expect(copy?.['params']).not.toBe(params)
  expect(Object.keys(JSON.parse(JSON.stringify(inside(JSON.parse('{"__proto__":{"a":1}}')))).params)).toEqual([
    '__proto__',
  ])
})

test.each([
  ['a date', new Date(0)],
  ['a map', new Map()],
  ['bytes', new Uint8Array(2)],
  ['a blob', new Blob(['x'])],
  ['a port', new MessageChannel().port1],
  ['an error', new Error('x')],
  ['a large integer', 1n],
  ['NaN', Number.NaN],
  ['a function', () => undefined],
  ['a list with a gap', Array.from({ length: 2 })],
  ['an object without a prototype', Object.create(null)],
])('[APS-17] drops a message with %s in it', (_what, value) => {
  expect(inside({ value })).toBeUndefined()
})

test('[APS-17] drops a message that isn’t an object, is too deep or large, or contains itself', () => {
  for (const data of ['text', 7, null, undefined, ['list'], true]) expect(messageIn(data)).toBeUndefined()
  const nested = (levels: number): unknown => (levels === 0 ? 0 : [nested(levels - 1)])
  expect(inside(nested(63))).toBeDefined()
  expect(inside(nested(64))).toBeUndefined()
  expect(inside('x'.repeat(1024 * 1024 - 100))).toBeDefined()
  expect(inside('x'.repeat(1024 * 1024))).toBeUndefined()
  const circle: Record<string, unknown> = {}
  circle['circle'] = circle
  expect(inside(circle)).toBeUndefined()
  let shared: unknown[] = ['x'.repeat(100)]
  for (let doublings = 0; doublings < 40; doublings += 1) shared = [shared, shared]
  expect(inside(shared)).toBeUndefined()
})

const mebibyte = 1024 * 1024

/** A message of exactly so many bytes, as JSON in UTF-8. */
function sized(method: string, bytes: number, letter = 'x') {
  const empty = { jsonrpc: '2.0', method, params: { text: '' } }
  const each = JSON.stringify(letter).length - 2 + Buffer.byteLength(letter) - letter.length
  const room = bytes - JSON.stringify(empty).length
  const rest = 'x'.repeat(room % each)
  return { ...empty, params: { text: letter.repeat(Math.floor(room / each)) + rest } }
}

test.each(['x', 'ü', '\u{1F600}', '\n', '\u0001'])(
  '[APS-5] takes as many bytes as the limit, written as JSON, and no more: %j',
  (letter) => {
    for (const [method, most] of [
      ['tools/call', mebibyte],
      ['ui/download-file', 10 * mebibyte],
    ] as const) {
      const largest = messageIn(sized(method, most, letter))
      expect(Buffer.byteLength(JSON.stringify(largest))).toBe(most)
      expect(messageIn(sized(method, most + 1, letter))).toBeUndefined()
    }
  },
)

test('[APS-5] counts a message with files for as many as would have its bytes', () => {
  expect(weightOf(sized('ping', mebibyte))).toBe(1)
  expect(weightOf(sized('ui/download-file', 1000))).toBe(1)
  expect(weightOf(sized('ui/download-file', 10 * mebibyte))).toBe(10)
})

test('[APP-24] knows the messages between Atrium and the proxy by their reserved beginning', () => {
  for (const method of [...Object.values(proxyMessages), 'ui/notifications/sandbox-later'])
    expect(isForProxy({ method })).toBe(true)
  for (const it of [{ method: 'ui/notifications/initialized' }, { method: 7 }, {}, null, 'x'])
    expect(isForProxy(it)).toBe(false)
})

test.each([
  ['http://127.0.0.1:80/a/b?c', 'http://127.0.0.1:80'],
  ['atrium-view://proxy/0123', 'atrium-view://proxy'],
])('[APP-21] finds the origin of %s', (address, origin) => {
  expect(frameOrigin(address)).toBe(origin)
})
