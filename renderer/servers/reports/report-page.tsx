import { useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import { serverReports } from '../../strings/servers/servers-reports.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Empty } from '../../ui/empty.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './report-page.module.css'

/** The user's choice of a server's reports: `filter` as typed, `wanted` as the host is asked; and whether news appear. */
export function useReport<F extends { text: string }>(everything: F) {
  const [isFollowing, setFollowing] = useState(true)
  const [filter, setFilter] = useState(everything)
  const text = useDeferredValue(filter.text.trim())
  const wanted = useMemo(() => ({ ...filter, text }), [filter, text])
  return {
    filter,
    wanted,
    setFilter,
    setText: (typed: string) => setFilter((now) => ({ ...now, text: typed })),
    showAll: () => setFilter(everything),
    isFollowing,
    toggleFollowing: () => setFollowing(!isFollowing),
  }
}

type Report = ReturnType<typeof useReport<{ text: string }>>

type ReportPageProps = {
  report: Pick<Report, 'filter' | 'setText' | 'isFollowing' | 'toggleFollowing'>
  /** The label of the search field. */
  find: string
  /** Next to the search field. */
  filters: ReactNode
  /** Its filters stand apart. */
  isLoose?: boolean
  /** At the end of the line, before the pause. */
  copy?: ReactNode
  problem: string | undefined
  children: ReactNode
}

/** A page of a server's reports: a line to search, filter and pause them, and below it the reports. */
export function ReportPage({ report, find, filters, isLoose, copy, problem, children }: ReportPageProps) {
  const { filter, setText, isFollowing, toggleFollowing } = report
  return (
    <>
      <div className={classes(styles.toolbar, isLoose && styles.loose)}>
        <SearchField label={find} value={filter.text} onChange={setText} />
        {filters}
        <span className="row gap1 end">
          {copy}
          <Button size="sm" icon={isFollowing ? 'stop' : 'play'} aria-pressed={!isFollowing} onClick={toggleFollowing}>
            {serverReports.pause}
          </Button>
        </span>
      </div>
      {problem && (
        <div className={styles.problem}>
          <Note kind="no">{problem}</Note>
        </div>
      )}
      {children}
    </>
  )
}

type ReportRowsProps = {
  words: { loading: string; nothing: string; nothingHelp: string; nothingFits: string; nothingFitsHelp: string }
  isLoaded: boolean
  /** How many lines stand in for the rows while they load. */
  lines: number
  isEmpty: boolean
  /** The filter can be the reason for an empty list. */
  isNarrowed: boolean
  onAll(): void
  children: ReactNode
}

/** The reports, or that they are loading, or why there are none. */
export function ReportRows({ words, isLoaded, lines, isEmpty, isNarrowed, onAll, children }: ReportRowsProps) {
  if (isLoaded && !isEmpty) return children
  return (
    <div className={styles.wait}>
      {!isLoaded ? (
        <Loading what={words.loading} lines={lines} />
      ) : (
        <Empty
          icon={isNarrowed ? 'search' : 'terminal'}
          title={isNarrowed ? words.nothingFits : words.nothing}
          action={isNarrowed && <Button onClick={onAll}>{serverReports.showAll}</Button>}
        >
          {isNarrowed ? words.nothingFitsHelp : words.nothingHelp}
        </Empty>
      )}
    </div>
  )
}
