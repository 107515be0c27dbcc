import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Claims, Flow, Question } from '../../../shared/asks/asks.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import type { ClearedBy, FilledDefaults } from '../../../shared/events/turn-events.ts'
import type { JsonObject, StoredValue } from '../../../shared/schema/json.ts'
import { covers, type Right } from '../../../shared/contract/command.ts'
import { ruleWords } from '../../../shared/rules/rule-words.ts'
import { conversationRule } from '../../../shared/rules/rule-draft.ts'
import { conversationOfRule, inForce, type Rule } from '../../../shared/rules/rules.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import { isResumable } from '../../../shared/state/running-turns.ts'
import { judge, type Verdict } from '../../../shared/rules/verdict.ts'
import { hashOf } from '../base/hash.ts'
import type { Answered, Inbox } from '../inbox.ts'
import type { Journal } from '../journal/journal.ts'
import type { Cleared, ToolOperation } from '../mcp/requests/operation.ts'
import type { CallingApp } from '../mcp/requests/app-caller.ts'
import type { Looked } from './changes/looked.ts'
import type { AskingSlot } from './asking-order.ts'
import { assertScope, openedByApp, type OpenedByApp } from './app-permission.ts'
import { isInQuarantine, quarantineProblem } from './tools/quarantine.ts'
import { clip } from '../../../shared/text/clip.ts'
import { agentWords } from './words.ts'

/** A cleared operation, and what in its arguments the model didn't write. */
type Passed = { cleared: Cleared<ToolOperation>; edited?: StoredValue | undefined; filled?: FilledDefaults | undefined }

/** The only thing that lets a tool run; created here, from a rule or an answer. */
export type Clearance =
  | Passed
  /** `rule` is present if a rule denied it; `reason` is then the rule in words. */
  | { denied: { reason?: string | undefined; rule?: Rule | undefined } }

/**
 * Finds what in the arguments came from another server or an attachment. Never rejects; an unfinished search isn't
 * `complete`.
 */
export type FlowsOf = (operation: ToolOperation) => Promise<{ flows: Flow[]; complete: boolean }>

const untraced = { flows: [], complete: false }

type ClearDeps = {
  journal: Journal
  inbox: Inbox
  signal: AbortSignal
  /** Without it, text from elsewhere is never ruled out. */
  flows: FlowsOf | undefined
  /** Its turn to ask among several calls, and how to pass it on. */
  slot: AskingSlot | undefined
  /** The app that makes the call, if one does. */
  app: CallingApp | undefined
  /** No rule lets it run without the user's answer. */
  asksAlways: boolean
  /** The files its arguments name, as shown in the question. */
  looked: Looked
  /** Asks again because one of them changed. */
  restart(): void
  /** Why arguments can't replace those in the question, in one sentence. */
  schemaViolation: (input: JsonObject) => Promise<string | undefined>
}

/**
 * Decides whether an operation can go to its server: by a rule for exactly this definition, else by asking the user.
 * Also asks if the arguments contain, or may contain, data from other servers or attachments, unless the rule covers
 * that. For a definition in quarantine no rule applies, and the user can only allow it once. A cleared operation has
 * the user's arguments if they edited them. A call among several asks in its turn, as does an app's call. Rejects with
 * the signal's reason if the question is withdrawn. Its events are one batch with the answer and with all events the
 * caller appends before its next await.
 */
export async function clear(
  operation: ToolOperation,
  question: Question<'approval'>,
  deps: ClearDeps,
): Promise<Clearance> {
  const { journal, signal, slot, app } = deps
  const { flows, complete } = deps.flows ? await beforeAbort(deps.flows(operation), signal) : untraced
  const hasForeignText = !complete || flows.length > 0
  const currentVerdict = (): Verdict | OpenedByApp => {
    const found = verdictOn(operation, question.claims, journal, hasForeignText)
    if (found.effect === 'allow' && deps.asksAlways) return { effect: 'ask' }
    return (!hasForeignText && openedByApp(operation, found, deps)) || found
  }
  if (currentVerdict().effect === 'ask' && slot) await beforeAbort(slot.reached, signal)
  const leave = currentVerdict().effect === 'ask' ? await app?.turnToAsk(signal) : undefined
  const verdict = currentVerdict()
  if (verdict.effect !== 'ask') for (const done of [slot?.pass, leave]) done?.()
  if (verdict.effect === 'deny') return refusal(verdict.rule, journal)
  if (verdict.effect === 'allow') return pass(operation, { rule: verdict.rule.id, said: verdict.rule }, journal)
  if (verdict.effect === 'opened') return pass(operation, { person: verdict.by, whilePageOpen: true }, journal)
  const shown = {
    ...question,
    ...(!deps.looked.isEmpty && { files: deps.looked.files() }),
    ...(verdict.because && { because: verdict.because }),
    // Absent if tracing can't tell whether there are any.
    ...((complete || flows.length > 0) && { flows }),
  }
  const answered = await askPerson(operation, shown, deps).finally(leave)
  if ('denied' in answered) return answered
  const { answer, actor } = answered
  if (answer.decision === 'deny') return { denied: { reason: answer.reason } }
  const wanted = answer.arguments ? withArguments(operation, answer.arguments) : operation
  const denying = verdictOn(wanted, question.claims, journal)
  if (denying.effect === 'deny') return refusal(denying.rule, journal)
  if (answer.scope === 'conversation') remember(ruleOf(wanted, question, actor), journal)
  if (answer.scope === 'page') app?.allow(wanted, actor)
  const edited = wanted === operation ? undefined : journal.keep(wanted.arguments)
  return pass(wanted, { person: actor }, journal, edited)
}

/** Awaits a promise unless the signal comes first: then throws its reason. */
export async function beforeAbort<T>(waited: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const leave = (): void => reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([waited, promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

/**
 * The user's request for a call of their own, which is the consent to exactly this: a tool, its definition, its
 * server's configuration and the arguments. Users with the right `admin` can override a denying rule.
 */
export type ManualConsent = { actor: string; right: Right } & Pick<
  ToolOperation,
  'server' | 'tool' | 'configuration' | 'definition' | 'argumentsHash'
>

/**
 * Clears an operation that is exactly what the user requested: the request is the consent. A denying rule binds
 * everyone who couldn't remove it; for others the log names it.
 */
export function clearOwn(
  operation: ToolOperation,
  consent: ManualConsent,
  { journal, claims }: { journal: Journal; claims: Claims },
): Clearance | 'changed' {
  const isTheSame =
    operation.server === consent.server &&
    operation.tool === consent.tool &&
    operation.configuration === consent.configuration &&
    operation.definition === consent.definition &&
    operation.argumentsHash === consent.argumentsHash
  if (!isTheSame) return 'changed'
  const verdict = verdictOn(operation, claims, journal)
  const denying = verdict.effect === 'deny' ? verdict.rule : undefined
  if (denying && !covers(consent.right, 'admin')) return refusal(denying, journal)
  return pass(operation, { person: consent.actor, ...(denying && { against: denying }) }, journal)
}

/** Clears an operation again that was sent before a restart and runs as a task; undefined if anything in it differs. */
export function clearResumed(operation: ToolOperation, { state }: Journal): Cleared<ToolOperation> | undefined {
  const { turn, call, server, tool, configuration, definition } = operation
  const sent = state.turns[turn]?.calls[call]
  if (!isResumable(sent) || !sent?.task?.resumes || sent.server !== server || sent.tool !== tool) return undefined
  const { task, until, ...bound } = sent.task.resumes
  const own = { configuration, definition, argumentsHash: hashOf(operation.arguments) }
  return isDeepStrictEqual(bound, own) ? asCleared(operation) : undefined
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this is the one place that clears
const asCleared = (operation: ToolOperation): Cleared<ToolOperation> => operation as Cleared<ToolOperation>

function pass(operation: ToolOperation, by: ClearedBy, journal: Journal, edited?: StoredValue): Passed {
  const { conversation, turn, call, filled: places } = operation
  const filled = places && { places, arguments: journal.keep(operation.arguments) }
  const changed = { ...(edited && { edited }), ...(filled && { filled }) }
  journal.append({ type: 'call.cleared', conversation, turn, call, by, ...changed })
  return { cleared: asCleared(operation), edited, filled }
}

/** The reason to withdraw a question while its call continues. */
class DeniedByRule extends Error {
  readonly rule: Rule
  constructor(rule: Rule) {
    super()
    this.rule = rule
  }
}

/** Asks, until a rule is added that denies the call: it overrides the open question. */
async function askPerson(
  operation: ToolOperation,
  question: Question<'approval'>,
  deps: ClearDeps,
): Promise<Answered<'approval'> | Extract<Clearance, { denied: unknown }>> {
  const { journal, inbox, signal, slot } = deps
  const { conversation, turn, call } = operation
  const denied = new AbortController()
  const leave = journal.subscribe(({ event }) => {
    if (event.type !== 'rule.added') return
    const verdict = verdictOn(operation, question.claims, journal)
    if (verdict.effect === 'deny') denied.abort(new DeniedByRule(verdict.rule))
  })
  try {
    const answered = inbox.ask('approval', question, {
      signal: AbortSignal.any([signal, denied.signal]),
      operation: { conversation, turn, call },
      check: (answer) => {
        if (answer.decision === 'deny') return undefined
        assertScope(answer.scope, deps.app)
        if (answer.scope === 'page') assertPinned(operation, journal)
        if (answer.scope === 'conversation') {
          assertPinned(operation, journal)
          ruleOf({ ...operation, ...(answer.arguments && { arguments: answer.arguments }) }, question, '')
        }
        const sendable = answer.arguments
          ? assertSendable(withArguments(operation, answer.arguments), question.claims, deps)
          : undefined
        return deps.looked.isEmpty ? sendable : Promise.all([sendable, assertCurrent(deps)]).then(() => undefined)
      },
    })
    slot?.pass()
    return await answered
  } catch (error) {
    if (error instanceof DeniedByRule) return refusal(error.rule, journal)
    throw error
  } finally {
    leave()
  }
}

/** Throws `bad-input` if a permission would be for a definition still under review. */
function assertPinned(operation: ToolOperation, { state }: Journal): void {
  if (!isInQuarantine(operation, state)) return
  throw new HostError('bad-input', agentWords.onceOnly(quarantineProblem(operation, state)))
}

/** Throws `conflict` if a file is no longer what the question shows, and asks again. */
async function assertCurrent({ looked, restart }: Pick<ClearDeps, 'looked' | 'restart'>): Promise<void> {
  if (await looked.isCurrent()) return
  restart()
  throw new HostError('conflict', agentWords.fileChanged)
}

/** Throws `bad-input` if the user's edited arguments would be rejected. */
async function assertSendable(
  operation: ToolOperation,
  claims: Claims,
  { schemaViolation, journal }: Pick<ClearDeps, 'schemaViolation' | 'journal'>,
): Promise<void> {
  const problem = await schemaViolation(operation.arguments)
  if (problem !== undefined) throw new HostError('bad-input', problem)
  const verdict = verdictOn(operation, claims, journal)
  if (verdict.effect === 'deny') throw new HostError('bad-input', agentWords.ruleDenies(wordsOf(verdict.rule, journal)))
}

/** The same operation if the arguments are equal. */
function withArguments(operation: ToolOperation, input: JsonObject): ToolOperation {
  const argumentsHash = hashOf(input)
  if (argumentsHash === operation.argumentsHash) return operation
  const { filled: _, ...rest } = operation
  return { ...rest, arguments: input, argumentsHash }
}

function verdictOn(operation: ToolOperation, claims: Claims, { state, now }: Journal, hasForeignText = false): Verdict {
  const mayAllow = !isInQuarantine(operation, state)
  const rules = inForce(state.rules, now()).filter(({ effect }) => mayAllow || effect !== 'allow')
  return judge({ ...operation, claims }, rules, hasForeignText)
}

const refusal = (rule: Rule, journal: Journal): Extract<Clearance, { denied: unknown }> => ({
  denied: { reason: wordsOf(rule, journal), rule },
})

const longestReason = 500

function wordsOf(rule: Rule, { state }: Journal): string {
  return clip(
    ruleWords(rule, { server: displayName(rule.server, state.configured.servers[rule.server]) }),
    longestReason,
  )
}

/** Adds the rule once, however many calls were answered with it. */
function remember(rule: Rule, journal: Journal): void {
  const isThere = Object.values(journal.state.rules).some(
    (it) =>
      it.effect === 'allow' &&
      conversationOfRule(it) === conversationOfRule(rule) &&
      it.server === rule.server &&
      it.tool === rule.tool &&
      it.definition === rule.definition &&
      isDeepStrictEqual(it.conditions, rule.conditions) &&
      it.staysInPlace === rule.staysInPlace &&
      it.destructive === rule.destructive &&
      !it.flows,
  )
  if (!isThere) journal.append({ type: 'rule.added', rule })
}

/** The rule for the rest of the conversation; throws `bad-input` if it would have no limit and needs one. */
function ruleOf(operation: ToolOperation, { claims, files }: Question<'approval'>, actor: string): Rule {
  const question = { ...operation, claims, ...(files && { files }) }
  const draft = conversationRule(question, operation.arguments, operation.conversation)
  if (!draft) throw new HostError('bad-input', agentWords.needsLimit)
  return { ...draft, id: randomUUID(), actor }
}
