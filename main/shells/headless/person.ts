import type { Ask, AskKind, Question, Claims, Suspicion } from '../../../shared/asks/asks.ts'
import type { HostLink } from '../../../shared/contract/commands.ts'
import { defined, type JsonValue, isObject } from '../../../shared/schema/json.ts'
import { readablePath } from '../../../shared/schema/pointer.ts'
import { launchText, type LaunchText } from '../../../shared/risk/launch-text.ts'
import { emptyState, type HostState } from '../../../shared/state/state.ts'
import type { Answerer } from './questions.ts'
import type { Console } from './console.ts'
import { fillForm } from './fill-form.ts'
import { Unfinished } from './unfinished.ts'
import { terminalWords as words } from './words.ts'

type Around = { console: Console; link: HostLink; signal: AbortSignal }
type Asking<K extends AskKind> = (question: Question<K>, around: Around) => Promise<JsonValue | undefined>

/** Asks the user at the terminal, one question at a time. */
export const personAt =
  (console: Console): Answerer =>
  async (ask, signal, link) => {
    if (!console.isThere) return withoutTerminal(ask, console)
    return console.alone(() => put(ask, { console, link, signal }))
  }

/**
 * Declines a server's question during its call, because there is no one to answer, and says so: the call then
 * continues. Leaves questions about running something unanswered.
 */
function withoutTerminal(ask: Ask, console: Console): JsonValue | undefined {
  const decline = (sentence: string, answer: JsonValue): JsonValue => {
    console.tell(sentence)
    return answer
  }
  switch (ask.kind) {
    case 'form':
      return decline(words.declined.form(ask.question.server), { action: 'decline' })
    case 'url':
      return decline(words.declined.page(ask.question.server), { action: 'decline' })
    case 'visit':
      return { action: 'cancel' }
    case 'sampling':
      return decline(words.declined.model(ask.question.server), { decision: 'deny' })
    default:
      return undefined
  }
}

function put(ask: Ask, around: Around): Promise<JsonValue | undefined> {
  const asking: Asking<never> = askings[ask.kind]
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the row is of the kind of this question
  return asking(ask.question as never, around)
}

/**
 * How each kind is asked. Answers that change what Atrium stores are given only in the app: here, declining only ends
 * the command.
 */
const askings: { [K in AskKind]: Asking<K> } = {
  approval: async (question, { console, signal }) => {
    const { server, tool, description, claims, because, flows, filled = [] } = question
    console.tell(words.approval.question(server, tool))
    if (description) said(console, words.approval.description, description)
    for (const line of claimsOf(claims, server)) console.tell(line)
    if (because === 'rule') console.tell(words.approval.ruleAsks)
    if (because === 'destructive') console.tell(words.approval.ruleNotForDestructive)
    if (because === 'flow') console.tell(words.approval.ruleNotForFlows)
    for (const { at, source } of flows ?? [])
      console.tell(words.approval.carries(at, source.kind === 'result' ? source.server : source.name))
    if (filled.length > 0) console.tell(words.approval.filled(filled.map(readablePath)))
    said(console, words.approval.arguments, text(question.arguments))
    const agrees = await console.agrees(words.approval.run, signal)
    if (agrees === undefined) return undefined
    return agrees ? { decision: 'allow', scope: 'once' } : { decision: 'deny' }
  },
  trust: async ({ server, launch, before }, { console, link, signal }) => {
    console.tell(words.trust.question(server))
    const config = stateOf(link).configured.servers[server]
    tellLaunch(console, launchText({ launch, before }, config))
    const agrees = await console.agrees(words.trust.start, signal)
    if (agrees === false) throw new Unfinished('failed', words.trust.refused(server))
    return agrees && { decision: 'trust' }
  },
  address: async ({ server, address, before }, { console, signal }) => {
    console.tell(words.address.question(server))
    console.quote(address.url)
    tellHeaders(console, headersOf(address))
    if (before) {
      said(console, words.address.before, before.url)
      tellHeaders(console, headersOf(before))
    }
    const agrees = await console.agrees(words.address.connect, signal)
    if (agrees === false) throw new Unfinished('failed', words.address.refused(server))
    return agrees && { decision: 'connect' }
  },
  definitions: async ({ server, items }, { console, link, signal }) => {
    console.tell(words.definitions.heading(server))
    for (const { item, hash, before, suspicions } of items) {
      said(console, words.definitions.item(before !== undefined, suspicionsOf(suspicions)), item)
      const { definition } = await link.call('getDefinition', { hash })
      if (before !== undefined) {
        said(console, words.definitions.was, text((await link.call('getDefinition', { hash: before })).definition))
        console.tell(words.definitions.isNow)
      }
      console.quote(text(definition))
    }
    const agrees = await console.agrees(words.definitions.accept(items.length), signal)
    if (agrees === false) throw new Unfinished('failed', words.definitions.refused)
    return agrees && { decision: 'accept', items: items.map(({ item }) => item) }
  },
  form: async (question, { console, signal }) => fillForm(question, console, signal),
  url: async ({ server, message, url }, { console, signal }) => {
    said(console, words.page.question(server), message)
    said(console, words.page.address, url)
    const agrees = await console.agrees(words.page.opened, signal)
    return agrees === undefined ? undefined : { action: agrees ? 'open' : 'decline' }
  },
  visit: async ({ server, url }, { console, signal }) => {
    const agrees = await console.agrees(words.page.done(server, url), signal)
    return agrees === undefined ? undefined : { action: agrees ? 'done' : 'cancel' }
  },
  sampling: async (question, { console, signal }) => {
    const { server, system, messages, maxTokens, choice, tools, problem } = question
    console.tell(words.sampling.question(server))
    if (problem !== undefined) console.tell(problem)
    if (!choice) {
      console.tell(words.sampling.noModel)
      return { decision: 'deny' }
    }
    if (system !== undefined) said(console, words.sampling.system, system)
    for (const { role, content } of messages) said(console, words.sampling.message(role), partsOf(content))
    if (tools.length > 0) said(console, words.sampling.tools, tools.map(({ name }) => name).join('\n'))
    const agrees = await console.agrees(words.sampling.send(choice.model, maxTokens), signal)
    if (agrees === undefined) return undefined
    if (!agrees) return { decision: 'deny' }
    return { decision: 'send', choice, maxTokens, messages, ...defined({ system }) }
  },
  review: async ({ server, model, content }, { console, signal }) => {
    said(console, words.sampling.reply(model), partsOf(content))
    const agrees = await console.agrees(words.sampling.pass(server), signal)
    return agrees === undefined ? undefined : { decision: agrees ? 'send' : 'withhold' }
  },
  'sign-in': async ({ server, resource, issuer, handover, scopes, because, enteredFor }, { console, signal }) => {
    console.tell(words.signIn.question(server, because === 'more'))
    console.tell(words.signIn.places({ resource, issuer }))
    if (handover) console.tell(words.signIn.handover(handover))
    if (enteredFor !== undefined) console.tell(words.signIn.otherClient(enteredFor))
    console.tell(words.signIn.scopes(scopes))
    const agrees = await console.agrees(words.signIn.start, signal)
    if (agrees === false) throw new Unfinished('failed', words.signIn.refused(server))
    return agrees && { decision: 'sign-in' }
  },
  'sign-in-page': async ({ url }, { console, signal }) => {
    said(console, words.signIn.open, url)
    const givesUp = await console.agrees(words.signIn.giveUp, signal)
    if (givesUp) return { action: 'cancel' }
    await over(signal)
    return undefined
  },
  // A terminal can show none.
  'server-page': async () => ({ decision: 'leave' }),
  'page-wish': async () => ({ decision: 'deny' }),
}

/** A sentence of Atrium's, and below it a third party's text with its marks. */
function said(console: Console, sentence: string, theirs: string): void {
  console.tell(sentence)
  console.quote(theirs)
}

function tellHeaders(console: Console, headers: string[]): void {
  if (headers.length === 0) console.tell(words.address.noHeaders)
  else said(console, words.address.headers, headers.join('\n'))
}

/** The window's description of a program before it starts. */
function tellLaunch(console: Console, launch: LaunchText): void {
  const { command, sha256, cwd, containment, bundle, variables, inherited, warnings, changes } = launch
  const section = (title: string, lines: string[]): void => {
    if (lines.length > 0) said(console, title, lines.join('\n'))
  }
  console.quote(command)
  console.tell(sha256 === undefined ? words.trust.unreadable : words.trust.fingerprint(sha256))
  console.tell(words.trust.folder(cwd))
  section(words.trust.contained, containment)
  if (bundle) console.tell(words.trust.bundle(bundle.name, bundle.author, bundle.sha256))
  section(words.trust.variables, variables)
  section(words.trust.inherited, inherited.length === 0 ? [] : [inherited.join(', ')])
  for (const { what, lines } of changes) {
    // The values of variables are compared, but not in the question.
    console.tell(words.trust.changed(what))
    if (lines.length > 0)
      console.quote(lines.map(({ mark, text: line }) => `${mark === 'removed' ? '-' : '+'} ${line}`).join('\n'))
  }
  if (warnings.length > 0) console.tell(words.trust.warnings)
  for (const { title, detail } of warnings) console.tell(words.trust.warning(title, detail))
}

/** The host's current state: a feed begins with it, before `subscribe` returns. */
function stateOf(link: HostLink): HostState {
  let state = emptyState
  const leave = link.subscribe((message) => {
    if ('snapshot' in message) state = message.snapshot
  })
  leave()
  return state
}

/** Headers with their values, or with the name of the secret that contains one. */
const headersOf = ({ headers }: Question<'address'>['address']): string[] =>
  Object.entries(headers).map(([name, value]) =>
    typeof value === 'string' ? `${name}: ${value}` : words.address.secretHeader(name, value.secret),
  )

/** Resolves when the question is over. */
const over = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve())))

const text = (value: JsonValue): string => JSON.stringify(value, undefined, 2)

/** A server's claims about a tool in sentences; without a claim, the assumption to make instead. */
function claimsOf({ readOnly, destructive, idempotent, openWorld }: Claims, server: string): string[] {
  const { claims } = words.approval
  const outside = openWorld ? [claims.reachesOut(server)] : []
  if (readOnly) return [claims.onlyReads(server), ...outside]
  const what = destructive ? claims.mayDelete(server) : claims.deletesNothing(server)
  return [what, ...(idempotent ? [claims.repeatable(server)] : []), ...outside]
}

const suspicionsOf = (found: Suspicion[]): string => found.map((it) => `, ${words.definitions.suspicions[it]}`).join('')

/** Content blocks: texts verbatim, everything else by its kind. */
const partsOf = (content: JsonValue[]): string =>
  content
    .map((part) => {
      if (!isObject(part)) return JSON.stringify(part)
      return part['type'] === 'text' && typeof part['text'] === 'string' ? part['text'] : JSON.stringify(part)
    })
    .join('\n')
