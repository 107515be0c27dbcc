import { createHash, randomUUID } from 'node:crypto'
import type { Part } from '../../../../shared/content/attachments.ts'
import { longestName } from '../../../../shared/content/attachments.ts'
import type { HostEvent } from '../../../../shared/events/events.ts'
import type { ImportedCall } from '../../../../shared/events/import-events.ts'
import type { CallOutcome } from '../../../../shared/events/turn-events.ts'
import { defined, isObject, type JsonValue, type StoredValue } from '../../../../shared/schema/json.ts'
import { clip } from '../../../../shared/text/clip.ts'
import type { ReadCall, ReadConversation, ReadOutcome, ReadPart, ReadTurn } from './shape.ts'

/** Stores values and replaces secrets. `now` is used for moments that the file lacks. */
type Writing = {
  keep: (value: JsonValue) => StoredValue
  redact: (text: string) => string
  now: number
  actor: string
}

/** Tells whether two files have the same conversation: its ID in the app that wrote it, or else its content. */
export const importSource = ({ from, original, turns }: ReadConversation): string =>
  createHash('sha256')
    .update(JSON.stringify([from, original || turns]))
    .digest('hex')

/** All events of one conversation, to be appended at once. Its IDs are new. */
export function eventsOf(read: ReadConversation, conversation: string, writing: Writing): HostEvent[] {
  const ids = new Map(read.turns.map(({ id }) => [id, randomUUID() as string]))
  const { now, redact, actor } = writing
  const createdAt = read.createdAt ?? read.turns[0]?.at ?? now
  return [
    {
      type: 'conversation.imported',
      conversation,
      title: redact(read.title),
      from: read.from,
      source: importSource(read),
      createdAt,
      activeAt: read.activeAt ?? createdAt,
      ...(read.head !== undefined && { head: ids.get(read.head) }),
      actor,
    },
    ...read.turns.flatMap((turn) =>
      eventsOfTurn(turn, {
        of: { conversation, turn: ids.get(turn.id) ?? '' },
        parent: (turn.parent !== undefined && ids.get(turn.parent)) || null,
        at: turn.at ?? createdAt,
        writing,
      }),
    ),
  ]
}

type Place = { of: { conversation: string; turn: string }; parent: string | null; at: number; writing: Writing }

function eventsOfTurn(turn: ReadTurn, { of, parent, at, writing }: Place): HostEvent[] {
  const { keep, redact, actor } = writing
  const model = turn.messages.findLast((one) => one.model !== '')?.model
  const absent = turn.absent.slice(0, 20).map((name) => clip(redact(name), longestName))
  const begun: HostEvent = {
    type: 'turn.imported',
    ...of,
    parent,
    at,
    end: turn.end,
    actor,
    ...(turn.said.length > 0 && {
      message: { id: randomUUID(), parts: turn.said.map((part) => partOf(part, writing)) },
    }),
    ...(model !== undefined && { model: clip(model, 200) }),
    ...(absent.length > 0 && { absent }),
  }
  const made = (call: ReadCall, message?: string): HostEvent => ({
    type: 'call.imported',
    ...of,
    made: callOf(call, at, writing),
    ...defined({ message }),
  })
  return [
    begun,
    ...(turn.call ? [made(turn.call)] : []),
    ...turn.messages.flatMap((message): HostEvent[] => {
      const id = randomUUID()
      const said: HostEvent = {
        type: 'message.imported',
        ...of,
        message: id,
        model: clip(message.model, 200),
        at: message.at ?? at,
        blocks: keep(cleaned(message.blocks, redact)),
        stop: message.stop,
      }
      return [said, ...message.calls.map((call) => made(call, id))]
    }),
  ]
}

function partOf(part: ReadPart, { keep, redact }: Writing): Part {
  if (part.type === 'text') return { type: 'text', text: redact(part.text) }
  const name = clip(redact(part.name), longestName)
  if (part.type === 'image') return { ...part, name, data: keep(part.data) }
  const text = redact(part.text)
  return { type: 'file', name, bytes: Buffer.byteLength(text), data: keep(text) }
}

function callOf(call: ReadCall, at: number, { keep, redact }: Writing): ImportedCall {
  const { modelCall, modelName, server, tool, title } = call
  return {
    id: randomUUID(),
    modelCall,
    modelName,
    server,
    tool: redact(tool),
    requestedAt: call.at ?? at,
    ...(title !== undefined && { title: redact(title) }),
    arguments: keep(cleaned(call.arguments, redact)),
    outcome: call.outcome && outcomeOf(call.outcome, { keep, redact }),
  }
}

function outcomeOf(outcome: ReadOutcome, { keep, redact }: Pick<Writing, 'keep' | 'redact'>): CallOutcome {
  const kept = (value: JsonValue): StoredValue => keep(cleaned(value, redact))
  if (outcome.status === 'succeeded') return { status: 'succeeded', result: kept(outcome.result) }
  if (outcome.status !== 'failed')
    return 'problem' in outcome ? { ...outcome, problem: redact(outcome.problem) } : outcome
  const { result, ...failed } = outcome
  return { ...failed, problem: redact(failed.problem), ...(result !== undefined && { result: kept(result) }) }
}

/** Names of members can contain secrets, too. Values were measured before, so the depth is bounded. */
function cleaned(value: JsonValue, redact: Writing['redact']): JsonValue {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((item) => cleaned(item, redact))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [redact(name), cleaned(item, redact)]))
}
