import {
  argumentName,
  asksIn,
  fillLaunch,
  isEmpty,
  mapLaunch,
  secretArguments,
  unanswered,
  type Answers,
  type Candidate,
  type FilledLaunch,
  type LaunchTemplate,
  type NamedTemplate,
  type GapQuestion,
  type Template,
} from '../../../../shared/config/candidate.ts'
import type { ServerConfig } from '../../../../shared/config/server-config.ts'
import { bundleWithSettings, fillBundle } from '../../../../shared/config/fill-bundle.ts'
import { ui } from '../../../strings/ui.ts'
import { noClient, type ClientDraft } from './client-draft.ts'
import { newNamedValue, type NamedValue } from './named-values.ts'
import { sentencesOf } from './draft-problems.ts'
import { readDraft, type ServerInput } from './read-draft.ts'
import { draftOf, emptyDraft, type ServerDraft } from './server-draft.ts'
import { defined } from '../../../../shared/schema/json.ts'

const words = ui.questions

/** The questions whose answers a candidate's launch uses. */
export function questionsOf({ launch, questions }: Pick<Candidate, 'launch' | 'questions'>): GapQuestion[] {
  const asked = asksOf(launch)
  return questions.filter(({ id }) => asked.has(id))
}

function asksOf(launch: LaunchTemplate): ReadonlySet<string> {
  const asked = new Set<string>()
  mapLaunch(launch, (template) => {
    for (const ask of asksIn(template)) asked.add(ask)
    return template
  })
  return asked
}

/** The answers without blanks around them; without one, the field's first value, else empty text. */
export const settledAnswers = (questions: readonly GapQuestion[], answers: Answers): Answers =>
  Object.fromEntries(
    questions.map(({ id, initial }) => {
      const answer = answers[id] ?? initial ?? ''
      return [id, typeof answer === 'string' ? answer.trim() : answer.map((one) => one.trim())]
    }),
  )

/** A server that a newer candidate changes. `launch` is the one it has now; if unknown, names decide what stays. */
export type Before = { id: string; config: ServerConfig; launch?: LaunchTemplate | undefined }

/** A candidate in the form. `missing` and `unfit` are IDs of questions that need another answer. */
export type CandidateDraft = {
  draft: ServerDraft
  missing: string[]
  unfit: string[]
  /** Sentences by the ID of a question. */
  problems: Record<string, string>
}

/** Fills a candidate's gaps. A required one reads `<label>` until it has an answer. */
export function draftOfCandidate(
  candidate: Candidate,
  answers: Answers,
  { before }: { before?: Before | undefined } = {},
): CandidateDraft {
  const questions = questionsOf(candidate)
  const given = settledAnswers(questions, answers)
  const kept = keptQuestions(candidate, before)
  const missing = unanswered({ questions: questions.filter(({ id }) => !kept.has(id)) }, given)
  const labels = new Map(questions.map(({ id, label }) => [id, `<${label}>`]))
  const open = (template: Template): Template =>
    template.map((part) =>
      typeof part === 'object' && missing.includes(part.ask) ? (labels.get(part.ask) ?? '') : part,
    )
  const stored = before?.config.type === 'stdio' ? before.config.secretArguments : undefined
  const { placeholders, values } = secretArguments({ ...candidate, questions }, given, stored)
  const { bundle } = candidate.origin ?? {}
  const fill = bundle ? fillBundle : fillLaunch
  const { launch, unfit } = fill(mapLaunch(candidate.launch, open), given, placeholders)
  const named = before
    ? draftOf(before.id, before.config)
    : { ...emptyDraft(), id: candidate.id, name: candidate.name ?? '' }
  const rows = rowsOf(candidate.launch, launch, { given, kept, missing, before })
  const apart = values.map(({ name, value }) => newNamedValue({ name, value, kept: stored?.[name]?.secret }))
  const { clientSecret = [] } = (candidate.launch.type === 'http' && candidate.launch.oauth) || {}
  const isOpen = asksIn(clientSecret).some((ask) => missing.includes(ask))
  return {
    draft: {
      ...named,
      ...(launch.type === 'stdio' ? programOf(launch, rows, apart) : addressOf(launch, rows, isOpen)),
      ...(candidate.origin && { origin: candidate.origin }),
      ...(bundle && { origin: { bundle: bundleWithSettings(bundle, candidate, answers) } }),
    },
    missing,
    unfit,
    problems: answerProblems(questions, given, { missing, unfit }),
  }
}

function programOf(
  { command, args, cwd }: Extract<FilledLaunch, { type: 'stdio' }>,
  env: NamedValue[],
  apart: NamedValue[],
): Partial<ServerDraft> {
  return { command, args: args.join('\n'), given: args, env, secretArguments: apart, ...defined({ cwd }) }
}

function addressOf(
  { url, oauth }: Extract<FilledLaunch, { type: 'http' }>,
  headers: NamedValue[],
  isOpen: boolean,
): Partial<ServerDraft> {
  if (!oauth) return { kind: 'http', url, headers }
  const { clientId = '', clientSecret = '', scopes = '', callbackPort } = oauth
  const secret = isOpen ? { pattern: clientSecret } : { secret: clientSecret }
  const client: ClientDraft = { ...noClient, clientId, ...secret, scopes, port: callbackPort?.toString() ?? '' }
  return { kind: 'http', url, headers, client }
}

const namedIn = (launch: LaunchTemplate): NamedTemplate[] => (launch.type === 'http' ? launch.headers : launch.env)

const settingsIn = (config: ServerConfig | undefined) =>
  config?.type === 'http' ? config.headers : config?.type === 'stdio' ? config.env : {}

type Facts = { given: Answers; kept: ReadonlySet<string>; missing: string[]; before: Before | undefined }

/** The variables or headers. A secret that stays has no value here, one that waits for an answer a pattern. */
function rowsOf(from: LaunchTemplate, filled: FilledLaunch, { given, kept, missing, before }: Facts): NamedValue[] {
  const values = new Map((filled.type === 'http' ? filled.headers : filled.env).map((it) => [it.name, it.value]))
  return namedIn(from).flatMap(({ name, value: template, secret }) => {
    const setting = settingsIn(before?.config)[name]
    const stored = secret && typeof setting === 'object' ? { kept: setting.secret } : {}
    const asks = asksIn(template)
    if (asks.some((ask) => kept.has(ask) && isEmpty(given[ask]))) return newNamedValue({ name, secret, ...stored })
    const value = values.get(name)
    if (value === undefined) return []
    const isOpen = asks.some((ask) => missing.includes(ask))
    return newNamedValue({ name, secret, ...stored, ...(isOpen ? { pattern: value } : { value }) })
  })
}

/** Secret questions that can stay empty: the server keeps the value of each place they are in. */
export function keptQuestions({ launch, questions }: Candidate, before: Before | undefined): ReadonlySet<string> {
  if (!before) return new Set()
  const { config } = before
  const earlier = before.launch && new Map(namedIn(before.launch).map((it) => [it.name, JSON.stringify(it)]))
  const stays = (it: NamedTemplate): boolean =>
    it.secret &&
    typeof settingsIn(config)[it.name] === 'object' &&
    (earlier === undefined || earlier.get(it.name) === JSON.stringify(it))
  const [same, others] = [namedIn(launch).filter(stays), namedIn(launch).filter((it) => !stays(it))]
  const inArguments = launch.type === 'stdio' ? launch.args.flatMap(asksIn) : []
  const stored = (config.type === 'stdio' && config.secretArguments) || {}
  const lost = new Set([
    ...others.flatMap(({ value }) => asksIn(value)),
    ...inArguments.filter((ask) => !Object.hasOwn(stored, argumentName(ask))),
  ])
  const secret = new Set(questions.filter((it) => it.secret).map(({ id }) => id))
  const asked = [...same.flatMap(({ value }) => asksIn(value)), ...inArguments]
  return new Set(asked.filter((ask) => secret.has(ask) && !lost.has(ask)))
}

/** Sentences about answers that can't be used, by the ID of the question. */
export function answerProblems(
  questions: readonly GapQuestion[],
  answers: Answers,
  { missing, unfit }: Pick<CandidateDraft, 'missing' | 'unfit'>,
): Record<string, string> {
  return Object.fromEntries(
    questions.flatMap((question) => {
      const { id, label } = question
      const says = missing.includes(id)
        ? words.missing(label.slice(0, 60))
        : unfit.includes(id)
          ? Array.isArray(answers[id])
            ? words.several
            : words.host
          : numberProblem(question, answers[id])
      return says === undefined ? [] : [[id, says]]
    }),
  )
}

function numberProblem({ format, min, max }: GapQuestion, answer: Answers[string] | undefined): string | undefined {
  if (format !== 'number' || typeof answer !== 'string' || answer === '') return undefined
  const number = Number(answer)
  if (!Number.isFinite(number)) return words.number
  return number < (min ?? number) || number > (max ?? number) ? words.between(min, max) : undefined
}

/** Sentences by the ID of a question, for the name, and for anything else. */
export type CandidateProblems = { id?: string; questions: Record<string, string>; other?: string }

/** A server to add or change, or what is wrong with its form. */
export type ReadCandidate = { input: ServerInput } | { problems: CandidateProblems }

/**
 * A candidate as a new server or, with `before`, as an update that keeps the user's own settings. `taken` are other
 * servers' IDs.
 */
export function readCandidate(
  candidate: Candidate,
  answers: Answers,
  { taken = [], before }: { taken?: readonly string[]; before?: Before | undefined } = {},
): ReadCandidate {
  const { draft, problems: questions } = draftOfCandidate(candidate, answers, { before })
  const read = readDraft(draft, before?.config, [...taken])
  if ('input' in read && Object.keys(questions).length === 0) return read
  const { id, ...others } = 'problems' in read ? read.problems : {}
  const [other] = Object.keys(questions).length > 0 ? [] : sentencesOf(others, draft)
  return { problems: { questions, ...defined({ id, other }) } }
}
