import type { RulesChange } from './policy.ts'
import { conversationOfRule, type Rule, type RuleDraft } from './rules.ts'
import { judge } from './verdict.ts'

/**
 * How much a conversation asks: before every call, except those that rules allow; only before calls that may change
 * something, as far as chosen servers say so; or its model has no tools.
 */
export type Level = 'ask' | 'reads' | 'none'

const reading = { readOnly: true, destructive: false, idempotent: false, openWorld: false }
const bare = { conditions: [], destructive: false, flows: false }

/** The servers believed to say which tools only read, in a conversation; without one, in every new one. */
export function believedIn(rules: readonly Rule[], conversation = ''): string[] {
  const servers = new Set(rules.flatMap(({ server, reads }) => (reads ? [server] : [])))
  return [...servers].filter((server) => {
    const of = rules.filter((rule) => rule.server === server && rule.tool === undefined && rule.effect !== 'deny')
    return (
      judge({ conversation, server, tool: '', definition: '', arguments: {}, claims: reading }, of).effect === 'allow'
    )
  })
}

/** The level of a conversation, or of new ones. `hasNoTools`: all are turned off in it. */
export function levelOf(rules: readonly Rule[], hasNoTools: boolean, conversation?: string): Level {
  if (hasNoTools) return 'none'
  return believedIn(rules, conversation).length > 0 ? 'reads' : 'ask'
}

/** The change of rules after which exactly these servers are believed in a conversation, or in every new one. */
export function toBelieving(servers: readonly string[], rules: readonly Rule[], conversation?: string): RulesChange {
  const scope = conversation === undefined ? ('always' as const) : { conversation }
  const own = rules.filter((rule) => isLevel(rule) && conversationOfRule(rule) === conversation)
  const usual = believedIn(rules.filter((rule) => !own.includes(rule)))
  const unlike = own.filter(({ server, effect }) => !needs({ server, effect }, servers, usual))
  const isThere = (server: string, effect: Rule['effect']): boolean =>
    own.some((rule) => rule.server === server && rule.effect === effect && !unlike.includes(rule))
  const believe = servers
    .filter((server) => !usual.includes(server) && !isThere(server, 'allow'))
    .map((server): RuleDraft => ({ effect: 'allow', scope, server, reads: true, ...bare }))
  const doubt = usual
    .filter((server) => !servers.includes(server) && !isThere(server, 'ask'))
    .map((server): RuleDraft => ({ effect: 'ask', scope, server, ...bare }))
  return { add: [...believe, ...doubt], remove: unlike.map(({ id }) => id) }
}

/** Whether a level's rule is still needed, beside those for every conversation. */
const needs = (
  { server, effect }: Pick<Rule, 'server' | 'effect'>,
  servers: readonly string[],
  usual: readonly string[],
): boolean =>
  effect === 'allow'
    ? servers.includes(server) && !usual.includes(server)
    : usual.includes(server) && !servers.includes(server)

/** A rule that a level consists of: it names no tool and has no condition. */
const isLevel = ({ tool, effect, reads, conditions }: Rule): boolean =>
  tool === undefined && conditions.length === 0 && (reads === true || effect === 'ask')
