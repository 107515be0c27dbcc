import { Autocomplete } from '@base-ui/react/autocomplete'
import { useEffect, useId, useMemo, useState, type KeyboardEvent } from 'react'
import { displayName } from '../../../shared/config/server-config.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { listedTools, sameTools } from '../../state/callable-tools.ts'
import { navigate, replacePlace } from '../../state/routes.ts'
import { useHost } from '../../state/replica.ts'
import { showsRecords, type AuditFilter } from '../../state/audit-filter.ts'
import { auditFilter } from '../../strings/audit-filter.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useServerNames } from '../../ui/seal.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { filterParts, type FilterPart } from './filter-words.ts'
import { findTokens, tokensFor, withToken, type FilterToken } from './tokens.ts'
import styles from './filter-field.module.css'

const words = auditFilter

/** Milliseconds without typing before the search starts. */
const searchAfterMs = 300
/** The host's limit, in characters. */
const longest = 200

const none: FilterToken[] = []

type FilterFieldProps = {
  filter: AuditFilter
  /** Leaves the field for the rows. */
  onDown(): void
}

/**
 * One field for every filter: shows those that are set, and finds more by typing. Matching filters are offered first;
 * other text searches the content. Each choice changes the URL, so Back undoes it, but not letter by letter.
 */
export function FilterField({ filter, onDown }: FilterFieldProps) {
  const note = useId()
  const [isOpen, setOpen] = useState(false)
  const { typed, setTyped, go } = useTyped(filter)
  const tokens = useTokens(filter)
  const nameOf = useServerNames()
  const found = useMemo(() => findTokens(tokens, typed), [tokens, typed])
  const shown = isOpen ? found : none
  const parts = filterParts(filter, nameOf).filter(({ key }) => key !== 'text')
  const choose = (token: FilterToken): void => {
    setTyped('')
    setOpen(false)
    go({ ...withToken(filter, token), text: undefined })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = parts.at(-1)
    if (event.key === 'Backspace' && typed === '' && last) navigate({ page: 'audit', filter: last.without })
    if (event.key === 'Escape' && shown.length > 0) {
      event.preventDefault()
      setOpen(false)
    }
    if (event.key !== 'ArrowDown' || shown.length > 0) return
    event.preventDefault()
    onDown()
  }
  return (
    <div className={styles.field}>
      <Icon name="search" size={14} />
      <Parts parts={parts} />
      <Autocomplete.Root
        open
        inline
        autoHighlight="always"
        keepHighlight
        filter={null}
        items={shown}
        value={typed}
        onValueChange={(next, { reason }) => {
          if (reason === 'item-press') return
          setTyped(next.slice(0, longest))
          setOpen(true)
        }}
        itemToStringValue={({ label }: FilterToken) => label}
      >
        <Autocomplete.Input
          className={styles.input}
          data-filter
          aria-label={showsRecords(filter) ? words.records : words.calls}
          aria-describedby={note}
          aria-expanded={shown.length > 0}
          placeholder={parts.length === 0 ? words.placeholder : ''}
          autoComplete="off"
          spellCheck={false}
          onKeyDown={onKeyDown}
          onBlur={() => setOpen(false)}
        />
        {shown.length > 0 && <Options choose={choose} />}
      </Autocomplete.Root>
      <span id={note} className="sr">
        {words.note}
      </span>
      {(parts.length > 0 || typed !== '') && (
        <IconButton
          size="sm"
          icon="close"
          label={words.showAll}
          onClick={() => {
            setTyped('')
            navigate({ page: 'audit', filter: { view: filter.view } })
          }}
        />
      )}
    </div>
  )
}

/** Below the field, which keeps the focus. */
const Options = ({ choose }: { choose(token: FilterToken): void }) => (
  <div className={styles.popup} onPointerDown={(event) => event.preventDefault()}>
    <Autocomplete.List className={styles.list} aria-label={words.options}>
      {(token: FilterToken) => (
        <Autocomplete.Item key={token.key} value={token} className={styles.item} onClick={() => choose(token)}>
          <span className="trunc">
            <Plain text={token.label} />
          </span>
          {token.detail !== undefined && (
            <span className="fs-small ink2">
              <Plain text={token.detail} />
            </span>
          )}
        </Autocomplete.Item>
      )}
    </Autocomplete.List>
  </div>
)

const Parts = ({ parts }: { parts: FilterPart[] }) =>
  parts.map(({ key, words: said, without }) => (
    <button
      key={key}
      type="button"
      className={styles.part}
      aria-label={words.remove(plainLabel(said))}
      onClick={() => navigate({ page: 'audit', filter: without })}
    >
      <span className="trunc">
        <Plain text={said} />
      </span>
      <Icon name="close" size={12} />
    </button>
  ))

/** The text in the field, which becomes a search once typing pauses. */
function useTyped(filter: AuditFilter) {
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
  /** Goes to a filter chosen by typing: the search for its letters leaves no trace. */
  const go = (next: AuditFilter): void => {
    setAsked(next.text)
    const move = filter.text === undefined ? navigate : replacePlace
    move({ page: 'audit', filter: next })
  }
  return { typed, setTyped, go }
}

function useTokens(filter: AuditFilter): FilterToken[] {
  const configured = useHost((state) => state.configured.servers)
  const tools = useHost(listedTools, sameTools)
  const view = showsRecords(filter) ? 'records' : 'calls'
  return useMemo(() => {
    const servers = Object.keys(configured).map((id) => ({ id, name: displayName(id, configured[id]) }))
    return tokensFor(
      view,
      servers.toSorted((a, b) => a.name.localeCompare(b.name)),
      tools,
    )
  }, [view, configured, tools])
}
