import { type BundleFacts, type InstalledBundle } from '../../../shared/config/bundle.ts'
import { type FilledBundle, fillBundle } from '../../../shared/config/fill-bundle.ts'
import { type Answers, type Question, unanswered } from '../../../shared/config/candidate.ts'
import { serverConfig, serverId, type ServerConfig, type StdioConfig } from '../../../shared/config/server-config.ts'
import { bundlePage } from '../../strings/servers/bundle-page.ts'
import { ui } from '../../strings/ui.ts'
import type { ServerInput } from '../draft/read-draft.ts'

const words = bundlePage.form

/** Sentences for questions by their ID, for the name, and for anything else. */
export type BundleProblems = { id?: string; questions: Record<string, string>; other?: string }

export type WantedBundle = {
  facts: BundleFacts
  sha256: string
  answers: Answers
  /** The new server's ID. */
  id: string
  /** The server to update, and its configuration. */
  before?: { installed: InstalledBundle; config: StdioConfig } | undefined
}

/** A default that an answer to the same question in the bundle's older version goes before. */
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

/** Secret questions that can stay empty, because the server keeps the whole value of each variable they are in. */
export function keptSecrets({ facts, before }: Pick<WantedBundle, 'facts' | 'before'>): Set<string> {
  const variables = keepable({ facts, before })
  const asked = (part: string | { ask: string }): string[] => (typeof part === 'string' ? [] : [part.ask])
  const kept = facts.candidate.launch.env
    .filter(({ name }) => variables.has(name))
    .flatMap((it) => it.value.flatMap(asked))
  const elsewhere = [
    ...facts.candidate.launch.args,
    ...facts.candidate.launch.env.filter(({ name }) => !variables.has(name)).map(({ value }) => value),
  ].flatMap((template) => template.flatMap(asked))
  return new Set(kept.filter((id) => !elsewhere.includes(id)))
}

/** Variables that are the same in the old version, and stored. */
function keepable({ facts, before }: Pick<WantedBundle, 'facts' | 'before'>): Set<string> {
  const old = new Map(before?.installed.launch?.env.map((one) => [one.name, JSON.stringify(one)]))
  const same = facts.candidate.launch.env.filter(
    (one) =>
      one.secret && old.get(one.name) === JSON.stringify(one) && typeof before?.config.env[one.name] === 'object',
  )
  return new Set(same.map(({ name }) => name))
}

/** Reads the form: the server to add or update, or what is wrong. `taken` are the other servers' IDs. */
export function readBundleForm(
  wanted: WantedBundle,
  taken: readonly string[],
): { input: ServerInput } | { problems: BundleProblems } {
  const { facts, answers, before } = wanted
  const id = before?.installed.server ?? wanted.id.trim()
  const kept = keptSecrets(wanted)
  const { launch, unfit } = fillBundle(facts.candidate.launch, answers)
  const questions = Object.fromEntries(
    facts.candidate.questions.flatMap((question) => {
      const says = answerProblem(question, { answers, unfit, isKept: kept.has(question.id) })
      return says === undefined ? [] : [[question.id, says]]
    }),
  )
  const named = before ? undefined : nameProblem(id, taken)
  if (named !== undefined || Object.keys(questions).length > 0)
    return { problems: { questions, ...(named !== undefined && { id: named }) } }
  const { config, secrets } = configOf(wanted, { id, launch, kept })
  const parsed = serverConfig.safeParse(config)
  if (!parsed.success) return { problems: { questions, other: words.unfit(parsed.error.issues[0]?.message ?? '') } }
  return { input: { id, config: parsed.data, secrets } }
}

function configOf(
  { facts, sha256, answers, before }: WantedBundle,
  { id, launch, kept }: { id: string; launch: FilledBundle; kept: ReadonlySet<string> },
): { config: object; secrets: Record<string, string> } {
  const { claims, candidate } = facts
  const stays = keepable({ facts, before })
  const isEmpty = (name: string): boolean =>
    candidate.launch.env.some(
      (one) =>
        one.name === name && one.value.some((it) => typeof it === 'object' && kept.has(it.ask) && !answers[it.ask]),
    )
  const env: StdioConfig['env'] = {}
  const secrets: Record<string, string> = {}
  for (const { name, value, secret } of launch.env)
    if (!secret) env[name] = value
    else {
      const place = `server/${id}/env/${name}`.slice(0, 190)
      env[name] = { secret: place }
      secrets[place] = value
    }
  for (const name of stays) {
    const old = before?.config.env[name]
    if (!isEmpty(name) || typeof old !== 'object') continue
    delete secrets[`server/${id}/env/${name}`.slice(0, 190)]
    env[name] = old
  }
  const plain = candidate.questions.filter(({ secret }) => !secret).map((question) => question.id)
  const settings = Object.fromEntries(plain.flatMap((it) => (answers[it] === undefined ? [] : [[it, answers[it]]])))
  const { name, version } = claims
  return {
    config: {
      ...(before ? rest(before.config) : claims.title !== id && { name: claims.title.slice(0, 64) }),
      ...{ type: 'stdio', command: launch.command, args: launch.args, cwd: launch.cwd, env },
      bundle: {
        name,
        version,
        sha256,
        author: claims.author.name,
        ...(Object.keys(settings).length > 0 && { settings }),
      },
    },
    secrets,
  }
}

/** Everything that isn't the launch. */
function rest({
  command: _command,
  args: _args,
  cwd: _cwd,
  env: _env,
  bundle: _bundle,
  ...others
}: StdioConfig): object {
  return others
}

type Given = { answers: Answers; unfit: string[]; isKept: boolean }

function answerProblem(question: Question, { answers, unfit, isKept }: Given): string | undefined {
  const { id, format, min, max, label } = question
  const answer = answers[id]
  if (!isKept && unanswered({ questions: [question] }, answers).length > 0)
    return ui.questions.missing(label.slice(0, 60))
  if (unfit.includes(id)) return words.several
  if (format !== 'number' || typeof answer !== 'string' || answer.trim() === '') return undefined
  const number = Number(answer)
  if (!Number.isFinite(number)) return words.number
  return number < (min ?? number) || number > (max ?? number) ? ui.questions.between(min, max) : undefined
}

function nameProblem(id: string, taken: readonly string[]): string | undefined {
  if (taken.includes(id)) return words.taken(id)
  return serverId.safeParse(id).success ? undefined : words.badName
}

/** A free ID for a bundle's server. */
export function freeId(name: string, servers: Readonly<Record<string, ServerConfig>>): string {
  if (!Object.hasOwn(servers, name)) return name
  for (let count = 2; ; count += 1) {
    const next = `${name.slice(0, 58)}-${count}`
    if (!Object.hasOwn(servers, next)) return next
  }
}
