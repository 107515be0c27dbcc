import { useMemo, useState } from 'react'
import { displayName } from '../../shared/config/server-config.ts'
import { navigate } from '../state/routes.ts'
import { useQuery } from '../state/query.ts'
import { useHost } from '../state/replica.ts'
import { listedTools, sameTools } from '../state/callable-tools.ts'
import { strings } from '../strings/strings.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { AuditSearch } from './audit-search.tsx'
import { deciders, isNarrowed, kinds, outcomes, times, type AuditFilter } from '../state/audit-filter.ts'
import styles from './audit-filters.module.css'
import { FilterChip, type Option } from './filter-chip.tsx'
import { rangeOf } from './filter-words.ts'

const words = strings.audit.filters

const optionsOf = (choices: Record<string, { label: string }>): Option[] =>
  Object.entries(choices).map(([value, { label }]) => ({ value, label }))

const fixed = {
  time: optionsOf(times),
  kind: optionsOf(kinds),
  by: optionsOf(deciders),
  outcome: optionsOf(outcomes),
}

/** The active filters. Each choice changes the URL, so Back undoes it. */
export function AuditFilters({ filter }: { filter: AuditFilter }) {
  const servers = useServerOptions()
  const tools = useToolOptions(filter.server)
  const set = (part: { [Part in keyof AuditFilter]: string | undefined }): void =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the routes leave out what is undefined
    navigate({ page: 'audit', filter: { ...filter, ...(part as AuditFilter) } })
  const range = rangeOf(filter)
  return (
    <div role="group" className={styles.filters} aria-label={words.label}>
      <AuditSearch filter={filter} />
      {range && (
        <button
          type="button"
          className={styles.chip}
          data-set
          aria-label={words.notOnly(range)}
          onClick={() => navigate({ page: 'audit', filter: { ...filter, first: undefined, last: undefined } })}
        >
          <span className="trunc">{range.charAt(0).toUpperCase() + range.slice(1)}</span>
          <Icon name="close" size={12} />
        </button>
      )}
      <FilterChip {...words.time} options={fixed.time} value={filter.time} onChange={(time) => set({ time })} />
      <FilterChip {...words.kind} options={fixed.kind} value={filter.kind} onChange={(kind) => set({ kind })} />
      <FilterChip {...words.server} options={servers} value={filter.server} onChange={(server) => set({ server })} />
      <FilterChip {...words.tool} options={tools} value={filter.tool} takesText onChange={(tool) => set({ tool })} />
      <ConversationChip value={filter.conversation} onChange={(conversation) => set({ conversation })} />
      <FilterChip {...words.by} options={fixed.by} value={filter.by} onChange={(by) => set({ by })} />
      <FilterChip
        {...words.outcome}
        options={fixed.outcome}
        value={filter.outcome}
        onChange={(outcome) => set({ outcome })}
      />
      {isNarrowed(filter) && (
        <Button size="sm" kind="ghost" onClick={() => navigate({ page: 'audit' })}>
          {words.showAll}
        </Button>
      )}
    </div>
  )
}

function useServerOptions(): Option[] {
  const configured = useHost((state) => state.configured.servers)
  return useMemo(
    () =>
      Object.keys(configured)
        .map((id) => ({ value: id, label: displayName(id, configured[id]) }))
        .toSorted((a, b) => a.label.localeCompare(b.label)),
    [configured],
  )
}

/** The tools listed now; names of others can be typed. */
function useToolOptions(server: string | undefined): Option[] {
  const tools = useHost(listedTools, sameTools)
  return useMemo(() => {
    const names = new Set(
      tools.filter((one) => server === undefined || one.server === server).map(({ tool }) => tool.name),
    )
    return [...names].toSorted().map((name) => ({ value: name, label: name }))
  }, [tools, server])
}

const mostConversations = 50
const searchAfterMs = 150

type ConversationChipProps = { value: string | undefined; onChange(value: string | undefined): void }

/** The latest conversations, or those whose title matches what is typed. */
function ConversationChip({ value, onChange }: ConversationChipProps) {
  const [title, setTitle] = useState('')
  // Until an answer arrives, the chip keeps its options.
  const { answer } = useQuery('listConversations', { title, limit: mostConversations }, { waitMs: searchAfterMs })
  const options = (answer?.rows ?? []).map((row) => ({ value: row.id, label: plainLabel(row.title) || words.untitled }))
  const isListed = value === undefined || options.some((option) => option.value === value)
  return (
    <FilterChip
      {...words.conversation}
      options={isListed ? options : [{ value, label: words.oneConversation }, ...options]}
      value={value}
      onChange={onChange}
      onSearch={setTitle}
    />
  )
}
