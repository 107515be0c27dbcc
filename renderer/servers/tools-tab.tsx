import { useDeferredValue, useMemo, useState } from 'react'
import { Page } from '../frame/page.tsx'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { formatCount } from '../ui/time.tsx'
import { findTools } from './find-tools.ts'
import { SearchField } from './search-field.tsx'
import type { ServerSummary } from './summary.ts'
import { ToolRow } from './tool-row.tsx'
import { ToolTroubles } from './tool-troubles.tsx'
import styles from './tools-tab.module.css'

/** So many tools are listed at a time; typing finds the others. */
const listedAtOnce = 100

/** What a server offers: every tool with what the server says of it. */
export function ToolsTab({ server }: { server: ServerSummary }) {
  const all = useMemo(() => Object.values(server.state.tools), [server.state.tools])
  const [query, setQuery] = useState('')
  const wanted = useDeferredValue(query)
  const found = useMemo(() => findTools(all, wanted), [all, wanted])
  return (
    <Page width="table">
      <ToolTroubles server={server} />
      {all.length === 0 ? (
        <NoTools server={server} />
      ) : (
        <>
          <div className={styles.toolbar}>
            <SearchField label="Find a tool" value={query} onChange={setQuery} />
            <span className={styles.count} role="status">
              {wanted.trim() === '' ? formatCount(all.length, 'tool') : `${found.length} of ${all.length}`}
            </span>
          </div>
          {found.length === 0 ? (
            <Empty
              icon="search"
              title="No tool fits"
              action={<Button onClick={() => setQuery('')}>Show all {all.length}</Button>}
            >
              None of {formatCount(all.length, 'tool')} has “{wanted.trim()}” in its name or its description.
            </Empty>
          ) : (
            <ToolRows key={wanted} server={server} tools={found} />
          )}
        </>
      )}
    </Page>
  )
}

function ToolRows({ server, tools }: { server: ServerSummary; tools: ReturnType<typeof findTools> }) {
  const [shown, setShown] = useState(listedAtOnce)
  return (
    <>
      <ul className={styles.list} aria-label="Tools">
        {tools.slice(0, shown).map((tool) => (
          <ToolRow key={tool.name} server={server} tool={tool} />
        ))}
      </ul>
      {tools.length > shown && (
        <Button className={styles.more} kind="ghost" icon="chevron-down" onClick={() => setShown(tools.length)}>
          Show {tools.length - shown} more
        </Button>
      )}
    </>
  )
}

function NoTools({ server: { state, ask } }: { server: ServerSummary }) {
  const isReady = state.status.state === 'ready'
  return (
    <Empty icon="terminal" title={isReady ? 'It offers no tools' : 'No tools are known yet'}>
      {isReady
        ? 'It is ready, but its list of tools is empty or could not be used.'
        : ask
          ? 'A server is asked for its tools when it starts, and it starts only after you have read what it runs.'
          : 'A server is asked for its tools when it starts.'}
    </Empty>
  )
}
