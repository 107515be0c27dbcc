import { randomUUID } from 'node:crypto'
import type { Conversation } from '../../../shared/state/conversation.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import type { TurnEnd, Without } from '../../../shared/events/turn-events.ts'
import type { ModelChoice } from '../../../shared/config/settings.ts'
import { sha256, hashOf } from '../base/hash.ts'
import { ModelError, type ModelAnswer, type ModelTool, type RequestMessage, type ModelCall } from '../llm/llm.ts'
import { type HistoryValues, resultOf, systemOf, type Guide } from './history/context.ts'
import { ReplyDraft } from './reply-draft.ts'
import { GivenResults } from './resources/given-results.ts'
import { readFilesIn } from './resources/file-readings.ts'
import type { RunDeps, TurnDeps } from './deps.ts'
import { endTurn } from './resumed-turn.ts'
import { runCall, type CallDeps, type Called } from './tool-call.ts'
import type { ToolFilter } from './tools/tool-filter.ts'
import { askingOrder } from './asking-order.ts'
import { requestCall } from './requested-call.ts'
import { TurnTools } from './tools/turn-tools.ts'
import { defined, isObject, type JsonValue } from '../../../shared/schema/json.ts'
import { instructionsItem, isPinned } from '../../../shared/state/pins.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import { urlOrigin } from '../../../shared/risk/secret-names.ts'
import type { Journal } from '../journal/journal.ts'
import type { Servers } from '../mcp/server/servers.ts'
import { Spending } from './spending.ts'
import { TurnHistory } from './history/turn-history.ts'
import { foreignReasoning, offerOf, withoutImages } from './history/without.ts'
import { agentWords as words } from './words.ts'

/** Max tokens of one answer; the provider lowers it to the model's limit. */
const longestAnswer = 32_000

/** A turn about to run: its events up to `turn.started` are journalled. */
export type TurnRequest = {
  turn: string
  /** The model. */
  choice: ModelChoice
  /** The cost of the conversation before this turn, in USD. */
  spent: number
  /** The parts left out of its requests because the user chose that. */
  without: Without[] | undefined
  stepLimit: number
  conversation: Conversation
  toolFilter: ToolFilter
  signal: AbortSignal
  /** Ends the current wait, for starting servers or for the next attempt. */
  now: () => AbortSignal
  /** The part of the turn's signal that can cancel a single call. */
  callSignal: (call: string) => AbortSignal
}

/** Runs a turn to its end, journals that and says how it ended. Never rejects. */
export async function runTurn(request: TurnRequest, deps: TurnDeps): Promise<TurnEnd> {
  const { turn, conversation } = request
  const of = { conversation: conversation.id, turn }
  const ended = await converse(request, { ...deps, given: new GivenResults(deps.results) }).catch((error: unknown) =>
    endOf(error, request.signal),
  )
  endTurn({ type: 'turn.finished', ...of, ...ended }, deps.journal)
  return ended.end
}

type Ended = { end: TurnEnd; problem?: string; offers?: Without }

/** The loop: ask the model, run the calls it requests, return the results, until it requests nothing more. */
async function converse(request: TurnRequest, deps: RunDeps): Promise<Ended> {
  const { journal, given, serverWait } = deps
  const { turn, conversation, toolFilter, signal, now } = request
  const isOff = (server: string): boolean => toolFilter.isServerOff(conversation, server)
  await serverWait.until({ conversation: conversation.id, turn, isOff, signal, now: now() }, deps)
  const read: HistoryValues = { value: (kept) => journal.read(kept), results: given }
  await Promise.all([given.fetchAll(request.conversation), freshTools(deps, request.signal)])
  const history = new TurnHistory(request, read, deps)
  const turnTools = new TurnTools(request, deps)
  const repetition = new Repetition()
  const spending = new Spending(request, deps)
  for (let step = 0; step < request.stepLimit; step++) {
    request.signal.throwIfAborted()
    const tools = () => (request.without?.includes('tools') ? [] : turnTools.offer(given.areCut))
    const summarised = await history.makeRoom(() => ({ system: systemNow(request, deps), tools: tools() }))
    request.signal.throwIfAborted()
    spending.add(summarised)
    const tooMuch = summarised && spending.problem()
    if (tooMuch !== undefined) return { end: 'step-limit', problem: tooMuch }
    const asked = await askModel(history.messages, tools(), request, deps)
    const { blocks, stop, usage } = asked.answer
    spending.add(usage)
    history.push({ role: 'assistant', ...request.choice, blocks })
    if (stop === 'pause-turn') continue
    if (stop !== 'tool-use') return { end: 'done' }
    const round = await runCalls(asked, turnTools, request, deps)
    await given.fetch(round.map(({ outcome }) => outcome))
    history.push({
      role: 'user',
      content: round.map(({ made, ...called }) => resultOf({ modelCall: made.id, ...called }, read)),
    })
    if (repetition.isLoop(round) && !request.signal.aborted) return { end: 'step-limit', problem: inCircles }
    const overspent = spending.problem()
    if (overspent !== undefined) return { end: 'step-limit', problem: overspent }
  }
  return { end: 'step-limit', problem: words.stepLimit(request.stepLimit) }
}

/** How often in a row a model can request the same calls with the same outcome. */
const mostRepetitions = 3
const inCircles = words.inCircles(mostRepetitions)

/** One model request: journalled before it is sent, streamed, stored. */
async function askModel(
  messages: RequestMessage[],
  tools: ModelTool[],
  request: TurnRequest,
  deps: TurnDeps,
): Promise<Asked> {
  const { turn, choice, without, conversation, signal, now } = request
  const of = { conversation: conversation.id, turn }
  const message = randomUUID()
  const { endpoint, model } = choice
  const { journal, models, reading } = deps
  const llm = models(endpoint)
  const readingOf = await readFilesIn(messages, {
    ...of,
    read: (bytes) => reading.read(bytes),
    journal,
    signal,
  })
  journal.assertHealthy()
  const baseUrl = journal.state.configured.settings.models.endpoints[endpoint]?.baseUrl ?? ''
  const reasoningOf = foreignReasoning(messages, choice)
  journal.append({
    type: 'model.requested',
    ...of,
    model,
    message,
    tools: tools.length,
    ...(baseUrl !== '' && { to: urlOrigin(baseUrl) }),
    ...defined({ reasoningOf }),
  })
  await journal.durable()
  const system = systemNow(request, deps)
  const draft = new ReplyDraft(
    (delta) => journal.append({ type: 'message.drafted', ...of, message, ...delta }),
    journal.now,
  )
  try {
    const answer = await llm.stream(
      {
        ...choice,
        system,
        tools,
        maxTokens: longestAnswer,
        messages: without?.includes('images') ? withoutImages(messages) : messages,
        readingOf,
        mark: sha256(`notes of ${conversation.id}`).slice(0, 12),
      },
      {
        signal,
        now,
        onDelta: (delta) => {
          journal.append({ type: 'message.delta', ...of, message, ...delta })
          draft.add(delta)
        },
        onWait: (wait) => {
          journal.append({ type: 'model.waiting', ...of, message, wait })
          if (wait.state !== 'retrying') return
          journal.append({ type: 'model.retried', ...of, message, attempt: wait.attempt, reason: wait.reason })
        },
        onLookup: () => journal.append({ type: 'models.requested', endpoint, baseUrl, actor: 'host' }),
      },
    )
    const { stop, detail, usage, unmadeCall, noRoom, cut, leftOut, unseenImages, refusedFiles } = answer
    journal.append({
      type: 'message.finished',
      ...of,
      message,
      model,
      blocks: journal.keep(answer.blocks),
      stop,
      detail,
      usage,
      ...defined({ unmadeCall }),
      ...(noRoom && { noRoom }),
      ...(cut && { cut }),
      ...(leftOut && { leftOut }),
      ...defined({ unseenImages, refusedFiles }),
    })
    return { message, answer }
  } catch (error) {
    draft.flush()
    throw error
  }
}

/** The system prompt as of now: the user can move the conversation to another project while a turn runs. */
function systemNow({ conversation, toolFilter }: TurnRequest, deps: TurnDeps): string {
  const guides = guidesOf(deps).filter(({ id }) => !toolFilter.isOutside(conversation, id))
  return systemOf(conversation, guides, toolFilter.projectOf(conversation))
}

type Asked = { message: string; answer: ModelAnswer }

/** Runs one message's calls in parallel, and lets them ask in order; each gets an outcome, whatever happens. */
function runCalls(asked: Asked, tools: TurnTools, request: TurnRequest, deps: RunDeps): Promise<Round> {
  const { calls } = asked.answer
  const slots = askingOrder(calls.length)
  const requested = calls.map((made, i) => {
    const run = requestCall(made, asked.message, { ...request, tools, deps })
    const slot = slots[i]
    return { made, run: { ...run, ...(slot && { slot }) } }
  })
  return Promise.all(
    requested.map(async ({ made, run }) => ({ made, ...(await runCall(run, deps, request.callSignal(run.call))) })),
  )
}

function endOf(error: unknown, signal: AbortSignal): Ended {
  if (signal.aborted) return { end: signal.reason === 'quit' ? 'interrupted' : 'cancelled' }
  if (error instanceof ModelError) {
    const offers = offerOf(error.fault)
    return { end: 'failed', problem: error.message, ...(offers && { offers }) }
  }
  if (error instanceof HostError) return { end: 'failed', problem: error.message }
  return { end: 'failed', problem: words.fault(error instanceof Error ? error.message : String(error)) }
}

/**
 * Max milliseconds that a turn waits for stale tool lists. A local server's list takes tens of milliseconds, a remote
 * one's hundreds; a longer wait would be noticeable, so a slow list counts for the next turn.
 */
const mostMs = 500

/**
 * Refreshes the tools of servers whose caching hint has expired, in parallel. Resolves when done, after a limit, or
 * when the turn ends. Never rejects.
 */
async function freshTools({ servers, journal }: CallDeps, signal: AbortSignal): Promise<void> {
  const lists = Object.keys(journal.state.servers).flatMap(
    (id) => servers.get(id)?.running?.catalogue.shown('tools') ?? [],
  )
  const enough = AbortSignal.any([signal, AbortSignal.timeout(mostMs)])
  const ended = new Promise<void>((resolve) => {
    if (enough.aborted) resolve()
    else enough.addEventListener('abort', () => resolve(), { once: true })
  })
  await Promise.race([Promise.all(lists), ended])
}

/**
 * The instructions of running servers that the user shares with models, exactly as reviewed. Ordered by server name, so
 * the same instructions always give the same text.
 */
export function guidesOf({ journal: { state }, servers }: { journal: Journal; servers: Servers }): Guide[] {
  return Object.entries(state.consents)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([id, { guided: hash, pins }]): Guide[] => {
      if (hash === undefined) return []
      const { [id]: known } = state.servers
      const isUsable =
        known?.status.state === 'ready' && known.instructions === hash && isPinned(pins, instructionsItem, hash)
      const definition = isUsable ? servers.get(id)?.running?.catalogue.definition(instructionsItem) : undefined
      const text = isObject(definition?.raw) ? definition.raw['instructions'] : undefined
      if (definition?.hash !== hash || typeof text !== 'string') return []
      return [{ id, server: displayName(id, state.configured.servers[id]), hash, text }]
    })
}

/** One call of a message, and its outcome. */
type Round = ({ made: ModelCall } & Called)[]

/** Detects a model that goes in circles: it makes the same calls in message after message, with the same outcomes. */
class Repetition {
  #last = ''
  #times = 0

  /** True if this message was one too many. */
  isLoop(round: Round): boolean {
    const told = round.map(({ made, outcome, edited }) => ({ ...made, id: '', outcome, edited: edited ?? null }))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is only hashed
    const hash = hashOf(told as unknown as JsonValue)
    this.#times = hash === this.#last ? this.#times + 1 : 1
    this.#last = hash
    return round.length > 0 && this.#times >= mostRepetitions
  }
}
