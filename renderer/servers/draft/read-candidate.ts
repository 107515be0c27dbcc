import type { Answers, Candidate, fillLaunch } from '../../../shared/config/candidate.ts'
import { serverConfig, type ServerConfig } from '../../../shared/config/server-config.ts'
import { draftOfCandidate, type Before } from './candidate-draft.ts'
import { sentencesOf } from './draft-problems.ts'
import { readDraft, type ServerInput } from './read-draft.ts'
import { defined } from '../../../shared/schema/json.ts'

/** Sentences by the ID of a question, for the name, and for anything else. */
export type CandidateProblems = { id?: string; questions: Record<string, string>; other?: string }

/** A server to add or change, or what is wrong with its form. */
export type ReadCandidate = { input: ServerInput } | { problems: CandidateProblems }

type How = {
  /** Other servers' IDs. */
  taken?: readonly string[]
  before?: Before | undefined
  fill?: typeof fillLaunch
  /** Members of the configuration that the form doesn't have, such as its registry. */
  and: object
}

/** A candidate as a new server or, with `before`, as an update that keeps the user's own settings. */
export function readCandidate(
  candidate: Candidate,
  answers: Answers,
  { taken = [], before, fill, and }: How,
): ReadCandidate {
  const { draft, problems: questions } = draftOfCandidate(candidate, answers, { before, ...(fill && { fill }) })
  const read = readDraft(draft, before?.config, [...taken])
  const { id, ...others } = 'problems' in read ? read.problems : {}
  if ('problems' in read || Object.keys(questions).length > 0) {
    const [other] = Object.keys(questions).length > 0 ? [] : sentencesOf(others, draft)
    return { problems: { questions, ...defined({ id, other }) } }
  }
  const config: ServerConfig = serverConfig.parse({ ...read.input.config, ...and })
  return { input: { ...read.input, config } }
}
