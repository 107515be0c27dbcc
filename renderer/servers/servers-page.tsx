import { useDeferredValue, useMemo, useState } from 'react'
import type { CallTimes } from '../../shared/contract/commands.ts'
import { Bar } from '../ui/page/bar.tsx'
import { Page } from '../ui/page/page.tsx'
import { useAdminBlock } from '../state/rights.ts'
import { navigate } from '../state/routes.ts'
import { strings } from '../strings/strings.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Note } from '../ui/note.tsx'
import { AddPlayground, useHasPlayground } from '../ui/servers/add-playground.tsx'
import { findServers, type FoundServer } from './find-servers.ts'
import { SearchField } from '../ui/fields/search-field.tsx'
import { ServerForm, type Way } from './edit/server-form.tsx'
import { ServerRow } from './server-row.tsx'
import styles from './servers-page.module.css'
import type { ServerGroup } from '../state/servers/summary.ts'
import { useCallTimes } from '../state/servers/use-call-times.ts'
import { useServers } from '../state/servers/use-servers.ts'

const words = strings.servers.list
const ways = strings.serverForm.dialog.ways

const groups: { group: ServerGroup; title: string }[] = [
  { group: 'needs-you', title: words.groups.needsYou },
  { group: 'running', title: words.groups.running },
  { group: 'off', title: words.groups.off },
]

/** Lists with this many servers have a search field. */
const searchedFrom = 10

const open = (server: string): void => navigate({ page: 'servers', server })

/** Every server: what needs the user, what runs, what is off. */
export function ServersPage() {
  const servers = useServers()
  const block = useAdminBlock()
  const [adding, setAdding] = useState<Way>()
  const [query, setQuery] = useState('')
  const isSearched = servers.length >= searchedFrom
  const wanted = useDeferredValue(isSearched ? query : '')
  const found = useMemo(() => findServers(servers, wanted), [servers, wanted])
  return (
    <>
      <Bar title={words.title} detail={servers.length > 0 && words.configured(servers.length)}>
        {servers.length > 0 && (
          <Button kind="primary" icon="plus" unavailable={block} onClick={() => setAdding(ways.form)}>
            {words.add}
          </Button>
        )}
      </Bar>
      <Page width="table">
        {block && <Note>{block}</Note>}
        {isSearched && <SearchField label={words.find} value={query} onChange={setQuery} />}
        {servers.length === 0 ? (
          <NoServers block={block} onAdd={setAdding} />
        ) : found.length === 0 ? (
          <NothingFound query={wanted} count={servers.length} onClear={() => setQuery('')} />
        ) : (
          <ServerGroups found={found} block={block} />
        )}
      </Page>
      {adding && <ServerForm way={adding} onClose={() => setAdding(undefined)} onAdded={open} />}
    </>
  )
}

function ServerGroups({ found, block }: { found: FoundServer[]; block: string | undefined }) {
  const times = useCallTimes()
  return groups.map(({ group, title }) => {
    const members = found.filter(({ server }) => server.group === group)
    return members.length > 0 && <Group key={group} title={title} members={members} times={times} block={block} />
  })
}

type GroupProps = {
  title: string
  members: FoundServer[]
  times: Record<string, CallTimes>
  block: string | undefined
}

function Group({ title, members, times, block }: GroupProps) {
  const isTimed = members.some(({ server }) => times[server.id])
  return (
    <section className={styles.group} aria-label={title}>
      <h2 className={styles.heading}>
        {title} <span className={styles.count}>{members.length}</span>
        {isTimed && (
          <span className={styles.column} aria-hidden>
            {words.times}
          </span>
        )}
      </h2>
      <ul className={styles.list}>
        {members.map((found) => (
          <ServerRow key={found.server.id} found={found} times={times[found.server.id]} block={block} />
        ))}
      </ul>
    </section>
  )
}

/** Nothing is configured: explains servers, and offers ways to add one. */
function NoServers({ block, onAdd }: { block: string | undefined; onAdd(way: Way): void }) {
  const hasPlayground = useHasPlayground()
  const buttons = (
    <div className={styles.ways}>
      <Button kind="primary" icon="plus" unavailable={block} onClick={() => onAdd(ways.form)}>
        {words.add}
      </Button>
      <Button icon="copy" unavailable={block} onClick={() => onAdd(ways.paste)}>
        {ways.paste}
      </Button>
      {!hasPlayground && <AddPlayground onAdded={open} />}
    </div>
  )
  return (
    <Empty icon="server" title={words.empty} action={buttons}>
      {words.emptyHelp} {strings.servers.playground.what}
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
