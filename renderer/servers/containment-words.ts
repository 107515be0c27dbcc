import type { Containment } from '../../shared/events.ts'
import type { ServerConfig } from '../../shared/server-config.ts'
import { destinationOf } from './destination.ts'
import { usualLimits } from './time-limits.ts'

export const levels = ['Open', 'Limited', 'Sealed'] as const
export type Level = (typeof levels)[number]

/** How far a server is held, in facts. A `gap` is what this way of holding it cannot do. */
export type Held = { level: Level; words: string; limits: { name: string; words: string; gap?: string }[] }

/** What is true of a server however it is called: nothing here rests on what it says of itself. */
export function containmentOf(config: ServerConfig, containment: Containment | undefined): Held {
  const time = { name: 'Time', words: limitsInWords(config) }
  switch (config.type) {
    case 'playground':
      return {
        level: 'Sealed',
        words: 'By how it is written: none of its tools reaches out.',
        limits: [
          { name: 'Files', words: 'None' },
          { name: 'Network', words: 'None' },
          { name: 'Secrets', words: 'None' },
          time,
        ],
      }
    case 'http':
      return {
        level: 'Open',
        words: 'It runs elsewhere: what it does there Atrium can neither see nor limit.',
        limits: [
          { name: 'Files', words: 'None of this computer, unless it runs here' },
          {
            name: 'Is sent',
            words: `Calls that were allowed, to ${destinationOf(config.url)?.host ?? config.url} only`,
          },
          { name: 'Secrets', words: secretsInWords(config.headers, 'sent with each request') },
          time,
        ],
      }
    case 'stdio':
      return {
        level: 'Open',
        words: 'It runs as you: Atrium does not fence it in.',
        limits: [
          { name: 'Files', words: 'Whatever you can read and write' },
          { name: 'Network', words: 'Whatever this computer reaches' },
          { name: 'Secrets', words: secretsInWords(config.env, 'given at its start') },
          ...(containment ? [{ name: 'Its end', ...ends[containment] }] : []),
          time,
        ],
      }
    default:
      return config satisfies never
  }
}

/** What makes a server's processes end with Atrium, and what each way cannot do. */
export const ends: Record<Containment, { words: string; gap: string }> = {
  namespace: {
    words: 'Whatever it starts ends with it, also when Atrium is killed (a process namespace of its own)',
    gap: 'Only what another service starts for it is outside.',
  },
  guard: {
    words: 'Whatever it starts ends with it, also when Atrium is killed (a guard over its process group)',
    gap: 'A program that leaves its process group can live on.',
  },
  none: {
    words: 'Stopping it ends what it started',
    gap: 'If Atrium is killed, its processes can live on.',
  },
}

function secretsInWords(values: Record<string, string | { secret: string }>, how: string): string {
  const names = Object.keys(values).filter((name) => typeof values[name] !== 'string')
  return names.length === 0 ? 'None of those that Atrium keeps' : `${names.join(', ')}, ${how}`
}

function limitsInWords({ timeouts }: ServerConfig): string {
  const { idle = usualLimits.idle, work = usualLimits.work } = timeouts ?? {}
  return `A call ends after ${idle} s of silence, or ${work} s of work`
}
