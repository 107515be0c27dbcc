import type { EventType } from '../../shared/events/events.ts'
import { auditFilter } from '../strings/audit-filter.ts'
import { daysBetween } from '../strings/format/time.ts'

const words = auditFilter.choices

/** A tool of a server, or all tools of one. */
export type ToolOf = { server: string; tool?: string | undefined }

/** The audit's filter, as in the URL. Each member narrows the others. */
export type AuditFilter = {
  /** All records instead of calls. */
  view?: 'records' | undefined
  time?: keyof typeof times | undefined
  /** A range of days, as 2026-11-20; both ends are inclusive. */
  from?: string | undefined
  to?: string | undefined
  kind?: keyof typeof kinds | undefined
  /** Any of these tools. */
  of?: ToolOf[] | undefined
  conversation?: string | undefined
  by?: keyof typeof deciders | undefined
  outcome?: keyof typeof outcomes | undefined
  /** Calls that ran and don't claim to only read. */
  changed?: 'yes' | undefined
  /** Calls sent to another computer. */
  left?: 'yes' | undefined
  /** Calls that servers' apps made. */
  ofApp?: 'yes' | undefined
  /** Words that must all occur, or begin a word. */
  text?: string | undefined
  /** A range of records, such as a turn's; both ends are inclusive. */
  first?: number | undefined
  last?: number | undefined
}

type Choices<T> = Record<string, { label: string } & T>

/** Whole days, counted back from today: the first and the last one. */
export const times = {
  today: { label: words.times.today, first: 0, last: 0 },
  yesterday: { label: words.times.yesterday, first: 1, last: 1 },
  week: { label: words.times.week, first: 6, last: 0 },
  month: { label: words.times.month, first: 29, last: 0 },
} satisfies Choices<{ first: number; last: number }>

/** Kinds of records and the event types in each; every type is in at most one. */
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
      'server.passport',
      'server.renamed',
      'server.rename-finished',
      'server.signed-in',
      'server.signed-out',
      ...(['company.signed-in', 'company.signed-out'] as const),
      'catalogue.changed',
      'prompts.changed',
      'templates.changed',
      'resources.changed',
      'instructions.changed',
      'instructions.shared',
      'prompt.got',
      'resource.read',
      ...(['fetch.requested', 'fetch.finished'] as const),
      'resource.updated',
      'definitions.pinned',
      'definitions.kept-off',
      'request.sent',
      'request.received',
      ...(['sampling.requested', 'sampling.finished'] as const),
      ...(['page.allowed', 'page.opened', 'page.wrote', 'page.draft-removed', 'page.saved'] as const),
      'answer.late',
      'server.examined',
      'server.exposed',
      'server.violations',
    ],
  },
  conversations: {
    label: words.kinds.conversations,
    types: [
      'conversation.created',
      'conversation.renamed',
      'title.requested',
      'title.finished',
      'conversation.starred',
      'conversation.archived',
      'conversation.deleted',
      'conversation.restored',
      'conversation.erased',
      'conversation.model',
      'conversation.system',
      'conversation.budget',
      'conversation.tools',
      'conversation.branch',
      'branch.deleted',
      'branch.restored',
      'project.saved',
      'project.deleted',
      'conversation.project',
      'conversation.imported',
      ...(['turn.imported', 'message.imported', 'call.imported'] as const),
      'file.read',
      'resource.followed',
      'resource.unfollowed',
      'message.queued',
      'message.unqueued',
      'tools.named',
      'tools.found',
      ...(['compaction.requested', 'compaction.finished', 'compaction.edited', 'compaction.undone'] as const),
      'context.left-out',
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
      'model.probed',
      'model.learned',
      'model.forgotten',
      'host.started',
      'log.key',
      'host.stopped',
    ],
  },
} satisfies Choices<{ types: EventType[] }>

/** Possible deciders of a record. */
export const deciders = {
  person: { label: words.deciders.person },
  rule: { label: words.deciders.rule },
  host: { label: words.deciders.host },
  file: { label: words.deciders.file },
} satisfies Choices<object>

/** Outcomes and the values of the column in each. */
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

const yes = { yes: true }
const views = { records: true }

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
  const day = (name: string): string | undefined => {
    const value = given.get(name) ?? ''
    return startOf(value) === undefined ? undefined : value
  }
  const of = given.getAll('of').flatMap((each) => toolOf(each) ?? [])
  return known({
    view: choice('view', views),
    time: choice('time', times),
    from: day('from'),
    to: day('to'),
    kind: choice('kind', kinds),
    of: of.length > 0 ? of.slice(0, mostTools) : undefined,
    conversation: text('conversation'),
    by: choice('by', deciders),
    outcome: choice('outcome', outcomes),
    changed: choice('changed', yes),
    left: choice('left', yes),
    ofApp: choice('ofApp', yes),
    text: text('text'),
    first: number('first'),
    last: number('last'),
  })
}

/** The host's limit. */
const mostTools = 50

/** `server/tool`, or `server/*`: no server's ID contains a slash. */
function toolOf(written: string): ToolOf | undefined {
  const [, server, tool] = /^([^/]{1,200})\/(.{1,200})$/s.exec(written) ?? []
  if (server === undefined || tool === undefined) return undefined
  return tool === '*' ? { server } : { server, tool }
}

/** A tool as the URL names it; `*` is any tool of the server. */
export const writtenTool = ({ server, tool = '*' }: ToolOf): string => `${server}/${tool}`

/** The filter as a URL's query, without unset members; `readFilter` reads it again. */
export const writeFilter = (filter: AuditFilter): string =>
  new URLSearchParams(
    Object.entries(known(filter)).flatMap(([name, value]) =>
      Array.isArray(value) ? value.map((each) => [name, writtenTool(each)]) : [[name, String(value)]],
    ),
  ).toString()

/** Only the members that are set, so equal filters are written alike. */
const known = (filter: AuditFilter): AuditFilter =>
  Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  )

/** Whether a filter leaves anything out; the choice between calls and records doesn't. */
export const isNarrowed = ({ view: _view, ...filter }: AuditFilter): boolean => Object.keys(known(filter)).length > 0

/** Whether a filter shows records: by choice, or because it is about something that calls don't have. */
export const showsRecords = ({ view, kind, first, last, by }: AuditFilter): boolean =>
  view === 'records' || kind !== undefined || first !== undefined || last !== undefined || by === 'file'

/** A day as 2026-11-20, in the reader's time zone. */
export function writtenDay(at: number): string {
  const moment = new Date(at)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

/** The days of a filter for one day. */
export function oneDay(at: number, now: number): Pick<AuditFilter, 'time' | 'from' | 'to'> {
  const back = daysBetween(at, now)
  if (back === 0) return { time: 'today' }
  return back === 1 ? { time: 'yesterday' } : { from: writtenDay(at), to: writtenDay(at) }
}

/** The first moment of a day written as 2026-11-20, in the reader's time zone. */
export function startOf(written: string | undefined, after = 0): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(written ?? '') ?? []
  if (year === undefined) return undefined
  const at = new Date(Number(year), Number(month) - 1, Number(day) + after).getTime()
  return Number.isFinite(at) && at >= 0 ? at : undefined
}
