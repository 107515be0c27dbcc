import { expect, test } from 'vitest'
import { serverConfig } from '../../../../shared/config/server-config.ts'

const problem = (entry: object): string => {
  const read = serverConfig.safeParse(entry)
  return read.success ? '(fine)' : (read.error.issues[0]?.message ?? '')
}

test('[HTP-17] reads an entry with a URL as an HTTP server, whatever its type is called', () => {
  const url = 'https://mcp.example.com/mcp'
  const config = { type: 'http', url, headers: {}, enabled: true }
  for (const type of [undefined, 'http', 'sse', 'streamable-http', 'streamableHttp'])
    expect(serverConfig.parse({ url, ...(type !== undefined && { type }) })).toEqual(config)
  expect(serverConfig.parse({ command: 'npx' })).toMatchObject({ type: 'stdio', command: 'npx' })
  expect(serverConfig.parse(serverConfig.parse({ url }))).toEqual(config)
  expect(problem({ url, command: 'npx' })).not.toBe('(fine)')
  expect(problem({ type: 'http', command: 'npx' })).not.toBe('(fine)')
})

test.each([
  ['http://localhost:3000/mcp', '(fine)'],
  ['http://127.0.0.1:3000', '(fine)'],
  ['http://[::1]:3000/mcp', '(fine)'],
  ['https://10.0.0.5/mcp?x=1#y', '(fine)'],
  ['http://example.com/', /^Without encryption/],
  ['http://127.0.0.1.evil.example/', /^Without encryption/],
  ['http://localhost@evil.example/', /password/],
  ['https://user:pass@example.com/', /password/],
  ['http://2130706433/', /^Without encryption/],
  ['http:/evil.example', /https:\/\//],
  ['http:\\\\localhost', /https:\/\//],
  ['ftp://example.com/', /https:\/\//],
  ['file:///etc/passwd', /https:\/\//],
  ['javascript:alert(1)', /https:\/\//],
  ['mcp.example.com', /not an address/],
])('[HTP-17] checks the URL %s: %s', (url, expected) => {
  expect(problem({ url })).toMatch(expected)
})

test.each([
  ['Authorization', 'Bearer x', '(fine)'],
  ['X-Key', { secret: 'server/a/header/X-Key' }, '(fine)'],
  ['Host', 'evil', /sets this header itself/],
  ['mcp-session-id', 'fixed', /sets this header itself/],
  ['Accept-Encoding', 'br', /sets this header itself/],
  ['Bad Name', 'x', /not the name/],
  ['X-Split', 'a\r\nX-Other: b', /one line/],
])('[HTP-17] checks the header %s with the value %o: %s', (name, value, expected) => {
  const read = serverConfig.safeParse({ url: 'https://example.com/', headers: { [name]: value } })
  const said = read.success ? '(fine)' : JSON.stringify(read.error.issues)
  expect(said).toMatch(expected)
})
