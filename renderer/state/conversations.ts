import type { ConversationRow } from '../../shared/contract/commands.ts'
import type { EventOf, HostEvent, Recorded } from '../../shared/events/events.ts'
import type { HostState } from '../../shared/state/state.ts'
import { frame } from '../strings/frame.ts'
import { makeIntent } from './intent.ts'
import { daysBetween } from '../strings/format/time.ts'

/** The conversation whose title the user wants to edit. */
export const renameIntent = makeIntent()

/** The conversation whose branches the user wants to see. */
export const branchesIntent = makeIntent()

/** The conversation that the user wants to export. */
export const exportIntent = makeIntent()

/** The conversation whose last answer the user wants to copy. */
export const copyIntent = makeIntent()

const headings = frame.conversations.groups

/**
 * The sidebar's conversations, most recently active first; `more` if older ones weren't fetched. `missing` is one in
 * which something began: it belongs at the top, and its title must be fetched.
 */
export type ConversationList = { rows: ConversationRow[]; more: boolean; missing?: string | undefined }

/**
 * Whether the list must be fetched again: events of a conversation that comes back don't include its title, and one
 * that loses its star belongs to its day again.
 */
export const outdatesList = ({ event }: Recorded): boolean =>
  event.type === 'conversation.restored' ||
  (event.type === 'conversation.archived' && !event.archived) ||
  (event.type === 'conversation.starred' && !event.starred)

/** Whether the list of archived conversations must be fetched again. */
export const outdatesArchived = ({ event }: Recorded): boolean =>
  event.type === 'conversation.restored' || (event.type === 'conversation.archived' && event.archived)

/** Whether the list of a project's older conversations must be fetched again. */
export const outdatesProject = (recorded: Recorded): boolean =>
  outdatesList(recorded) || recorded.event.type === 'conversation.project'

/** Folds one event into the list of archived conversations, or of a project's older ones. */
export const foldArchived = (list: ConversationList, { event }: Recorded): ConversationList =>
  // A new turn takes it back, or to the top.
  event.type === 'turn.started' ? without(list, event.conversation) : foldRows(list, event)

/** Folds one event into the sidebar's list. */
export function foldList(list: ConversationList, { at, event }: Recorded): ConversationList {
  switch (event.type) {
    case 'conversation.created': {
      const row = { id: event.conversation, title: event.title, createdAt: at, activeAt: at, end: null }
      return { ...list, rows: [row, ...list.rows.filter(({ id }) => id !== row.id)] }
    }
    case 'conversation.imported':
      return withImported(list, event)
    case 'turn.started': {
      const row = list.rows.find(({ id }) => id === event.conversation)
      if (!row) return { ...list, missing: event.conversation }
      const begun = { ...row, activeAt: at, end: null }
      return { ...list, rows: [begun, ...list.rows.filter((other) => other !== row)] }
    }
    // It keeps its place: rows never move by themselves.
    case 'turn.finished':
      return changeRow(list, event.conversation, { end: event.end })
    default:
      return foldRows(list, event)
  }
}

/** Folds an event that changes or ends a row of any list. */
function foldRows(list: ConversationList, event: HostEvent): ConversationList {
  switch (event.type) {
    case 'conversation.renamed':
      return changeRow(list, event.conversation, { title: event.title })
    case 'conversation.starred':
      return changeRow(list, event.conversation, { starred: event.starred || undefined })
    case 'conversation.project':
      return changeRow(list, event.conversation, { project: event.project ?? undefined })
    case 'conversation.archived':
    case 'conversation.deleted':
    case 'conversation.erased':
      return without(list, event.conversation)
    default:
      return list
  }
}

const changeRow = (list: ConversationList, id: string, change: Partial<ConversationRow>): ConversationList => ({
  ...list,
  rows: list.rows.map((row) => (row.id === id ? { ...row, ...change } : row)),
})

const without = (list: ConversationList, conversation: string): ConversationList => ({
  ...list,
  rows: list.rows.filter(({ id }) => id !== conversation),
})

/**
 * An imported conversation takes the place its last message gives it, as in the host's order: of the same moment, the
 * higher ID comes first. Older than the list, it comes with a page.
 */
function withImported(list: ConversationList, event: EventOf<'conversation.imported'>): ConversationList {
  const { conversation: id, title, createdAt, activeAt } = event
  const rows = list.rows.filter((row) => row.id !== id)
  const isBefore = (row: ConversationRow): boolean =>
    activeAt > row.activeAt || (activeAt === row.activeAt && id > row.id)
  const place = rows.findIndex((row) => !row.starred && isBefore(row))
  if (place === -1 && list.more) return list
  return {
    ...list,
    rows: rows.toSpliced(place === -1 ? rows.length : place, 0, { id, title, createdAt, activeAt, end: null }),
  }
}

/** Where an older page begins: after the last row, not counting the starred, which all came with the first page. */
export const endOfList = (rows: readonly ConversationRow[]): number | undefined =>
  (rows.findLast(({ starred }) => !starred) ?? rows.at(-1))?.activeAt

/** Appends an older page. */
export const addPage = (list: ConversationList, page: ConversationList): ConversationList => {
  const known = new Set(list.rows.map(({ id }) => id))
  return { rows: [...list.rows, ...page.rows.filter(({ id }) => !known.has(id))], more: page.more }
}

/** A conversation's activity: questions waiting for the user, and whether a turn runs. */
export type ConversationActivity = { waiting: number; running: boolean }

/** The activity of each conversation that has any. */
export function activities(state: Pick<HostState, 'asks' | 'turns'>): Record<string, ConversationActivity> {
  const found: Record<string, ConversationActivity> = {}
  const of = (conversation: string): ConversationActivity => (found[conversation] ??= { waiting: 0, running: false })
  for (const turn of Object.values(state.turns)) of(turn.conversation).running = true
  for (const { operation } of state.asks) if (operation) of(operation.conversation).waiting += 1
  return found
}

/** Whether two folds show the same; spares the sidebar a render for each event. */
export const sameActivities = (
  a: Record<string, ConversationActivity>,
  b: Record<string, ConversationActivity>,
): boolean => {
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => a[key]?.waiting === b[key]?.waiting && a[key]?.running === b[key]?.running)
  )
}

/** Letters at a title's start that are compared: about as many as the sidebar shows. */
const shownStart = 28

/**
 * The differing words of titles that the sidebar would show alike, by conversation: from where they differ on.
 * Empty if another title is the same.
 */
export function titleDifferences(rows: readonly ConversationRow[]): ReadonlyMap<string, string> {
  const byStart = Map.groupBy(rows, ({ title }) => title.slice(0, shownStart).toLowerCase())
  const alike = [...byStart.values()].filter((same) => same.length > 1)
  return new Map(alike.flatMap((same) => same.map(({ id, title }) => [id, title.slice(sharedStart(same))])))
}

/** Where titles begin to differ, at a word's beginning; the end if they are the same. */
function sharedStart(rows: readonly ConversationRow[]): number {
  const [first = '', ...others] = rows.map(({ title }) => title.toLowerCase())
  if (others.every((other) => other === first)) return first.length
  const differs = first.split('').findIndex((letter, at) => others.some((other) => other[at] !== letter))
  const at = differs === -1 ? first.length : differs
  return first.lastIndexOf(' ', at - 1) + 1
}

/** A group of the sidebar; `project`: the ID of the project whose conversations it has. */
export type ConversationGroup = { heading: string; rows: ConversationRow[]; project?: string | undefined }

/**
 * Waiting for you, Starred, then each project, then Today, Yesterday, Earlier; each in the list's order. Only projects
 * can be empty.
 */
export function groupConversations(
  rows: ConversationRow[],
  activity: Record<string, ConversationActivity>,
  now: number,
  projects: readonly { id: string; content: { name: string } }[] = [],
): ConversationGroup[] {
  const groups = new Map<string, ConversationGroup>(
    [headings.waiting, headings.starred].map((heading) => [heading, { heading, rows: [] }]),
  )
  for (const { id, content } of projects) groups.set(id, { heading: content.name, rows: [], project: id })
  for (const heading of [headings.today, headings.yesterday, headings.earlier])
    groups.set(heading, { heading, rows: [] })
  for (const row of rows) {
    const own = groups.get(row.project ?? '')
    const heading = headingOf(row, activity, now)
    const isAbove = heading === headings.waiting || heading === headings.starred
    ;(own && !isAbove ? own : groups.get(heading))?.rows.push(row)
  }
  return [...groups.values()].filter((group) => group.project !== undefined || group.rows.length > 0)
}

function headingOf(row: ConversationRow, activity: Record<string, ConversationActivity>, now: number): string {
  if ((activity[row.id]?.waiting ?? 0) > 0) return headings.waiting
  if (row.starred) return headings.starred
  const days = daysBetween(row.activeAt, now)
  if (days <= 0) return headings.today
  return days === 1 ? headings.yesterday : headings.earlier
}
