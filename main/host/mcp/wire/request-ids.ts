import type { JsonValue } from '../../../../shared/schema/json.ts'

export type RequestId = string | number

/** Longer than any that a server has a reason to send; an id is repeated in the answer to it. */
const longestId = 256

/** Texts and whole numbers; `"7"` is not `7` (JSON-RPC 2.0, specification basic/index#requests). */
export const isId = (value: JsonValue | undefined): value is RequestId =>
  typeof value === 'string' ? value.length <= longestId : typeof value === 'number' && Number.isSafeInteger(value)
