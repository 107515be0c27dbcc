import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { reduce } from '../../../shared/state/reduce.ts'
import { askInWords } from '../../../renderer/inbox/inbox.tsx'
import { CommandView } from '../../../renderer/inbox/trust/command-view.tsx'
import { diffLaunch } from '../../../shared/risk/launch-diff.ts'
import { comparedToPassport } from '../../../renderer/inbox/trust/launch-facts.tsx'
import { MarkedLines } from '../../../renderer/inbox/trust/marked-text.tsx'
import { closedInWords } from '../../../renderer/inbox/server-ask.tsx'
import { obstaclesOf } from '../../../renderer/inbox/frame/use-answering.ts'
import { countInWords, summarize, summarizeAll } from '../../../renderer/state/servers/summary.ts'
import { revealWord } from '../../../shared/text/hidden-characters.ts'
import type { Ask, Launch } from '../../../shared/asks/asks.ts'
import type { EventOf, ServerStatus } from '../../../shared/events/events.ts'
import { serverConfig } from '../../../shared/config/server-config.ts'
import { emptyState, type HostState } from '../../../shared/state/state.ts'
import { words } from '../../support/words.ts'

const launch = (change: Partial<Launch> = {}): Launch => ({
  command: 'node',
  path: '/usr/bin/node',
  args: ['server.js'],
  cwd: '/home/me',
  environment: [],
  hash: 'h',
  ...change,
})

const trustAsk = (server: string, before?: Launch): Ask => ({
  id: `ask of ${server}`,
  kind: 'trust',
  contentHash: 'c',
  question: { server, launch: launch(), before },
})

const htmlOf = (now: Launch, before?: Launch): string =>
  renderToStaticMarkup(<CommandView diff={diffLaunch(now, before)} onWhole={() => undefined} />)

/** The visible text: without screen-reader-only parts, and without tags. */
const seen = (html: string): string =>
  html
    .replaceAll(/<span class="sr">.*?<\/span>/g, '')
    .replaceAll('</li>', '\n')
    .replaceAll(/<[^>]*>/g, '')

describe('[TUI-1] a server that waits to be trusted', () => {
  const off: ServerStatus = { state: 'off' }
  const failed: ServerStatus = { state: 'failed', reason: 'It ended.', stderr: [], retryAt: 5 }
  const stateWith = (status: ServerStatus, asks: Ask[]): HostState => ({
    ...emptyState,
    configured: { ...emptyState.configured, servers: { it: serverConfig.parse({ command: 'it' }) } },
    servers: { it: { status, tools: {}, malformed: [] } },
    asks,
  })

  test.each([off, failed])('needs the user, whatever its earlier state: %j', (status) => {
    const state = stateWith(status, [trustAsk('another'), trustAsk('it')])
    const summary = summarize(state, 'it')
    expect([summary?.group, summary?.glyph, summary?.words, summary?.ask?.id]).toEqual([
      'waiting',
      'waiting',
      'Waiting for you',
      'ask of it',
    ])
    expect(countInWords(summarizeAll(state))).toBe('1 server: 1 waiting for you')
  })

  test('returns to its earlier state when the question is closed', () => {
    const closed = { type: 'ask.closed', ask: 'ask of it', kind: 'trust', by: 'withdrawn' } as const
    expect(summarize(reduce(stateWith(off, [trustAsk('it')]), closed, 0), 'it')?.words).toBe('Not started')
  })
})

describe('[TUI-3] the command', () => {
  test('is shown on one line if it is short', () => {
    expect(seen(htmlOf(launch({ args: ['-y', '@acme/docs@1.2.3'] })))).toBe('$ node -y @acme/docs@1.2.3')
  })

  test.each<[string, string[]]>([
    ['a blank', ['one two']],
    ['an empty word', ['']],
    ['a hidden character', ['in\u200Bvisible']],
    ['many words', Array.from({ length: 40 }, (_, index) => `--option-${index}`)],
    ['long words', ['x'.repeat(130)]],
  ])('is shown word by word, each with its number, if it contains %s', (_what, args) => {
    const lines = seen(htmlOf(launch({ args })))
      .split('\n')
      .slice(0, -1)
    expect(lines[0]).toBe('$node')
    expect(lines.slice(1).map((line, index) => line.startsWith(String(index + 1)))).toEqual(args.map(() => true))
  })

  test('labels hidden characters and those that could pass for another word', () => {
    const shown = (text: string): string =>
      revealWord(text)
        .map((piece) => (typeof piece === 'string' ? piece : `[${piece.hidden}]`))
        .join('')
    expect(shown('')).toBe('[empty]')
    expect(shown(' a b ')).toBe('[U+0020]a b[U+0020]')
    expect(shown('   ')).toBe('[3 × U+0020]')
    expect(shown('a\n--b\tc\rd')).toBe('a[U+000A]\n--b[U+0009]c[U+000D]d')
    expect(shown('a\u202Eb\u00A0c\u{E0041}')).toBe('a[U+202E]b[U+00A0]c[U+E0041]')
    expect(shown('plain ünïcode 日本')).toBe('plain ünïcode 日本')
  })

  test('counts the rest of a very long word and offers to show it', () => {
    expect(seen(htmlOf(launch({ args: ['x'.repeat(32_000)] })))).toContain('Show 30,000 more characters')
  })

  test('labels endless blanks', () => {
    const blanks = ' '.repeat(300_000)
    expect(revealWord(`a${blanks}b${blanks}`).length).toBeGreaterThan(0)
  })
})

test('[PASS-7] compares the program’s file with the passport as far as both hashes are known', () => {
  expect(comparedToPassport('a', 'a')).toBe('same')
  expect(comparedToPassport('a', 'b')).toBe('different')
  expect(comparedToPassport(undefined, 'b')).toBe('unknown')
  expect(comparedToPassport('a', undefined)).toBe('unnamed')
})

describe('[TUI-5] a difference', () => {
  const html = htmlOf(launch({ args: ['a', 'new', 'z'] }), launch({ args: ['a', 'old', 'z'] }))

  test('is struck out or marked, with a visible sign and a word for screen readers', () => {
    expect(seen(html).split('\n')).toEqual(['$node', '1a', '−old', '2+new', '3z', ''])
    expect(html).toMatch(/<del[^>]*><span class="sr">removed: <\/span>/)
    expect(html).toMatch(/<ins[^>]*><span class="sr">added: <\/span>/)
  })

  test('is marked in the same way in the facts', () => {
    const { cwd } = diffLaunch(launch({ cwd: '/tmp' }), launch())
    const facts = renderToStaticMarkup(<MarkedLines lines={cwd} />)
    expect(
      facts
        .replaceAll(/<[^>]*>/g, ' ')
        .split(/ +/)
        .filter(Boolean),
    ).toEqual('removed: − /home/me added: + /tmp'.split(' '))
  })
})

describe('[TUI-7] the obstacle to an answer', () => {
  const may = { right: 'admin', isLive: true, isFailing: false } as const

  test('is absent for a user with every right', () => {
    expect(obstaclesOf(may, 'admin')).toEqual({ answer: undefined, consent: undefined })
  })

  test.each([
    ['read', words.inbox.obstacles.mayLook],
    ['use', words.inbox.obstacles.mayNotTrust],
  ] as const)('covers every answer with the right to %s', (right, reason) => {
    const { answer, consent } = obstaclesOf({ ...may, right }, 'admin')
    expect(answer).toBe(reason)
    expect(consent).toBe(answer)
  })

  test('is absent for calls if the user can chat', () => {
    expect(obstaclesOf({ ...may, right: 'use' }, 'use').answer).toBeUndefined()
  })

  test('allows leaving off, but not trust, while the log fails', () => {
    const { answer, consent } = obstaclesOf({ ...may, isFailing: true }, 'admin')
    expect(answer).toBeUndefined()
    expect(consent).toBe(words.inbox.obstacles.noLog)
  })

  test('covers every answer without a connection', () => {
    expect(obstaclesOf({ ...may, isLive: false }, 'admin').answer).toBe(words.inbox.obstacles.noConnection)
  })
})

describe('[TUI-8] an answer from another window', () => {
  const closed = (over: Partial<EventOf<'ask.closed'>>): EventOf<'ask.closed'> => ({
    type: 'ask.closed',
    ask: 'a',
    kind: 'trust',
    by: 'person',
    actor: 'web:2',
    answer: { decision: 'trust' },
    ...over,
  })

  test('says who gave it and what follows', () => {
    expect(closedInWords(closed({}), 'Docs', 'web:1')).toBe(
      words.inbox.serverAsk.mayStart('Someone in a browser tab', 'Docs'),
    )
    expect(closedInWords(closed({ answer: { decision: 'leave-off' } }), 'Docs', 'web:2')).toBe(
      'You answered in another window: Docs stays off.',
    )
  })

  test('is not reported if no one answered: the server is off, changed or gone', () => {
    expect(closedInWords(closed({ by: 'withdrawn', actor: undefined }), 'Docs', 'web:1')).toBeUndefined()
    expect(closedInWords(closed({ by: 'expired', actor: undefined }), 'Docs', 'web:1')).toBeUndefined()
  })
})

test('[TUI-9] announces a waiting server by the user’s name for it, and that it changed', () => {
  expect(askInWords(trustAsk('docs'), 'Docs')).toBe(words.inbox.announced.trust('Docs'))
  expect(askInWords(trustAsk('docs', launch()), 'Docs')).toBe(words.inbox.announced.trustAgain('Docs'))
})
