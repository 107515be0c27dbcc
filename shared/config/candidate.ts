import { placeholderOf, type StdioConfig } from './server-config.ts'

/** A place for a question's answer, by the question's ID. A gap that is a whole argument can have an option. */
export type Gap = {
  ask: string
  /** An argument before each value of the answer, such as `--ignore`; left out if there is no answer. */
  option?: string
}

/** Text with gaps. */
export type Template = readonly (string | Gap)[]

/**
 * A value that the user enters before a candidate can be added. One answer fills every gap with its ID. Label, help,
 * example and choices are third-party text.
 */
export type GapQuestion = {
  id: string
  label: string
  help?: string
  example?: string
  /** The answer goes to the secret store. */
  secret: boolean
  required: boolean
  /** The field's first value. */
  initial?: GapAnswer
  choices?: string[]
  /** Text if absent. */
  format?: 'number' | 'boolean' | 'file' | 'folder'
  min?: number
  max?: number
  /** Takes several values, which become as many arguments. */
  isMultiple?: true
}

/** The user's input; several values only if the question takes them. Empty text isn't an answer. */
export type GapAnswer = string | string[]
/** Answers by their questions' IDs. */
export type Answers = Readonly<Record<string, GapAnswer>>

/** An environment variable or a header. */
export type NamedTemplate = { name: string; value: Template; secret: boolean }

/** A program or a URL, with gaps for answers. */
export type LaunchTemplate =
  | { type: 'stdio'; command: Template; args: Template[]; env: NamedTemplate[]; cwd?: Template }
  | { type: 'http'; url: Template; headers: NamedTemplate[]; oauth?: OauthTemplate }

/** How an authorization server knows Atrium. The client secret goes to the secret store. */
export type OauthTemplate = { clientId?: Template; clientSecret?: Template; scopes?: string; callbackPort?: number }

/** A candidate's source, as far as its server keeps it: in its configuration, or beside it. */
export type CandidateOrigin = Pick<Partial<StdioConfig>, 'registry' | 'bundle'> & {
  /** The passport's text, which is added with the server, and the short form of its key. */
  passport?: { text: string; fingerprint: string }
}

/** A server that isn't added yet: from another application's file, a text, a registry's record, a bundle or a passport. */
export type Candidate = {
  /** A suggestion: letters, digits, `.`, `-` and `_`. */
  id: string
  /** Its name in that source, if it differs from the ID. */
  name?: string
  launch: LaunchTemplate
  questions: GapQuestion[]
  origin?: CandidateOrigin
}

/** A filled environment variable or header. */
export type NamedText = { name: string; value: string; secret: boolean }

/** A launch without gaps, ready to be configured. */
export type FilledLaunch =
  | ({ type: 'stdio'; env: NamedText[] } & Pick<StdioConfig, 'command' | 'args' | 'cwd'>)
  | { type: 'http'; url: string; headers: NamedText[]; oauth?: FilledOauth }

/** An OAuth client after the user has filled in its gaps. */
export type FilledOauth = { clientId?: string; clientSecret?: string; scopes?: string; callbackPort?: number }

/** An answer's characters in the host part of a URL; others could lead to another host. */
const hostCharacters = /^[a-z0-9.-]*$/i

/** The IDs of required questions without an answer. */
export const unanswered = ({ questions }: Pick<Candidate, 'questions'>, answers: Answers): string[] =>
  questions.filter(({ id, required }) => required && isEmpty(answers[id])).map(({ id }) => id)

/** Whether an answer is missing, or has only blank texts. */
export const isEmpty = (answer: GapAnswer | undefined): boolean => [answer ?? []].flat().every(isBlank)

const isBlank = (text: string): boolean => text.trim() === ''

/**
 * Puts the answers into a launch, in one pass: an answer that contains a gap's text stays as it is. Texts that are only
 * unanswered gaps are left out. `unfit` has the IDs of answers that can't be used in their place. `placeholders` go
 * into the arguments instead of answers.
 */
export function fillLaunch(
  launch: LaunchTemplate,
  answers: Answers,
  placeholders: Answers = {},
): { launch: FilledLaunch; unfit: string[] } {
  const named = (values: NamedTemplate[]): NamedText[] =>
    values
      .filter(({ value }) => !isLeftOut(value, answers))
      .map(({ name, value, secret }) => ({ name, value: joined(value, answers), secret }))
  if (launch.type === 'http') {
    const { url, unfit } = filledUrl(launch.url, answers)
    const oauth = launch.oauth && filledOauth(launch.oauth, answers)
    return { launch: { type: 'http', url, headers: named(launch.headers), ...(oauth && { oauth }) }, unfit }
  }
  const { command, args, env, cwd } = launch
  const filled: FilledLaunch = {
    type: 'stdio',
    command: joined(command, answers),
    args: args.flatMap((arg) => argumentsFrom(arg, { ...answers, ...placeholders })),
    env: named(env),
    ...(cwd && !isLeftOut(cwd, answers) && { cwd: joined(cwd, answers) }),
  }
  return { launch: filled, unfit: severalInside(launch, answers) }
}

/** The launch with each of its templates changed. */
export function mapLaunch(launch: LaunchTemplate, change: (template: Template) => Template): LaunchTemplate {
  const named = (values: NamedTemplate[]): NamedTemplate[] => values.map((it) => ({ ...it, value: change(it.value) }))
  if (launch.type === 'stdio') {
    const { command, args, env, cwd } = launch
    const folder = cwd && { cwd: change(cwd) }
    return { type: 'stdio', command: change(command), args: args.map(change), env: named(env), ...folder }
  }
  const { url, headers, oauth } = launch
  const { clientId, clientSecret } = oauth ?? {}
  const client = {
    ...oauth,
    ...(clientId && { clientId: change(clientId) }),
    ...(clientSecret && { clientSecret: change(clientSecret) }),
  }
  return { type: 'http', url: change(url), headers: named(headers), ...(oauth && { oauth: client }) }
}

/** The IDs of the questions whose answers go into a template. */
export const asksIn = (template: Template): string[] =>
  template.flatMap((part) => (typeof part === 'string' ? [] : [part.ask]))

/** Secrets that a launch puts into arguments. There, each is `${name}` until the program starts. */
export type SecretArguments = { placeholders: Answers; values: { name: string; value: string }[] }

/** The secrets among a launch's arguments. A secret without an answer stays if `kept` has its name. */
export function secretArguments(
  { launch, questions }: Pick<Candidate, 'launch' | 'questions'>,
  answers: Answers,
  kept: Readonly<Record<string, unknown>> = {},
): SecretArguments {
  const found: SecretArguments = { placeholders: {}, values: [] }
  if (launch.type === 'http') return found
  const asked = new Set(launch.args.flatMap(asksIn))
  const secret = questions.filter((question) => question.secret && asked.has(question.id))
  const own = new Set(secret.map(({ id }) => id))
  // A text that reads like a placeholder must not become a secret.
  const texts = JSON.stringify([launch.args, Object.entries(answers).filter(([id]) => !own.has(id))])
  const isTaken = (name: string): boolean =>
    texts.includes(placeholderOf(name)) || found.values.some((it) => it.name === name)
  const placeholders: Record<string, GapAnswer> = {}
  for (const { id } of secret) {
    const values = [answers[id] ?? ''].flat().filter((one) => !isBlank(one))
    const names = values.map((value) => {
      const name = freeName(argumentName(id), isTaken)
      found.values.push({ name, value })
      return name
    })
    const name = argumentName(id)
    if (values.length === 0 && Object.hasOwn(kept, name)) {
      found.values.push({ name, value: '' })
      names.push(name)
    }
    if (names.length > 0) placeholders[id] = names.map(placeholderOf)
  }
  return { ...found, placeholders }
}

/** A secret's name in arguments, from its question's ID, without the file in front of it. */
export const argumentName = (id: string): string =>
  id
    .replace(/^.*[:/#]/s, '')
    .replaceAll(/[^\w.-]+/g, '_')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, 50) || 'secret'

function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  let name = wanted
  for (let n = 2; isTaken(name); n++) name = `${wanted}-${n}`
  return name
}

const isLeftOut = (template: Template, answers: Answers): boolean =>
  template.length > 0 && template.every((part) => typeof part !== 'string' && isEmpty(answers[part.ask]))

const oneOf = (answer: GapAnswer | undefined): string => (Array.isArray(answer) ? (answer[0] ?? '') : (answer ?? ''))

const joined = (template: Template, answers: Answers): string =>
  template.map((part) => (typeof part === 'string' ? part : oneOf(answers[part.ask]))).join('')

/** An argument that is one gap becomes as many arguments as its answer has values, each after its option. */
function argumentsFrom(arg: Template, answers: Answers): string[] {
  if (isLeftOut(arg, answers)) return []
  const [only] = arg
  if (arg.length > 1 || typeof only !== 'object') return [joined(arg, answers)]
  const values = [answers[only.ask] ?? []].flat().filter((one) => !isBlank(one))
  return values.flatMap((value) => (only.option === undefined ? [value] : [only.option, value]))
}

/** The IDs of questions with several values inside a longer text, which has room for one. */
function severalInside({ args, env }: Extract<LaunchTemplate, { type: 'stdio' }>, answers: Answers): string[] {
  const inside = [...args.filter((arg) => arg.length > 1), ...env.map(({ value }) => value)]
  return [...new Set(inside.flatMap(asksIn))].filter((id) => Array.isArray(answers[id]) && answers[id].length > 1)
}

function filledOauth({ clientId, clientSecret, ...others }: OauthTemplate, answers: Answers): FilledOauth {
  const id = clientId && joined(clientId, answers)
  const secret = clientSecret && joined(clientSecret, answers)
  return { ...others, ...(id && { clientId: id }), ...(secret && { clientSecret: secret }) }
}

/** In the host, an answer must be part of a name; elsewhere it is percent-encoded, unless the URL begins with it. */
function filledUrl(template: Template, answers: Answers): { url: string; unfit: string[] } {
  const unfit: string[] = []
  let url = ''
  for (const part of template) {
    const answer = typeof part === 'string' ? undefined : oneOf(answers[part.ask]).trim()
    if (typeof part === 'string') url += part
    else if (url === '') url = answer ?? ''
    else if (/^[a-z]+:\/\/[^/?#]*$/i.test(url)) {
      if (!hostCharacters.test(answer ?? '')) unfit.push(part.ask)
      url += answer
    } else url += encodeURIComponent(answer ?? '')
  }
  return { url, unfit }
}
