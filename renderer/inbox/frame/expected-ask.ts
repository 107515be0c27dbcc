import { useEffect } from 'react'
import type { Ask } from '../../../shared/asks/asks.ts'
import { isThroughCompany, type ServerConfig } from '../../../shared/config/server-config.ts'
import { goToAsk } from './ask-focus.ts'
import { useAsks } from '../../state/asks.ts'

/** The question that follows from the user's last action in this window. */
type Expected = { kind: Ask['kind'] } & ({ server: string | undefined } | { conversation: string })

/** Milliseconds to wait for it: the host contacts other computers before it can ask. */
const patienceMs = 60_000

let expected: Expected | undefined
let forgetting = new AbortController()

/**
 * Goes to the next question of this kind about this server or the user's company, or in this conversation, by itself,
 * unless the user presses a key or the pointer first.
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

/** The same for a sign-in that the user starts: to the server, or to the company it is reached through. */
export const expectSignIn = (server: string, config: ServerConfig | undefined): void =>
  expectAsk(isThroughCompany(config) ? { kind: 'sign-in-page', server: undefined } : { kind: 'sign-in', server })

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
