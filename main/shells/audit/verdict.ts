import type { LogCheck } from '../../../shared/contract/log.ts'
import { clip } from '../../../shared/text/clip.ts'
import type { ExportScope } from '../../host/journal/export/check.ts'
import { auditWords as words } from './words.ts'

/** The exit codes of `verify`. */
export const verifyCode = {
  intact: 0,
  failed: 1,
  broken: 2,
  cut: 3,
  unsigned: 4,
  stripped: 5,
  replaced: 5,
  notWhole: 6,
} as const

/** The exit code of `verify` for these findings; an export also has a scope. */
export function verifyCodeOf(found: LogCheck, scope?: ExportScope): number {
  if (found.state !== 'intact') return verifyCode[found.state]
  if (found.replaced.length > 0) return verifyCode.replaced
  // A used log has records: an empty one proves nothing.
  if (found.unsigned > 0 || found.records === 0) return verifyCode.unsigned
  return scope && !scope.isWholeSigned ? verifyCode.notWhole : verifyCode.intact
}

/**
 * One sentence, plus one for each unsigned key, for files that were replaced, and for a clock that was set back; two more
 * about an export.
 */
export function verdictSentences(found: LogCheck, scope?: ExportScope): string[] {
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
        ...(scope ? aboutExport(scope) : []),
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

const longestFilter = 300

function aboutExport({ first, last, leftOut, filter, isWholeSigned }: ExportScope): string[] {
  const isAll = Object.keys(filter).length === 0
  const asked = clip(JSON.stringify(filter), longestFilter)
  const range = isAll ? words.exportedAll(last) : words.exportedSome({ first, last, leftOut, filter: asked })
  return [range, isWholeSigned ? words.signedWhole : words.notSignedWhole]
}
