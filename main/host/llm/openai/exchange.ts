import type { JsonValue } from '../../../../shared/schema/json.ts'
import { parseJson } from '../../../../shared/schema/json.ts'
import { head } from '../../../../shared/text/clip.ts'
import type { ModelAnswer, StreamOptions } from '../llm.ts'
import { lackOf, type BuiltRequest } from '../request/prepare.ts'
import { refusedWish } from '../request/wishes.ts'
import { modelFailure } from '../api/failures.ts'
import { Pace } from '../api/pace.ts'
import type { AttemptFailure, ApiOptions } from '../api/api.ts'
import type { EndpointClient } from './client.ts'
import { Clocks, patienceWith } from './clocks.ts'
import { readFailure, type Context } from './errors.ts'
import { apiErrorIn, ServerError } from './said.ts'
import { readParts } from './sse.ts'

/** Puts an answer together from the parts of a stream. */
export type PartReader = {
  /** Takes one part; true if it brought content. */
  take: (part: JsonValue) => boolean
  /** The stream's own sign of its end, if the API has one. */
  end?: () => void
  /** Nothing after this counts. */
  readonly isComplete: boolean
  /** The model stopped, and only its usage may still come. */
  readonly isStopped?: boolean
  /** The answer; an `ApiError` if the stream ended before it did. */
  finish: (restore: BuiltRequest['restore']) => ModelAnswer
}

/** One request and the reader of its answer. */
export type ApiRequest = {
  client: EndpointClient
  path: string
  options: ApiOptions
  context: Context & { model: string }
  built: BuiltRequest
  reader: PartReader
}

/** Milliseconds to wait for the usage after the model has stopped. */
const usageMs = 2000

/** Max characters of an error's body. */
const longestError = 65_536

/** A failure; `error` is the exception behind it, for what it teaches. */
export type Outcome = { answer: ModelAnswer } | { failure: AttemptFailure; error: unknown }

/** One request from beginning to end. A failure after content is never worth a retry. */
export async function exchange(
  { client, path, options, context, built, reader }: ApiRequest,
  { signal, onWait }: StreamOptions,
): Promise<Outcome> {
  const dead = new AbortController()
  const enough = new AbortController()
  let hasContent = false
  let isQuiet = false
  let usageTimer: NodeJS.Timeout | undefined
  const clocks = new Clocks(patienceWith(options, context.model), {
    now: options.now,
    onQuiet: (since) => {
      isQuiet = true
      onWait({ state: 'stalled', since })
    },
    onDead: () => dead.abort(),
  })
  const onContent = () => {
    clocks.fed()
    if (!hasContent || isQuiet) onWait({ state: 'answering' })
    hasContent = true
    isQuiet = false
  }
  const onPart = (part: { data: JsonValue; name?: string | undefined } | 'done'): boolean => {
    if (part === 'done') {
      reader.end?.()
      return true
    }
    const error = apiErrorIn(part.data, part.name)
    if (error !== undefined) throw new ServerError(error)
    if (reader.take(part.data)) onContent()
    if (reader.isStopped) usageTimer ??= setTimeout(() => enough.abort(), Math.min(usageMs, options.idleMs))
    return reader.isComplete
  }
  try {
    const response = await client.ask(path, { json: built.json, signal: AbortSignal.any([signal, dead.signal]) })
    if (!response.ok) throw new ServerError(await readError(response), response)
    await readParts(response, { onBytes: (isComment) => clocks.onBytes(isComment), onPart }, enough.signal)
    return { answer: { ...reader.finish(built.restore), ...lackOf(built) } }
  } catch (error) {
    signal.throwIfAborted()
    const found = dead.signal.aborted ? modelFailure('stalled', context) : readFailure(error, context)
    const said = error instanceof ServerError ? error.said : undefined
    const wish = said && refusedWish({ status: said.status, text: `'${said.param}' ${said.message}` }, built.wishes)
    const failure = { ...found, retry: found.retry && !hasContent, ...(wish && { wish }) }
    return { failure, error: hasContent ? undefined : error }
  } finally {
    clocks.stop()
    clearTimeout(usageTimer)
  }
}

/** An error's body: JSON if it is, text otherwise; a web page says nothing. */
export async function readError(response: Response): Promise<JsonValue> {
  const text = await readBodyText(response, longestError)
  if (/^\s*</.test(text)) return ''
  return parseJson(text) ?? head(text, 2048)
}

/** A body's text up to a limit; the rest isn't read. */
export async function readBodyText(response: Response, limit: number): Promise<string> {
  const decoder = new TextDecoder()
  const body: AsyncIterable<Uint8Array> | null = response.body
  const pieces: string[] = []
  const pace = new Pace()
  let room = limit
  for await (const chunk of body ?? []) {
    pieces.push(decoder.decode(chunk, { stream: true }))
    room -= chunk.length
    if (room < 0) break
    await pace.took(chunk.length)
  }
  return pieces.join('')
}
