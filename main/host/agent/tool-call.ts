import path from 'node:path'
import { mostSkillServers, type Question } from '../../../shared/asks/asks.ts'
import type { CallOutcome, FilledDefaults } from '../../../shared/events/turn-events.ts'
import type { Expected } from '../../../shared/changes/undo.ts'
import type { JsonObject, StoredValue } from '../../../shared/schema/json.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import { isResumable } from '../../../shared/state/running-turns.ts'
import { askOfCall } from '../../../shared/state/state.ts'
import { hashOf } from '../base/hash.ts'
import type { Inbox } from '../inbox.ts'
import { hasEndlessNumber } from '../llm/request/json.ts'
import type { Journal } from '../journal/journal.ts'
import type { ToolOperation } from '../mcp/requests/operation.ts'
import type { CallingApp } from '../mcp/requests/app-caller.ts'
import type { CallOptions } from '../mcp/requests/call.ts'
import type { Servers } from '../mcp/server/servers.ts'
import type { Validator } from '../validation/validator.ts'
import { assertBounded, fit, schemaViolation } from './fit-arguments.ts'
import { targetOf, type Target } from './call-target.ts'
import type { CallFiles } from './changes/call-files.ts'
import type { Looked } from './changes/looked.ts'
import { beforeAbort, clear, clearOwn, type Clearance, type FlowsOf, type ManualConsent } from './clearance.ts'
import type { AskingSlot } from './asking-order.ts'
import { outcomeOfReply, watchedCall } from './sent-call.ts'
import { isInQuarantine, quarantineProblem } from './tools/quarantine.ts'
import { head } from '../../../shared/text/clip.ts'
import { agentWords } from './words.ts'

/** The parts of the host that a call needs. */
export type CallDeps = {
  journal: Journal
  inbox: Inbox
  servers: Servers
  validator: Validator
  flows?: FlowsOf | undefined
  files: Pick<CallFiles, 'look'>
}

/** One call that the model or the user requested, already journalled. */
export type CallRequest = {
  conversation: string
  turn: string
  call: string
  server: string | undefined
  tool: string
  /** As the model sent them; a sentence if they can't be read. */
  arguments: { input: JsonObject } | { problem: string }
  /** Present if one of Atrium's own tools reads a resource or loads a skill; a server's tool can have the same name. */
  host?: 'reading' | 'loading'
  /** For a read: other servers whose skills the model was given. If there are any, the user is always asked. */
  skillsOf?: string[]
  /** The implementation of one of Atrium's own tools, which contacts no server and asks no one; else absent. */
  here?: (input: JsonObject) => CallOutcome | Promise<CallOutcome>
  /** Present if the user requested the call, which is their consent: then Atrium doesn't ask. */
  consent?: ManualConsent
  /** Present if it is one of several that were requested at once. */
  slot?: AskingSlot
  /** Present if a server's app makes it. */
  app?: CallingApp
  /** Present if it takes a change back: the user is always asked, and this definition and these files must stay. */
  relies?: { definition: string; files: Expected[] }
}

/** A call's outcome, and the user's edited arguments, if any. */
export type Called = { outcome: CallOutcome; edited?: StoredValue | undefined; filled?: FilledDefaults | undefined }

/** The reason to withdraw a call's question while the call continues. `shown` is the definition that was on screen. */
class DefinitionChanged extends Error {
  readonly shown: string | undefined
  constructor(shown: string | undefined) {
    super()
    this.shown = shown
  }
}

/** The reason to withdraw a call's question because a file it shows changed. */
class FileChanged extends Error {}

/** A call that can go to its server. */
type Ready = Exclude<Clearance, { denied: unknown }> & { target: Target; looked: Looked }

/** Takes one call from request to outcome and journals both. Never rejects. */
export async function runCall(request: CallRequest, deps: CallDeps, signal: AbortSignal): Promise<Called> {
  const { conversation, turn, call } = request
  let answerId: string | undefined
  const onAnswer = (id: string | undefined) => void (answerId = id)
  const ready = await caught(prepare(request, deps, signal), signal)
  const outcome = 'status' in ready ? ready : await caught(send(ready, { ...deps, onAnswer }, signal), signal)
  request.slot?.pass()
  // The task continues without Atrium, and so does its call.
  if (signal.reason === 'quit' && isResumable(deps.journal.state.turns[turn]?.calls[call]))
    return { outcome: { status: 'interrupted', mayHaveRun: true } }
  const looked = 'status' in ready || ready.looked.isEmpty ? undefined : ready
  const files = await looked?.looked.after(looked.cleared.arguments)
  deps.journal.append({ type: 'call.finished', conversation, turn, call, outcome, answerId, ...(files && { files }) })
  return 'status' in ready ? { outcome } : { outcome, edited: ready.edited, filled: ready.filled }
}

/** Turns a cancelled or failed step into the call's outcome. */
const caught = <T>(step: Promise<T>, signal: AbortSignal): Promise<T | CallOutcome> =>
  step.catch((error: unknown): CallOutcome => {
    if (signal.aborted) return { status: 'cancelled', mayHaveRun: false }
    return { status: 'failed', problem: error instanceof Error ? error.message : String(error), mayHaveRun: false }
  })

/** Gets clearance for the call; an outcome if nothing will be sent. */
async function prepare(request: CallRequest, deps: CallDeps, signal: AbortSignal): Promise<CallOutcome | Ready> {
  const { arguments: read, consent } = request
  if ('problem' in read) return { status: 'invalid', problem: read.problem }
  if (hasEndlessNumber(read.input)) return { status: 'invalid', problem: agentWords.endlessNumber }
  if (request.here) return request.here(read.input)
  const wanted = request.server === undefined ? undefined : deps.servers.get(request.server)
  if (wanted?.standby.isOn) await beforeAbort(wanted.standby.start(), signal)
  // The definition first shown to the user: later definitions are compared with it.
  let shown: string | undefined
  let fileChanges = 0
  for (;;) {
    const target = targetOf(request, read.input, deps)
    if ('problem' in target) return { status: 'invalid', problem: target.problem }
    const { server, definition } = target
    const defined = { server: server.id, tool: request.tool, definition: definition.hash }
    // A change while the user is being asked, or after their own request, is theirs to decide.
    const isUsersToDecide = shown !== undefined || consent !== undefined
    if (!isUsersToDecide && isInQuarantine(defined, deps.journal.state))
      return { status: 'invalid', problem: quarantineProblem(defined, deps.journal.state), awaitsReview: true }
    const fitted = await fit(definition, read.input, server.id, deps.validator)
    if ('problem' in fitted) return { status: 'invalid', problem: fitted.problem }
    const { input, filled } = fitted
    const operation: ToolOperation = {
      call: request.call,
      conversation: request.conversation,
      turn: request.turn,
      ...defined,
      configuration: server.configuration,
      argumentsHash: hashOf(input),
      arguments: input,
      ...(filled.length > 0 && { filled }),
    }
    const naming = { ...defined, definition: definition.raw, input, onlyReads: target.about.claims.readOnly }
    const looked = await deps.files.look(naming, fileChanges)
    signal.throwIfAborted()
    const obstacle = request.relies && obstacleTo(request.relies, operation, looked)
    if (obstacle !== undefined) return { status: 'stale', problem: obstacle }
    const decision = consent
      ? // The user's request covers the defaults of what they left out.
        clearOwn(operation, filled.length > 0 ? { ...consent, argumentsHash: operation.argumentsHash } : consent, {
          journal: deps.journal,
          claims: target.about.claims,
        })
      : await decide({ operation, target, shown, looked, fileChanges, request }, deps, signal)
    if (decision === 'changed') return { status: 'stale', problem: changedMeanwhile(operation, deps) }
    if (decision instanceof DefinitionChanged) {
      shown ??= decision.shown
      continue
    }
    if (decision instanceof FileChanged) {
      fileChanges += 1
      continue
    }
    if ('denied' in decision) return { status: 'denied', ...decision.denied }
    return { ...decision, target, looked: looked.of(input, decision.cleared.arguments) }
  }
}

const changedMeanwhile = ({ server, tool }: ToolOperation, { journal }: CallDeps): string =>
  agentWords.changedBeforeRun(displayName(server, journal.state.configured.servers[server]), tool)

/** Why a change can no longer be taken back, in one sentence; undefined if all is as its turn left it. */
function obstacleTo(
  { definition, files }: NonNullable<CallRequest['relies']>,
  operation: ToolOperation,
  looked: Looked,
): string | undefined {
  if (operation.definition !== definition) return agentWords.changedSinceTurn(operation.tool)
  const other = looked.firstDiffering(files)
  if (!other) return undefined
  const name = head(path.basename(other.path), 80)
  return other.isRead ? agentWords.fileChangedSinceTurn(name) : agentWords.fileNotRead(name)
}

/**
 * An operation to decide on; `shown` is the definition in an earlier question to the user, if any, and `fileChanges`
 * counts those that ended because a file changed.
 */
type Undecided = {
  operation: ToolOperation
  target: Target
  shown: string | undefined
  looked: Looked
  fileChanges: number
  request: Pick<CallRequest, 'slot' | 'relies' | 'host' | 'app' | 'skillsOf'>
}

/** Returns why the decision must start over: the displayed definition or a file changes, or its server goes away. */
async function decide(
  undecided: Undecided,
  deps: CallDeps,
  signal: AbortSignal,
): Promise<Clearance | DefinitionChanged | FileChanged> {
  const { operation, target, looked, request } = undecided
  const { journal, inbox, validator, flows } = deps
  const changed = new AbortController()
  const leave = journal.subscribe(({ event }) => {
    if (event.type !== 'catalogue.changed' && event.type !== 'server.changed') return
    if (event.server !== operation.server) return
    if (target.isStillOffered(operation)) return
    changed.abort(new DefinitionChanged(askOfCall(journal.state, operation.call) && operation.definition))
  })
  const restart = (): void => changed.abort(new FileChanged())
  const unwatch = looked.watch(restart)
  try {
    return await clear(operation, questionFor(undecided), {
      journal,
      inbox,
      flows,
      looked,
      restart,
      slot: request.slot,
      app: request.app,
      asksAlways: request.relies !== undefined || request.host === 'loading' || (request.skillsOf ?? []).length > 0,
      signal: AbortSignal.any([signal, changed.signal]),
      schemaViolation: (input) => {
        assertBounded(input)
        return schemaViolation(target.definition, input, operation.server, validator)
      },
    })
  } catch (error) {
    if (error instanceof DefinitionChanged || error instanceof FileChanged) return error
    throw error
  } finally {
    leave()
    unwatch()
  }
}

function questionFor({
  operation,
  target: { about },
  shown,
  fileChanges,
  request: { app, skillsOf = [] },
}: Undecided): Question<'approval'> {
  return {
    server: operation.server,
    tool: operation.tool,
    definition: operation.definition,
    ...about,
    arguments: operation.arguments,
    ...(operation.filled && { filled: operation.filled }),
    ...(shown !== undefined && shown !== operation.definition && { changedFrom: shown }),
    ...(fileChanges > 0 && { filesChanged: true }),
    ...(app && { page: app.about }),
    ...(skillsOf.length > 0 && { skillsOf: skillsOf.slice(0, mostSkillServers) }),
  }
}

/** Sends nothing before the event that says so is on disk. */
async function send(
  { target: { server, call: callIt }, cleared: operation, looked }: Ready,
  { journal, onAnswer }: CallDeps & Pick<CallOptions, 'onAnswer'>,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const { watch, start } = watchedCall(operation, server, journal)
  start(looked.isEmpty ? undefined : looked.files())
  await journal.durable()
  signal.throwIfAborted()
  return outcomeOfReply(await callIt(operation, { ...watch, signal, onAnswer }), journal)
}
