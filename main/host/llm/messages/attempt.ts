import type * as Sdk from '@anthropic-ai/sdk'
import { modelFailure } from '../api/failures.ts'
import type { ModelAnswer, StreamOptions } from '../llm.ts'
import { lackOf, type BuiltRequest } from '../request/prepare.ts'
import { refusedWish } from '../request/wishes.ts'
import { Watchdog } from '../api/watchdog.ts'
import type { AttemptFailure, ApiOptions } from '../api/api.ts'
import type { FileRefusal } from '../api/refused-files.ts'
import { AnswerReader } from './answer.ts'
import { parseJson } from '../../../../shared/schema/json.ts'
import { readBodyText } from '../openai/exchange.ts'
import { apiErrorIn, ServerError } from '../openai/said.ts'
import { readParts, type StreamPart } from '../openai/sse.ts'
import { openClient } from './client.ts'
import { readSdkFailure, refusalIn } from './errors.ts'

type Attempt = ApiOptions & { sdk: typeof Sdk; key: string | undefined; model: string; built: BuiltRequest }

/** One request from beginning to end. */
export async function attempt(
  { sdk, baseUrl, profile, key, fetch, idleMs, now, model, built }: Attempt,
  { signal, onDelta, onWait }: StreamOptions,
): Promise<{ answer: ModelAnswer } | { failure: AttemptFailure; refusal?: FileRefusal }> {
  const context = { baseUrl, profile, model, key, overload: built.overload }
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
    const response = await send(client, built.json, AbortSignal.any([signal, dead.signal]))
    if (!response) return { failure: modelFailure('unreachable', context) }
    const reader = new AnswerReader(onDelta)
    const onPart = (part: StreamPart): boolean => {
      if (part === 'done') return false
      const error = apiErrorIn(part.data, part.name)
      if (error !== undefined) throw new ServerError(error)
      if (reader.take(part.data)) onContent()
      return false
    }
    await readParts(response, { onBytes: () => undefined, onPart }, dead.signal)
    return { answer: { ...reader.finish(built.restore), ...lackOf(built) } }
  } catch (error) {
    signal.throwIfAborted()
    const found = dead.signal.aborted ? modelFailure('stalled', context) : readSdkFailure(error, context, sdk)
    const wish =
      error instanceof sdk.APIError && refusedWish({ status: error.status, text: error.message }, built.wishes)
    const refusal = hasContent ? undefined : refusalIn(error, sdk)
    const failure = { ...found, retry: found.retry && !hasContent, ...(wish && { wish }) }
    return { failure, ...(refusal && { refusal }) }
  } finally {
    watchdog.stop()
  }
}

/** Max characters of an answer that is no stream. */
const longestError = 65_536

/**
 * The answer, if it is a stream of events; undefined if something other than a Messages API answered. Throws
 * `ServerError` for an error that claims to be a success.
 */
async function send(client: Sdk.Anthropic, body: string, signal: AbortSignal): Promise<Response | undefined> {
  const request = { body, headers: { 'content-type': 'application/json' }, stream: true, signal }
  const response = await client.post('/v1/messages', request).asResponse()
  if (response.headers.get('content-type')?.includes('event-stream')) return response
  const said = parseJson(await readBodyText(response, longestError))
  const error = said === undefined ? undefined : apiErrorIn(said)
  if (error !== undefined) throw new ServerError(error)
  return undefined
}
