import type { ReactNode } from 'react'
import { SearchField } from '../../ui/fields/search-field.tsx'

type FindRowProps = {
  label: string
  query: string
  onQuery(query: string): void
  /** How many there are, or fit. */
  count: ReactNode
  /** Other ways to narrow the list. */
  children?: ReactNode
}

/** Above a tab's list: narrows it, and counts it. */
export const FindRow = ({ label, query, onQuery, count, children }: FindRowProps) => (
  <div className="row wrap gap2-3">
    <SearchField label={label} value={query} onChange={onQuery} />
    {children}
    <span className="fs-small ink3 num end" role="status">
      {count}
    </span>
  </div>
)
