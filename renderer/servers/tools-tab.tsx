import { useDeferredValue, useMemo, useState } from 'react'
import { Page } from '../frame/page.tsx'
import { strings } from '../strings/strings.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { findTools } from './find-tools.ts'
import { SearchField } from './search-field.tsx'
import type { ServerSummary } from './summary.ts'
import { ToolRow } from './tool-row.tsx'
import { ToolTroubles } from './tool-troubles.tsx'
import styles from './tools-tab.module.css'

const words = strings.serverTools.list

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
            <SearchField label={words.find} value={query} onChange={setQuery} />
            <span className={styles.count} role="status">
              {wanted.trim() === '' ? words.count(all.length) : words.found(found.length, all.length)}
            </span>
          </div>
          {found.length === 0 ? (
            <Empty
              icon="search"
              title={words.nothingFits}
              action={<Button onClick={() => setQuery('')}>{words.showAll(all.length)}</Button>}
            >
              {words.nothingFitsHelp(all.length, wanted.trim())}
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
      <ul className={styles.list} aria-label={words.label}>
        {tools.slice(0, shown).map((tool) => (
          <ToolRow key={tool.name} server={server} tool={tool} />
        ))}
      </ul>
      {tools.length > shown && (
        <Button className={styles.more} kind="ghost" icon="chevron-down" onClick={() => setShown(tools.length)}>
          {words.showMore(tools.length - shown)}
        </Button>
      )}
    </>
  )
}

function NoTools({ server: { state, ask } }: { server: ServerSummary }) {
  const isReady = state.status.state === 'ready'
  return (
    <Empty icon="terminal" title={isReady ? words.empty : words.unknown}>
      {isReady ? words.emptyHelp : ask ? words.unknownBeforeTrust : words.unknownHelp}
    </Empty>
  )
}
