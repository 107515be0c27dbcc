import type { ServerSummary } from '../../state/servers/summary.ts'
import { useHistory } from '../../state/servers/use-history.ts'
import { useNow } from '../../state/use-now.ts'
import { formatDuration, formatMoment } from '../../strings/format/time.ts'
import { serverDetail } from '../../strings/servers/servers-detail.ts'
import { Fact, FactList } from '../../ui/table/facts.tsx'
import { ExtInline } from '../../ui/third-party/ext.tsx'

const words = serverDetail.facts

/** How a ready server is connected, since when, and, marked, what it says it is. */
export function ConnectionFacts({ server: { id, name, state } }: { server: ServerSummary }) {
  const { status } = state
  const since = useHistory(id, status)?.readySince ?? undefined
  if (status.state !== 'ready') return null
  return (
    <section className="stack" aria-label={words.title}>
      <h2 className="heading">{words.title}</h2>
      <FactList framed={false}>
        <Fact name={words.protocol}>
          {status.revision} <span className="ink3">{words.eras[status.era]}</span>
        </Fact>
        {status.pid !== undefined && (
          <Fact name={words.process}>
            <span className="num">{status.pid}</span>
            {since !== undefined && <Up since={since} />}
          </Fact>
        )}
        {status.pid === undefined && since !== undefined && <Fact name={words.readySince}>{formatMoment(since)}</Fact>}
        <Fact name={words.saysItIs}>
          <ExtInline from={name} text={[status.calls.title ?? status.calls.name, status.calls.version].join(' ')} />
        </Fact>
      </FactList>
    </section>
  )
}

/** A server's uptime in words, to the second. */
export const upInWords = (since: number, now: number): string =>
  formatDuration(Math.max(1, Math.floor((now - since) / 1000)) * 1000)

function Up({ since }: { since: number }) {
  const now = useNow()
  return <span className="ink3">{words.up(upInWords(since, now), formatMoment(since, now))}</span>
}
