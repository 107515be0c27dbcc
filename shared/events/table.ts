import { attachmentsOf, pickedOf, type PersonMessage } from '../content/attachments.ts'
import { type FileEnd, type Found, type NamedFile, textsOf } from '../changes/named-file.ts'
import type { JsonObject, StoredValue } from '../schema/json.ts'
import {
  asked,
  type AuditColumns,
  clearance,
  closedAsk,
  type EventContext,
  namedIn,
  noColumns,
  refusal,
  ruled,
  toolOf,
  wholeness,
} from './columns.ts'
import type { EventOf, EventType, HostEvent } from './events.ts'

/** `true` if a value of this type contains a stored value or stored definitions anywhere; else `never`. */
type Carries<T> = JsonObject extends T
  ? never
  : T extends { blob: string; preview: string } | { set: { hash: string }[] }
    ? true
    : T extends readonly (infer Item)[]
      ? Carries<Item>
      : T extends object
        ? { [Member in keyof T]-?: Carries<T[Member]> }[keyof T]
        : never

/** The blobs an event needs, by hash. Erasing the event's body releases them. */
type Blobs<E> = (event: E) => string[]

/** An event type's properties for the log and the state. */
export type Descriptor<E> = {
  /** Folded and published, never stored. */
  transient?: true
  /** Recorded or published only: no state follows from it. */
  unfolded?: true
  /** Columns beyond the members that have a column's own name; `before` is the state the event met. */
  columns?: (event: E, before: EventContext) => Partial<AuditColumns>
} & ([Carries<E>] extends [never] ? { blobs?: Blobs<E> } : { blobs: Blobs<E> })

type Table = { [T in EventType]: Descriptor<EventOf<T>> }

const blobsIn = (kept: StoredValue | undefined): string[] => (kept && 'blob' in kept ? [kept.blob] : [])
const ofMessage = (message: PersonMessage | undefined): string[] =>
  message
    ? [...attachmentsOf(message), ...pickedOf(message)].flatMap((part) => [
        ...blobsIn(part.data),
        ...('text' in part ? blobsIn(part.text) : []),
      ])
    : []
/** Whose app wrote a message, if one did. */
const originOf = (message: PersonMessage | undefined): Partial<AuditColumns> => {
  const [first] = message?.from ?? []
  return first ? { server: first.server, tool: first.tool, outcome: 'written-by-page' } : {}
}
const ofFiles = (files: readonly (NamedFile | FileEnd)[] = []): string[] =>
  textsOf(files.map((file): Found | undefined => ('found' in file ? file.found : file.now))).flatMap(blobsIn)
const ofSet = ({ set }: { set: { hash: string }[] }): string[] => set.map(({ hash }) => hash)

const table = {
  'host.started': {},
  'host.stopped': { unfolded: true },
  configured: { columns: ({ file }) => ({ outcome: file }) },
  'configuration.checked': { columns: ({ problems }) => ({ outcome: problems.length === 0 ? 'mended' : 'broken' }) },
  'secret.changed': { columns: ({ change }) => ({ outcome: change }) },
  'models.requested': { unfolded: true },
  'models.listed': {},
  'model.probed': { columns: ({ facts }) => ({ outcome: facts.calls }) },
  'model.learned': {},
  'model.forgotten': {},
  'models.sought': { unfolded: true },

  'server.changed': {
    columns: ({ to }) => ({ era: to.state === 'ready' ? to.era : null, outcome: to.state }),
  },
  'command.trusted': { columns: () => ({ decision: 'trust' }) },
  'server.signed-in': { columns: () => ({ decision: 'sign-in' }) },
  'server.signed-out': { columns: ({ because }) => ({ decision: 'sign-out', outcome: because }) },
  'company.signed-in': { columns: () => ({ decision: 'sign-in' }) },
  'company.signed-out': { columns: ({ because }) => ({ decision: 'sign-out', outcome: because }) },
  'server.passport': {},
  'server.renamed': {},
  'server.rename-finished': {},
  'request.sent': { unfolded: true },
  'request.received': { unfolded: true, columns: ({ answer }) => ({ outcome: answer }) },
  'answer.late': { unfolded: true },
  'server.examined': { columns: ({ finding }) => ({ outcome: finding.reason }) },
  'server.exposed': { columns: ({ places }) => ({ outcome: places.length > 0 ? 'open' : 'closed' }) },
  'server.violations': {},
  'server.starting': { transient: true },
  'server.reported': { transient: true, unfolded: true },

  'catalogue.changed': { columns: wholeness, blobs: ofSet },
  'prompts.changed': { columns: wholeness, blobs: ofSet },
  'templates.changed': { columns: wholeness, blobs: ofSet },
  'resources.changed': { columns: wholeness },
  'instructions.changed': { blobs: ({ hash }) => (hash === null ? [] : [hash]) },
  'instructions.shared': {
    columns: ({ hash, shared }) => ({ definition: hash, decision: shared ? 'accept' : 'keep-off' }),
  },
  'definitions.pinned': {},
  'definitions.kept-off': {},
  'prompt.got': { unfolded: true },
  'resource.read': { unfolded: true },
  'file.read': { unfolded: true, blobs: ({ text }) => blobsIn(text) },
  'fetch.requested': { unfolded: true },
  'fetch.finished': {
    unfolded: true,
    columns: ({ problem }) => ({ outcome: problem === undefined ? 'succeeded' : 'failed' }),
  },
  'resource.followed': {},
  'resource.unfollowed': {},
  'resource.updated': {},

  'sampling.requested': {
    unfolded: true,
    columns: ({ operation }) => ({ ...operation }),
    blobs: ({ request }) => blobsIn(request),
  },
  'sampling.finished': {
    unfolded: true,
    columns: ({ operation, end }) => ({ ...operation, outcome: end.state === 'answered' ? end.stop : end.state }),
    blobs: ({ end }) => (end.state === 'answered' ? blobsIn(end.blocks) : []),
  },

  'page.allowed': { columns: () => ({ decision: 'show' }) },
  'page.opened': { unfolded: true, columns: () => ({ outcome: 'shown' }), blobs: ({ page }) => [page.hash] },
  'page.wrote': { columns: () => ({ outcome: 'drafted' }) },
  'page.draft-removed': { columns: () => ({ outcome: 'removed' }) },
  'page.saved': { unfolded: true, columns: () => ({ outcome: 'saved' }) },
  'page.context': { transient: true },
  'page.told': { transient: true, unfolded: true },

  'conversation.created': { unfolded: true },
  'conversation.renamed': { unfolded: true },
  'title.requested': { unfolded: true },
  'title.finished': { unfolded: true },
  'conversation.starred': { unfolded: true },
  'conversation.archived': { unfolded: true },
  'conversation.deleted': {},
  'conversation.restored': { unfolded: true },
  'conversation.erased': { unfolded: true },
  'conversation.model': { unfolded: true },
  'conversation.system': { unfolded: true },
  'conversation.budget': { unfolded: true },
  'conversation.tools': { unfolded: true },
  'conversation.branch': { unfolded: true },
  'branch.deleted': { unfolded: true },
  'branch.restored': { unfolded: true },
  'project.saved': {},
  'project.deleted': {},
  'conversation.project': { unfolded: true },
  'conversation.imported': { unfolded: true, columns: ({ from }) => ({ outcome: from }) },
  'turn.imported': { unfolded: true, blobs: ({ message }) => ofMessage(message) },
  'message.imported': { unfolded: true, blobs: ({ blocks }) => blobsIn(blocks) },
  'call.imported': {
    unfolded: true,
    blobs: ({ made: { arguments: input, outcome } }) => [
      ...blobsIn(input),
      ...(outcome && 'result' in outcome ? blobsIn(outcome.result) : []),
    ],
  },
  'message.queued': { columns: ({ message }) => originOf(message), blobs: ({ message }) => ofMessage(message) },
  'message.unqueued': { columns: ({ reason }) => ({ outcome: reason }) },
  'tools.named': { unfolded: true },
  'tools.found': { unfolded: true },
  'compaction.requested': {},
  'compaction.finished': { columns: ({ end }) => ({ outcome: end }) },
  'compaction.edited': { unfolded: true },
  'compaction.undone': { unfolded: true },
  'context.left-out': { unfolded: true },

  'turn.started': { columns: ({ message }) => originOf(message), blobs: ({ message }) => ofMessage(message) },
  'turn.missed': { unfolded: true },
  'turn.waiting': { transient: true },
  'turn.finished': { columns: ({ end }) => ({ outcome: end }) },
  'model.requested': {},
  'model.retried': { unfolded: true },
  'model.waiting': { transient: true },
  'message.delta': { transient: true },
  'message.drafted': { unfolded: true },
  'message.finished': { columns: ({ stop }) => ({ outcome: stop }), blobs: ({ blocks }) => blobsIn(blocks) },

  'call.requested': { blobs: ({ arguments: input }) => blobsIn(input) },
  'call.cleared': {
    columns: (event, before) => ({ ...toolOf(event, before), ...clearance(event.by) }),
    blobs: ({ edited, filled }) => [...blobsIn(edited), ...blobsIn(filled?.arguments)],
  },
  'call.started': {
    columns: ({ argumentsHash }) => ({ args_commit: argumentsHash }),
    blobs: ({ files }) => ofFiles(files),
  },
  'call.task': {
    columns: (event, before) => ({ ...toolOf(event, before), outcome: event.status.replace('_', '-') }),
  },
  'call.progress': { transient: true },
  'call.polled': { transient: true },
  'call.finished': {
    columns: (event, before) => ({
      ...toolOf(event, before),
      outcome: event.outcome.status,
      ...refusal(event.outcome),
    }),
    blobs: ({ outcome, files }) => [...('result' in outcome ? blobsIn(outcome.result) : []), ...ofFiles(files)],
  },

  'ask.opened': {
    columns: ({ ask }) => asked(ask),
    blobs: ({ ask }) => (ask.kind === 'approval' ? ofFiles(ask.question.files) : []),
  },
  'ask.closed': { columns: closedAsk },
  'rule.added': { columns: ruled },
  'rule.removed': {},

  'log.key': {},
  'journal.health': { transient: true },
  'releases.known': { transient: true },
} as const satisfies Table

/** The descriptor of an event's type takes that event; the compiler can't tie the two together. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler can't tie a descriptor to its event
const descriptorOf = (event: HostEvent): Descriptor<HostEvent> => (table as Table)[event.type] as Descriptor<HostEvent>

/** Whether an event is published but never stored. */
export const isTransient = (event: HostEvent): boolean => descriptorOf(event).transient === true

/** An event's columns. `before` is the state it met. */
export const columnsOf = (event: HostEvent, before: EventContext): AuditColumns => ({
  ...noColumns,
  ...namedIn(event),
  ...descriptorOf(event).columns?.(event, before),
})

/** The hashes of the blobs that an event refers to. */
export const blobsOf = (event: HostEvent): string[] => descriptorOf(event).blobs?.(event) ?? []

/** The event types that change no state. */
type Unfolded = { [T in EventType]: (typeof table)[T] extends { unfolded: true } ? T : never }[EventType]
export type UnfoldedEvent = EventOf<Unfolded>
