import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Journal } from '../../../main/host/journal/journal.ts'
import { Configuration, mostServers } from '../../../main/host/settings/configuration.ts'
import type { ServerConfig } from '../../../shared/config/server-config.ts'
import { anyCharacter, fc, times } from '../../support/deep.ts'

const good = { mcpServers: { files: { command: 'files' } } }

let directory: string
let journal: Journal
const file = (name = 'servers.json'): string => path.join(directory, name)
const inForce = (): string[] => Object.keys(journal.state.configured.servers)
const problems = (of: 'servers' | 'settings' = 'servers'): string[] => journal.state.configured.problems[of]

/** A start of Atrium, as far as its configuration is concerned; `then` runs before it ends. */
function start(then: (configuration: Configuration) => void = () => {}): void {
  const configuration = new Configuration(directory, journal, () => {})
  configuration.open()
  then(configuration)
  configuration.close()
}

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'atrium-odd-'))
  journal = Journal.open(directory)
  writeFileSync(file(), JSON.stringify(good))
  start()
})
afterEach(async () => {
  await journal.close()
  rmSync(directory, { recursive: true, force: true })
})

describe('the configuration', () => {
  test('[CFG-80] has up to a thousand servers; with more, by hand or from Atrium, the last content stays in force', () => {
    const servers = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`s${n}`, { command: 'x' }]))
    for (const count of [mostServers + 1, 10_000]) {
      writeFileSync(file(), JSON.stringify({ mcpServers: servers(count) }))
      start()
      expect(problems()).toEqual(['servers.json: `mcpServers` can have up to 1,000 servers. Remove some.'])
      expect(inForce()).toEqual(['files'])
    }
    writeFileSync(file(), JSON.stringify({ mcpServers: servers(mostServers) }))
    start((configuration) => {
      expect(inForce()).toHaveLength(mostServers)
      const before = readFileSync(file(), 'utf8')
      const more = { ...configuration.servers['s0'], type: 'stdio', command: 'y' } as ServerConfig
      expect(() => configuration.setServer('more', more, 'desktop')).toThrow('up to 1,000 servers')
      expect(readFileSync(file(), 'utf8')).toBe(before)
      expect(configuration.setServer('s0', more, 'desktop')).toBe(true)
    })
    expect(problems()).toEqual([])
  })

  test.each([
    ['5,000 brackets', '['.repeat(5000), /^servers\.json is nested more than 64 levels deep at line 1, column 65\.$/],
    ['a million braces', '{"a":'.repeat(200_000), /nested more than 64 levels/],
    ['deep values that close', `{"mcpServers":${'['.repeat(9000)}${']'.repeat(9000)}}`, /nested more than 64 levels/],
    // This many always exhaust the parser's stack.
    ['brackets after a comment', `/*"*/${'['.repeat(500_000)}`, /not valid JSON: it’s nested too deeply\.$/],
    ['brackets after half a string', `"\n${'['.repeat(5000)}`, /nested more than 64 levels deep at line 2, column 65/],
    ['more than a megabyte', ' '.repeat(1024 * 1024 + 1), /^servers\.json is larger than 1 MB\. Shorten it\.$/],
    ['50 MB', Buffer.alloc(50_000_000, '['), /larger than 1 MB/],
    ['nothing', '', /not valid JSON/],
    ['zeros', Buffer.alloc(10), /not valid JSON/],
    ['a list', '[]', /must contain one JSON object/],
    ['a list of servers', '{"mcpServers":[]}', /`mcpServers` must be an object/],
  ])('[CFG-6] reports a file with %s and keeps the last content in force', (_what, content, problem) => {
    writeFileSync(file(), content)
    start()
    expect(problems()).toEqual([expect.stringMatching(problem)])
    expect(inForce()).toEqual(['files'])
    writeFileSync(file('settings.json'), content)
    start()
    expect(inForce()).toEqual(['files'])
  })

  test('[CFG-7] reads comments and trailing commas, and keeps them when it writes', () => {
    const text = `// mine
{
  /* all of them */
  "mcpServers": {
    "files": { "command": "files" }, // the first
    "other": {
      // off in the evening
      "command": "other",
    },
  },
}
`
    writeFileSync(file(), text)
    writeFileSync(file('settings.json'), '{ "stepLimit": 7, /* enough */ }')
    start((configuration) => {
      expect([inForce(), problems(), problems('settings')]).toEqual([['files', 'other'], [], []])
      configuration.setEnabled('other', false, 'web:test')
      configuration.changeSettings({ stepLimit: 8 }, 'web:test')
    })
    expect(readFileSync(file(), 'utf8')).toBe(
      text.replace('"command": "other",', '"command": "other",\n      "enabled": false,'),
    )
    expect(readFileSync(file('settings.json'), 'utf8')).toBe('{ "stepLimit": 8, /* enough */ }')
    start((configuration) => configuration.setServer('files', undefined, 'web:test'))
    expect(readFileSync(file(), 'utf8')).toContain('// off in the evening')
    expect([inForce(), problems()]).toEqual([['other'], []])
  })

  test('[CFG-7] ignores members of other applications by name, and keeps them when it writes', () => {
    const files = { command: 'files', alwaysAllow: ['read'], disabled: false, timeout: 60 }
    writeFileSync(file(), JSON.stringify({ mcpServers: { files } }))
    start((configuration) => configuration.setEnabled('files', false, 'web:test'))
    expect(problems()).toEqual(
      ['alwaysAllow', 'disabled', 'timeout'].map(
        (name) =>
          `servers.json: files.${name} isn’t a setting of Atrium, so Atrium ignores it and uses the rest of this entry.`,
      ),
    )
    expect(journal.state.configured.servers['files']).toMatchObject({ command: 'files', enabled: false })
    expect(JSON.parse(readFileSync(file(), 'utf8')).mcpServers.files).toEqual({ ...files, enabled: false })
  })

  test.each(['disabled', 'sandbox', 'Containment', 'contianment', 'disabledTools', 'includeTools'])(
    '[CFG-7] uses no entry with the unknown member “%s”, which can mean a limit',
    (name) => {
      const servers = { files: { command: 'changed', [name]: true }, other: { command: 'other' } }
      writeFileSync(file(), JSON.stringify({ mcpServers: servers }))
      start()
      expect(problems()).toEqual([expect.stringContaining(`"${name}"`)])
      expect(journal.state.configured.servers).toMatchObject({
        files: { command: 'files' },
        other: { command: 'other' },
      })
    },
  )

  test('[CFG-6] reads a file with brackets in its strings and 64 levels', () => {
    const deep = `${'['.repeat(63)}${']'.repeat(63)}`
    writeFileSync(
      file(),
      `{"note":"${'['.repeat(5000)}\\"${'{'.repeat(5000)}","deep":${deep},"mcpServers":{"other":{"command":"[["}}}`,
    )
    start()
    expect([inForce(), problems()]).toEqual([['other'], []])
  })

  test('[CFG-6] reports a limited number of thousands of mistakes', () => {
    const entries = Array.from({ length: mostServers }, (_, i) => [`s${i}`, { command: '', ['x'.repeat(100)]: i }])
    writeFileSync(file(), JSON.stringify({ mcpServers: Object.fromEntries(entries) }))
    start()
    expect(problems()).toHaveLength(21)
    expect(problems().at(-1)).toMatch(/^There are \d+ more problems\.$/)
    expect(Math.max(...problems().map((it) => it.length))).toBeLessThanOrEqual(301)
  })

  test('[CFG-6] reads or reports any content', () => {
    const any = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 200 }),
      fc.json({ depthSize: 'large' }),
      fc.json().map((json) => `{"mcpServers":${json}}`),
      fc.json().map((json) => `{"mcpServers":{"__proto__":${json},"files":${json},"constructor":${json}}}`),
      fc.json().map((json) => `{"models":${json},"anthropic":${json},"appearance":${json}}`),
      fc.tuple(fc.json(), fc.nat(), fc.string()).map(([json, at, text]) => json.slice(0, at) + text + json.slice(at)),
    )
    fc.assert(
      fc.property(any, (content) => {
        for (const name of ['servers.json', 'settings.json']) writeFileSync(file(name), content)
        start()
        const isObject = /^\s*\{/.test(content.replace(/^\uFEFF/, ''))
        expect(isObject || (problems().length === 1 && problems('settings').length === 1)).toBe(true)
      }),
      { numRuns: times(20, 40) },
    )
  })

  test('[CFG-6] reports a file that isn’t a plain file at once, without waiting for a writer', () => {
    const odd: [what: string, make: () => void][] = [
      ['a named pipe', () => execFileSync('mkfifo', [file()])],
      ['an endless device', () => symlinkSync('/dev/zero', file())],
      ['a folder', () => mkdirSync(file())],
    ]
    for (const [what, make] of odd) {
      rmSync(file(), { recursive: true })
      make()
      start((configuration) =>
        expect(() => configuration.setEnabled('files', false, 'web:test'), what).toThrow('isn’t a plain file'),
      )
      expect([what, problems(), inForce()]).toEqual([
        what,
        ['servers.json isn’t a plain file. Put a plain file in its place.'],
        ['files'],
      ])
    }
  })
})

describe('a missing configuration file', () => {
  test('[CFG-6] reports a missing file and keeps its content, also across a restart', async () => {
    rmSync(file())
    const said = ['servers.json is gone. Put it back, or save {} in its place to start without its content.']
    for (let run = 0; run < 2; run++) {
      start((configuration) =>
        expect(() => configuration.setEnabled('files', false, 'web:test')).toThrow('servers.json is gone'),
      )
      expect([inForce(), problems()]).toEqual([['files'], said])
      await journal.close()
      journal = Journal.open(directory)
    }
    writeFileSync(file(), '{}')
    start()
    expect([inForce(), problems()]).toEqual([[], []])
    // An empty file loses nothing when it is removed.
    rmSync(file())
    start()
    expect(problems()).toEqual([])
  })

  test('[CFG-6] reports a missing settings.json until it is back', () => {
    writeFileSync(file('settings.json'), '{"stepLimit": 7}')
    start()
    renameSync(file('settings.json'), file('away'))
    start()
    expect(problems('settings')).toEqual([expect.stringMatching(/^settings\.json is gone\./)])
    expect(journal.state.configured.settings.stepLimit).toBe(7)
    renameSync(file('away'), file('settings.json'))
    start()
    expect([problems('settings'), journal.state.configured.settings.stepLimit]).toEqual([[], 7])
  })
})
