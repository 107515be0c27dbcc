import { randomUUID } from 'node:crypto'
import type { Answer, Operation } from '../../../../shared/asks/asks.ts'
import { urlOrigin } from '../../../../shared/risk/secret-names.ts'
import { HostError } from '../../../../shared/contract/errors.ts'
import type { JsonValue } from '../../../../shared/schema/json.ts'
import type { Journal } from '../../journal/journal.ts'
import { type ModelAnswer, ModelError, type Models, type Wishes } from '../../llm/llm.ts'
import { forModel } from './sampling-messages.ts'
import { modelTokenLimit } from './sampling-model.ts'
import type { SamplingRequest } from './sampling-params.ts'
import { inputWords as words } from './words.ts'

/** The user's consent to send a sampling request, with their changes to it. */
export type SendAnswer = Extract<Answer<'sampling'>, { decision: 'send' }>

type Around = {
  server: string
  operation: Operation | undefined
  tools: SamplingRequest['tools']
  wishes: Wishes
  signal: AbortSignal
}

/** A model's answer for a server; `took` is in milliseconds. */
export type SampledReply = { answer: ModelAnswer; took: number } | { problem: string }

/**
 * One model request for a server, journalled before it is sent and when it ends. Rejects with the signal's reason. Runs
 * nothing: calls in the answer are for the server to make.
 */
export async function askFor(
  { choice, system = '', messages, maxTokens }: SendAnswer,
  { server, operation, tools, wishes, signal }: Around,
  { journal, models }: { journal: Journal; models: Models },
): Promise<SampledReply> {
  const { endpoint, model } = choice
  const of = { sampling: randomUUID(), server, endpoint, model, ...(operation && { operation }) }
  const began = performance.now()
  const took = (): number => Math.round(performance.now() - began)
  const most = Math.min(maxTokens, modelTokenLimit(choice, journal.state))
  try {
    const llm = models(endpoint)
    journal.assertHealthy()
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is undefined is left out when it is kept
    const request = { system, messages, tools, maxTokens: most, ...wishes } as unknown as JsonValue
    const baseUrl = journal.state.configured.settings.models.endpoints[endpoint]?.baseUrl ?? ''
    const to = baseUrl === '' ? {} : { to: urlOrigin(baseUrl) }
    journal.append({ type: 'sampling.requested', ...of, request: journal.keep(request), ...to })
    await journal.durable()
    signal.throwIfAborted()
    const answer = await llm.stream(
      { ...choice, system, messages: forModel(messages, choice), tools, maxTokens: most, wishes },
      {
        signal,
        onDelta: () => undefined,
        onWait: () => undefined,
        onLookup: () => journal.append({ type: 'models.requested', endpoint, baseUrl, actor: 'host' }),
      },
    )
    const { blocks, stop, usage, wishes: passedOn } = answer
    const ended = {
      state: 'answered' as const,
      blocks: journal.keep(blocks),
      stop,
      usage,
      ...(Object.keys(wishes).length > 0 && { passedOn: passedOn ?? {} }),
    }
    journal.append({ type: 'sampling.finished', ...of, took: took(), end: ended })
    return { answer, took: took() }
  } catch (error) {
    if (!signal.aborted && !(error instanceof ModelError || error instanceof HostError)) throw error
    const problem = signal.aborted ? words.notWanted : error instanceof Error ? error.message : ''
    journal.append({ type: 'sampling.finished', ...of, took: took(), end: { state: 'failed', problem } })
    signal.throwIfAborted()
    return { problem }
  }
}
