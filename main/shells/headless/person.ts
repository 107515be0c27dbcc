import type { Ask, AskKind, Question, Claims, Suspicion } from '../../../shared/asks/asks.ts'
import type { HostLink } from '../../../shared/contract/commands.ts'
import { type JsonValue, isObject } from '../../../shared/schema/json.ts'
import { readablePlace } from '../../../shared/schema/pointer.ts'
import { launchText, type LaunchText } from '../../../shared/risk/launch-text.ts'
import { emptyState, type HostState } from '../../../shared/state/state.ts'
import type { Answer } from './questions.ts'
import type { Console } from './console.ts'
import { fillForm } from './fill-form.ts'
import { Unfinished } from './unfinished.ts'

type Around = { console: Console; link: HostLink; signal: AbortSignal }
type Asking<K extends AskKind> = (question: Question<K>, around: Around) => Promise<JsonValue | undefined>

/** Asks the user at the terminal, one question at a time. */
export const personAt =
  (console: Console): Answer =>
  async (ask, signal, link) => {
    if (!console.isThere) return withoutTerminal(ask, console)
    return console.alone(() => put(ask, { console, link, signal }))
  }

/**
 * Declines what a server asks during its call, and says so, because nobody can answer: the call then goes on. Whether
 * anything may run is not answered.
 */
function withoutTerminal(ask: Ask, console: Console): JsonValue | undefined {
  const decline = (what: string, answer: JsonValue): JsonValue => {
    console.tell(`${ask.question.server} ${what}. There is no terminal to answer on, so Atrium declined.`)
    return answer
  }
  switch (ask.kind) {
    case 'form':
      return decline('asked for a form to be filled in', { action: 'decline' })
    case 'url':
      return decline('asked for a page to be opened', { action: 'decline' })
    case 'visit':
      return { action: 'cancel' }
    case 'sampling':
      return decline('asked to use a model', { decision: 'deny' })
    default:
      return undefined
  }
}

function put(ask: Ask, around: Around): Promise<JsonValue | undefined> {
  const asking: Asking<never> = askings[ask.kind]
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the row is of the kind of this question
  return asking(ask.question as never, around)
}

/** How each kind is asked. An answer that would change what Atrium keeps is given in the app alone: here, no only ends the command. */
const askings: { [K in AskKind]: Asking<K> } = {
  approval: async (question, { console, signal }) => {
    const { server, tool, description, claims, because, flows, filled = [] } = question
    console.tell(`\nMay ${server} run ${tool}?`)
    if (description) console.tell(`It is described as: ${description}`)
    console.tell(`Its server says: ${claimsOf(claims)}.`)
    if (because === 'rule') console.tell('A rule of yours has it asked.')
    if (because === 'destructive') console.tell('A rule allows it, but not where it may destroy something.')
    if (because === 'flow') console.tell('A rule allows it, but not with what another server or an attachment gave.')
    for (const { at, source } of flows ?? [])
      console.tell(`${at || 'The input'} carries what ${source.kind === 'result' ? source.server : source.name} gave.`)
    if (filled.length > 0)
      console.tell(`Required and left out, so the tool's default is used: ${filled.map(readablePlace).join(', ')}`)
    console.tell(`With exactly these arguments:\n${text(question.arguments)}`)
    const agrees = await console.agrees('Run it?', signal)
    if (agrees === undefined) return undefined
    return agrees ? { decision: 'allow', scope: 'once' } : { decision: 'deny' }
  },
  trust: async ({ server, launch, before }, { console, link, signal }) => {
    console.tell(`\nMay this program be started as ${server}?`)
    const config = stateOf(link).configured.servers[server]
    for (const line of linesOf(launchText({ launch, before }, config))) console.tell(line)
    const agrees = await console.agrees('Start it, now and from now on?', signal)
    if (agrees === false) throw new Unfinished('failed', `${server} was not started, so nothing ran.`)
    return agrees && { decision: 'trust' }
  },
  address: async ({ server, address, before }, { console, signal }) => {
    console.tell(`\nMay Atrium connect to ${server} at this address? It came or changed in servers.json.`)
    console.tell(address.url)
    console.tell(`with these headers: ${headersOf(address) || 'none'}`)
    if (before) console.tell(`Before, it was ${before.url}\nwith these headers: ${headersOf(before) || 'none'}`)
    const agrees = await console.agrees('Connect, now and from now on?', signal)
    if (agrees === false) throw new Unfinished('failed', `${server} was not connected to, so nothing was sent.`)
    return agrees && { decision: 'connect' }
  },
  definitions: async ({ server, items }, { console, link, signal }) => {
    console.tell(`\n${server} has these new or changed definitions:`)
    for (const { item, hash, before, suspicions } of items) {
      console.tell(`\n${item}, ${before === undefined ? 'new' : 'changed'}${suspicionsOf(suspicions)}`)
      if (before !== undefined)
        console.tell(`It was:\n${text((await link.call('getDefinition', { hash: before })).definition)}\nIt is now:`)
      console.tell(text((await link.call('getDefinition', { hash })).definition))
    }
    const agrees = await console.agrees(`Accept ${items.length === 1 ? 'this' : `all ${items.length}`}?`, signal)
    if (agrees === false) throw new Unfinished('failed', 'It still waits for your review, so it was not called.')
    return agrees && { decision: 'accept', items: items.map(({ item }) => item) }
  },
  form: async (question, { console, signal }) => fillForm(question, console, signal),
  url: async ({ server, message, url }, { console, signal }) => {
    console.tell(`\n${server} wants you to open a page in your browser, and says:\n${message}\n\n${url}\n`)
    const agrees = await console.agrees('Have you opened it?', signal)
    return agrees === undefined ? undefined : { action: agrees ? 'open' : 'decline' }
  },
  visit: async ({ server, url }, { console, signal }) => {
    const agrees = await console.agrees(`\nIs what ${server} wanted at ${url} done?`, signal)
    return agrees === undefined ? undefined : { action: agrees ? 'done' : 'cancel' }
  },
  sampling: async (question, { console, signal }) => {
    const { server, system, messages, maxTokens, choice, tools, problem } = question
    console.tell(`\n${server} wants to use a model of yours.`)
    if (problem !== undefined) console.tell(problem)
    if (!choice) {
      console.tell('No model is connected, so it is refused.')
      return { decision: 'deny' }
    }
    if (system !== undefined) console.tell(`System prompt: ${system}`)
    for (const { role, content } of messages) console.tell(`${role}: ${partsOf(content)}`)
    if (tools.length > 0) console.tell(`It offers the model these tools: ${tools.map(({ name }) => name).join(', ')}`)
    const agrees = await console.agrees(`Send this to ${choice.model}, for at most ${maxTokens} tokens?`, signal)
    if (agrees === undefined) return undefined
    if (!agrees) return { decision: 'deny' }
    return { decision: 'send', choice, maxTokens, messages, ...(system !== undefined && { system }) }
  },
  review: async ({ server, model, content }, { console, signal }) => {
    console.tell(`\n${model} answered:\n${partsOf(content)}`)
    const agrees = await console.agrees(`May ${server} have this answer?`, signal)
    return agrees === undefined ? undefined : { decision: agrees ? 'send' : 'withhold' }
  },
  'sign-in': async ({ server, resource, issuer, scopes, because, enteredFor }, { console, signal }) => {
    console.tell(
      `\n${server} wants you to sign in${because === 'more' ? ' for more than before' : ''}.\nIt is at ${resource}, and you would sign in at ${issuer}.`,
    )
    if (enteredFor !== undefined)
      console.tell(`The client ID that you entered belongs to ${enteredFor}, so it isn't sent there.`)
    console.tell(`Atrium would be allowed: ${scopes.length === 0 ? 'what is not said' : scopes.join(', ')}`)
    const agrees = await console.agrees('Sign in?', signal)
    if (agrees === false) throw new Unfinished('failed', `${server} needs a sign-in, so nothing ran.`)
    return agrees && { decision: 'sign-in' }
  },
  'sign-in-page': async ({ url }, { console, signal }) => {
    console.tell(`\nOpen this page in your browser and sign in there:\n${url}\n`)
    const givesUp = await console.agrees('This goes on by itself when you have. Give it up instead?', signal)
    if (givesUp) return { action: 'cancel' }
    await over(signal)
    return undefined
  },
}

/** What the window shows of a program before it starts, line by line. */
function linesOf({ command, sha256, cwd, variables, inherited, warnings, changes }: LaunchText): string[] {
  const section = (title: string, lines: string[]): string[] =>
    lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)]
  return [
    command,
    sha256 === undefined
      ? 'Atrium can run this file but not read it: it cannot tell when another program takes its place.'
      : `SHA-256 of the program's file: ${sha256}`,
    `in the folder ${cwd}`,
    ...section('with these variables:', variables),
    ...section('and these from your environment:', inherited.length === 0 ? [] : [inherited.join(', ')]),
    ...changes.flatMap(({ what, lines }) =>
      section(
        `Changed since you allowed it: ${what}.`,
        lines.map(({ mark, text: line }) => `${mark === 'removed' ? '-' : '+'} ${line}`),
      ),
    ),
    ...section(
      'To consider:',
      warnings.map(({ title, detail }) => `${title}. ${detail}`),
    ),
  ]
}

/** What the host knows now: a feed begins with it, before `subscribe` returns. */
function stateOf(link: HostLink): HostState {
  let state = emptyState
  const leave = link.subscribe((message) => {
    if ('snapshot' in message) state = message.snapshot
  })
  leave()
  return state
}

/** Headers with their values, or with the name of the secret that is one. */
const headersOf = ({ headers }: Question<'address'>['address']): string =>
  Object.entries(headers)
    .map(([name, value]) => (typeof value === 'string' ? `${name}: ${value}` : `${name} (the secret ${value.secret})`))
    .join(', ')

/** Resolves when the question is over. */
const over = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve())))

const text = (value: JsonValue): string => JSON.stringify(value, undefined, 2)

/** What a server claims of a tool, as the words after "its server says". */
function claimsOf({ readOnly, destructive, idempotent, openWorld }: Claims): string {
  if (readOnly) return openWorld ? 'it only reads, also outside this computer' : 'it only reads'
  const what = destructive ? 'it may destroy something' : 'it only adds'
  return [what, ...(idempotent ? ['twice is as once'] : []), ...(openWorld ? ['it reaches outside'] : [])].join(', ')
}

const suspicions: Record<Suspicion, string> = {
  'hidden-characters': 'has hidden characters',
  'look-alike': 'looks like another',
  'names-another-server': 'names another server',
}

const suspicionsOf = (found: Suspicion[]): string => found.map((it) => `, ${suspicions[it]}`).join('')

/** Content blocks, the texts as they are and everything else by its kind. */
const partsOf = (content: JsonValue[]): string =>
  content
    .map((part) => {
      if (!isObject(part)) return JSON.stringify(part)
      return part['type'] === 'text' && typeof part['text'] === 'string' ? part['text'] : JSON.stringify(part)
    })
    .join('\n')
