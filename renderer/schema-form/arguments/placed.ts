import type { ArgumentProblem } from '../../../shared/contract/turn-commands.ts'
import { readablePath } from '../../../shared/schema/pointer.ts'
import { typedNumber } from '../../../shared/schema/typed-number.ts'
import type { Unsettled } from '../../state/forms/form-draft.ts'
import { manual } from '../../strings/manual.ts'

const words = manual.violations

/** A sentence about one position in the arguments (RFC 6901). */
export type SchemaViolation = { path: string; sentence: string }

/** The host's findings, as sentences for the fields. */
export const hostViolations = (problems: ArgumentProblem[]): SchemaViolation[] =>
  problems.map(({ path, message }) => ({ path, sentence: sentenceOf(message) }))

/** Texts that aren't valid yet. */
export const ownViolations = (texts: Unsettled[]): SchemaViolation[] =>
  texts.map(({ path, text }) => ({
    path,
    sentence: text.trim() === '' ? words.missing : /^\s*[[{"]/.test(text) ? words.incompleteJson : numberWords(text),
  }))

const numberWords = (text: string): string => (typedNumber(text) === 'inexact' ? words.tooLarge : words.noNumber)

const sentenceOf = (clause: string): string => `${clause.slice(0, 1).toUpperCase()}${clause.slice(1)}.`

/**
 * The sentences by the positions that have a field. A sentence about another position goes to the nearest enclosing
 * field, and names its subject.
 */
export function placed(violations: SchemaViolation[], places: ReadonlySet<string>): Record<string, string> {
  const found = new Map<string, Set<string>>()
  for (const { path, sentence } of violations) {
    const place = nearest(path, places)
    const told =
      place === path
        ? sentence
        : words.at(readablePath(path.slice(place.length)), `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`)
    found.set(place, (found.get(place) ?? new Set<string>()).add(told))
  }
  return Object.fromEntries([...found].map(([place, sentences]) => [place, [...sentences].slice(0, 4).join(' ')]))
}

function nearest(path: string, places: ReadonlySet<string>): string {
  for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) if (places.has(at)) return at
  return ''
}
