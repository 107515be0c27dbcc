import type { ServerSummary } from '../../state/servers/summary.ts'
import { useCallCounts } from '../../state/servers/use-figures.ts'
import { href, type Route } from '../../state/routes.ts'
import { servers } from '../../strings/servers/servers.ts'
import { ExtInline, Word } from '../../ui/third-party/ext.tsx'
import { placeInWords } from '../status/place.ts'
import styles from './server-head.module.css'

const words = { ...servers.row, ...servers.head }

/** A server's subject and its own name for itself, then its figures of today. */
export function ServerHead({ server }: { server: ServerSummary }) {
  const { id, name, state } = server
  const { status } = state
  const tools = Object.keys(state.tools).length
  const { calls = 0, failed = 0 } = useCallCounts()[id] ?? {}
  return (
    <div className={styles.head}>
      <p className={styles.purpose}>
        <Word text={placeInWords(server)} />
        {status.state === 'ready' && (
          <ExtInline from={name} text={status.calls.title ?? status.calls.name} limit={80} />
        )}
      </p>
      <p className={styles.figures}>
        {tools > 0 && `${words.tools(tools)} · `}
        {calls === 0 ? words.calls(0) : <a href={href(callsToday(id))}>{words.calls(calls)}</a>}
        {calls > 0 && ' · '}
        {calls > 0 && (failed > 0 ? <b className={styles.failed}>{words.failed(failed)}</b> : words.fine)}
      </p>
    </div>
  )
}

const callsToday = (server: string): Route => ({ page: 'audit', filter: { time: 'today', of: [{ server }] } })
