import { countInWords, type ServerSummary } from '../../state/servers/summary.ts'
import { useServers } from '../../state/servers/use-servers.ts'
import { frame } from '../../strings/frame.ts'
import styles from './server-pips.module.css'

/** Max servers that have a mark each; more are counted. */
const shown = 5

const order: Record<ServerSummary['glyph'], number> = {
  ready: 0,
  running: 1,
  waiting: 2,
  queued: 2,
  succeeded: 2,
  cancelled: 2,
  denied: 2,
  failed: 3,
  quarantined: 3,
  off: 4,
}

/**
 * One mark per server: a bar runs, a diamond waits for the user, a cross failed, an outline is off. Screen readers get it
 * in words.
 */
export function ServerPips() {
  const servers = useServers()
  if (servers.length === 0) return null
  const sorted = servers.toSorted((a, b) => order[a.glyph] - order[b.glyph])
  return (
    <span className={styles.pips} role="img" aria-label={countInWords(servers)}>
      {sorted.length > shown ? (
        <Totals servers={servers} />
      ) : (
        sorted.map(({ id, glyph }) => <i key={id} className={styles.pip} data-state={glyph} />)
      )}
    </span>
  )
}

function Totals({ servers }: { servers: ServerSummary[] }) {
  const worst = (['waiting', 'failed', 'quarantined'] as const).find((state) =>
    servers.some(({ glyph }) => glyph === state),
  )
  const count = servers.filter(({ glyph }) => glyph === worst).length
  return (
    <>
      <i className={styles.pip} data-state={worst ?? 'ready'} />
      <span>{worst ? frame.pips.worst(count, servers.length) : servers.length}</span>
    </>
  )
}
