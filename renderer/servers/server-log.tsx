import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Page } from '../frame/page.tsx'
import { strings } from '../strings/strings.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Empty } from '../ui/empty.tsx'
import { ExtInline } from '../ui/ext.tsx'
import { Loading } from '../ui/loading.tsx'
import { Note } from '../ui/note.tsx'
import { LogLines } from './log-lines.tsx'
import { SearchField } from './search-field.tsx'
import styles from './server-log.module.css'
import type { ServerSummary } from './summary.ts'
import { useLog } from './use-log.ts'

const words = strings.servers.log

/** What a server wrote to its error output since it was started, as it comes. */
export function ServerLog({ server }: { server: ServerSummary }) {
  if (server.config?.type === 'http')
    return (
      <Page>
        <Empty icon="terminal" title={words.elsewhere}>
          {words.elsewhereHelp}
        </Empty>
      </Page>
    )
  return <Printed server={server} />
}

function Printed({ server }: { server: ServerSummary }) {
  const { id, state } = server
  const [isFollowing, setFollowing] = useState(true)
  const [query, setQuery] = useState('')
  const wanted = useDeferredValue(query.trim())
  const { lines, problem } = useLog(id, isFollowing, state.status)
  const found = useMemo(() => findLines(lines ?? [], wanted), [lines, wanted])
  return (
    <>
      <div className={styles.toolbar}>
        <SearchField label={words.find} value={query} onChange={setQuery} />
        <span className={styles.count} role="status">
          {wanted === '' ? words.lines(lines?.length ?? 0) : words.linesFound(found.length, lines?.length ?? 0)}
        </span>
        <span className={styles.actions}>
          <CopyButton label={words.copy} text={() => found.join('\n')} />
          <Button
            size="sm"
            icon={isFollowing ? 'stop' : 'play'}
            aria-pressed={!isFollowing}
            onClick={() => setFollowing(!isFollowing)}
          >
            {words.pause}
          </Button>
        </span>
      </div>
      {problem && (
        <div className={styles.problem}>
          <Note kind="no">{problem}</Note>
        </div>
      )}
      <Lines server={server} lines={lines} found={found} wanted={wanted} isFollowing={isFollowing} />
      <p className={styles.about}>
        <ExtInline from={server.name} text={words.origin} />
        <span className={styles.kept}>{words.kept}</span>
      </p>
    </>
  )
}

type LinesProps = {
  server: ServerSummary
  lines: string[] | undefined
  found: string[]
  wanted: string
  isFollowing: boolean
}

/** The lines, kept at their end while one is there. */
function Lines({ server, lines, found, wanted, isFollowing }: LinesProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  useLayoutEffect(() => {
    const { current } = scroller
    if (current && isAtEnd.current && isFollowing) current.scrollTop = current.scrollHeight
  }, [found, isFollowing])
  const onScroll = (): void => {
    const { current } = scroller
    if (current) isAtEnd.current = current.scrollHeight - current.scrollTop - current.clientHeight < 24
  }
  return (
    <div
      ref={scroller}
      className={styles.lines}
      tabIndex={0}
      role="log"
      aria-live="off"
      aria-label={words.label(server.name)}
      onScroll={onScroll}
    >
      {!lines ? (
        <Loading what={words.loading} />
      ) : found.length > 0 ? (
        <LogLines key={wanted} lines={found} query={wanted} />
      ) : (
        <p className={styles.nothing}>{lines.length === 0 ? words.nothing : words.nothingFits(wanted)}</p>
      )}
      {lines && isFollowing && wanted === '' && server.state.status.state === 'ready' && (
        <p className={styles.nothing}>{words.following}</p>
      )}
    </div>
  )
}

function findLines(lines: string[], query: string): string[] {
  const wanted = query.toLowerCase()
  return wanted === '' ? lines : lines.filter((line) => line.toLowerCase().includes(wanted))
}
