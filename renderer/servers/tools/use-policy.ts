import { useMemo, useState } from 'react'
import {
  allowing,
  policyOf,
  toPolicy,
  undoingPolicy,
  type PolicyTool,
  type RulesChange,
  type ToolPolicy,
} from '../../../shared/rules/policy.ts'
import type { ToolEntry } from '../../../shared/events/events.ts'
import type { Rule, RuleDraft } from '../../../shared/rules/rules.ts'
import { useInOrder } from '../../state/action.ts'
import { useLink, useReplica } from '../../state/replica.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { rulesInForce, useRulesInForce } from '../../state/rules.ts'
import { serverTools } from '../../strings/servers/servers-tools.ts'
import { useUndoToast } from '../../ui/overlay/toast.tsx'

const words = serverTools.policy

/** The policies of a server's tools, and how to change them. */
export type Policies = {
  of(tool: ToolEntry): ToolPolicy
  /** The tool whose permission needs a limit first. */
  limiting: ToolEntry | undefined
  /** Sets these tools to ask or off, or those that only read to allow; one that may change things opens its limits. */
  set(tools: readonly ToolEntry[], to: ToolPolicy['policy']): void
  /** Adds a permission with a limit for the tool being limited. True if that succeeded. */
  allow(draft: RuleDraft): Promise<boolean>
  stopLimiting(): void
  /** Why nothing can be changed, or why the last change failed. */
  block: string | undefined
  problem: string | undefined
  busy: boolean
}

/** The policy of each tool when a model calls it, and how to change it. Each change offers undo. */
export function usePolicies(server: string): Policies {
  const all = useRulesInForce()
  const rules = useMemo(() => all.filter((rule) => rule.server === server), [all, server])
  const replica = useReplica()
  const link = useLink()
  const block = useAdminBlock()
  const offerUndo = useUndoToast()
  const [limiting, limit] = useState<ToolEntry>()
  const undo = useInOrder((change: RulesChange) => link.call('changeRules', change))
  const toolOf = ({ name, hash, claims }: ToolEntry): PolicyTool => ({ server, name, hash, claims })
  const change = useInOrder(async (changeOf: (rules: Rule[]) => RulesChange, done: string) => {
    const wanted = changeOf(rulesInForce(replica).filter((rule) => rule.server === server))
    if (wanted.add.length + wanted.remove.length === 0) return
    const { rules: before, servers } = replica.state
    const { added } = await link.call('changeRules', wanted)
    const tools = Object.values(servers[server]?.tools ?? {}).map(toolOf)
    const back = undoingPolicy(wanted, { added, rules: Object.values(before), tools })
    offerUndo(done, () => void undo.run(back))
  })
  const set: Policies['set'] = (some, to) => {
    const [first] = some
    if (to === 'allow' && first && !first.claims.readOnly) return limit(first)
    const changed = (now: Rule[]) => some.map(toolOf).filter((tool) => policyOf(tool, now).policy !== to)
    const changeOf = (now: Rule[]): RulesChange => {
      const changes = changed(now).map((tool) => toPolicy(tool, to === 'allow' ? allowing(tool) : to, now))
      return { add: changes.flatMap(({ add }) => add), remove: changes.flatMap(({ remove }) => remove) }
    }
    void change.run(changeOf, words.done[to](changed(rules).length))
  }
  return {
    of: (tool) => policyOf(toolOf(tool), rules),
    limiting,
    set,
    allow: async (draft) =>
      !!limiting && change.run((now) => toPolicy(toolOf(limiting), draft, now), words.done.allow(1)),
    stopLimiting: () => limit(undefined),
    block,
    problem: change.problem ?? undo.problem,
    busy: change.busy || undo.busy,
  }
}
