import { ServerLeft, TimedOut } from './failures.ts'

/** Why a request is given up, as a sentence for its server (specification, basic/utilities/cancellation). */
function sentenceOf(reason: unknown): string {
  if (reason === 'person') return 'The person cancelled this.'
  if (reason === 'quit') return 'Atrium is closing.'
  if (reason instanceof TimedOut) return `Atrium no longer waits: ${reason.message}.`
  if (reason instanceof ServerLeft) return 'Atrium ends this connection.'
  if (reason instanceof DOMException && reason.name === 'TimeoutError') return 'Atrium no longer waits for an answer.'
  return 'The answer is no longer needed.'
}

/** The same signal with a sentence as its reason: the client library sends that as it is. */
export function withSentence(signal: AbortSignal): AbortSignal {
  const told = new AbortController()
  const tell = (): void => told.abort(sentenceOf(signal.reason))
  if (signal.aborted) tell()
  else signal.addEventListener('abort', tell, { once: true })
  return told.signal
}
