import { revealHidden } from '../../../shared/text/hidden-characters.ts'

/** Terminals obey some characters: shows them by code point. */
export const shown = (text: string): string =>
  revealHidden(text)
    .map((piece) => (typeof piece === 'string' ? piece : `[${piece.hidden}]`))
    .join('')
