import { describe, expect, test } from 'vitest'
import { asCurl } from '../../../renderer/servers/reports/as-curl.ts'
import { errorTextOf } from '../../../renderer/servers/reports/traffic-table.tsx'
import { serverConfig } from '../../../shared/config/server-config.ts'
import type { TrafficFrame, LogLine } from '../../../shared/content/reports.ts'
import { entriesOf } from '../../../renderer/servers/reports/log-entries.ts'
import { entryText, runInWords } from '../../../renderer/servers/reports/log-lines.tsx'
import { formatExactTime } from '../../../renderer/strings/format/time.ts'
import { words } from '../../support/words.ts'

const frame: TrafficFrame = {
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

describe('a server’s log', () => {
  const log = words.serverReports.log
  let id = 0
  const line = (at: number, source: LogLine['source'], text: string, level: LogLine['level'] = null): LogLine => ({
    id: ++id,
    at,
    source,
    level,
    logger: null,
    text,
  })

  test('[REP-12] shows how each run ended at the run’s beginning', () => {
    const entries = entriesOf([
      line(0, 'atrium', 'ended 0'),
      line(1000, 'atrium', 'started'),
      line(1100, 'stderr', 'Error: no disk'),
      line(1300, 'atrium', 'ended 1'),
      line(2000, 'atrium', 'started'),
      line(2500, 'atrium', 'ended SIGKILL'),
      line(3000, 'atrium', 'started'),
    ])
    const [time, after] = [formatExactTime, log.endedAfter]
    expect(entries.flatMap((it) => (it.kind === 'line' ? [] : [runInWords(it)]))).toEqual([
      `${log.ended(time(0))}, ${log.code('0')}`,
      `${log.started(time(1000))} · ${after('300 ms')}, ${log.code('1')}`,
      `${log.started(time(2000))} · ${after('500 ms')}, SIGKILL`,
      log.started(time(3000)),
    ])
  })

  test('[REP-12] folds equal lines in a row, and knows which name an error', () => {
    const same = ['again', 'again', 'again'].map((text, at) => line(at, 'stderr', text))
    const entries = entriesOf([
      ...same,
      line(4, 'server', 'again'),
      line(5, 'atrium', '12'),
      line(6, 'atrium', '12'),
      line(7, 'stderr', 'TypeError: x is not a function'),
      line(8, 'server', 'out of reach', 'error'),
    ])
    expect(entries.map((it) => it.kind === 'line' && [it.times, it.isError])).toEqual([
      [3, false],
      [1, false],
      [1, false],
      [1, false],
      [1, true],
      [1, true],
    ])
    const [first] = entries
    expect(first && entryText(first)).toMatch(new RegExp(`again ${log.times(3)}$`))
  })
})
