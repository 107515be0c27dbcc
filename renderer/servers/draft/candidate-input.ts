import {
  fillLaunch,
  unanswered,
  type Answers,
  type Candidate,
  type FilledLaunch,
  type NamedText,
  type Question,
} from '../../../shared/config/candidate.ts'
import { serverConfig, serverId, type RegistrySource, type ServerConfig } from '../../../shared/config/server-config.ts'
import { registryPage } from '../../strings/servers/registry-page.ts'
import { questionProblems } from '../../ui/fields/question-fields.tsx'
import type { ServerInput } from './read-draft.ts'

const words = registryPage.add.problems

/** Sentences by the ID of a question, for the name, and for anything else. */
export type CandidateProblems = { id?: string; questions: Record<string, string>; other?: string }

export type ReadCandidate = { input: ServerInput } | { problems: CandidateProblems }

/** The questions' first values, under the user's answers. */
export const withInitial = (questions: readonly Question[], answers: Answers): Answers => ({
  ...Object.fromEntries(questions.flatMap(({ id, initial }) => (initial === undefined ? [] : [[id, initial]]))),
  ...answers,
})

type Wanted = { id: string; answers: Answers; registry: RegistrySource }

/** A candidate as a new server: its secrets apart, under names in the secret store. `taken` are the others' IDs. */
export function readCandidate(candidate: Candidate, wanted: Wanted, taken: readonly string[]): ReadCandidate {
  const id = wanted.id.trim()
  const filled = fill(candidate, wanted.answers)
  const named = nameProblem(id, taken)
  const settled = settle(filled.launch, id, {})
  const parsed = serverConfig.safeParse({
    ...settled.config,
    ...(candidate.name !== undefined && candidate.name !== id && { name: candidate.name }),
    registry: wanted.registry,
  })
  const other = parsed.success ? undefined : sentenceOf(parsed.error.issues[0]?.message)
  const isWrong = named !== undefined || Object.keys(filled.problems).length > 0
  if (isWrong || !parsed.success)
    return {
      problems: {
        questions: filled.problems,
        ...(named !== undefined && { id: named }),
        ...(!isWrong && other !== undefined && { other }),
      },
    }
  return { input: { id, config: parsed.data, secrets: settled.secrets } }
}

/** A server with a newer candidate's launch. The user's other settings stay, and so do secrets without an answer. */
export function updatedServer(
  candidate: Candidate,
  before: ServerConfig,
  { id, answers, registry }: Wanted,
): ReadCandidate {
  const kept = before.type === 'stdio' ? before.env : before.type === 'http' ? before.headers : {}
  const secret = new Set(candidate.questions.flatMap((it) => (it.secret ? [it.id] : [])))
  const { launch } = candidate
  const places = launch.type === 'http' ? launch.headers : launch.env
  const keepable = places.filter(({ name, value }) => {
    const asked = value.flatMap((part) => (typeof part === 'string' ? [] : [part.ask]))
    return typeof kept[name] === 'object' && asked.some((ask) => secret.has(ask) && !answers[ask]?.length)
  })
  const stays = new Set(
    keepable.flatMap(({ value }) => value.flatMap((it) => (typeof it === 'string' ? [] : [it.ask]))),
  )
  const questions = candidate.questions.map((it) => (stays.has(it.id) ? { ...it, required: false } : it))
  const filled = fill({ ...candidate, questions }, answers)
  const keptHere = Object.fromEntries(
    keepable.flatMap(({ name }) => {
      const value = kept[name]
      return typeof value === 'object' ? [[name, value]] : []
    }),
  )
  const settled = settle(filled.launch, id, keptHere)
  const { cwd, networkEnvironment }: { cwd?: string | undefined; networkEnvironment?: true | undefined } =
    before.type === 'stdio' ? before : {}
  const { name, enabled, timeouts, roots, sampling, mostTools, logLevel } = before
  const parsed = serverConfig.safeParse({
    ...settled.config,
    ...{ name, enabled, timeouts, roots, sampling, mostTools, logLevel, registry },
    ...(settled.config.type === 'stdio' && { cwd, networkEnvironment }),
    ...(before.type === 'http' && settled.config.type === 'http' && { oauth: before.oauth }),
  })
  if (parsed.success && Object.keys(filled.problems).length === 0)
    return { input: { id, config: parsed.data, secrets: settled.secrets } }
  const other = parsed.success ? undefined : sentenceOf(parsed.error.issues[0]?.message)
  return { problems: { questions: filled.problems, ...(other !== undefined && { other }) } }
}

const sentenceOf = (message: string | undefined): string | undefined => message && `${message.replace(/\.$/, '')}.`

function nameProblem(id: string, taken: readonly string[]): string | undefined {
  if (id === '') return words.noName
  if (taken.includes(id)) return words.taken(id)
  const parsed = serverId.safeParse(id)
  return parsed.success ? undefined : sentenceOf(parsed.error.issues[0]?.message)
}

/** The filled launch, and what is wrong with answers. */
function fill({ launch, questions }: Candidate, given: Answers) {
  const answers = withInitial(questions, given)
  const { launch: filled, unfit } = fillLaunch(launch, answers)
  const problems: Record<string, string> = {}
  for (const question of questions) {
    const problem = answerProblem(question, answers)
    if (problem !== undefined) problems[question.id] = problem
  }
  for (const id of unfit) problems[id] ??= Array.isArray(answers[id]) ? words.several : words.host
  return {
    launch: filled,
    problems: { ...problems, ...questionProblems(questions, unanswered({ questions }, answers)) },
  }
}

function answerProblem({ id, format, min, max }: Question, answers: Answers): string | undefined {
  const answer = answers[id]
  if (format !== 'number' || typeof answer !== 'string' || answer.trim() === '') return undefined
  const number = Number(answer)
  if (!Number.isFinite(number)) return words.number
  const isOutside = (min !== undefined && number < min) || (max !== undefined && number > max)
  return isOutside ? words.between(min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY) : undefined
}

type Setting = string | { secret: string }

/** Puts references in the place of secrets; `kept` has those that stay as they are. */
function settle(launch: FilledLaunch, id: string, kept: Record<string, Setting>) {
  const secrets: Record<string, string> = {}
  const named = (part: 'env' | 'header', values: NamedText[]): Record<string, Setting> => ({
    ...Object.fromEntries(
      values.map(({ name, value, secret }): [string, Setting] => {
        if (!secret || value === '') return [name, value]
        const place = `server/${id}/${part}/${name}`.slice(0, 190)
        secrets[place] = value
        return [name, { secret: place }]
      }),
    ),
    ...kept,
  })
  const config =
    launch.type === 'http'
      ? { type: 'http', url: launch.url, headers: named('header', launch.headers) }
      : { type: 'stdio', command: launch.command, args: launch.args, env: named('env', launch.env) }
  return { config, secrets }
}
