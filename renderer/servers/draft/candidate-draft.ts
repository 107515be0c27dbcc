import {
  fillLaunch,
  unanswered,
  type Answers,
  type Candidate,
  type LaunchTemplate,
  type NamedTemplate,
  type Question,
  type Template,
} from '../../../shared/config/candidate.ts'
import { noClient, type ClientDraft } from './client-draft.ts'
import { newNamedValue, type NamedValue } from './named-values.ts'
import { emptyDraft, type ServerDraft } from './server-draft.ts'

/** The questions whose answers a candidate's launch uses. */
export function questionsOf({ launch, questions }: Pick<Candidate, 'launch' | 'questions'>): Question[] {
  const asked = new Set(templatesOf(launch).flatMap((template) => asksIn(template)))
  return questions.filter(({ id }) => asked.has(id))
}

function templatesOf(launch: LaunchTemplate): Template[] {
  if (launch.type === 'stdio')
    return [launch.command, ...launch.args, ...launch.env.map(({ value }) => value), launch.cwd ?? []]
  const { clientId = [], clientSecret = [] } = launch.oauth ?? {}
  return [launch.url, ...launch.headers.map(({ value }) => value), clientId, clientSecret]
}

const asksIn = (template: Template): string[] =>
  template.flatMap((part) => (typeof part === 'string' ? [] : [part.ask]))

/** The answers as they count: without blanks around them, and with the fields' first values. */
function settled(questions: readonly Question[], answers: Answers): Answers {
  return Object.fromEntries(
    questions.map(({ id, initial }) => {
      const answer = answers[id] ?? initial ?? ''
      return [id, typeof answer === 'string' ? answer.trim() : answer.map((one) => one.trim())]
    }),
  )
}

/** A candidate in the form, and the IDs of questions that need another answer before it can be added. */
export type CandidateDraft = { draft: ServerDraft; missing: string[]; unfit: string[] }

/** Fills a candidate's gaps. Until all are filled, they read `<label>` in the form. */
export function draftOfCandidate(candidate: Candidate, answers: Answers): CandidateDraft {
  const questions = questionsOf(candidate)
  const given = settled(questions, answers)
  const missing = unanswered({ questions }, given)
  const named = { ...emptyDraft(), id: candidate.id, name: candidate.name ?? '' }
  if (missing.length > 0) {
    const gaps = new Gaps(questions, given, missing)
    return { draft: { ...named, ...gaps.draft(candidate.launch) }, missing, unfit: [] }
  }
  const { launch, unfit } = fillLaunch(candidate.launch, given)
  const rows = (values: { name: string; value: string; secret: boolean }[]): NamedValue[] => values.map(newNamedValue)
  if (launch.type === 'stdio') {
    const { command, args, env, cwd = '' } = launch
    return { draft: { ...named, command, args: args.join('\n'), given: args, cwd, env: rows(env) }, missing, unfit }
  }
  const { url, headers, oauth = {} } = launch
  const client: ClientDraft = {
    ...noClient,
    clientId: oauth.clientId ?? '',
    secret: oauth.clientSecret ?? '',
    scopes: oauth.scopes ?? '',
    port: oauth.callbackPort?.toString() ?? '',
  }
  return { draft: { ...named, kind: 'http', url, headers: rows(headers), client }, missing, unfit }
}

/** Texts with gaps that aren't filled yet. */
class Gaps {
  readonly #questions: readonly Question[]
  readonly #answers: Answers
  readonly #missing: readonly string[]

  constructor(questions: readonly Question[], answers: Answers, missing: readonly string[]) {
    this.#questions = questions
    this.#answers = answers
    this.#missing = missing
  }

  draft(launch: LaunchTemplate): Partial<ServerDraft> {
    if (launch.type === 'stdio') {
      const { command, args, env, cwd = [] } = launch
      return {
        command: this.#text(command),
        args: args.map((arg) => this.#text(arg)).join('\n'),
        cwd: this.#text(cwd),
        env: env.map((it) => this.#row(it)),
      }
    }
    const { url, headers, oauth = {} } = launch
    const secret = oauth.clientSecret && this.#row({ name: '', value: oauth.clientSecret, secret: true })
    const client: ClientDraft = {
      ...noClient,
      clientId: this.#text(oauth.clientId ?? []),
      secret: secret?.value ?? '',
      ...(secret?.pattern !== undefined && { pattern: secret.pattern }),
      scopes: oauth.scopes ?? '',
      port: oauth.callbackPort?.toString() ?? '',
    }
    return { kind: 'http', url: this.#text(url), headers: headers.map((it) => this.#row(it)), client }
  }

  #row({ name, value, secret }: NamedTemplate): NamedValue {
    const text = this.#text(value)
    const isOpen = asksIn(value).some((ask) => this.#missing.includes(ask))
    return newNamedValue({ name, secret, ...(isOpen ? { pattern: text } : { value: text }) })
  }

  #text(template: Template): string {
    return template
      .map((part) => {
        if (typeof part === 'string') return part
        const { label = part.ask } = this.#questions.find(({ id }) => id === part.ask) ?? {}
        return this.#missing.includes(part.ask) ? `<${label}>` : [this.#answers[part.ask] ?? ''].flat().join(' ')
      })
      .join('')
  }
}

/** A gap that is still in the command, the arguments, the folder or the URL. */
export const gapIn = ({ kind, url, command, args, cwd }: ServerDraft): string | undefined =>
  /<[^<>\n]{1,100}>/.exec(kind === 'http' ? url : [command, args, cwd].join('\n'))?.[0]
