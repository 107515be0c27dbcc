import { clip } from '../../../shared/text/clip.ts'

/** A foreign text as a piece of one of our own sentences: one line, at most 200 characters. */
export const quoted = (text: string): string => clip(text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim(), 200)
