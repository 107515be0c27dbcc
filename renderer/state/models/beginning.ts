import { z } from 'zod'
import { toBelieving } from '../../../shared/rules/levels.ts'
import type { Rule } from '../../../shared/rules/rules.ts'
import type { HostLink } from '../../../shared/contract/commands.ts'
import { persisted } from '../persisted.ts'
import { createStore, useStore } from '../store.ts'
import { modelChoice, type ModelChoice } from '../../../shared/config/settings.ts'
import { toolsOff, type ToolsOff } from '../../../shared/config/tools-off.ts'
import { defined } from '../../../shared/schema/json.ts'

/** The user's choices for a conversation that hasn't begun. */
export type Beginning = {
  /** Null: no model; absent: the default for new conversations. */
  choice?: ModelChoice | null | undefined
  system?: string | undefined
  /** Tools hidden from the model. */
  off?: ToolsOff | undefined
  /** The project that the conversation will be in. */
  project?: string | undefined
  /** The servers whose reads run without asking; absent: as usual. */
  reads?: string[] | undefined
}

const nothing: Beginning = {}

/** Leaves out stored members of another shape, each separately. */
const stored: z.ZodType<Beginning> = z.object({
  choice: modelChoice.nullable().optional().catch(undefined),
  system: z.string().optional().catch(undefined),
  off: toolsOff.optional().catch(undefined),
  project: z.string().optional().catch(undefined),
  reads: z.array(z.string()).optional().catch(undefined),
})

/** Survives a reload of this tab, so text written for one model doesn't go to another. */
const kept = persisted(globalThis.sessionStorage, 'atrium.beginning', stored)
const beginning = createStore(kept.read() ?? nothing)

function write(next: Beginning): void {
  kept.write(next === nothing ? undefined : next)
  beginning.set(next)
}

/** Changes the given settings of the next conversation; the others stay. */
export const changeBeginning = (to: Beginning): void => write({ ...beginning.get(), ...to })

/** The settings for the next conversation. */
export const useBeginning = (): Beginning => useStore(beginning)

/** The settings for the message that begins a conversation. */
export function beginningOfMessage(): { choice?: ModelChoice; system?: string; off?: ToolsOff; project?: string } {
  const { choice, system, off, project } = beginning.get()
  return {
    ...(choice && { choice }),
    ...defined({ system }),
    ...(off && { off }),
    ...defined({ project }),
  }
}

/** Adds the rules of a new conversation's level; its first message applied the other choices. */
export async function applyBeginning(link: HostLink, conversation: string, rules: readonly Rule[]): Promise<void> {
  const { reads } = beginning.get()
  write(nothing)
  const change = reads && toBelieving(reads, rules, conversation)
  if (change && change.add.length + change.remove.length > 0) await link.call('changeRules', change)
}

/** The conversation began with the user's own call: applies the choices now. */
export async function beginWithCall(link: HostLink, conversation: string, rules: readonly Rule[]): Promise<void> {
  const { choice, system, off, project } = beginning.get()
  await applyBeginning(link, conversation, rules)
  if (project !== undefined) await link.call('moveConversation', { conversation, project })
  if (choice !== undefined) await link.call('chooseModel', { conversation, choice })
  if (system !== undefined) await link.call('setSystemPrompt', { conversation, text: system })
  if (off !== undefined) await link.call('switchTools', { conversation, off })
}
