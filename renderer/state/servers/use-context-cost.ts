import { useMemo } from 'react'
import { isDeniedByRule } from '../../../shared/rules/verdict.ts'
import { estimateTokens } from '../../../shared/text/tokens.ts'
import { useQuery } from '../query.ts'
import { useHost } from '../replica.ts'
import { useRulesInForce } from '../rules.ts'
import { consentOf } from '../../../shared/state/consents.ts'

/** Estimated tokens in each request to a model: in all, by tool, and of the instructions that models get. */
export type ContextCost = { sum: number; tools: Record<string, number>; instructions: number }

/** The cost of a server's definitions in a new conversation, without tools that are off; undefined until known. */
export function useContextCost(server: string): ContextCost | undefined {
  const state = useHost(({ servers }) => servers[server])
  const pins = useHost((host) => consentOf(host, server).pins)
  const rules = useRulesInForce()
  const guide = useHost((host) => consentOf(host, server).guided)
  const moment = useMemo(() => [state?.tools, state?.status.state, pins], [state?.tools, state?.status.state, pins])
  const { answer } = useQuery('listOfferedTools', {}, { moment })
  const shared = guide !== undefined && guide === state?.instructions ? guide : undefined
  const instructions = useQuery('getDefinition', shared === undefined ? undefined : { hash: shared })
  return useMemo(() => {
    if (!answer) return undefined
    const offered = answer.tools.filter(
      (tool) => tool.server === server && !isDeniedByRule({ conversation: '', server, tool: tool.tool }, rules),
    )
    const tools = Object.fromEntries(offered.map(({ tool, bytes }) => [tool, estimateTokens(bytes)]))
    const text = shared === undefined ? undefined : instructions.answer?.definition['instructions']
    const guided = typeof text === 'string' ? estimateTokens(new TextEncoder().encode(text).length) : 0
    return { sum: Object.values(tools).reduce((sum, one) => sum + one, guided), tools, instructions: guided }
  }, [answer, rules, server, shared, instructions.answer])
}
