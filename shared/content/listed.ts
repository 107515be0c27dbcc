import type { JsonValue } from '../schema/json.ts'

/** A server's annotations (schema, Annotations): audience, priority from 0 to 1, and last change (ISO 8601). */
export type Annotations = {
  audience?: ('user' | 'assistant')[] | undefined
  priority?: number | undefined
  lastModified?: string | undefined
}

/** A prompt's argument. Texts are cut at 200 characters; the definition has them whole. */
export type PromptArgument = {
  name: string
  title?: string | undefined
  description?: string | undefined
  required: boolean
}

/** One listed prompt. `hash` names the stored definition (RFC 8785 of the raw object). */
export type PromptEntry = {
  name: string
  title?: string | undefined
  description: string
  hash: string
  arguments: PromptArgument[]
}

/** One listed resource template; `template` identifies it (RFC 6570). */
export type TemplateEntry = {
  template: string
  name: string
  title?: string | undefined
  description: string
  mimeType?: string | undefined
  hash: string
  annotations?: Annotations | undefined
}

/** One listed resource. `size` is in bytes, as claimed by the server. */
export type ResourceEntry = {
  uri: string
  name: string
  title?: string | undefined
  description?: string | undefined
  mimeType?: string | undefined
  size?: number | undefined
  annotations?: Annotations | undefined
}

/** Whether a server calls this a folder (server/resources#common-uri-schemes), which has no text. */
export const isFolder = ({ mimeType }: { mimeType?: string | undefined }): boolean =>
  mimeType?.split(';', 1)[0]?.trim().toLowerCase() === 'inode/directory'

/** One message of a prompt: a content block as the server sent it (text, image, audio, resource_link, resource). */
export type PromptMessage = { role: 'user' | 'assistant'; content: JsonValue }

/**
 * One content of a resource that was read. Long text is cut for the preview (`bytes` counts all of it); a blob is
 * base64, and absent if too large to show.
 */
export type ResourceContent = { uri: string; mimeType?: string | undefined; bytes: number } & (
  | { text: string; isCut: boolean }
  | { blob: string | undefined }
)
