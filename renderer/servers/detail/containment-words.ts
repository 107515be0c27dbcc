import type { Containment } from '../../../shared/events/events.ts'
import { containmentLevel } from '../../../shared/config/bounds.ts'
import type { HttpConfig, ServerConfig, StdioConfig } from '../../../shared/config/server-config.ts'
import { serverDetail } from '../../strings/servers/servers-detail.ts'
import { urlDestination } from '../../state/servers/destination.ts'
import { usualTimeLimits } from '../../state/servers/draft/time-limits.ts'

const words = serverDetail.containment

/** A server's containment, in facts. A `gap` is something this kind can't prevent. */
export type Held = { words: string; limits: { name: string; words: string; gap?: string }[] }

/** Facts about any server, whatever its name: nothing here relies on its own claims. */
export function containmentOf(config: ServerConfig, containment: Containment | undefined, isSignedIn = false): Held {
  const time = { name: words.limits.time, words: limitsInWords(config) }
  switch (config.type) {
    case 'playground':
      return {
        words: words.playground,
        limits: [
          { name: words.limits.files, words: words.none },
          { name: words.limits.network, words: words.none },
          { name: words.limits.secrets, words: words.none },
          time,
        ],
      }
    case 'http':
      return {
        words: words.http,
        limits: [
          { name: words.limits.files, words: words.httpFiles },
          { name: words.limits.sent, words: words.httpSent(urlDestination(config.url)?.host ?? config.url) },
          { name: words.limits.secrets, words: httpSecretsInWords(config, isSignedIn) },
          time,
        ],
      }
    case 'stdio':
      return {
        words: words.stdio[containmentLevel(config)],
        limits: [
          filesOf(config),
          networkOf(config),
          {
            name: words.limits.secrets,
            words: secretsInWords({ ...config.env, ...config.secretArguments }, words.stdioSecrets),
          },
          ...(containment ? [{ name: words.limits.end, ...ends[containment] }] : []),
          time,
        ],
      }
    default:
      return config satisfies never
  }
}

/** Says how a server's processes end with Atrium, and the limits of each way. */
export const { ends } = words

function filesOf(config: StdioConfig): Held['limits'][number] {
  const level = containmentLevel(config)
  const { writable = [], readable = [] } = config
  const folders = [...writable.map(words.changes), ...readable.map(words.reads)]
  if (level === 'open') return { name: words.limits.files, words: words.files.open }
  const parts = [words.files[level], ...(writable.length === 0 ? [words.changesNothing] : []), ...folders]
  const gap = level === 'limited' && { gap: words.secretsGap }
  return { name: words.limits.files, words: parts.join('; '), ...gap }
}

function networkOf(config: StdioConfig): Held['limits'][number] {
  const { hosts = [] } = config
  const name = words.limits.network
  if (containmentLevel(config) !== 'sealed') return { name, words: words.network.open, gap: words.networkGap }
  return { name, words: hosts.length === 0 ? words.network.sealed : words.hosts(hosts.join(', ')) }
}

function secretsInWords(
  values: Record<string, string | { secret: string }>,
  inWords: (names: string) => string,
  none: string = words.noSecrets,
): string {
  const names = Object.keys(values).filter((name) => typeof values[name] !== 'string')
  return names.length === 0 ? none : inWords(names.join(', '))
}

const httpSecretsInWords = ({ headers }: HttpConfig, isSignedIn: boolean): string =>
  isSignedIn
    ? secretsInWords(headers, words.httpSecretsAndSignIn, words.httpSignIn)
    : secretsInWords(headers, words.httpSecrets)

function limitsInWords({ timeouts }: ServerConfig): string {
  const { idle = usualTimeLimits.idle, work = usualTimeLimits.work } = timeouts ?? {}
  return words.time(idle, work)
}
