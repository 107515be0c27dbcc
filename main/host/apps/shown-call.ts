import type { Call, Conversation } from '../../../shared/state/conversation.ts'
import { sentArguments } from '../../../shared/state/conversation.ts'
import { ownCalls } from '../../../shared/state/call-fold.ts'
import type { CallOutcome } from '../../../shared/events/turn-events.ts'
import type { Journal } from '../journal/journal.ts'
import { isObject, parseJson, type JsonObject, type JsonValue, type StoredValue } from '../../../shared/schema/json.ts'
import { appWords as words } from './words.ts'

/** A call whose server has an app for its result. */
export type ShownCall = {
  conversation: string
  turn: string
  call: Call & { server: string; definition: string; app: string }
}

/** Max bytes of arguments or a result that an app gets. */
const mostBytes = 16 * 1024 * 1024

/** The text of a stored value, up to this many bytes. */
export type ReadBlob = (hash: string, limit: number) => Promise<{ text: string; bytes: number }>

/** A call of a conversation that was sent and has an app; undefined otherwise. */
export function shownCall({ id: conversation, turns }: Conversation, id: string): ShownCall | undefined {
  for (const turn of turns) {
    const call = [...ownCalls(turn), ...turn.messages.flatMap(({ calls }) => calls)].find((it) => it.id === id)
    if (!call) continue
    const { server, definition, app, startedAt } = call
    if (server === undefined || definition === undefined || app === undefined || startedAt === undefined)
      return undefined
    return { conversation, turn: turn.id, call: { ...call, server, definition, app } }
  }
  return undefined
}

/** The end of a call that may come at any time. Followed from before the call is looked up, so none is missed. */
export class CallEnd {
  readonly outcome: Promise<CallOutcome>
  readonly leave: () => void

  constructor({ subscribe }: Pick<Journal, 'subscribe'>, call: string) {
    const { promise, resolve } = Promise.withResolvers<CallOutcome>()
    this.outcome = promise
    this.leave = subscribe(({ event }) => {
      if (event.type === 'call.finished' && event.call === call) resolve(event.outcome)
    })
  }
}

/** The call's arguments for its app, as they were sent. */
export async function toolInput(call: Call, read: ReadBlob): Promise<JsonObject> {
  const value = await valueOf(sentArguments(call), read)
  return { arguments: isObject(value) ? value : {} }
}

/** The call's end for its app: the server's whole result, or that there is none. */
export async function toolEnd(outcome: CallOutcome, read: ReadBlob): Promise<{ method: string; params: JsonObject }> {
  const result = await wholeResult(outcome, read)
  if (result) return { method: 'ui/notifications/tool-result', params: result }
  if (outcome.status === 'succeeded') return cancelled(words.told.tooLarge)
  switch (outcome.status) {
    case 'failed':
      return {
        method: 'ui/notifications/tool-result',
        params: { content: [{ type: 'text', text: words.told.failed }], isError: true },
      }
    case 'timed-out':
      return cancelled(words.told.timedOut)
    case 'interrupted':
    case 'expired':
      return cancelled(words.told.interrupted)
    case 'cancelled':
    case 'denied':
    case 'stale':
    case 'invalid':
      return cancelled(words.told.cancelled)
    default:
      return outcome satisfies never
  }
}

/** The server's whole result of an app's call; undefined if there is none, or it is longer than an app gets. */
export async function wholeResult(outcome: CallOutcome, read: ReadBlob): Promise<JsonObject | undefined> {
  const result = 'result' in outcome && outcome.result ? await valueOf(outcome.result, read) : undefined
  return isObject(result) ? result : undefined
}

const cancelled = (reason: string) => ({ method: 'ui/notifications/tool-cancelled', params: { reason } })

/** A stored value; undefined if it is longer than an app gets. */
async function valueOf(kept: StoredValue, read: ReadBlob): Promise<JsonValue | undefined> {
  if ('json' in kept) return kept.json
  if (kept.bytes > mostBytes) return undefined
  const { text } = await read(kept.blob, mostBytes)
  return parseJson(text)
}
