import type { Input } from '../../shared/contract/commands.ts'
import type { EventType } from '../../shared/events/events.ts'
import { strings } from '../strings/strings.ts'

const words = strings.audit.choices

/** The audit's filter, as in the URL. Each member narrows the others. */
export type AuditFilter = {
  time?: keyof typeof times | undefined
  kind?: keyof typeof kinds | undefined
  server?: string | undefined
  tool?: string | undefined
  conversation?: string | undefined
  by?: keyof typeof deciders | undefined
  outcome?: keyof typeof outcomes | undefined
  /** Words that must all occur, whole. */
  text?: string | undefined
  /** A range of records, such as a turn's; both ends are inclusive. */
  first?: number | undefined
  last?: number | undefined
}

type Choices<T> = Record<string, { label: string } & T>

const day = 86_400_000

/** How many days back; 0 is today. */
export const times = {
  today: { label: words.times.today, days: 0 },
  week: { label: words.times.week, days: 6 },
  month: { label: words.times.month, days: 29 },
} satisfies Choices<{ days: number }>

export const kinds = {
  calls: {
    label: words.kinds.calls,
    types: ['call.requested', 'call.cleared', 'call.started', 'call.task', 'call.finished'],
  },
  asks: { label: words.kinds.asks, types: ['ask.opened', 'ask.closed', 'rule.added', 'rule.removed'] },
  turns: {
    label: words.kinds.turns,
    types: [
      'turn.started',
      'turn.missed',
      'turn.finished',
      'model.requested',
      'model.retried',
      'message.finished',
      'message.drafted',
    ],
  },
  servers: {
    label: words.kinds.servers,
    types: [
      'server.changed',
      'command.trusted',
      'server.signed-in',
      'server.signed-out',
      'catalogue.changed',
      'prompts.changed',
      'templates.changed',
      'resources.changed',
      'instructions.changed',
      'instructions.shared',
      'prompt.got',
      'resource.read',
      'resource.updated',
      'definitions.pinned',
      'definitions.kept-off',
      'request.sent',
      'request.received',
      'sampling.requested',
      'sampling.finished',
      'answer.late',
      'server.violations',
    ],
  },
  conversations: {
    label: words.kinds.conversations,
    types: [
      'conversation.created',
      'conversation.renamed',
      'conversation.deleted',
      'conversation.restored',
      'conversation.erased',
      'conversation.model',
      'conversation.system',
      'conversation.tools',
      'resource.followed',
      'resource.unfollowed',
      'message.queued',
      'message.unqueued',
      'tools.named',
    ],
  },
  settings: {
    label: words.kinds.settings,
    types: [
      'configured',
      'configuration.checked',
      'secret.changed',
      'models.requested',
      'models.listed',
      'models.sought',
      'host.started',
      'log.key',
      'host.stopped',
    ],
  },
} satisfies Choices<{ types: EventType[] }>

export const deciders = {
  person: { label: words.deciders.person },
  rule: { label: words.deciders.rule },
  host: { label: words.deciders.host },
  file: { label: words.deciders.file },
} satisfies Choices<object>

export const outcomes = {
  succeeded: {
    label: words.outcomes.succeeded,
    values: ['succeeded', 'done', 'end-turn', 'complete', 'ready', 'mended'],
  },
  failed: {
    label: words.outcomes.failed,
    values: ['failed', 'invalid', 'stale', 'timed-out', 'broken', 'refusal', 'incomplete', 'step-limit'],
  },
  denied: { label: words.outcomes.denied, values: ['denied', 'refused'] },
  cancelled: { label: words.outcomes.cancelled, values: ['cancelled', 'interrupted', 'expired', 'withdrawn'] },
} satisfies Choices<{ values: string[] }>

/** Reads the filter from a URL's query; ignores unknown members. */
export function readFilter(query: string): AuditFilter {
  const given = new URLSearchParams(query)
  const choice = <C extends object>(name: string, among: C): keyof C | undefined => {
    const value = given.get(name)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is one of its keys
    return value !== null && Object.hasOwn(among, value) ? (value as keyof C) : undefined
  }
  const number = (name: string): number | undefined => {
    const value = Number(given.get(name))
    return Number.isSafeInteger(value) && value > 0 ? value : undefined
  }
  const text = (name: string): string | undefined => given.get(name)?.trim().slice(0, 200) || undefined
  return known({
    time: choice('time', times),
    kind: choice('kind', kinds),
    server: text('server'),
    tool: text('tool'),
    conversation: text('conversation'),
    by: choice('by', deciders),
    outcome: choice('outcome', outcomes),
    text: text('text'),
    first: number('first'),
    last: number('last'),
  })
}

export const writeFilter = (filter: AuditFilter): string =>
  new URLSearchParams(Object.entries(known(filter)).map(([name, value]) => [name, String(value)])).toString()

/** Only the members that are set, so equal filters are written alike. */
const known = (filter: AuditFilter): AuditFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))

export const isNarrowed = (filter: AuditFilter): boolean => Object.keys(known(filter)).length > 0

/** The host query for a filter. Days are in the reader's time zone. */
export function queryOf(filter: AuditFilter, now = Date.now()): Omit<Input<'listAudit'>, 'limit'> {
  const { time, kind, server, tool, conversation, by, outcome, text, first, last } = filter
  return {
    ...(time && { since: new Date(now - times[time].days * day).setHours(0, 0, 0, 0) }),
    ...(kind && { types: kinds[kind].types }),
    ...(outcome && { outcomes: outcomes[outcome].values }),
    ...(server !== undefined && { server }),
    ...(tool !== undefined && { tool }),
    ...(conversation !== undefined && { conversation }),
    ...(by && { by }),
    ...(text !== undefined && { text }),
    ...(first !== undefined && { seq: first }),
    ...(last !== undefined && { before: last + 1 }),
  }
}
