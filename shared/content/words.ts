import { mostAttachments, widestImage } from './attachments.ts'
import type { FileKind, Unread } from './extracted.ts'

/** Why a file can't be attached, in a sentence that names it. */
export const refusals = {
  empty: (name: string): string => `${name} can’t be attached. It’s empty.`,
  largeImage: (name: string): string => `${name} is too large. Images can be up to 7.5 MB.`,
  wideImage: (name: string): string =>
    `${name} is too large. Images can be up to ${widestImage} pixels on each side. Make it smaller first.`,
  largeFile: (name: string): string => `${name} is too large. Files can be up to 7.5 MB. Attach a part of it.`,
  largeText: (name: string): string => `${name} is too large. Text files can be up to 500 KB.`,
  total: 'One message can carry up to 12 MB of attachments. Remove one, or send them in two messages.',
  many: `One message can carry up to ${mostAttachments} attachments. Send the others with the next one.`,
} as const

/** Why a file can't be read, and what to do, in sentences that name it. */
export const unreadFile: Record<Unread, (name: string) => string> = {
  empty: refusals.empty,
  kind: (name) => `Atrium can’t read ${name}: it doesn’t know this kind of file. Save it as PDF or text.`,
  broken: (name) => `Atrium can’t read ${name}: the file is damaged or incomplete. Save it again.`,
  password: (name) => `Atrium can’t read ${name}: it needs a password. Save a copy without one.`,
  'old-format': (name) =>
    `Atrium can’t read ${name}: it has an old format or a password. Save it as .docx, .xlsx or .pptx, without a password.`,
  size: (name) => `Atrium can’t read ${name}: it unpacks to more than 64 MB. Attach a part of it.`,
  entries: (name) => `Atrium can’t read ${name}: it has more than 2,000 parts. Attach a part of it.`,
  depth: (name) => `Atrium can’t read ${name}: it’s nested too deeply. Save it as PDF or text.`,
  pages: (name) => `Atrium can’t read ${name}: it has more than 2,000 pages. Attach a part of it.`,
  memory: (name) => `Atrium stopped reading ${name}: it took too much memory. Attach a part of it, or save it as text.`,
  time: (name) => `Atrium stopped reading ${name}: it took too long. Attach a part of it, or save it as text.`,
  doctype: (name) => `Atrium can’t read ${name}: it declares its own entities, which can be harmful. Save it again.`,
  duplicate: (name) => `Atrium can’t read ${name}: two of its parts have the same name. Save it again.`,
  unavailable: (name) => `Atrium couldn’t read ${name}. Attach it again.`,
}

/** Kinds of files in words. */
export const kindWords: Record<FileKind, string> = {
  pdf: 'PDF',
  docx: 'Word document',
  xlsx: 'Excel workbook',
  pptx: 'PowerPoint presentation',
  odt: 'OpenDocument text',
  epub: 'book',
  html: 'web page',
  csv: 'table',
  ipynb: 'notebook',
  text: 'text',
  wav: 'WAV sound',
  mp3: 'MP3 sound',
  ole: 'old Office file',
  zip: 'ZIP archive',
  none: 'file',
}
