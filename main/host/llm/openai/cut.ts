import type { Profile } from '../../../../shared/config/settings.ts'
import type { ModelAnswer } from '../llm.ts'
import { bytesPerToken } from '../../../../shared/text/tokens.ts'
import type { AttemptFailure } from '../api/api.ts'
import type { EndpointClient } from './client.ts'
import { allocated } from './lookup.ts'

/** Kinds of servers that keep only the end of a request that is too long, and say nothing. */
const cutters: ReadonlySet<Profile> = new Set<Profile>(['ollama'])

/**
 * If the model's context is unknown, a server that read less than this share of the estimated tokens hasn't read
 * everything. It is well below 1, because the estimate is rough and prose has fewer tokens.
 */
const leastRead = 0.65
/** Requests of fewer tokens always fit. */
const leastCut = 500

type Asked = { client: EndpointClient; profile: Profile; model: string; json: string }

/** The outcome, whose answer reports a silent cut as far as the server's figures show one. */
export async function noticingCut<T extends { failure: AttemptFailure }>(
  outcome: T | { answer: ModelAnswer },
  asked: Asked,
  signal: AbortSignal,
): Promise<T | { answer: ModelAnswer }> {
  if (!('answer' in outcome) || !cutters.has(asked.profile)) return outcome
  const cut = await cutOf(outcome.answer, asked, signal)
  return cut ? { answer: { ...outcome.answer, cut } } : outcome
}

async function cutOf(
  { usage }: ModelAnswer,
  { client, model, json }: Asked,
  signal: AbortSignal,
): Promise<ModelAnswer['cut']> {
  const read = usage.input + usage.cacheRead + usage.cacheWrite
  const sent = Math.round(textBytes(json) / bytesPerToken)
  if (read === 0 || sent < leastCut) return undefined
  const room = await allocated({ client, signal }, model)
  const isCut = room > 0 ? sent > room && read <= room : read < sent * leastRead
  return isCut ? { sent, read } : undefined
}

/** A request's bytes without its images and files, whose base64 isn't text. */
export const textBytes = (json: string): number =>
  Buffer.byteLength(json.replaceAll(/"(?:data:image|data:application|[A-Za-z0-9+/]{2000})[^"]*"/g, '""'))
