import { revealHidden } from '../../../shared/text/hidden-characters.ts'

/** For a terminal, which obeys some characters: they are shown by their code points. */
export const shown = (text: string): string =>
  revealHidden(text)
    .map((piece) => (typeof piece === 'string' ? piece : `[${piece.hidden}]`))
    .join('')
