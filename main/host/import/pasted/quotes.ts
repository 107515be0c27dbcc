/** A text whose quotes, dashes and blanks a word processor or a page made typographic, as it was typed. */
export const straightQuotes = (text: string): string =>
  text
    .replaceAll(/[“”„‟″«»]/g, '"')
    .replaceAll(/[‘’‚‛′]/g, "'")
    .replaceAll(/(?<=^|\s)[–—](?=[A-Za-z])/gm, '--')
    .replaceAll('‑', '-')
    .replaceAll(/[\u00a0\u2007\u202f]/g, ' ')

/** Whether only typographic quotes can be the quotes of a text. */
export const hasTypographicQuotes = (text: string): boolean => /[“”„]/.test(text) && !text.includes('"')
