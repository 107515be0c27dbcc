import type { ImageType } from '../../../../shared/content/attachments.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'

/** Text in the Messages API's form. */
export type TextBlock = { type: 'text'; text: string }
/** An image in the Messages API's form; `data` is Base64. */
export type ImageBlock = { type: 'image'; source: { type: 'base64'; media_type: ImageType; data: string } }
/** A call's result in the Messages API's form; `is_error` also for denied calls. */
export type ResultBlock = {
  type: 'tool_result'
  tool_use_id: string
  is_error?: true
  content: (TextBlock | ImageBlock)[]
}

/** A block that a request sends as the user's. */
export type UserBlock = ResultBlock | TextBlock | ImageBlock
/** A message of the repaired history, in the Messages API's form. */
export type ApiMessage = { role: 'user'; content: UserBlock[] } | { role: 'assistant'; content: JsonObject[] }
