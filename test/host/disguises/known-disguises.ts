import { readFileSync } from 'node:fs'

/** The parts of Atrium that compare texts in spite of disguises. */
export type Seer = 'flows' | 'redaction' | 'suspicions'

/**
 * A way to write a text differently. `unseenBy` names who doesn't see through it; then `limit` are the words for it in
 * docs/threat-model.md.
 */
export type Disguise = {
  name: string
  write: (text: string) => string
  unseenBy?: readonly Seer[]
  limit?: string
}

const bytes = (text: string): Buffer => Buffer.from(text)
const base64 = (text: string): string => bytes(text).toString('base64')
const hex = (text: string): string => bytes(text).toString('hex')
const between = (text: string, sign: string): string => [...text].join(sign)

function base32(text: string): string {
  const bits = [...bytes(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const digits = bits.match(/.{1,5}/g) ?? []
  const written = digits.map((five) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt(Number.parseInt(five.padEnd(5, '0'), 2)),
  )
  return written.join('').padEnd(Math.ceil(written.length / 8) * 8, '=')
}

/** Full-width forms of ASCII. */
const wide = (text: string): string =>
  text.replaceAll(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0))

const twins: Record<string, string> = { a: 'а', c: 'с', e: 'е', o: 'о', p: 'р', x: 'х' }
const rot13 = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) => {
    const code = letter.charCodeAt(0)
    return String.fromCharCode(code + ((code | 32) < 110 ? 13 : -13))
  })

const formsOnly = ['redaction'] as const
const notInParts = ['redaction', 'suspicions'] as const
const nobody = ['flows', 'redaction', 'suspicions'] as const
const respelled = 'in another case, width or alphabet, or with signs between'
const backwards = 'backwards'

/** Every disguise that Atrium knows of. Each is seen through, or a stated limit. */
export const disguises: readonly Disguise[] = [
  { name: 'upper case', write: (text) => text.toUpperCase(), unseenBy: formsOnly, limit: respelled },
  { name: 'full width', write: wide, unseenBy: formsOnly, limit: respelled },
  {
    name: 'look-alike letters',
    write: (text) => text.replaceAll(/[aceopx]/g, (it) => twins[it] ?? it),
    unseenBy: formsOnly,
    limit: respelled,
  },
  { name: 'accents', write: (text) => text.replaceAll(/[aeou]/g, '$&\u0301'), unseenBy: formsOnly, limit: respelled },
  { name: 'zero-width spaces', write: (text) => between(text, '\u200B'), unseenBy: formsOnly, limit: respelled },
  { name: 'soft hyphens', write: (text) => between(text, '\u00AD'), unseenBy: formsOnly, limit: respelled },
  { name: 'word joiners', write: (text) => between(text, '\u2060'), unseenBy: formsOnly, limit: respelled },
  {
    name: 'blanks between letters',
    write: (text) => between(text.replaceAll(' ', ''), ' '),
    unseenBy: notInParts,
    limit: respelled,
  },
  {
    name: 'underscores for blanks',
    write: (text) => text.replaceAll(' ', '_'),
    unseenBy: notInParts,
    limit: respelled,
  },
  { name: 'dots between letters', write: (text) => between(text, '.'), unseenBy: notInParts, limit: respelled },
  {
    name: 'percent-encoding',
    write: (text) => hex(text).replaceAll(/../g, '%$&'),
    unseenBy: formsOnly,
    limit: 'escaped character by character',
  },
  {
    name: 'units of JSON',
    write: (text) => text.replaceAll(/./g, (it) => `\\u00${hex(it)}`),
    unseenBy: formsOnly,
    limit: 'escaped character by character',
  },
  {
    name: 'bytes of code',
    write: (text) => hex(text).replaceAll(/../g, '\\x$&'),
    unseenBy: formsOnly,
    limit: 'escaped character by character',
  },
  {
    name: 'entities',
    write: (text) => text.replaceAll(/./g, (it) => `&#${it.charCodeAt(0)};`),
    unseenBy: formsOnly,
    limit: 'escaped character by character',
  },
  {
    name: 'entities in hex',
    write: (text) => text.replaceAll(/./g, (it) => `&#x${hex(it)};`),
    unseenBy: formsOnly,
    limit: 'escaped character by character',
  },
  { name: 'base64', write: base64 },
  { name: 'base64 for URLs', write: (text) => bytes(text).toString('base64url') },
  { name: 'base64 in a longer text', write: (text) => base64(`Note: ${text} – that’s all`) },
  {
    name: 'base64 in pieces',
    write: (text) => base64(text).replaceAll(/.{12}/g, '$& '),
    unseenBy: notInParts,
    limit: 'cut into pieces',
  },
  {
    name: 'base64 of pieces',
    write: (text) => (text.match(/.{1,10}/g) ?? []).map(base64).join(' '),
    unseenBy: notInParts,
    limit: 'cut into pieces',
  },
  {
    name: 'base64 three times',
    write: (text) => base64(base64(base64(text))),
    unseenBy: formsOnly,
    limit: 'encoded more than once',
  },
  { name: 'base32', write: base32 },
  { name: 'hex', write: hex },
  { name: 'hex in capitals', write: (text) => hex(text).toUpperCase() },
  {
    name: 'hex in pairs',
    write: (text) => hex(text).replaceAll(/../g, '$& ').trim(),
    unseenBy: notInParts,
    limit: 'cut into pieces',
  },
  { name: 'hex in base64', write: (text) => base64(hex(text)), unseenBy: formsOnly, limit: 'encoded more than once' },
  { name: 'backwards', write: (text) => [...text].toReversed().join(''), unseenBy: notInParts, limit: backwards },
  { name: 'shifted letters', write: rot13, unseenBy: nobody, limit: 'with shifted or exchanged letters' },
]

/** The limits of docs/threat-model.md, on one line. */
export const limits = readFileSync(new URL('../../../docs/threat-model.md', import.meta.url), 'utf8').replaceAll(
  /\s+/g,
  ' ',
)
