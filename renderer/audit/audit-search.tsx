import { useEffect, useId, useState } from 'react'
import { navigate, replacePlace } from '../state/routes.ts'
import { strings } from '../strings/strings.ts'
import { Icon } from '../ui/icon.tsx'
import type { AuditFilter } from '../state/audit-filter.ts'
import styles from './audit-search.module.css'

const words = strings.auditLog.search

/** Milliseconds without typing before the search starts. */
const searchAfterMs = 300
/** The host's limit, in characters. */
const longest = 200

/** Narrows the records to those with these words. Back returns to before the search, not through every letter. */
export function AuditSearch({ filter }: { filter: AuditFilter }) {
  const note = useId()
  const [typed, setTyped] = useState(filter.text ?? '')
  const [seen, setSeen] = useState(filter.text)
  const [asked, setAsked] = useState(filter.text)
  if (seen !== filter.text) {
    setSeen(filter.text)
    // The URL was changed by something other than this field.
    if (asked !== filter.text) {
      setAsked(filter.text)
      setTyped(filter.text ?? '')
    }
  }
  useEffect(() => {
    const text = typed.trim() || undefined
    if (text === filter.text) return undefined
    const timer = setTimeout(() => {
      setAsked(text)
      const go = filter.text === undefined ? navigate : replacePlace
      go({ page: 'audit', filter: { ...filter, text } })
    }, searchAfterMs)
    return () => clearTimeout(timer)
  }, [typed, filter])
  return (
    <div className={styles.field}>
      <Icon name="search" size={14} />
      <input
        type="search"
        className={styles.input}
        aria-label={words.label}
        aria-describedby={note}
        placeholder={words.placeholder}
        maxLength={longest}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <span id={note} className={styles.note}>
        {words.note}
      </span>
    </div>
  )
}
