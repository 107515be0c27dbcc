import { useSyncExternalStore } from 'react'
import type { HostLink } from '../../../shared/contract/commands.ts'
import { isObject, type JsonValue } from '../../../shared/schema/json.ts'
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

const key = 'atrium.beginning'
const nothing: Beginning = {}
const listeners = new Set<() => void>()
let current: Beginning | undefined

/** It outlives a reload of this tab, so that what was written for one model does not go to another. */
const read = (): Beginning => (current ??= parse(globalThis.sessionStorage?.getItem(key) ?? null))

function parse(text: string | null): Beginning {
  if (text === null) return nothing
  const stored = JSON.parse(text) as JsonValue
  if (!isObject(stored)) return nothing
  const { choice, system } = stored
  const off = toolsOff.safeParse(stored['off']).data
  const known = choice === null ? null : modelChoice.safeParse(choice).data
  return {
    ...(known !== undefined && { choice: known }),
    ...(typeof system === 'string' && { system }),
    ...(off && { off }),
  }
}

function write(next: Beginning): void {
  current = next
  if (next === nothing) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, JSON.stringify(next))
  for (const listener of listeners) listener()
}

export const changeBeginning = (to: Beginning): void => write({ ...read(), ...to })

export const useBeginning = (): Beginning =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, read)

/** What goes with the message that begins a conversation. */
export function beginningOfMessage(): { choice?: ModelChoice; system?: string; off?: ToolsOff } {
  const { choice, system, off } = read()
  return { ...(choice && { choice }), ...(system !== undefined && { system }), ...(off && { off }) }
}

/** The conversation has begun with everything that was chosen for it. */
export const hasBegun = (): void => write(nothing)

/** The conversation has begun with a call of the person's own: what was chosen for it is said now. */
export async function beginWithCall(link: HostLink, conversation: string): Promise<void> {
  const { choice, system, off } = read()
  write(nothing)
  if (choice !== undefined) await link.call('chooseModel', { conversation, choice })
  if (system !== undefined) await link.call('setSystemPrompt', { conversation, text: system })
  if (off !== undefined) await link.call('switchTools', { conversation, off })
}
