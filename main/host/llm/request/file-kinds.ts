import { canonicalBase64, sizeOfBase64 } from '../../../../shared/text/base64.ts'
import type { SentKind } from './blocks.ts'

/** A file whose kind its bytes show, whatever is claimed; `data` is its canonical base64. */
type FoundFile = { kind: SentKind; data: string; bytes: number }

/** Providers look for a PDF's beginning this far. */
const headBytes = 1024

/** A PDF file or a sound by its first bytes; `other` for the rest, undefined if it isn't base64. */
export function findFile(written: string): FoundFile | undefined {
  const data = canonicalBase64(written)
  if (data === undefined) return undefined
  const head = Buffer.from(data.slice(0, (headBytes / 3 + 1) * 4), 'base64')
  return { kind: kindOf(head), data, bytes: sizeOfBase64(data) }
}

function kindOf(head: Buffer): SentKind {
  const text = head.toString('latin1', 0, headBytes)
  if (text.startsWith('RIFF') && text.startsWith('WAVE', 8)) return 'wav'
  if (text.includes('%PDF-')) return 'pdf'
  // An MPEG frame begins with eleven bits that are set.
  const isFrame = head.length > 3 && head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2
  return text.startsWith('ID3') || isFrame ? 'mp3' : 'other'
}

/** The pages that a PDF claims or seems to have, if they weren't counted. */
export function guessPages(data: string): number {
  const text = Buffer.from(data, 'base64').toString('latin1')
  const claimed = [...text.matchAll(/\/Count\s+(\d{1,7})\b/g)].map(([, count]) => Number(count))
  return Math.max(1, text.match(/\/Type\s*\/Page\b/g)?.length ?? 0, ...claimed.slice(0, 1000))
}

/** A WAV file's length in seconds, by its header; undefined for other files. */
export function secondsOf({ kind, data, bytes }: FoundFile): number | undefined {
  if (kind !== 'wav') return undefined
  const head = Buffer.from(data.slice(0, 64), 'base64')
  const perSecond = head.length >= 32 ? head.readUInt32LE(28) : 0
  return perSecond > 0 ? Math.max(0, bytes - 44) / perSecond : undefined
}
