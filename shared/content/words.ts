import { mostAttachments, widestImage } from './attachments.ts'

/** Why a file can't be attached, in a sentence that names it. */
export const refusals = {
  kind: (name: string): string =>
    `${name} can’t be attached. It’s neither a JPEG, PNG, GIF or WebP image nor UTF-8 text.`,
  empty: (name: string): string => `${name} can’t be attached. It’s empty.`,
  largeImage: (name: string): string => `${name} is too large. Images can be up to 7.5 MB.`,
  wideImage: (name: string): string =>
    `${name} is too large. Images can be up to ${widestImage} pixels on each side. Make it smaller first.`,
  largeText: (name: string): string => `${name} is too large. Text files can be up to 500 KB.`,
  total: 'One message can carry up to 12 MB of attachments. Remove one, or send them in two messages.',
  many: `One message can carry up to ${mostAttachments} attachments. Send the others with the next one.`,
} as const
