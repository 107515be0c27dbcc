import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { decide } from '../../../../main/host/mcp/doctor/decide.ts'
import type { Facts, Observation, Probes } from '../../../../main/host/mcp/doctor/observation.ts'
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
