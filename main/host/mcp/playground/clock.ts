import { z } from 'zod'
import { toolFailure, onlyReads, type PlaygroundParts, words } from './parts.ts'

/** The simplest tool: one argument, one line of text, and its own failure if the argument is invalid. */
export function registerClock({ server }: PlaygroundParts): void {
  const zone = z.string().min(1).max(64).default('UTC')
  server.registerTool(
    'tell_time',
    {
      title: 'Tell the time',
      description: 'Says what time it is in a time zone, by the clock of this computer.',
      inputSchema: z.strictObject({
        time_zone: zone.meta({
          title: 'Time zone',
          description: 'A name of the time zone database.',
          examples: ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo'],
        }),
      }),
      annotations: onlyReads,
    },
    (given) => {
      const time = timeIn(given.time_zone, new Date())
      if (time !== undefined) return words(`It is ${time} in ${given.time_zone}.`)
      return toolFailure(`There is no time zone with the name ${given.time_zone}. Try Europe/Berlin or UTC.`)
    },
  )
}

function timeIn(timeZone: string, now: Date): string | undefined {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full', timeStyle: 'long' }).format(now)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
