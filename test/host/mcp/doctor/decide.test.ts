import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { decide, diagnosisOf } from '../../../../main/host/mcp/doctor/decide.ts'
import type { Facts, Probes } from '../../../../main/host/mcp/doctor/facts.ts'
import type { Observation, ProgramObservation } from '../../../../main/host/mcp/process/observation.ts'
import { fetchOf } from '../../../../main/host/mcp/process/fetching.ts'
import type { Degree, FindingReason, Remedy } from '../../../../shared/events/finding.ts'

type Case = {
  name: string
  given: Observation & { probes?: Probes }
  expect: { reason: FindingReason; degree: Degree; word?: string; fix?: 'A' | 'B' | 'C' }
}

const cases = JSON.parse(readFileSync('test/fixtures/doctor/cases.json', 'utf8')) as Case[]

/** A: a change of settings. B: something harmless that starts again. Neither: the user acts outside Atrium. */
const letters: Record<Remedy['kind'], 'A' | 'B' | undefined> = {
  change: 'A',
  contain: 'A',
  setting: 'A',
  'sign-in': 'A',
  restart: 'B',
  wait: 'B',
  reopen: 'B',
  copy: undefined,
}

/** Atrium reaches servers directly and with Node.js's certificates, so it has no setting to offer. */
const withoutFix = new Set(['only through the proxy', 'certificate of the company'])

function factsOf({ probes = {}, ...seen }: Case['given']): Facts {
  const own = { probes, ownCache: '/data/caches/example' }
  return seen.kind === 'stdio' ? { seen, ...own, fetch: fetchOf(seen.command, seen.args) } : { seen, ...own }
}

describe('a failed start', () => {
  test('[DOC-1] has a recorded observation for every case', () => {
    expect(cases.length).toBe(102)
  })

  test.each(cases.map((each) => [each.name, each] as const))(
    '[DOC-1] gets its cause, its certainty and its remedy: %s',
    (name, { given, expect: wanted }) => {
      const found = decide(factsOf(given))
      expect(found).toMatchObject({ reason: wanted.reason, degree: wanted.degree })
      if (wanted.word !== undefined) expect(found.word).toBe(wanted.word)
      const [first] = found.remedies
      const letter = first && letters[first.kind]
      expect(letter).toBe(wanted.fix === 'C' || withoutFix.has(name) ? undefined : wanted.fix)
    },
  )
})

describe('a sentence about a failed start', () => {
  const seenWith = (its: Partial<ProgramObservation>): ProgramObservation => ({
    kind: 'stdio',
    platform: 'linux',
    command: 'node',
    args: ['server.js'],
    exit: 1,
    ...its,
  })

  test.each<[string, Partial<ProgramObservation>, Probes, RegExp | undefined]>([
    [
      'quotes no usage as a missing setting',
      { stderr: 'unable to load config\nUsage: tool <folder>\n' },
      {},
      undefined,
    ],
    [
      'calls a path a file, not a package',
      { stderr: "Error: Cannot find module '/srv/app/lib/index.js'\n  code: 'MODULE_NOT_FOUND'\n" },
      {},
      /the file “\/srv\/app\/lib\/index\.js” doesn’t exist/i,
    ],
    [
      'calls a native module missing, not made for another system',
      { stderr: "Error: Cannot find module '../build/Release/tree.node'\n" },
      {},
      /part of the server, a native module, isn’t there: install the server’s packages again/i,
    ],
    [
      'says the same of bindings that were never built',
      { stderr: 'Error: Could not locate the bindings file. Tried:\n' },
      {},
      /part of the server, a native module, isn’t there/i,
    ],
    [
      'doesn’t call a variable missing that the server has',
      { stderr: 'CREDENTIALS_FILE /srv/key.json not found\n', envNames: ['CREDENTIALS_FILE'] },
      {},
      undefined,
    ],
    [
      'advises no proxy to a computer without a network',
      { stderr: 'getaddrinfo ENOTFOUND api.example.com\n' },
      { online: false, withheld: ['HTTPS_PROXY'] },
      /^This computer has no network connection: connect it\.$/,
    ],
    [
      'advises no proxy that isn’t there',
      { stderr: 'getaddrinfo ENOTFOUND api.example.com\n' },
      { online: true, withheld: [] },
      /^Probably the server can’t reach “api\.example\.com”: check the address that it uses/,
    ],
    [
      'names a port as a port',
      { stderr: 'listening on port 8123\n' },
      {},
      /^Probably the server listens on port 8123 instead .* or add its URL as a server\.$/,
    ],
    [
      'gives a URL that can be added, and says that other computers can reach it',
      { stderr: 'listening on http://0.0.0.0:8123/mcp\n' },
      {},
      /“http:\/\/localhost:8123\/mcp” instead of .*, and other computers can reach it there: /,
    ],
    [
      'says nothing of other computers if only this one can reach it',
      { stderr: 'listening on http://127.0.0.1:8123/mcp\n' },
      {},
      /“http:\/\/127\.0\.0\.1:8123\/mcp” instead of using its standard streams: /,
    ],
    [
      'knows the question of a package runner',
      { command: 'npx', args: ['pkg'], noise: ['Need to install pkg@1.0.0\nOk to proceed? (y) '] },
      {},
      /waits for an answer before it installs the package: add -y to its arguments\.$/,
    ],
    [
      'knows a Node.js that is too old for “using”',
      {
        stderr:
          '/srv/a.js:3\n  using file = open()\n        ^^^^\n\nSyntaxError: Unexpected identifier\n    at wrapSafe (node:internal)',
      },
      { node: { version: 'v18.0.0', others: [] } },
      /Node\.js/,
    ],
  ])('[DOC-9] %s', (_what, its, probes, says) => {
    const seen = seenWith(its)
    const diagnosis = diagnosisOf({ seen, probes, fetch: fetchOf(seen.command, seen.args) })
    if (says) expect(diagnosis?.reason).toMatch(says)
    else expect(diagnosis).toBeUndefined()
  })
})
