import { randomUUID } from 'node:crypto'
import type { Handlers } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { readingClaims, readingDefinition, readingTool } from '../../../shared/content/reading.ts'
import { conversationOfRule, type RuleDraft } from '../../../shared/rules/rules.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import type { Claims } from '../../../shared/asks/asks.ts'
import type { HostParts } from './parts.ts'
import { commandWords as words } from './words.ts'

/** The commands about rules, and the one that answers several calls at once. */
export function ruleHandlers({ journal, reader, inbox }: HostParts) {
  return {
    answerAll: ({ answers }, session) => inbox.answerAll(answers, session),
    changeRules: async ({ add, remove }, { actor }) => {
      const conversations = new Set(add.map(conversationOfRule).filter((id) => id !== undefined))
      await Promise.all([...conversations].map((id) => reader.ask('assertConversation', id)))
      for (const draft of add) if (!draft.paused) assertCurrent(draft, journal)
      for (const rule of remove)
        if (!Object.hasOwn(journal.state.rules, rule)) throw new HostError('not-found', words.ruleGone)
      const rules = add.map((draft) => ({ ...draft, id: randomUUID(), actor }))
      journal.append(
        ...[...new Set(remove)].map((rule) => ({ type: 'rule.removed' as const, rule, actor })),
        ...rules.map((rule) => ({ type: 'rule.added' as const, rule })),
      )
      await journal.durable()
      return { added: rules.map(({ id }) => id) }
    },
    tryRules: ({ rules }) => reader.ask('tryRules', { rules, claims: claimsOf(rules, journal) }),
    listRuleUses: () => reader.ask('ruleUses', Object.values(journal.state.rules)),
    suggestRules: async ({ ask: id }) => {
      const ask = journal.state.asks.find((it) => it.id === id)
      if (ask?.kind !== 'approval') throw new HostError('not-found', words.requestGone)
      return { suggestions: await reader.ask('suggestRules', ask.question) }
    },
  } satisfies Partial<Handlers>
}

/** The current claims of the servers that rules are about. */
const claimsOf = (rules: RuleDraft[], { state }: HostParts['journal']): Record<string, Record<string, Claims>> =>
  Object.fromEntries(
    [...new Set(rules.map(({ server }) => server))].map((server) => [
      server,
      Object.fromEntries([
        [readingTool, readingClaims],
        ...Object.values(state.servers[server]?.tools ?? {}).map(({ name, claims }) => [name, claims]),
      ]),
    ]),
  )

/** Throws if a rule is about something that doesn't exist, or differs from what the user was shown. */
function assertCurrent({ effect, server, tool, definition }: RuleDraft, { state }: HostParts['journal']): void {
  const config = Object.hasOwn(state.configured.servers, server) ? state.configured.servers[server] : undefined
  if (!config) throw new HostError('not-found', words.noServer(server))
  if (effect !== 'allow' || tool === undefined || (tool === readingTool && definition === readingDefinition)) return
  const tools = state.servers[server]?.tools ?? {}
  const entry = Object.hasOwn(tools, tool) ? tools[tool] : undefined
  const name = displayName(server, config)
  if (!entry) throw new HostError('not-found', words.noTool(name, tool))
  if (entry.hash !== definition) throw new HostError('conflict', words.toolChanged(name, tool))
}
