import type { ImageType } from '../../../../shared/content/attachments.ts'
import type { FileOutcome } from '../../../../shared/content/extracted.ts'
import type { ChosenForm } from '../llm.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'

/** Text in the Messages API's form. */
export type TextBlock = { type: 'text'; text: string }
/** An image in the Messages API's form; `data` is Base64. */
export type ImageBlock = { type: 'image'; source: { type: 'base64'; media_type: ImageType; data: string } }
/** Kinds of files that some API takes as they are; `other`: only their text. */
export type SentKind = 'pdf' | 'wav' | 'mp3' | 'other'

/** A file before its request decides on a form; afterwards, it is there only if it goes as it is. */
export type FileBlock = {
  type: 'file'
  /** Plain and bounded. */
  name: string
  kind: SentKind
  /** Canonical base64. */
  data: string
  /** The file in a sentence, such as `the file "a.pdf" (120 bytes)`. */
  about: string
  reading?: FileOutcome | undefined
  form?: ChosenForm | undefined
  pictures?: string[] | undefined
}
/** The parts of a result. */
export type PartBlock = TextBlock | ImageBlock | FileBlock
/** A call's result in the Messages API's form; `is_error` also for denied calls. */
export type ResultBlock = {
  type: 'tool_result'
  tool_use_id: string
  is_error?: true
  content: PartBlock[]
}

/** A block that a request sends as the user's. */
export type UserBlock = ResultBlock | PartBlock
/** A message of the repaired history, in the Messages API's form. */
export type ApiMessage = { role: 'user'; content: UserBlock[] } | { role: 'assistant'; content: JsonObject[] }
