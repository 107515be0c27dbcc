import type { AuditRow } from '../../../shared/contract/commands.ts'
import { audit } from '../../strings/audit.ts'
import type { GlyphState } from '../../state/glyph-state.ts'

const { kinds, deciders, decisions, answered, signedOut } = audit

/** A record's kind in words; unknown kinds of later releases keep their own name. */
export const kindOf = (type: string): string => (isKnown(type) ? kinds[type] : type)

const isKnown = (type: string): type is keyof typeof kinds => Object.hasOwn(kinds, type)

/** A record's subject, apart from its server. */
export function subjectOf({ type, tool, outcome }: AuditRow): string {
  return type === 'configured' ? `${outcome ?? 'settings'}.json` : (tool ?? '')
}

/** Names the user, rule or program that decided or acted. `self` is this window's actor. */
export function deciderOf({ decision, actor }: AuditRow, self: string | undefined): string {
  const who = actor === null ? '' : actorInWords(actor, self)
  if (decision === null) return who
  if (decision === 'rule') return deciders.rule
  const decided = isDecision(decision) ? decisions[decision] : decision
  return who ? deciders.decided(who, decided) : decided
}

const isDecision = (decision: string): decision is keyof typeof decisions => Object.hasOwn(decisions, decision)

/** Names an actor. Tabs have random names, which only a record's details show. */
export function actorInWords(actor: string, self: string | undefined): string {
  if (actor === self) return deciders.self
  if (actor === 'host') return deciders.host
  if (actor === 'file') return deciders.file
  if (actor === 'desktop') return deciders.window
  if (actor === 'terminal') return deciders.terminal
  return tabOf(actor) === undefined ? actor : deciders.tab
}

/** The browser tab that acted, as exports name it; undefined for other actors. */
export const tabOf = (actor: string | null): string | undefined => (actor?.startsWith('web:') ? actor : undefined)

const outcomeGlyphs: Record<string, GlyphState> = {
  succeeded: 'succeeded',
  done: 'succeeded',
  completed: 'succeeded',
  'end-turn': 'succeeded',
  denied: 'denied',
  failed: 'failed',
  invalid: 'failed',
  stale: 'failed',
  broken: 'failed',
  refusal: 'failed',
  refused: 'denied',
  incomplete: 'failed',
  'timed-out': 'failed',
  cancelled: 'cancelled',
  interrupted: 'cancelled',
  expired: 'cancelled',
  withdrawn: 'cancelled',
  off: 'off',
  ready: 'ready',
}

/** The icon of an outcome, if it has one. */
export const outcomeGlyph = (outcome: string): GlyphState | undefined =>
  Object.hasOwn(outcomeGlyphs, outcome) ? outcomeGlyphs[outcome] : undefined

/** A record's outcome in words, with the icon of that state if it has one. */
export function outcomeOf({ type, outcome }: AuditRow): { words: string; glyph: GlyphState | undefined } {
  if (outcome === null || type === 'configured') return { words: '', glyph: undefined }
  if (type.endsWith('.signed-out') && isEnd(outcome)) return { words: signedOut[outcome], glyph: 'off' }
  if (outcome === 'person') return { words: answered, glyph: undefined }
  return { words: outcome.replaceAll('-', ' '), glyph: outcomeGlyph(outcome) }
}

const isEnd = (outcome: string): outcome is keyof typeof signedOut => Object.hasOwn(signedOut, outcome)
