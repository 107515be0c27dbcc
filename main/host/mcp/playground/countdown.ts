import { setTimeout as delay } from 'node:timers/promises'
import type { ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { onlyReads, type PlaygroundParts, words } from './parts.ts'

const paces = { seconds: 1000, tenths: 100 } as const

/** A slow tool that reports progress and can be cancelled. */
export function registerCountdown({ server, log }: PlaygroundParts): void {
  server.registerTool(
    'count_down',
    {
      title: 'Count down',
      description: 'Counts down to zero, telling its progress. Cancel it on the way: it hears that and stops.',
      inputSchema: z.strictObject({
        from: z.int().min(1).max(120).default(10).meta({ title: 'From', description: 'How many steps.' }),
        pace: z
          .enum(['seconds', 'tenths'])
          .default('seconds')
          .meta({ title: 'Pace', description: 'One step each second, or each tenth of a second.' }),
      }),
      annotations: onlyReads,
    },
    async ({ from, pace }, { mcpReq }) => {
      for (let left = from; left > 0; left--) {
        try {
          await delay(paces[pace], undefined, { signal: mcpReq.signal })
        } catch (error) {
          log(`count_down was stopped at ${left} of ${from}`)
          throw error
        }
        await tellProgress(mcpReq, from - left + 1, from)
      }
      log(`count_down went from ${from} to zero`)
      return words(`Counted down from ${from}.`)
    },
  )
}

/** Only for requests that asked for progress. */
async function tellProgress(mcpReq: ServerContext['mcpReq'], progress: number, total: number): Promise<void> {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return
  const message = progress < total ? `${total - progress} to go` : 'zero'
  await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total, message } })
}
