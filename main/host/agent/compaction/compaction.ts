import type { ModelChoice } from '../../../../shared/config/settings.ts'
import { longestSummary } from '../../../../shared/contract/context-commands.ts'
import type { CompactionEnd } from '../../../../shared/events/context-events.ts'
import type { EventOf } from '../../../../shared/events/events.ts'
import { urlOrigin } from '../../../../shared/risk/secret-names.ts'
import { isObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { compacted } from '../../../../shared/state/compactions.ts'
import type { Conversation, Turn } from '../../../../shared/state/conversation.ts'
import { head } from '../../../../shared/text/clip.ts'
import { bytesPerToken } from '../../../../shared/text/tokens.ts'
import { sha256 } from '../../base/hash.ts'
import type { Journal } from '../../journal/journal.ts'
import type { ModelAnswer, Models, RequestMessage } from '../../llm/llm.ts'
import { callFacts } from './facts.ts'
import { materialOf } from './material.ts'
import { compactionModelWords as modelWords } from './model-words.ts'
import { compactionWords as words } from './words.ts'

/** How many of the newest turns stay, if they take at most this share of the context. */
const mostKept = 2
const keptShare = 0.2

/** Max tokens of the answer: some models think first. */
const longestAnswer = 8000
/** The share of a context that the material can take, and its tokens if the context is unknown. */
const materialShare = 0.6
const usualContext = 32_000
/** Max tokens of the material, however large the context. */
const mostMaterial = 400_000

/** Turns of a branch that a summary replaces: all up to one of them. */
export type CompactionPlan = { upTo: string; covered: Turn[] }

/**
 * The turns to replace by a summary, out of a branch's finished ones: all but the newest, if those are small. Undefined
 * if there is none that isn't summarised already. `sizeOf` is in tokens.
 */
export function planCompaction(
  conversation: Pick<Conversation, 'turns' | 'compactions'>,
  { context, sizeOf }: { context: number; sizeOf: (turn: Turn) => number },
): CompactionPlan | undefined {
  const { turns } = conversation
  const open = compacted(conversation).turns
  const room = (context || usualContext) * keptShare
  let [kept, tokens] = [0, 0]
  for (const turn of open.toReversed()) {
    tokens += sizeOf(turn)
    if (kept >= Math.min(mostKept, open.length - 1) || tokens > room) break
    kept++
  }
  const covered = turns.slice(0, turns.length - kept)
  const upTo = open.length > 0 ? covered.at(-1)?.id : undefined
  return upTo === undefined ? undefined : { upTo, covered }
}

/** A summary to be written: which turns it replaces, and what the model reads for it. */
export type CompactionWork = CompactionPlan &
  ModelChoice & {
    id: string
    conversation: string
    actor: string
    /** Its context in tokens; 0 if unknown. */
    context: number
    /** The turns as models get them now. */
    messages: RequestMessage[]
  }

type Deps = { journal: Journal; models: Models }

/** Journals the request for a summary; rejects if the log can't be written. Nothing is sent before that. */
export async function beginCompaction(work: CompactionWork, { journal }: Deps): Promise<void> {
  const { id: compaction, conversation, upTo, covered, endpoint, model, actor } = work
  const { baseUrl = '' } = journal.state.configured.settings.models.endpoints[endpoint] ?? {}
  const of = { conversation, compaction, upTo, turns: covered.length, endpoint, model, actor }
  journal.assertHealthy()
  journal.append({ type: 'compaction.requested', ...of, ...(baseUrl !== '' && { to: urlOrigin(baseUrl) }) })
  await journal.durable().catch((error: unknown) => {
    const problem = error instanceof Error ? error.message : String(error)
    journal.append({ type: 'compaction.finished', conversation, compaction, end: 'failed', problem })
    throw error
  })
}

type Finished = EventOf<'compaction.finished'>

/**
 * Asks the model for the summary. One event says how that ended, and contains all of it: there is no half summary.
 * Never rejects.
 */
export async function writeSummary(
  work: CompactionWork,
  { signal, now }: { signal: AbortSignal; now?: () => AbortSignal },
  deps: Deps,
): Promise<Finished> {
  const { journal } = deps
  const of = { conversation: work.conversation, compaction: work.id }
  let ended: { end: CompactionEnd; problem?: string } & Partial<Pick<Finished, 'summary' | 'facts' | 'usage'>>
  try {
    const answer = await ask(work, { signal, ...(now && { now }) }, deps)
    const summary = summaryIn(answer)
    const { usage } = answer
    if (signal.aborted) ended = { end: endOfAbort(signal), usage }
    else if (summary === undefined)
      ended = { end: 'failed', problem: answer.stop === 'refusal' ? words.refused : words.noSummary, usage }
    else ended = { end: 'done', summary, facts: callFacts(work.covered, (kept) => journal.read(kept)), usage }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    ended = signal.aborted ? { end: endOfAbort(signal) } : { end: 'failed', problem }
  }
  const finished: Finished = { type: 'compaction.finished', ...of, ...ended }
  journal.append(finished)
  return finished
}

const endOfAbort = ({ reason }: AbortSignal): CompactionEnd => (reason === 'quit' ? 'interrupted' : 'cancelled')

function ask(
  { conversation, endpoint, model, messages, context }: CompactionWork,
  { signal, now }: { signal: AbortSignal; now?: () => AbortSignal },
  { journal, models }: Deps,
): Promise<ModelAnswer> {
  const { baseUrl = '' } = journal.state.configured.settings.models.endpoints[endpoint] ?? {}
  const most = Math.min(mostMaterial, (context || usualContext) * materialShare) * bytesPerToken
  const text = modelWords.ask(materialOf(messages, most))
  return models(endpoint).stream(
    {
      endpoint,
      model,
      system: modelWords.system,
      tools: [],
      maxTokens: longestAnswer,
      messages: [{ role: 'user', content: [{ type: 'text', text }] }],
      mark: sha256(`notes of ${conversation}`).slice(0, 12),
    },
    {
      signal,
      ...(now && { now }),
      onDelta: () => undefined,
      onWait: () => undefined,
      onLookup: () => journal.append({ type: 'models.requested', endpoint, baseUrl, actor: 'host' }),
    },
  )
}

/** The answer's text; undefined if there is none, or the model refused. */
function summaryIn({ blocks, stop }: ModelAnswer): string | undefined {
  const texts = blocks.flatMap((block: JsonValue) =>
    isObject(block) && block['type'] === 'text' && typeof block['text'] === 'string' ? [block['text']] : [],
  )
  const text = head(texts.join('\n\n').trim(), longestSummary)
  return stop === 'refusal' || text === '' ? undefined : text
}
