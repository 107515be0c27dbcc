import { auditFilter } from '../../strings/audit-filter.ts'
import { formatDay } from '../../strings/format/time.ts'
import { deciders, kinds, outcomes, times, writtenTool, type AuditFilter } from '../../state/audit-filter.ts'

const { parts: words, choices } = auditFilter

/** One filter in words, and the filters without it. */
export type FilterPart = { key: string; words: string; without: AuditFilter }

/** The filters that are set. `nameOf` returns a server's display name. */
export function filterParts(filter: AuditFilter, nameOf: (server: string) => string): FilterPart[] {
  const { time, kind, of = [], conversation, by, outcome, changed, left, ofApp, text } = filter
  const range = rangeOf(filter)
  const days = daysInWords(filter)
  const part = (key: string, said: string | undefined, without: AuditFilter): FilterPart[] =>
    said === undefined ? [] : [{ key, words: said, without: { ...filter, ...without } }]
  return [
    ...part('time', time && times[time].label.toLowerCase(), { time: undefined }),
    ...part('days', days, { from: undefined, to: undefined }),
    ...part('changed', changed && choices.changed.toLowerCase(), { changed: undefined }),
    ...part('left', left && choices.left.toLowerCase(), { left: undefined }),
    ...part('ofApp', ofApp && choices.ofApp.toLowerCase(), { ofApp: undefined }),
    ...part('outcome', outcome && outcomes[outcome].label.toLowerCase(), { outcome: undefined }),
    ...part('by', by && uncapitalized(deciders[by].label), { by: undefined }),
    ...part('kind', kind && words.kind(kinds[kind].label.toLowerCase()), { kind: undefined }),
    ...of.flatMap((one) => {
      const name = nameOf(one.server)
      const said = one.tool === undefined ? words.server(name) : words.tool(name, one.tool)
      return part(writtenTool(one), said, { of: of.filter((other) => other !== one) })
    }),
    ...part('conversation', conversation && words.conversation, { conversation: undefined }),
    ...part('range', range, { first: undefined, last: undefined }),
    ...part('text', text && words.text(text), { text: undefined }),
  ]
}

/** A text without its first capital, for the middle of a sentence. */
export const uncapitalized = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

function daysInWords({ from, to }: AuditFilter): string | undefined {
  const day = (written: string): string => formatDay(new Date(`${written}T12:00`).getTime())
  if (from !== undefined && to !== undefined) return from === to ? day(from) : words.days(day(from), day(to))
  if (from !== undefined) return words.from(day(from))
  return to === undefined ? undefined : words.to(day(to))
}

const whole = new Intl.NumberFormat(undefined)

/** A turn's range of records, in words. */
function rangeOf({ first, last }: AuditFilter): string | undefined {
  if (first === undefined && last === undefined) return undefined
  if (first !== undefined && first === last) return words.oneRecord(whole.format(first))
  if (last === undefined) return words.recordsFrom(whole.format(first ?? 1))
  return first === undefined ? words.firstRecords(last) : words.records(whole.format(first), whole.format(last))
}
