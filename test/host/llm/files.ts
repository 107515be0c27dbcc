import type { FileOutcome, Unread } from '../../../shared/content/extracted.ts'

/** Small files as base64, enough for what looks at their bytes. */

type Options = { locked?: boolean; words?: string }

/** A PDF; a shared node of its tree makes many pages out of few bytes. */
export function pdf(pages = 1, { locked = false, words = 'The word is KESTREL.' }: Options = {}): string {
  const kids = Array.from({ length: pages }, () => '3 0 R').join(' ')
  const stream = `BT /F1 11 Tf 1 0 0 1 50 750 Tm (${words.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${pages}>>`,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>',
    `<</Length ${stream.length}>>\nstream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    '<</Filter/Standard/V 1/R 2/P -4>>',
  ]
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('')
  const trailer = `trailer\n<</Size 7/Root 1 0 R${locked ? '/Encrypt 6 0 R' : ''}>>\n%%EOF\n`
  return Buffer.from(`%PDF-1.7\n${body}${trailer}`, 'latin1').toString('base64')
}

/** A sound of so many milliseconds, at eight bytes each. */
export function wav(ms = 10): string {
  const bytes = Buffer.alloc(44 + ms * 8, 128)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + ms * 8, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(8000, 24)
  bytes.writeUInt32LE(8000, 28)
  bytes.writeUInt16LE(1, 32)
  bytes.writeUInt16LE(8, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(ms * 8, 40)
  return bytes.toString('base64')
}

/** The beginning of an MP3 file. */
export const mp3 = Buffer.concat([Buffer.from('ID3\u0003', 'latin1'), Buffer.alloc(60)]).toString('base64')

/** A PDF's reading with so many pages of a text; none if it has no text. */
export const pagesOf = (count: number, text = 'The word is KESTREL.', hidden?: string): FileOutcome => ({
  outcome: count > 0 ? 'text' : 'no-text',
  kind: 'pdf',
  pages: Array.from({ length: count }, (_, at) => ({ label: String(at + 1), text, hidden })),
  warns: [],
})

/** A PDF that its reader couldn't read. */
export const unreadable = (because: Unread): FileOutcome => ({ outcome: 'refused', kind: 'pdf', because })
