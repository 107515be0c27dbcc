import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Page } from '../frame/page.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Empty } from '../ui/empty.tsx'
import { ExtInline } from '../ui/ext.tsx'
import { Loading } from '../ui/loading.tsx'
import { Note } from '../ui/note.tsx'
import { formatCount } from '../ui/time.tsx'
import { LogLines } from './log-lines.tsx'
import { SearchField } from './search-field.tsx'
import styles from './server-log.module.css'
import type { ServerSummary } from './summary.ts'
import { useLog } from './use-log.ts'

/** What a server wrote to its error output since it was started, as it comes. */
export function ServerLog({ server }: { server: ServerSummary }) {
  if (server.config?.type === 'http')
    return (
      <Page>
        <Empty icon="terminal" title="A server at an address prints nothing here">
          Its own log is where it runs. What Atrium sent it and what came back stands in the audit log.
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
        <SearchField label="Find in the log" value={query} onChange={setQuery} />
        <span className={styles.count} role="status">
          {wanted === ''
            ? formatCount(lines?.length ?? 0, 'line')
            : `${found.length} of ${formatCount(lines?.length ?? 0, 'line')}`}
        </span>
        <span className={styles.actions}>
          <CopyButton label="Copy the lines shown" text={() => found.join('\n')} />
          <Button
            size="sm"
            icon={isFollowing ? 'stop' : 'play'}
            aria-pressed={!isFollowing}
            onClick={() => setFollowing(!isFollowing)}
          >
            Pause
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
        <ExtInline from={server.name} text="Every line is written by the server, to its error output" />
        <span className={styles.kept}>
          Kept until it is started again, 256 KB at most; values of known secrets are replaced
        </span>
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
      aria-label={`Error output of ${server.name}`}
      onScroll={onScroll}
    >
      {!lines ? (
        <Loading what="The log has not arrived yet." />
      ) : found.length > 0 ? (
        <LogLines key={wanted} lines={found} query={wanted} />
      ) : (
        <p className={styles.nothing}>
          {lines.length === 0
            ? 'It has written nothing to its error output since it was started.'
            : `No line has “${wanted}” in it.`}
        </p>
      )}
      {lines && isFollowing && wanted === '' && server.state.status.state === 'ready' && (
        <p className={styles.nothing}>Following. New lines appear here.</p>
      )}
    </div>
  )
}

function findLines(lines: string[], query: string): string[] {
  const wanted = query.toLowerCase()
  return wanted === '' ? lines : lines.filter((line) => line.toLowerCase().includes(wanted))
}
