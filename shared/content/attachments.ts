import type { StoredValue } from '../schema/json.ts'
import type { FileKind, FileWarning } from './extracted.ts'
import type { Annotations } from './listed.ts'

/** The image types the Messages API accepts. */
export type ImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'

/** An attached image. `data` is its base64, as stored in the blob store; `bytes` is the file's size. */
export type ImagePart = {
  type: 'image'
  name: string
  mediaType: ImageType
  bytes: number
  width: number
  height: number
  data: StoredValue
}

/** An attached text file; `data` is its text. */
export type FilePart = { type: 'file'; name: string; bytes: number; data: StoredValue }

/**
 * An attached file that Atrium read: `data` is its base64, `text` its extracted text (`ExtractedText`). `hidden`: characters
 * that can't be seen, which aren't in what a model gets.
 */
export type DocumentPart = {
  type: 'document'
  name: string
  kind: FileKind
  mediaType: string
  bytes: number
  pages: number
  /** It has no text. */
  hasText?: false | undefined
  hidden?: number | undefined
  cut?: true | undefined
  warns?: { what: FileWarning; count: number }[] | undefined
  data: StoredValue
  text: StoredValue
}

/** An attached sound; `data` is its base64. */
export type AudioPart = {
  type: 'audio'
  name: string
  kind: 'wav' | 'mp3'
  mediaType: string
  bytes: number
  seconds: number
  data: StoredValue
}

/** A file of any kind that the user attached. */
export type AttachedPart = ImagePart | FilePart | DocumentPart | AudioPart

/** A prompt as its server filled it in; `data` contains its messages (`PromptMessage[]`). Third-party text. */
export type PromptPart = {
  type: 'prompt'
  server: string
  name: string
  title?: string | undefined
  arguments: Record<string, string>
  bytes: number
  data: StoredValue
}

/** A resource as its server returned it; `data` is the `contents` of `resources/read`. */
export type ResourcePart = {
  type: 'resource'
  server: string
  uri: string
  name: string
  mimeType?: string | undefined
  /** The tool whose running app gave these contents; absent if they were read from the server. */
  page?: string | undefined
  /** Atrium fetched it from the address that its URI is; its server only named it. */
  fetched?: true | undefined
  bytes: number
  annotations?: Annotations | undefined
  data: StoredValue
}

/** A part of the user's message: text or an attachment. Attachments come before the text. */
export type Part = { type: 'text'; text: string } | AttachedPart | PromptPart | ResourcePart
/** The app of a server that wrote a message's text, as a draft for the user; `changed`: they sent other words. */
export type MessageOrigin = {
  draft: string
  server: string
  tool: string
  /** The call whose app it is. */
  call: string
  changed?: true | undefined
}

/** The user's message. `from`: the servers' apps that wrote its text, or some of it. */
export type PersonMessage = { id: string; parts: Part[]; from?: [MessageOrigin, ...MessageOrigin[]] | undefined }

/** Max drafts by servers' apps that wait in a conversation. */
export const mostAppDrafts = 3
/** Max attachments in one message, including those from servers. */
export const mostAttachments = 20
/** Max bytes of all attachments in one message. */
export const largestTotal = 12_000_000
/** Max bytes of one image: the API accepts 10 MB of base64. */
export const largestImage = 7_500_000
/** Max pixels on one side of an image. */
export const widestImage = 8000
/** Max bytes of one file that Atrium reads. */
export const largestDocument = 7_500_000
/** Max bytes of one text file. */
export const largestText = 500_000
/** Max characters of a file name. */
export const longestName = 200

/** A message's text without its attachments. */
export const textOfMessage = ({ parts }: PersonMessage): string =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n')

/** The files of a message. */
export const attachmentsOf = ({ parts }: PersonMessage): AttachedPart[] =>
  parts.filter((part) => 'data' in part && part.type !== 'prompt' && part.type !== 'resource')

/** A message's parts from servers: prompts and resources. */
export const pickedOf = ({ parts }: PersonMessage): (PromptPart | ResourcePart)[] =>
  parts.filter((part) => part.type === 'prompt' || part.type === 'resource')

/** How many attached texts and parts of results didn't fit, so the model never got them; it was told about each. */
export type NoRoom = {
  attachments: number
  parts: number
  /** Results and answers of which the model got only the beginning. */
  shortened?: number | undefined
  /** The oldest messages, which the model didn't get. */
  messages?: number | undefined
}
