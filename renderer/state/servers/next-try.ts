import type { ServerConfig } from '../../../shared/config/server-config.ts'
import { strings } from '../../strings/strings.ts'

const words = strings.servers.nextTry

/** What a server does next by itself: a program is started again, an address is tried again. */
export type NextTry = 'restart' | 'reach'

export const nextTryOf = (config: ServerConfig | undefined): NextTry => (config?.type === 'http' ? 'reach' : 'restart')

/** So long a wait is counted down in seconds; a longer one is said in minutes. */
const secondsUntil = 90

/** When a server that failed is tried again, in words. */
export function restartInWords(retryAt: number, now: number, next: NextTry = 'restart'): string {
  const seconds = Math.ceil((retryAt - now) / 1000)
  if (seconds <= 0) return words[next].now
  const wait = seconds <= secondsUntil ? words.seconds(seconds) : words.minutes(Math.ceil(seconds / 60))
  return words[next].in(wait)
}
