import type { LogCheck } from '../../../shared/contract/log.ts'
import { auditWords as words } from './words.ts'

/** The exit codes of `verify`. */
export const verifyCode = { intact: 0, failed: 1, broken: 2, cut: 3, unsigned: 4, stripped: 5, replaced: 5 } as const

/** The exit code of `verify` for these findings. */
export function verifyCodeOf(found: LogCheck): number {
  if (found.state !== 'intact') return verifyCode[found.state]
  if (found.replaced.length > 0) return verifyCode.replaced
  // A used log has records: an empty one proves nothing.
  return found.unsigned > 0 || found.records === 0 ? verifyCode.unsigned : verifyCode.intact
}

/** One sentence, plus one for each unsigned key, for files that were replaced, and for a clock that was set back. */
export function verdictSentences(found: LogCheck): string[] {
  switch (found.state) {
    case 'broken':
      return [words.broken(found.seq, found.reason)]
    case 'cut':
      return [words.cut(found.records, found.signedUpTo)]
    case 'stripped':
      return [words.stripped(found.signedUpTo)]
    case 'intact':
      return [
        intact(found),
        ...found.replaced.map(words.replaced),
        ...found.newKeys.map(words.newKey),
        ...(found.setBack ? [words.setBack(found.setBack.times, found.setBack.first)] : []),
      ]
    default:
      return found satisfies never
  }
}

function intact({ records, erased, signed, unsigned }: Extract<LogCheck, { state: 'intact' }>): string {
  if (records === 0) return words.empty
  const all = words.intact({ records, erased })
  if (!signed) return words.noneSigned(all)
  const upTo = words.signed(all, signed.seq, new Date(signed.at).toISOString())
  return unsigned === 0 ? upTo : `${upTo} ${words.lastNotSigned(unsigned)}`
}
