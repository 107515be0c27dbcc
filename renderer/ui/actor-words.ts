import { ui } from '../strings/ui.ts'

const { actors } = ui

const others = new Map([
  ['terminal', actors.terminal],
  ['desktop', actors.window],
])

/**
 * Names an actor for the user; `self` is this window's actor. Tabs have random names, which only the audit log shows.
 * `begins`: at the start of a sentence.
 */
export function actorWords(actor: string, self: string | undefined, begins = false): string {
  if (actor === self) return begins ? actors.You : actors.you
  const name = actor.startsWith('web:') ? actors.tab : (others.get(actor) ?? actor)
  return begins ? name.charAt(0).toUpperCase() + name.slice(1) : name
}
