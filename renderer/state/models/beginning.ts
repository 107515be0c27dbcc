import { z } from 'zod'
import type { HostLink } from '../../../shared/contract/commands.ts'
import { persisted } from '../persisted.ts'
import { createStore, useStore } from '../store.ts'
import { modelChoice, type ModelChoice } from '../../../shared/config/settings.ts'
import { toolsOff, type ToolsOff } from '../../../shared/config/tools-off.ts'

/** What the person chose for the conversation that she has not begun yet. */
export type Beginning = {
  /** Null: no model; absent: whatever answers in new conversations. */
  choice?: ModelChoice | null | undefined
  system?: string | undefined
  /** Tools that the model is not to see. */
  off?: ToolsOff | undefined
}

const nothing: Beginning = {}

/** What is stored of another shape is left out, each by itself. */
const stored: z.ZodType<Beginning> = z.object({
  choice: modelChoice.nullable().optional().catch(undefined),
  system: z.string().optional().catch(undefined),
  off: toolsOff.optional().catch(undefined),
})

/** It outlives a reload of this tab, so that what was written for one model does not go to another. */
const kept = persisted(globalThis.sessionStorage, 'atrium.beginning', stored)
const beginning = createStore(kept.read() ?? nothing)

function write(next: Beginning): void {
  kept.write(next === nothing ? undefined : next)
  beginning.set(next)
}

export const changeBeginning = (to: Beginning): void => write({ ...beginning.get(), ...to })

export const useBeginning = (): Beginning => useStore(beginning)

/** What goes with the message that begins a conversation. */
export function beginningOfMessage(): { choice?: ModelChoice; system?: string; off?: ToolsOff } {
  const { choice, system, off } = beginning.get()
  return { ...(choice && { choice }), ...(system !== undefined && { system }), ...(off && { off }) }
}

/** The conversation has begun with everything that was chosen for it. */
export const hasBegun = (): void => write(nothing)

/** The conversation has begun with a call of the person's own: what was chosen for it is said now. */
export async function beginWithCall(link: HostLink, conversation: string): Promise<void> {
  const { choice, system, off } = beginning.get()
  write(nothing)
  if (choice !== undefined) await link.call('chooseModel', { conversation, choice })
  if (system !== undefined) await link.call('setSystemPrompt', { conversation, text: system })
  if (off !== undefined) await link.call('switchTools', { conversation, off })
}
