import { describe, expect, test } from 'vitest'
import { asCurl } from '../../../shared/config/as-curl.ts'
import { errorTextOf } from '../../../renderer/servers/reports/traffic-table.tsx'
import { serverConfig } from '../../../shared/config/server-config.ts'
import type { Frame } from '../../../shared/content/reports.ts'

const frame: Frame = {
  id: 1,
  at: 0,
  direction: 'out',
  kind: 'request',
  rpc: '1',
  method: 'tools/call',
  bytes: 2,
  text: `{"text":"it's"}`,
  isCut: false,
}
const far = serverConfig.parse({
  url: 'https://desk.example/mcp',
  headers: { 'X-Key': { secret: 's' }, 'X-$HOME': "o'k" },
})

describe('a message as a command', () => {
  test('[REP-11] quotes everything, and leaves secrets and the session to variables', () => {
    const lines = asCurl(far, { era: 'legacy', revision: '2025-11-25' }, frame)?.split(' \\\n  ')
    expect(lines).toEqual([
      "curl -X POST 'https://desk.example/mcp'",
      "-H 'Content-Type: application/json'",
      "-H 'Accept: application/json, text/event-stream'",
      "-H 'MCP-Protocol-Version: 2025-11-25'",
      `-H 'Mcp-Session-Id: '"$MCP_SESSION_ID"`,
      `-H 'X-Key: '"$X_KEY"`,
      String.raw`-H 'X-$HOME: o'\''k'`,
      String.raw`--data-raw '{"text":"it'\''s"}'`,
    ])
  })

  test('[REP-11] exists only for whole messages to a server at a URL', () => {
    expect(asCurl(far, undefined, { ...frame, isCut: true })).toBeUndefined()
    expect(asCurl(far, undefined, { ...frame, direction: 'in' })).toBeUndefined()
    expect(asCurl(serverConfig.parse({ command: 'node' }), undefined, frame)).toBeUndefined()
  })
})

test('[REP-11] shows an error’s own text without the protocol’s mark', () => {
  expect(errorTextOf({ outcome: 'failed', answerDetail: 'isError No such file' })).toBe('No such file')
  expect(errorTextOf({ outcome: 'error', answerDetail: '-32601 Method not found' })).toBe('-32601 Method not found')
  expect(errorTextOf({ outcome: 'answered', answerDetail: 'accept' })).toBe('')
})
