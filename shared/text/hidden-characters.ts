import { clip } from './clip.ts'

/** A run of plain text, or one invisible or deceptive character, by its code point (`U+200B`). */
export type TextPiece = string | { hidden: string }

/**
 * Characters that Unicode classes as symbols or letters but that draw nothing: the blanks of Braille, musical notation,
 * hieroglyphs and Khitan. All others have a property.
 */
export const blankSigns = String.raw`\u2800\u{1D159}\u{13441}\u{13442}\u{16FE4}`

/** Contexts in which an invisible character is needed for visible text. */
const needed = [
  // Emoji sequences, and an emoji presentation of a symbol.
  String.raw`(?<=\p{Extended_Pictographic}\p{EMod}?\uFE0F?)\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[\p{Extended_Pictographic}0-9#*])\uFE0F`,
  // The flags of England, Scotland and Wales, the only ones written with tags.
  ...['gbeng', 'gbsct', 'gbwls'].map((country) => tagsAfterFlag(country)),
  // Joiners in scripts whose letters have several forms: after a virama, and between joined letters (UAX 31).
  String.raw`(?<=[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA])[\u200C\u200D]`,
  String.raw`(?<=[\p{Script=Arabic}\p{Script=Syriac}]\p{Mn}?)\u200C(?=[\p{Script=Arabic}\p{Script=Syriac}])`,
]

/** One tag of a flag, with the others around it. */
function tagsAfterFlag(country: string): string {
  const tags = [...country, '\x7F'].map((letter) => `\\u{${(0xe0000 + letter.charCodeAt(0)).toString(16)}}`)
  const places = tags.map(
    (tag, at) => `(?<=\\u{1F3F4}${tags.slice(0, at).join('')})${tag}(?=${tags.slice(at + 1).join('')})`,
  )
  return `(?:${places.join('|')})`
}

/**
 * Everything that draws nothing, draws like a space, or reorders its surroundings: controls, format and
 * default-ignorable characters, odd spaces, private use, unpaired surrogates. Excludes what scripts need.
 */
const hidden = new RegExp(
  String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Zs}\p{DI}${blankSigns}](?<![\n\t \u3000])${needed.map((it) => `(?<!${it})`).join('')}`,
  'gu',
)

/** The subset that can make text read differently than stored; for text in which the rest is ordinary typography. */
const misleading = /[\p{Cs}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]/gu

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

function split(text: string, pattern: RegExp): TextPiece[] {
  const pieces: TextPiece[] = []
  let from = 0
  for (const match of text.matchAll(pattern)) {
    if (match.index > from) pieces.push(text.slice(from, match.index))
    pieces.push({ hidden: codePoint(match[0]) })
    from = match.index + match[0].length
  }
  if (from < text.length) pieces.push(text.slice(from))
  return pieces
}

/** Cyrillic and Greek letters that look like Latin ones. */
const twins =
  '[\\u0405\\u0406\\u0408\\u0410\\u0412\\u0415\\u041A\\u041C-\\u041E\\u0420-\\u0422\\u0425\\u0430\\u0435\\u043E\\u0440\\u0441\\u0443\\u0445' +
  '\\u0455\\u0456\\u0458\\u04BB\\u0501\\u051B\\u051D\\u0391\\u0392\\u0395-\\u0397\\u0399\\u039A\\u039C\\u039D\\u039F\\u03A1\\u03A4\\u03A5\\u03A7' +
  '\\u03BD\\u03BF\\u03C1]'

/**
 * Adds look-alikes: such letters next to a Latin one; and more than four combining marks on a letter, which would cover
 * the lines around it.
 */
const concealed = new RegExp(
  `${hidden.source}|\\p{M}(?<=\\p{M}{5})|${twins}(?:(?<=\\p{Script=Latin}.)|(?=\\p{Script=Latin}))`,
  'gu',
)

/** `concealed` without a search position. */
const concealing = new RegExp(concealed.source, 'u')

/**
 * For text from servers and for arguments: separates every hidden or deceptive character. Line ends count as one kind.
 */
export const revealHidden = (text: string): TextPiece[] => split(text.replaceAll('\r\n', '\n'), concealed)

/** White space beyond what any layout needs, which pushes the rest of a text out of sight. */
const padding = /(?<!\s)(?:\s{80}|\s*?\n(?:[^\S\n]*\n){9})/

/** A quick test that most texts fail; the exact pattern costs much more. */
const beyondAscii = /[^\t\n\x20-\x7e]/

/**
 * Whether a text has parts that look different from what is stored, or padding that pushes parts out of sight.
 * Typographic spaces (no-break, narrow) don't count, although they're revealed.
 */
export const conceals = (text: string): boolean =>
  padding.test(text) ||
  (beyondAscii.test(text) && concealing.test(text.replaceAll('\r\n', '\n').replaceAll(/[\u00A0\u202F]/g, ' ')))

/** For one word of a command: also reveals line ends, tabs and blanks at its edges, and an empty word. */
export function revealWord(text: string): TextPiece[] {
  if (text === '') return [{ hidden: 'empty' }]
  const inner = text.replace(/^ +/, '')
  let end = inner.length
  while (end > 0 && inner[end - 1] === ' ') end--
  return [
    ...blanks(text.length - inner.length),
    ...split(inner.slice(0, end), inWord).flatMap((piece) => (isLineEnd(piece) ? [piece, '\n'] : [piece])),
    ...blanks(inner.length - end),
  ]
}

const inWord = new RegExp(`${hidden.source}|[\\n\\r\\t]`, 'gu')
const blanks = (count: number): TextPiece[] =>
  count === 0 ? [] : [{ hidden: count === 1 ? 'U+0020' : `${count} × U+0020` }]
const isLineEnd = (piece: TextPiece): boolean => typeof piece !== 'string' && piece.hidden === 'U+000A'

/** For the model's prose: separates only characters that can mislead. */
export const revealMisleading = (text: string): TextPiece[] => split(text, misleading)

/** One line without hidden characters, for labels and announcements; `limit` in characters. */
export function plainLabel(text: string, limit = 60): string {
  return clip(text.replace(hidden, '').replace(/\s+/gu, ' ').trim(), limit)
}
