import type { ReactNode } from 'react'
import { callQuery } from './filter/query.ts'
import { isNarrowed, times, type AuditFilter } from '../state/audit-filter.ts'
import { useLookup } from '../state/query.ts'
import { useLink } from '../state/replica.ts'
import { navigate } from '../state/routes.ts'
import { Phrase } from '../strings/phrase.tsx'
import { auditCalls } from '../strings/audit-calls.ts'
import { audit } from '../strings/audit.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Plain } from '../ui/third-party/ext.tsx'
import { useServerNames } from '../ui/seal.tsx'
import { filterParts, type FilterPart } from './filter/filter-words.ts'

const text = audit.nothing
const callText = auditCalls.nothing

const leave = (filter: AuditFilter): void => navigate({ page: 'audit', filter })

/** No matching records: names the active filters, and can remove each. */
export function NoRecords({ filter }: { filter: AuditFilter }) {
  const parts = filterParts(filter, useServerNames())
  if (parts.length === 0)
    return (
      <Empty icon="audit" title={text.none}>
        {text.whatComes}
      </Empty>
    )
  return (
    <Empty
      icon="search"
      title={text.noneFits}
      action={<Ways parts={parts} showAll={text.showAll} all={{ view: 'records' }} />}
    >
      <Phrase text={text.hidden} slots={{ parts: listOf(parts) }} />
    </Empty>
  )
}

/** No matching calls: offers the search without one filter that finds any, with their count, then the other filters. */
export function NoCalls({ filter }: { filter: AuditFilter }) {
  const parts = filterParts(filter, useServerNames())
  const wider = useWider(parts)
  if (!isNarrowed(filter))
    return (
      <Empty icon="audit" title={callText.none}>
        {callText.whatComes}
      </Empty>
    )
  return (
    <Empty
      icon="search"
      title={titleOf(filter)}
      action={
        <Ways parts={parts} showAll={callText.showAll} all={{}}>
          {wider && (
            <Button size="sm" kind="primary" onClick={() => leave(wider.part.without)}>
              {callText.showThem}
            </Button>
          )}
        </Ways>
      }
    >
      {wider ? (
        <Plain text={widerInWords(wider)} />
      ) : (
        <Phrase text={callText.hidden} slots={{ parts: listOf(parts) }} />
      )}
    </Empty>
  )
}

const mostCounted = 1000

/** Filters in the order of trying the search without each: the first ones change it least. */
const nearest = ['changed', 'left', 'ofApp', 'outcome', 'by', 'text', 'time', 'days']

type Wider = { part: FilterPart; calls: number }

/** The first filter without which the search finds calls, and how many; undefined until known, or if there is none. */
function useWider(parts: FilterPart[]): Wider | undefined {
  const link = useLink()
  const rank = ({ key }: FilterPart): number => (nearest.includes(key) ? nearest.indexOf(key) : nearest.length)
  const tried = parts.toSorted((a, b) => rank(a) - rank(b))
  const { answer, isCurrent } = useLookup(tried.map(({ words }) => words).join('\n'), async () => {
    for (const part of tried) {
      const { calls } = await link.call('countCalls', { ...callQuery(part.without), limit: mostCounted })
      if (calls > 0) return { part, calls }
    }
    return undefined
  })
  return isCurrent ? answer : undefined
}

function widerInWords({ part: { key, words }, calls }: Wider): string {
  const isAll = calls < mostCounted
  return key === 'changed' ? callText.onlyRead(calls, isAll) : callText.without(words, calls, isAll)
}

function titleOf({ changed, time, ...more }: AuditFilter): string {
  if (!changed || isNarrowed(more)) return callText.noneFits
  if (!time) return callText.noChangeAtAll
  return time === 'today' || time === 'yesterday'
    ? callText.noChange(times[time].label.toLowerCase())
    : callText.noneFits
}

const listOf = (parts: FilterPart[]): ReactNode =>
  parts.map(({ key, words }, index) => (
    <span key={key}>
      {index > 0 && ', '}
      <Plain text={words} />
    </span>
  ))

type WaysProps = { parts: FilterPart[]; showAll: string; all: AuditFilter; children?: ReactNode }

const Ways = ({ parts, showAll, all, children }: WaysProps) => (
  <span className="row wrap center">
    {children}
    {parts.length > 1 &&
      parts.map(({ key, words, without }) => (
        <Button key={key} size="sm" icon="close" onClick={() => leave(without)}>
          <Plain text={words} />
        </Button>
      ))}
    <Button size="sm" onClick={() => leave(all)}>
      {showAll}
    </Button>
  </span>
)
