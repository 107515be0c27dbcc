import { clip } from '../../../shared/text/clip.ts'

/** A third-party text inside one of Atrium's sentences: one line, up to 200 characters. */
export const quoted = (text: string): string => clip(text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim(), 200)
