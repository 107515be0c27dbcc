import { Suspense, useDeferredValue, useMemo, useState } from 'react'
import type { ServerConfigs } from '../../shared/config/server-config.ts'
import type { CallCount } from '../../shared/contract/commands.ts'
import { Apart } from '../ui/json/apart.tsx'
import { Bar } from '../ui/page/bar.tsx'
import { Page } from '../ui/page/page.tsx'
import { useAdminBlock } from '../state/rights.ts'
import { navigate, replacePlace } from '../state/routes.ts'
import { serverImport } from '../strings/servers/servers-import.ts'
import { serverHistory } from '../strings/servers/servers-history.ts'
import { servers as serversWords } from '../strings/servers/servers.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { lazyPart } from '../ui/lazy.ts'
import { Empty } from '../ui/empty.tsx'
import { Note } from '../ui/note.tsx'
import { AddPlayground, useHasPlayground } from '../ui/servers/add-playground.tsx'
import {
  arrange,
  serverOrders,
  useArrangement,
  usualArrangement,
  type Arrangement,
} from '../state/servers/arrangement.ts'
import { tryOut, type Example } from '../state/servers/examples.ts'
import { sectionsOf, sortServers } from './arrange-servers.ts'
import { searchServers, type MatchingServer } from './search-servers.ts'
import { Select } from '../ui/fields/field.tsx'
import { Segments } from '../ui/fields/segments.tsx'
import { SearchField } from '../ui/fields/search-field.tsx'
import { ExportServers } from './export/export-servers.tsx'
import { BundleDrop } from './bundle/open-bundle.tsx'
import { ServerForm } from './edit/server-form.tsx'
import { AddedServers } from './review/added-servers.tsx'
import { ReviewSheet } from './review/review-sheet.tsx'
import { useUndoAdded } from './history/use-changes.ts'
import { WaitingTogether } from './review/waiting-together.tsx'
import { ServerRow } from './server-row.tsx'
import styles from './servers-page.module.css'
import { serverGroups, type ServerGroup } from '../state/servers/summary.ts'
import { useCallCounts } from '../state/servers/use-figures.ts'
import { useServers } from '../state/servers/use-servers.ts'

const words = serversWords.list

const ChangeList = lazyPart(async () => (await import('./history/change-list.tsx')).ChangeList)

/** Lists with this many servers have a search field and a filter. */
const searchedFrom = 10

/** Opens a new conversation with the request in its message. */
function tryInNew(example: Example): void {
  navigate({ page: 'chat' })
  tryOut(example)
}

const open = (server: string): void => navigate({ page: 'servers', server })

/** Every server: failed ones first, then those that wait, run or are off. `add` is a configuration for the form. */
export function ServersPage({ add }: { add?: string | undefined }) {
  const servers = useServers()
  const block = useAdminBlock()
  const [adding, setAdding] = useState(add !== undefined)
  const [isHistoric, setHistoric] = useState(false)
  const offerUndo = useUndoAdded()
  const [exporting, setExporting] = useState(false)
  const [reviewed, setReviewed] = useState<string[]>()
  const [imported, setImported] = useState<ServerConfigs>()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState<ServerGroup>()
  const arrangement = useArrangement()
  const isSearched = servers.length >= searchedFrom
  const wanted = useDeferredValue(isSearched ? query : '')
  const found = useMemo(() => searchServers(servers, wanted), [servers, wanted])
  const isTagged = useMemo(() => servers.some(({ config }) => (config?.tags ?? []).length > 0), [servers])
  const used: Arrangement = isSearched ? (isTagged ? arrangement : { ...arrangement, by: 'state' }) : usualArrangement
  const added = (ids: string[], fromElsewhere?: ServerConfigs): void => {
    const [first, ...others] = ids
    if (first !== undefined && others.length === 0) {
      offerUndo(first)
      return open(first)
    }
    setReviewed(ids)
    setImported(fromElsewhere)
  }
  const close = (): void => {
    setAdding(false)
    if (add !== undefined) replacePlace({ page: 'servers' })
  }
  return (
    <>
      <Bar title={words.title} detail={servers.length > 0 && words.configured(servers.length)}>
        <Button icon="search" className={styles.brief} onClick={() => navigate({ page: 'registry' })}>
          {words.registry}
        </Button>
        {servers.length > 0 && (
          <Button icon="download" className={styles.brief} unavailable={block} onClick={() => setExporting(true)}>
            {serverImport.export.open}
          </Button>
        )}
        {servers.length > 0 && (
          <Button kind="primary" icon="plus" unavailable={block} onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        )}
      </Bar>
      <Page width="table">
        {block && <Note>{block}</Note>}
        {imported && <AddedServers servers={imported} onEnd={() => setImported(undefined)} />}
        <BundleDrop block={block} />
        <WaitingTogether block={block} onReview={setReviewed} />
        {isSearched && (
          <div className="row wrap">
            <SearchField label={words.find} value={query} onChange={setQuery} />
            <GroupFilter found={found} chosen={chosen} onChange={setChosen} />
            <Arranging arrangement={used} isTagged={isTagged} onChange={arrange} />
          </div>
        )}
        {servers.length === 0 ? (
          <NoServers block={block} onAdd={() => setAdding(true)} />
        ) : found.length === 0 ? (
          <NothingFound query={wanted} count={servers.length} onClear={() => setQuery('')} />
        ) : (
          <ServerGroups found={found} chosen={isSearched ? chosen : undefined} arrangement={used} block={block} />
        )}
        <div>
          <Button kind="ghost" icon="undo" onClick={() => setHistoric(true)}>
            {serverHistory.open}
          </Button>
        </div>
      </Page>
      {adding && !block && <ServerForm text={add} onClose={close} onAdded={added} />}
      {isHistoric && (
        <Dialog open size="lg" onClose={() => setHistoric(false)} title={serverHistory.title}>
          <Suspense>
            <ChangeList />
          </Suspense>
        </Dialog>
      )}
      {exporting && <ExportServers onClose={() => setExporting(false)} />}
      {reviewed && <ReviewSheet ids={reviewed} onClose={() => setReviewed(undefined)} onTry={tryInNew} />}
    </>
  )
}

const countOf = (found: MatchingServer[], group: ServerGroup): number =>
  found.filter(({ server }) => server.group === group).length

type GroupFilterProps = {
  found: MatchingServer[]
  chosen: ServerGroup | undefined
  onChange(group: ServerGroup | undefined): void
}

/** Narrows the list to the servers in one state. */
function GroupFilter({ found, chosen, onChange }: GroupFilterProps) {
  const labels = serverGroups
    .map((group) => ({ group, count: countOf(found, group) }))
    .filter(({ count }) => count > 0)
    .map(({ group, count }) => ({ group, label: words.filter(words.groups[group], count) }))
  if (labels.length < 2) return null
  const all = words.filter(words.all, found.length)
  return (
    <Segments
      label={words.filterLabel}
      role="radiogroup"
      items={[all, ...labels.map(({ label }) => label)]}
      value={labels.find(({ group }) => group === chosen)?.label ?? all}
      onChange={(next) => onChange(labels.find(({ label }) => label === next)?.group)}
    />
  )
}

type ServerGroupsProps = {
  found: MatchingServer[]
  chosen: ServerGroup | undefined
  arrangement: Arrangement
  block: string | undefined
}

function ServerGroups({ found, chosen, arrangement: { by, order }, block }: ServerGroupsProps) {
  const counts = useCallCounts()
  // A state that no server has now narrows nothing.
  const narrowed = chosen && countOf(found, chosen) > 0 ? found.filter(({ server }) => server.group === chosen) : found
  return sectionsOf(sortServers(narrowed, order, counts), by).map((section) => {
    const title = 'state' in section ? words.groups[section.state] : (section.tag ?? words.noTag)
    const key = JSON.stringify('state' in section ? section.state : [section.tag])
    return <Group key={key} title={title} members={section.members} counts={counts} block={block} />
  })
}

/** The list's order, and its groups if any server has a tag. */
function Arranging({ arrangement, isTagged, onChange }: ArrangingProps) {
  return (
    <>
      <label className={styles.arranging}>
        {words.order}
        <Select
          value={arrangement.order}
          onChange={({ target: { value } }) => {
            const order = serverOrders.find((it) => it === value)
            if (order) onChange({ ...arrangement, order })
          }}
        >
          {serverOrders.map((order) => (
            <option key={order} value={order}>
              {words.orders[order]}
            </option>
          ))}
        </Select>
      </label>
      {isTagged && (
        <Segments
          label={words.grouping}
          role="radiogroup"
          items={[words.groupings.state, words.groupings.tag]}
          value={words.groupings[arrangement.by]}
          onChange={(next) => onChange({ ...arrangement, by: next === words.groupings.tag ? 'tag' : 'state' })}
        />
      )}
    </>
  )
}

type ArrangingProps = { arrangement: Arrangement; isTagged: boolean; onChange(next: Arrangement): void }

type GroupProps = {
  title: string
  members: MatchingServer[]
  counts: Record<string, CallCount>
  block: string | undefined
}

const Group = ({ title, members, counts, block }: GroupProps) => (
  <section className={styles.group} aria-label={title}>
    <h2 className={styles.heading}>
      {title} <span className="regular ink3">{members.length}</span>
    </h2>
    <ul className="rows">
      {members.map((found) => (
        <Apart key={found.server.id} as="item" of={found.server} raw={() => found.server}>
          <ServerRow found={found} count={counts[found.server.id]} block={block} />
        </Apart>
      ))}
    </ul>
  </section>
)

/** Nothing is configured: explains servers, and offers ways to add one. */
function NoServers({ block, onAdd }: { block: string | undefined; onAdd(): void }) {
  const hasPlayground = useHasPlayground()
  const buttons = (
    <div className="row wrap center">
      <Button kind="primary" icon="plus" unavailable={block} onClick={onAdd}>
        {words.add}
      </Button>
      {!hasPlayground && <AddPlayground onAdded={open} />}
    </div>
  )
  return (
    <Empty icon="server" title={words.empty} action={buttons}>
      {words.emptyHelp} {serversWords.playground.what}
    </Empty>
  )
}

function NothingFound({ query, count, onClear }: { query: string; count: number; onClear(): void }) {
  return (
    <Empty icon="search" title={words.nothingFits} action={<Button onClick={onClear}>{words.showAll(count)}</Button>}>
      {words.nothingFitsHelp(count, query.trim())}
    </Empty>
  )
}
