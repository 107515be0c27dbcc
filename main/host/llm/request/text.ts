import { head } from '../../../../shared/text/clip.ts'
import { blankSigns } from '../../../../shared/text/hidden-characters.ts'

/** Terminal escape sequences: CSI and OSC. */
const terminalSequences = /[^\P{Cc}\n\t\r](?:\[[0-?]*[ -/]*[@-~]|\][^\p{Cc}]*(?:[^\P{Cc}\n\t\r]\\?)?)/gu

const controls = /[^\P{Cc}\n\t]/gu

/**
 * Invisible characters. The first group's matches stay: flags of regions, emoji presentation, ideographic variants, and
 * joiners inside words of scripts that need them or inside emoji.
 */
const invisible = new RegExp(
  [
    '(\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}',
    String.raw`(?<=\p{Emoji})\uFE0F|(?<=\p{Script=Han})[\u{E0100}-\u{E01EF}]`,
    String.raw`(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])(?<=\P{ASCII})[\u200C\u200D](?=[\p{L}\p{M}\p{Extended_Pictographic}])(?=\P{ASCII}))`,
    String.raw`\p{Default_Ignorable_Code_Point}`,
    String.raw`[\p{Co}\uFFF9-\uFFFB${blankSigns}]`,
  ].join('|'),
  'gu',
)

const padding = /\s{40,}/g

/** Most text has only these characters and needs no closer look. */
const unusual = /[^\t\n -~]/

const visible = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(terminalSequences, '')
    .replaceAll(controls, '')
    .replaceAll(invisible, (_match, kept: string | undefined) => kept ?? '')

/**
 * A definition's text as a model gets it: without invisible characters, with long white space shortened, and above
 * `limit` characters cut with a note.
 */
export function plainText(text: string, limit: number): string {
  const start = head(text, limit * 4)
  const plain = (unusual.test(start) ? visible(start) : start).replaceAll(padding, '\n').trim()
  return plain.length <= limit && text.length <= limit * 4 ? plain : `${head(plain, limit - 2).trimEnd()} …`
}
