import { useState } from 'react'
import { navigate } from '../../state/routes.ts'
import { isNarrowed, showsRecords, writeFilter, writtenDay, type AuditFilter } from '../../state/audit-filter.ts'
import { toggleSaved, useSavedFilters } from '../../state/saved-filters.ts'
import { useNow } from '../../state/use-now.ts'
import { auditFilter } from '../../strings/audit-filter.ts'
import { Button } from '../../ui/button.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { useServerNames } from '../../ui/seal.tsx'
import { filterParts } from './filter-words.ts'
import { isSet, suggested, withoutToken, withToken } from './tokens.ts'
import styles from './suggested-filters.module.css'

const words = auditFilter

/** Filters at one press: the usual ones, the user's own, and a range of days. */
export function SuggestedFilters({ filter }: { filter: AuditFilter }) {
  const [choosesDays, setChoosesDays] = useState(false)
  const hasDays = filter.from !== undefined || filter.to !== undefined
  const go = (next: AuditFilter): void => navigate({ page: 'audit', filter: next })
  const tokens = suggested[showsRecords(filter) ? 'records' : 'calls']
  return (
    <div className={styles.row}>
      <div role="group" aria-label={words.suggested} className={styles.group}>
        {tokens.map((token) => (
          <button
            key={token.key}
            type="button"
            className={styles.token}
            aria-pressed={isSet(filter, token)}
            aria-label={token.label}
            title={token.detail}
            onClick={() => go(isSet(filter, token) ? withoutToken(filter, token) : withToken(filter, token))}
          >
            {token.short ?? token.label}
          </button>
        ))}
        <button
          type="button"
          className={styles.token}
          aria-expanded={choosesDays || hasDays}
          onClick={() => setChoosesDays(!choosesDays)}
        >
          {words.days.choose}
        </button>
      </div>
      {(choosesDays || hasDays) && <Days filter={filter} go={go} />}
      <Saved filter={filter} go={go} />
    </div>
  )
}

type GoProps = { filter: AuditFilter; go(filter: AuditFilter): void }

function Days({ filter, go }: GoProps) {
  const set = (part: Pick<AuditFilter, 'from' | 'to'>): void => go({ ...filter, time: undefined, ...part })
  const today = writtenDay(useNow(60_000))
  return (
    <div role="group" aria-label={words.days.label} className={styles.group}>
      <label className={styles.day}>
        {words.days.from}
        <input
          type="date"
          max={filter.to ?? today}
          value={filter.from ?? ''}
          onChange={({ target }) => set({ from: target.value || undefined })}
        />
      </label>
      <label className={styles.day}>
        {words.days.to}
        <input
          type="date"
          min={filter.from}
          max={today}
          value={filter.to ?? ''}
          onChange={({ target }) => set({ to: target.value || undefined })}
        />
      </label>
    </div>
  )
}

function Saved({ filter, go }: GoProps) {
  const saved = useSavedFilters()
  const nameOf = useServerNames()
  const [isFull, setFull] = useState(false)
  const current = writeFilter(filter)
  return (
    <>
      {saved.length > 0 && (
        <div role="group" aria-label={words.saved} className={styles.group}>
          {saved.map(({ written, filter: one }) => (
            <button
              key={written}
              type="button"
              className={styles.token}
              aria-pressed={written === current}
              onClick={() => go(one)}
            >
              <Plain
                text={filterParts(one, nameOf)
                  .map(({ words: said }) => said)
                  .join(', ')}
              />
            </button>
          ))}
        </div>
      )}
      {isNarrowed(filter) && (
        <Button size="sm" kind="ghost" className="end" onClick={() => setFull(!toggleSaved(filter))}>
          {saved.some(({ written }) => written === current) ? words.unsave : words.save}
        </Button>
      )}
      {isFull && (
        <span role="status" className="fs-small ink2">
          {words.notSaved}
        </span>
      )}
    </>
  )
}
