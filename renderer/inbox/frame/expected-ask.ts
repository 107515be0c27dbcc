import { useEffect } from 'react'
import type { Ask } from '../../../shared/asks/asks.ts'
import { goToAsk } from './ask-focus.ts'
import { useAsks } from '../../state/asks.ts'

/** The question that follows from the user's last action in this window. */
type Expected = { kind: Ask['kind'] } & ({ server: string } | { conversation: string })

/** Milliseconds to wait for it: the host contacts other computers before it can ask. */
const patienceMs = 60_000

let expected: Expected | undefined
let forgetting = new AbortController()

/**
 * Goes to the next question of this kind about this server, or in this conversation, by itself, unless the user presses
 * a key or the pointer first.
 */
export function expectAsk(next: Expected): void {
  forgetExpected()
  expected = next
  forgetting = new AbortController()
  const { signal } = forgetting
  for (const type of ['keydown', 'pointerdown'])
    window.addEventListener(type, forgetExpected, { signal, capture: true })
  const timer = setTimeout(forgetExpected, patienceMs)
  signal.addEventListener('abort', () => clearTimeout(timer))
}

/** Stops expecting: the next request waits like every other. */
export function forgetExpected(): void {
  expected = undefined
  forgetting.abort()
}

function isExpected({ kind, question, operation }: Ask): boolean {
  if (kind !== expected?.kind) return false
  return 'server' in expected ? question.server === expected.server : operation?.conversation === expected.conversation
}

/** The expected one among these questions; from then on none is expected. */
export function takeExpected(asks: readonly Ask[]): Ask | undefined {
  const ask = asks.find(isExpected)
  if (ask) forgetExpected()
  return ask
}

/** Goes to the expected question as soon as it arrives. */
export function useExpectedAsk(): void {
  const asks = useAsks()
  useEffect(() => {
    const ask = takeExpected(asks)
    if (ask) goToAsk(ask)
  }, [asks])
}
