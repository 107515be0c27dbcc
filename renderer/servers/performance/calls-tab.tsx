import type { ReactNode } from 'react'
import type { ServerFigures } from '../../../shared/contract/figure-commands.ts'
import { serverPerformance } from '../../strings/servers/servers-performance.ts'
import { formatBytes, formatDuration, formatMoment } from '../../strings/format/time.ts'
import { useContextCost, type ContextCost } from '../../state/servers/use-context-cost.ts'
import { useFigures } from '../../state/servers/use-figures.ts'
import type { ServerSummary } from '../../state/servers/summary.ts'
import { Loading } from '../../ui/loading.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Stats } from '../../ui/table/stats.tsx'
import { Phrase } from '../../strings/phrase.tsx'
import { ConnectionFacts } from './connection.tsx'
import { Processes } from './processes.tsx'
import { toolRows } from './tool-figures.ts'
import { ToolTable } from './tool-table.tsx'

const words = serverPerformance

/** A server's calls by tool, then its times, restarts, traffic, context cost and processes. */
export function CallsTab({ server }: { server: ServerSummary }) {
  const { id, name, state } = server
  const figures = useFigures(id)
  const cost = useContextCost(id)
  return (
    <Page width="table">
      {figures ? (
        <>
          <Part title={words.tools.title}>
            <ToolTable name={name} rows={toolRows(figures, Object.keys(state.tools), cost)} />
          </Part>
          <Headline figures={figures} />
          <Part title={words.context.title}>
            <Context name={name} cost={cost} />
          </Part>
          {state.status.state === 'ready' && state.status.pid !== undefined && (
            <Part title={words.processes.title}>
              <Processes server={id} name={name} />
            </Part>
          )}
          <ConnectionFacts server={server} />
        </>
      ) : (
        <Loading what={words.loading} />
      )}
    </Page>
  )
}

function Headline({ figures: { times, runs, sent, received } }: { figures: ServerFigures }) {
  const since = [sent, received].flatMap((it) => it?.since ?? [])
  return (
    <div className="stack">
      <Stats
        label={words.figures}
        stats={[
          { value: times ? formatDuration(times.p50) : words.none, label: words.p50 },
          { value: times ? formatDuration(times.p95) : words.none, label: words.p95 },
          { value: words.count(runs?.restarts ?? 0), label: words.restarts(runs?.restarts ?? 0) },
          { value: formatBytes(sent?.bytes ?? 0), label: words.sent(sent?.messages ?? 0) },
          { value: formatBytes(received?.bytes ?? 0), label: words.received(received?.messages ?? 0) },
        ]}
      />
      <p className="small ink3">
        {runs && words.starts(runs.starts, runs.failures, formatMoment(runs.since))}
        {runs && runs.failedAt !== null && ` · ${words.lastFailure(formatMoment(runs.failedAt))}`}
      </p>
      {since.length > 0 && <p className="small ink3">{words.trafficSince(formatMoment(Math.min(...since)))}</p>}
    </div>
  )
}

function Context({ name, cost }: { name: string; cost: ContextCost | undefined }) {
  if (!cost) return <Loading what={words.loading} />
  if (cost.sum === 0) return <p>{words.context.nothing}</p>
  return (
    <>
      <p>
        <Phrase
          text={words.context.sum}
          slots={{ name: <b>{name}</b>, tokens: <b>{words.context.tokens(cost.sum)}</b> }}
        />{' '}
        {cost.instructions > 0 && words.context.instructions(words.context.tokens(cost.instructions))}
      </p>
      <p className="small ink3">
        {words.context.excluded} {words.context.estimate}
      </p>
    </>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="stack" aria-label={title}>
    <h2 className="heading">{title}</h2>
    {children}
  </section>
)
