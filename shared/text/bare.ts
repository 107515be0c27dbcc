import { blankSigns } from './hidden-characters.ts'

const dropped = new RegExp(String.raw`[-_.\s\p{Cc}\p{Cf}\p{DI}${blankSigns}]`, 'gu')

/** A text for comparisons that ignore width, case, separators and everything that draws nothing. */
export const bare = (text: string): string =>
  text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replaceAll(dropped, '')
