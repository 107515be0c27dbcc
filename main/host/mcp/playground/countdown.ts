import { setTimeout as delay } from 'node:timers/promises'
import type { ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { onlyReads, type PlaygroundParts, textResult } from './parts.ts'
import { playgroundWords } from './words.ts'

const words = playgroundWords.countdown

const paces = { seconds: 1000, tenths: 100 } as const

/** A slow tool that reports progress and can be cancelled. */
export function registerCountdown({ server, log }: PlaygroundParts): void {
  server.registerTool(
    'count_down',
    {
      title: words.title,
      description: words.description,
      inputSchema: z.strictObject({
        from: z.int().min(1).max(120).default(10).meta({ title: words.from, description: words.fromHelp }),
        pace: z.enum(['seconds', 'tenths']).default('seconds').meta({ title: words.pace, description: words.paceHelp }),
      }),
      annotations: onlyReads,
    },
    async ({ from, pace }, { mcpReq }) => {
      for (let left = from; left > 0; left--) {
        try {
          await delay(paces[pace], undefined, { signal: mcpReq.signal })
        } catch (error) {
          log(words.stopped(left, from))
          throw error
        }
        await tellProgress(mcpReq, from - left + 1, from)
      }
      log(words.ended(from))
      return textResult(words.done(from))
    },
  )
}

/** Reports progress to requests that asked for it. */
async function tellProgress(mcpReq: ServerContext['mcpReq'], progress: number, total: number): Promise<void> {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return
  const message = progress < total ? words.left(total - progress) : words.zero
  await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total, message } })
}
