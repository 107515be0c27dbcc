import type { JsonValue } from '../schema/json.ts'

/** What a server says of a thing (schema, Annotations): who it is for, how much it matters from 0 to 1, when it changed (ISO 8601). */
export type Annotations = {
  audience?: ('user' | 'assistant')[] | undefined
  priority?: number | undefined
  lastModified?: string | undefined
}

/** What a prompt can be given. Texts are cut at 200 characters; the definition has all. */
export type PromptArgument = {
  name: string
  title?: string | undefined
  description?: string | undefined
  required: boolean
}

/** One prompt of a server as it was listed. `hash` names the stored definition (RFC 8785 of the raw object). */
export type PromptEntry = {
  name: string
  title?: string | undefined
  description: string
  hash: string
  arguments: PromptArgument[]
}

/** One resource template as it was listed; `template` is by what it is known (RFC 6570). */
export type TemplateEntry = {
  template: string
  name: string
  title?: string | undefined
  description: string
  mimeType?: string | undefined
  hash: string
  annotations?: Annotations | undefined
}

/** One resource as it was listed. `size` is in bytes, as the server says. */
export type ResourceEntry = {
  uri: string
  name: string
  title?: string | undefined
  description?: string | undefined
  mimeType?: string | undefined
  size?: number | undefined
  annotations?: Annotations | undefined
}

/** One message of a prompt: a content block as the server sent it (text, image, audio, resource_link, resource). */
export type PromptMessage = { role: 'user' | 'assistant'; content: JsonValue }

/**
 * One content of a resource that was read. A text is cut for the preview where it is long (`bytes` counts all of it), a
 * blob is base64, and left out where it is too large to show.
 */
export type ResourceContent = { uri: string; mimeType?: string | undefined; bytes: number } & (
  { text: string; isCut: boolean } | { blob: string | undefined }
)
