import type { LogCheck } from '../../../shared/contract/log.ts'

/** What `verify` ends with. */
export const exitCode = { intact: 0, failed: 1, broken: 2, cut: 3, unsigned: 4, stripped: 5, replaced: 5 } as const

export function codeOf(found: LogCheck): number {
  if (found.state !== 'intact') return exitCode[found.state]
  if (found.replaced.length > 0) return exitCode.replaced
  // A log that was used has records: none at all proves nothing.
  return found.unsigned > 0 || found.records === 0 ? exitCode.unsigned : exitCode.intact
}

/** One sentence, and another one for each key that nobody signed, for files that were replaced, and for a clock that was set back. */
export function sentencesOf(found: LogCheck): string[] {
  switch (found.state) {
    case 'broken':
      return [`The log is broken at record ${found.seq}: ${found.reason}`]
    case 'cut':
      return [`The log was cut short: it ends with record ${found.records}, and there were ${found.signedUpTo}.`]
    case 'stripped':
      return [
        `The signatures were cut: record ${found.signedUpTo} was signed, and the file of signed heads no longer says so.`,
      ]
    case 'intact':
      return [
        intact(found),
        ...found.replaced.map(replaced),
        ...found.newKeys.map(newKey),
        ...(found.setBack ? [setBack(found.setBack)] : []),
      ]
    default:
      return found satisfies never
  }
}

function intact({ records, erased, signed, unsigned }: Extract<LogCheck, { state: 'intact' }>): string {
  if (records === 0) return 'The log has no records, so nothing was checked.'
  const content = erased === 0 ? '' : `, ${erased} of them without the content that was erased`
  const all = `The log is intact: ${records} records${content}`
  if (!signed) return `${all}; none of them is signed.`
  const until = `signed up to record ${signed.seq} on ${new Date(signed.at).toISOString()}`
  return unsigned === 0 ? `${all}, ${until}.` : `${all}, ${until}; the last ${unsigned} are not signed.`
}

const newKey = (seq: number): string =>
  `Record ${seq} introduces a signing key that no earlier key has signed: the earlier one was lost, or another hand wrote from there on.`

const replaced = (seq: number): string =>
  `Record ${seq} says that the log or its signatures were changed or replaced while Atrium was closed. Nothing proves the records before it.`

const setBack = ({ times, first }: { times: number; first: number }): string =>
  `The clock of the computer was set back ${times === 1 ? 'once' : `${times} times`}, first before record ${first}; the records are in their order.`
