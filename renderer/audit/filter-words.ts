import { strings } from '../strings/strings.ts'
import { deciders, kinds, outcomes, times, type AuditFilter } from '../state/audit-filter.ts'

const partWords = strings.audit.parts
const searchWords = strings.auditLog.search

/** One filter in words, and the filters without it. */
export type FilterPart = { words: string; without: AuditFilter }

/** The filters that are set. `nameOf` returns a server's display name. */
export function partsOf(filter: AuditFilter, nameOf: (server: string) => string): FilterPart[] {
  const { time, kind, server, tool, conversation, by, outcome, text } = filter
  const parts: (FilterPart | undefined)[] = [
    time && { words: times[time].label.toLowerCase(), without: { ...filter, time: undefined } },
    kind && { words: partWords.kind(kinds[kind].label.toLowerCase()), without: { ...filter, kind: undefined } },
    server === undefined
      ? undefined
      : { words: partWords.server(nameOf(server)), without: { ...filter, server: undefined } },
    tool === undefined ? undefined : { words: partWords.tool(tool), without: { ...filter, tool: undefined } },
    conversation === undefined
      ? undefined
      : { words: partWords.conversation, without: { ...filter, conversation: undefined } },
    by && { words: partWords.by(deciders[by].label), without: { ...filter, by: undefined } },
    outcome && {
      words: partWords.outcome(outcomes[outcome].label.toLowerCase()),
      without: { ...filter, outcome: undefined },
    },
    text === undefined ? undefined : { words: searchWords.part(text), without: { ...filter, text: undefined } },
    rangeOf(filter) === undefined
      ? undefined
      : { words: rangeOf(filter) ?? '', without: { ...filter, first: undefined, last: undefined } },
  ]
  return parts.filter((part) => part !== undefined)
}

const whole = new Intl.NumberFormat(undefined)

/** A turn's range of records, in words. */
export function rangeOf({ first, last }: AuditFilter): string | undefined {
  if (first === undefined && last === undefined) return undefined
  if (first !== undefined && first === last) return partWords.oneRecord(whole.format(first))
  if (last === undefined) return partWords.recordsFrom(whole.format(first ?? 1))
  return first === undefined ? partWords.firstRecords(last) : partWords.records(whole.format(first), whole.format(last))
}
