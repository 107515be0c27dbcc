import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { Digest } from '../results/digest.ts'
import { boundedHandshake, handshakes } from './handshake.ts'
import type { RequestId } from '../wire/request-ids.ts'
import type { BreakOff } from '../wire/wire.ts'
import { clip } from '../../../../shared/text/clip.ts'

/** The member under which an answer's own result travels through the library; see `wrap`. */
export const rawMember = 'atrium/raw'
/** The member beside it for what was read of a long one. No server writes beside it: what it sends is within `rawMember`. */
export const digestMember = 'atrium/digest'

/** The member of a result or of an error's data with the JSON text of the id that the answer had on the wire. */
const idMember = 'atrium/id'

/** Methods whose results are read by us, item by item, and not by the library's schemas, which refuse a whole list for one bad item. */
const ours = new Set([
  'tools/list',
  'tools/call',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'completion/complete',
  'tasks/get',
  'tasks/result',
  'tasks/cancel',
  'logging/setLevel',
])

/** The code of answers that we make in place of a server's. */
export const ownRefusal = -32603
/** Codes of the specification whose `data` the library reads; what others carry is of no use to anybody. */
const withData: ReadonlySet<number> = new Set([-32022, -32021, -32042])

/** The answer in a form the library accepts, or nothing where it is neither a result nor an error, or both. */
export function soundAnswer(id: RequestId, { result, error }: JsonObject, method: string): JsonObject | undefined {
  // Some servers write the member that does not apply as null.
  if ((error === undefined || error === null) && isObject(result))
    return { jsonrpc: '2.0', id, result: soundResult(id, result, method) }
  if ((result !== undefined && result !== null) || !isObject(error)) return undefined
  return { jsonrpc: '2.0', id, error: soundError(id, error) }
}

function soundResult(id: RequestId, result: JsonObject, method: string): JsonObject {
  if (ours.has(method)) return { ...wrap(result), ...withId(id) }
  return handshakes.has(method) ? boundedHandshake(result) : withSoundMeta(result)
}

function soundError(id: RequestId, { code: said, message, data }: JsonObject): JsonObject {
  const code = isCode(said) ? said : ownRefusal
  const kept = isObject(data) && withData.has(code) ? data : {}
  return {
    code,
    message: typeof message === 'string' ? clip(message, 2000) : 'no message',
    data: { ...kept, ...withId(id) },
  }
}

const isCode = (value: JsonValue | undefined): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value)

/** A result that suits every schema of the library, around the one the server sent. */
const wrap = (result: JsonObject): JsonObject => ({
  resultType: 'complete',
  content: [],
  tools: [],
  prompts: [],
  messages: [],
  resources: [],
  resourceTemplates: [],
  contents: [],
  completion: { values: [] },
  ttlMs: 0,
  cacheScope: 'private',
  [rawMember]: result,
})

function withSoundMeta(result: JsonObject): JsonObject {
  const { _meta, ...rest } = result
  return isObject(_meta) ? result : rest
}

/** A sound answer with what was read of it before. */
export const withDigest = (answer: JsonObject, digest: Digest): object => ({
  ...answer,
  result: { ...(isObject(answer['result']) ? answer['result'] : {}), [digestMember]: digest },
})

const withId = (id: RequestId): JsonObject => ({ [idMember]: JSON.stringify(id) })

/** Tells the id that an answer of the library's had on the wire, as JSON text, be it a result or an error. */
export function tellId(answer: Promise<unknown>, told: ((id: string | undefined) => void) | undefined): void {
  answer.then(
    (result) => told?.(idOf(result)),
    (error: unknown) => error instanceof Error && 'data' in error && told?.(idOf(error.data)),
  )
}

function idOf(answer: unknown): string | undefined {
  const id = isObject(answer) ? answer[idMember] : undefined
  return typeof id === 'string' ? id : undefined
}

/** Why an answer is not passed on, as a clause; see `failureOf`. */
export const withheld = {
  'full-of-secrets': 'it contained more than three of your secrets',
  'secret-as-name': 'it contained one of your secrets as a field name',
}

/** Stands for an answer that cannot be read. Beside its id, only ours has data under this code. */
export const refusal = (
  id: RequestId,
  reason: string,
  why: 'unreadable' | 'missing' | 'withheld' | BreakOff = 'unreadable',
): JsonObject => ({
  jsonrpc: '2.0',
  id,
  error: {
    code: ownRefusal,
    message: reason,
    data: {
      malformed: true,
      ...(why === 'withheld' && { withheld: true }),
      ...(why !== 'unreadable' && why !== 'missing' && why !== 'withheld' && { brokenOff: why }),
      ...((why === 'unreadable' || why === 'withheld') && withId(id)),
    },
  },
})
