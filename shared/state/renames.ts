import type { Call, Conversation, ModelMessage, Turn } from './conversation.ts'
import type { PersonMessage } from '../content/attachments.ts'
import type { EventOf } from '../events/events.ts'
import { renamedSecret, type Rename } from '../config/secret-prefixes.ts'
import { consentOf, renamedConsent } from './consents.ts'
import type { HostState } from './state.ts'

/** The state after a server got another ID: whatever was its own is still, and nothing is left for the old ID. */
export function foldRename(state: HostState, event: EventOf<'server.renamed'>): HostState {
  const { from, server: to, config } = event
  const move = mover({ from, to })
  const { configured, appDrafts, appContexts, projects } = state
  const ofServer = <T extends { server: string }>(it: T): T => ({ ...it, server: move.name(it.server) })
  return {
    ...state,
    renames: [...(state.renames ?? []), { from, to }],
    renaming: { from, to },
    configured: { ...configured, servers: { ...move.keys(configured.servers), [to]: config } },
    secrets: state.secrets.map((name) => renamedSecret(name, { from, to })),
    enteredFor: mapKeys(state.enteredFor, (name) => renamedSecret(name, { from, to })),
    servers: move.keys(state.servers),
    endedRequests: move.keys(state.endedRequests),
    rules: mapValues(state.rules, ofServer),
    consents: { ...move.keys(state.consents), [to]: renamedConsent(consentOf(state, from), event) },
    followed: mapValues(state.followed, (list) => list.map(ofServer)),
    ...(appDrafts && { appDrafts: mapValues(appDrafts, (list) => list.map(ofServer)) }),
    ...(appContexts && { appContexts: mapValues(appContexts, ofServer) }),
    ...(projects && {
      projects: mapValues(projects, (it) => ({ ...it, ...(it.servers && { servers: it.servers.map(move.name) }) })),
    }),
  }
}

/** A conversation's facts, messages and calls after a server got another ID. A model's names for its tools stay. */
export function renameInConversation(
  conversation: Conversation,
  { from, server: to }: Pick<EventOf<'server.renamed'>, 'from' | 'server'>,
): void {
  const move = mover({ from, to })
  const { off, names } = conversation
  const ofServer = <T extends { server?: string | undefined }>(it: T): T =>
    it.server === from ? { ...it, server: to } : it
  conversation.names = mapValues(names, ofServer)
  if (off !== undefined && off !== 'all') conversation.off = move.keys(off)
  const ofMessage = ({ from: apps, ...message }: PersonMessage): PersonMessage => {
    const [first, ...others] = apps ?? []
    return {
      ...message,
      parts: message.parts.map((part) => (part.type === 'resource' || part.type === 'prompt' ? ofServer(part) : part)),
      ...(first && { from: [ofServer(first), ...others.map(ofServer)] }),
    }
  }
  const ofCalls = (calls: Call[]): Call[] => calls.map(ofServer)
  const ofModel = (message: ModelMessage): ModelMessage => ({ ...message, calls: ofCalls(message.calls) })
  conversation.turns = conversation.turns.map((turn): Turn => ({
    ...turn,
    ...(turn.message && { message: ofMessage(turn.message) }),
    ...(turn.missed && { missed: turn.missed.map(move.name) }),
    ...(turn.call && { call: ofServer(turn.call) }),
    ...(turn.undoes && { undoes: { ...turn.undoes, calls: ofCalls(turn.undoes.calls) } }),
    messages: turn.messages.map(ofModel),
  }))
}

const mapValues = <T, U>(record: Record<string, T>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))

const mapKeys = <T>(record: Record<string, T>, change: (key: string) => string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [change(key), value]))

/** Moves IDs and keys. Remains of an earlier server of the new ID are dropped; the order stays. */
function mover({ from, to }: Rename) {
  const name = (id: string): string => (id === from ? to : id)
  const keys = <T>(record: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(record).flatMap(([id, value]) => (id === to ? [] : [[name(id), value]])))
  return { name, keys }
}
