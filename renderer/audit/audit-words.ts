import type { AuditRow } from '../../shared/commands.ts'
import type { EventType } from '../../shared/events.ts'
import type { GlyphState } from '../ui/glyph.tsx'

/** What each kind of record is called. Transient events are never recorded. */
const kinds: Record<EventType, string> = {
  'host.started': 'Atrium started',
  'host.stopped': 'Atrium stopped',
  configured: 'Configuration changed',
  'configuration.checked': 'Configuration checked',
  'secret.changed': 'Secret changed',
  'models.requested': 'Models asked for',
  'models.listed': 'Models listed',
  'models.sought': 'Models looked for',
  'server.changed': 'Server changed',
  'command.trusted': 'Command trusted',
  'catalogue.changed': 'Tools changed',
  'definitions.pinned': 'Definitions pinned',
  'definitions.kept-off': 'Definitions kept off',
  'request.sent': 'Request sent',
  'request.received': 'Request received',
  'server.violations': 'Server misbehaved',
  'conversation.created': 'Conversation begun',
  'conversation.renamed': 'Conversation renamed',
  'conversation.deleted': 'Conversation deleted',
  'conversation.restored': 'Conversation restored',
  'conversation.erased': 'Conversation erased',
  'conversation.model': 'Model chosen',
  'conversation.system': 'System prompt changed',
  'conversation.tools': 'Tools of a conversation changed',
  'message.queued': 'Message queued',
  'message.unqueued': 'Message unqueued',
  'tools.named': 'Tools named',
  'turn.started': 'Turn started',
  'turn.finished': 'Turn finished',
  'model.requested': 'Model asked',
  'model.retried': 'Model asked again',
  'message.drafted': 'Message drafted',
  'message.finished': 'Message finished',
  'call.requested': 'Call requested',
  'call.cleared': 'Call cleared',
  'call.started': 'Call started',
  'call.finished': 'Call finished',
  'ask.opened': 'Question asked',
  'ask.closed': 'Question closed',
  'rule.added': 'Rule added',
  'rule.removed': 'Rule removed',
  'log.key': 'Signing key of the log',
  'message.delta': 'Text arrived',
  'model.waiting': 'Model waited for',
  'call.progress': 'Progress',
  'journal.health': 'Log health',
}

/** The kind of a record in words; one of a later release keeps its own name. */
export const kindOf = (type: string): string => (isKnown(type) ? kinds[type] : type)

const isKnown = (type: string): type is EventType => Object.hasOwn(kinds, type)

/** What a record is about, beside its server. */
export function subjectOf({ type, tool, outcome }: AuditRow): string {
  return type === 'configured' ? `${outcome ?? 'settings'}.json` : (tool ?? '')
}

/** Who decided or did it. `self` is the actor of this window. */
export function deciderOf({ decision, actor }: AuditRow, self: string | undefined): string {
  const who = actor === null ? '' : actorInWords(actor, self)
  switch (decision) {
    case null:
      return who
    case 'rule':
      return 'rule'
    case 'allow':
      return who ? `${who}, allowed` : 'allowed'
    case 'deny':
      return who ? `${who}, denied` : 'denied'
    case 'trust':
      return who ? `${who}, trusted` : 'trusted'
    case 'accept':
      return who ? `${who}, accepted` : 'accepted'
    case 'keep-off':
      return who ? `${who}, kept off` : 'kept off'
    case 'leave-off':
      return who ? `${who}, left off` : 'left off'
    default:
      return who ? `${who}, ${decision}` : decision
  }
}

export function actorInWords(actor: string, self: string | undefined): string {
  if (actor === self) return 'you'
  if (actor === 'host') return 'Atrium'
  return actor === 'file' ? 'edited by hand' : actor
}

const outcomeGlyphs: Record<string, GlyphState> = {
  succeeded: 'succeeded',
  done: 'succeeded',
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

/** How it ended: the words, and the shape of that state where there is one. */
export function outcomeOf({ type, outcome }: AuditRow): { words: string; glyph: GlyphState | undefined } {
  if (outcome === null || type === 'configured') return { words: '', glyph: undefined }
  if (outcome === 'person') return { words: 'answered', glyph: undefined }
  return { words: outcome.replaceAll('-', ' '), glyph: outcomeGlyphs[outcome] }
}
