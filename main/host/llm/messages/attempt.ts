import type * as Sdk from '@anthropic-ai/sdk'
import { modelFailure } from '../api/failures.ts'
import type { ModelAnswer, StreamOptions } from '../llm.ts'
import { lackOf, type BuiltRequest } from '../request/prepare.ts'
import { Watchdog } from '../api/watchdog.ts'
import { ApiError, type AttemptFailure, type ApiOptions } from '../api/api.ts'
import { AnswerReader } from './answer.ts'
import { openClient } from './client.ts'
import { readSdkFailure } from './errors.ts'
import { faultWords as faults } from '../api/words.ts'

type Attempt = ApiOptions & { sdk: typeof Sdk; key: string | undefined; model: string; built: BuiltRequest }

/** One request from beginning to end. */
export async function attempt(
  { sdk, baseUrl, profile, key, fetch, idleMs, now, model, built }: Attempt,
  { signal, onDelta, onWait }: StreamOptions,
): Promise<{ answer: ModelAnswer } | { failure: AttemptFailure }> {
  const context = { baseUrl, profile, model, key, crowd: built.crowd }
  const dead = new AbortController()
  let hasContent = false
  let isQuiet = false
  const watchdog = new Watchdog(idleMs, {
    now,
    onQuiet: (since) => {
      isQuiet = true
      onWait({ state: 'stalled', since })
    },
    onDead: () => dead.abort(),
  })
  const onContent = () => {
    watchdog.fed()
    if (!hasContent || isQuiet) onWait({ state: 'answering' })
    hasContent = true
    isQuiet = false
  }
  try {
    const client = openClient(sdk, { baseUrl, key, fetch, onResponse: (response) => watchdog.watch(response) })
    const events = await send(client, built.json, AbortSignal.any([signal, dead.signal]))
    if (!events) return { failure: modelFailure('unreachable', context) }
    const reader = new AnswerReader(onDelta)
    await receive(events, sdk, (event) => {
      if (reader.take(event)) onContent()
    })
    return { answer: { ...reader.finish(built.restore), ...lackOf(built) } }
  } catch (error) {
    signal.throwIfAborted()
    const found = dead.signal.aborted ? modelFailure('stalled', context) : readSdkFailure(error, context, sdk)
    return { failure: { ...found, retry: found.retry && !hasContent } }
  } finally {
    watchdog.stop()
  }
}

/** The answer's events; none if something other than a Messages API answered. */
async function send(
  client: Sdk.Anthropic,
  body: string,
  signal: AbortSignal,
): Promise<AsyncIterable<unknown> | undefined> {
  const request = { body, headers: { 'content-type': 'application/json' }, stream: true, signal }
  const { data, response } = await client.post<AsyncIterable<unknown>>('/v1/messages', request).withResponse()
  return response.headers.get('content-type')?.includes('event-stream') ? data : undefined
}

/**
 * Passes every event on. Errors in the stream are the API's or an `ApiError`; errors in the receiver stay as they are.
 */
async function receive(events: AsyncIterable<unknown>, sdk: typeof Sdk, take: (event: unknown) => void): Promise<void> {
  let isReading = true
  try {
    for await (const event of events) {
      isReading = false
      take(event)
      isReading = true
    }
  } catch (error) {
    if (!isReading || error instanceof sdk.APIError) throw error
    throw new ApiError(faults.broke, { cause: error })
  }
}
