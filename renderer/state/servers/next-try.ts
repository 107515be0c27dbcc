import type { ServerConfig } from '../../../shared/config/server-config.ts'
import { servers } from '../../strings/servers/servers.ts'

const words = servers.nextTry

/** A server's next step without the user: a program restarts, a connection is retried. */
export type NextTry = 'restart' | 'reach'

/** The step that follows a failure of this server. */
export const nextTryOf = (config: ServerConfig | undefined): NextTry => (config?.type === 'http' ? 'reach' : 'restart')

/** Up to this many seconds, the countdown shows seconds; above, minutes. */
const secondsUntil = 90

/** When a failed server is retried, in words. */
export function restartInWords(retryAt: number, now: number, next: NextTry = 'restart'): string {
  const seconds = Math.ceil((retryAt - now) / 1000)
  if (seconds <= 0) return words[next].now
  const wait = seconds <= secondsUntil ? words.seconds(seconds) : words.minutes(Math.ceil(seconds / 60))
  return words[next].in(wait)
}
