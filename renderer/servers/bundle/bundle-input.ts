import { type BundleFacts, type InstalledBundle } from '../../../shared/config/bundle.ts'
import { fillBundle } from '../../../shared/config/fill-bundle.ts'
import type { Answers } from '../../../shared/config/candidate.ts'
import type { ServerConfig, StdioConfig } from '../../../shared/config/server-config.ts'
import { keptQuestions, type Before } from '../draft/candidate-draft.ts'
import { readCandidate, type ReadCandidate } from '../draft/read-candidate.ts'

/** A reviewed bundle with the user's settings, about to be added or to update a server. */
export type WantedBundle = {
  facts: BundleFacts
  sha256: string
  answers: Answers
  /** The new server's ID. */
  id: string
  /** The server to update, and its configuration. */
  before?: { installed: InstalledBundle; config: StdioConfig } | undefined
}

/** The form's first answers: those given for the bundle's older version, else the questions' defaults. */
export function firstAnswers(
  { candidate: { questions } }: BundleFacts,
  installed: InstalledBundle | undefined,
): Answers {
  const kept = installed?.bundle.settings ?? {}
  const old = new Map(installed?.questions.map((question) => [question.id, question]))
  return Object.fromEntries(
    questions.flatMap((question) => {
      const isSame = old.get(question.id)?.format === question.format
      const answer = isSame && !question.secret ? (kept[question.id] ?? question.initial) : question.initial
      return answer === undefined ? [] : [[question.id, answer]]
    }),
  )
}

/** If the older version's files are gone, no value is known to be the same. */
const beforeOf = ({ before }: Pick<WantedBundle, 'before'>): Before | undefined =>
  before && {
    id: before.installed.server,
    config: before.config,
    launch: before.installed.launch ?? { type: 'stdio', command: [], args: [], env: [] },
  }

/** Secret questions that can stay empty. */
export const keptSecrets = ({ facts, before }: Pick<WantedBundle, 'facts' | 'before'>): ReadonlySet<string> =>
  keptQuestions(facts.candidate, beforeOf({ before }))

/** Reads the form: the server to add or update, or what is wrong. `taken` are the other servers' IDs. */
export function readBundleForm(wanted: WantedBundle, taken: readonly string[]): ReadCandidate {
  const { facts, sha256, answers, id } = wanted
  const { name, version, title, author } = facts.claims
  const plain = facts.candidate.questions.filter(({ secret }) => !secret)
  const settings = Object.fromEntries(
    plain.flatMap((question) => {
      const answer = answers[question.id]
      return answer === undefined ? [] : [[question.id, answer]]
    }),
  )
  const bundle = {
    name,
    version,
    sha256,
    author: author.name,
    ...(Object.keys(settings).length > 0 && { settings }),
  }
  const candidate = { ...facts.candidate, id, name: title.slice(0, 64) }
  return readCandidate(candidate, answers, { taken, before: beforeOf(wanted), fill: fillBundle, and: { bundle } })
}

/** A free ID for a bundle's server. */
export function freeBundleId(name: string, servers: Readonly<Record<string, ServerConfig>>): string {
  if (!Object.hasOwn(servers, name)) return name
  for (let count = 2; ; count += 1) {
    const next = `${name.slice(0, 58)}-${count}`
    if (!Object.hasOwn(servers, next)) return next
  }
}
