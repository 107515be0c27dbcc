import type { Diagnosis } from '../process/observation.ts'
import type { Finding } from '../../../../shared/events/finding.ts'
import { clip } from '../../../../shared/text/clip.ts'
import { decideAddress } from './decide-address.ts'
import { decideProgram } from './decide-program.ts'
import { type Facts, isProgram } from './facts.ts'
import { remediesFor } from './remedies.ts'
import { sentenceOf } from './sentences.ts'

/** Max characters of a word, which becomes part of sentences and of the state. */
const longestWord = 400
const mostRemedies = 4

/** Why a server doesn't run, and its remedies. Pure: the same facts give the same finding. */
export function decide(facts: Facts): Finding {
  const its = isProgram(facts) ? decideProgram(facts) : decideAddress(facts)
  const remedies = remediesFor(its, facts).slice(0, mostRemedies)
  return { ...its, ...(its.word !== undefined && { word: clip(its.word, longestWord) }), remedies }
}

/** The diagnosis; undefined if nothing is known: then only how the server ended is worth saying. */
export function diagnosisOf(facts: Facts, ended?: string): Diagnosis | undefined {
  const found = decide(facts)
  if (found.degree === 'unknown') return undefined
  const finding = ended === undefined ? found : { ...found, ended }
  return saysMore(finding, facts) ? { finding, reason: sentenceOf(finding, facts) } : { finding }
}

/** Causes at a URL that aren't the server's. */
const ofAtrium: ReadonlySet<string> = new Set([
  'local-network-refused',
  'no-network',
  'placeholder-left',
  'proxy-needed',
])

/** Statuses and refusals have sentences of their own, with the server's words. */
function saysMore({ reason, remedies, word }: Finding, facts: Facts): boolean {
  if (isProgram(facts)) return facts.seen.refused === undefined
  const { http } = facts.seen
  const isPage = reason === 'wrong-address' && word === undefined && (http?.status ?? 400) < 400
  return isPage || ofAtrium.has(reason) || remedies.some(({ kind }) => kind === 'change')
}
