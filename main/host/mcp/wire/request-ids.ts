import type { JsonValue } from '../../../../shared/schema/json.ts'

/** The ID of a JSON-RPC request. */
export type RequestId = string | number

/** Max length of an ID; the answer to a request repeats it. */
const longestId = 256

/** Texts and integers; `"7"` isn't `7` (JSON-RPC 2.0, specification basic/index#requests). */
export const isId = (value: JsonValue | undefined): value is RequestId =>
  typeof value === 'string' ? value.length <= longestId : typeof value === 'number' && Number.isSafeInteger(value)
