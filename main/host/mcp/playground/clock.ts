import { z } from 'zod'
import { toolFailure, onlyReads, type PlaygroundParts, textResult } from './parts.ts'
import { playgroundWords } from './words.ts'

const words = playgroundWords.clock

/** The simplest tool: one argument, one line of text, and its own failure if the argument is invalid. */
export function registerClock({ server }: PlaygroundParts): void {
  const zone = z.string().min(1).max(64).default('UTC')
  server.registerTool(
    'tell_time',
    {
      title: words.title,
      description: words.description,
      inputSchema: z.strictObject({
        time_zone: zone.meta({
          title: words.zone,
          description: words.zoneHelp,
          examples: ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo'],
        }),
      }),
      annotations: onlyReads,
    },
    (given) => {
      const time = timeIn(given.time_zone, new Date())
      if (time !== undefined) return textResult(words.now(time, given.time_zone))
      return toolFailure(words.unknown(given.time_zone))
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
