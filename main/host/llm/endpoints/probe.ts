import type { ModelChoice } from '../../../../shared/config/settings.ts'
import type { ProbeFacts } from '../../../../shared/events/model-fact-events.ts'
import { type Llm, type ModelAnswer, ModelError, type ModelRequest } from '../llm.ts'
import { noteWords as words } from '../model-words.ts'

const ping = {
  name: 'ping',
  description: words.ping,
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
}

/** Families whose models reason before they answer, and need more room for it. */
const reasons = /reason|think|(^|[^a-z])(o[1-9]|r1|qwq|qwen3|gpt-(5|6|oss)|gemini|glm|grok|kimi|magistral)/i

const requestFor = (choice: ModelChoice): ModelRequest => ({
  ...choice,
  system: '',
  messages: [{ role: 'user', content: [{ type: 'text', text: words.callPing }] }],
  tools: [ping],
  maxTokens: reasons.test(choice.model) ? 512 : 64,
})

/**
 * Sends one small message with one tool, over whatever API the opened model speaks; a text in reply isn't a failure.
 * Never asks for images. Rejects with `ModelError` if nothing was found out.
 */
export async function probe(
  choice: ModelChoice,
  { open, fetch }: { open: (fetch: typeof globalThis.fetch) => Llm; fetch: typeof globalThis.fetch },
  signal: AbortSignal,
): Promise<ProbeFacts> {
  let streams = false
  const llm = open(async (url, init) => {
    const response = await fetch(url, init)
    streams ||= response.headers.get('content-type')?.includes('event-stream') === true
    return response
  })
  const unheard = (): void => undefined
  try {
    const answer = await llm.stream(requestFor(choice), {
      signal,
      onDelta: unheard,
      onWait: unheard,
      onLookup: unheard,
    })
    const { input, cacheRead, cacheWrite, output } = answer.usage
    return { calls: callsOf(answer), streams, usage: input + cacheRead + cacheWrite + output > 0 }
  } catch (error) {
    if (error instanceof ModelError && error.fault === 'no-tools') return { calls: 'refused', streams, usage: false }
    throw error
  }
}

function callsOf({ calls, stop }: ModelAnswer): ProbeFacts['calls'] {
  if (calls.some((call) => call.name === ping.name && 'input' in call)) return 'made'
  return stop === 'max-tokens' ? 'cut' : 'none'
}
