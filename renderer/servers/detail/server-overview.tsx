import { consentOf } from '../../../shared/state/consents.ts'
import type { ReactNode } from 'react'
import type { ServerFigures } from '../../../shared/contract/figure-commands.ts'
import { Page } from '../../ui/page/page.tsx'
import { useHost } from '../../state/replica.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { BundlePart } from '../bundle/bundle-part.tsx'
import { ServerAsk } from '../../inbox/server-ask.tsx'
import { PassportEntry } from '../passport/taken-passport.tsx'
import { RegistryCard } from '../registry/registry-card.tsx'
import { registryPage } from '../../strings/servers/registry-page.ts'
import { serverPerformance } from '../../strings/servers/servers-performance.ts'
import { serverOverview } from '../../strings/servers/servers-overview.ts'
import { prompts } from '../../strings/prompts.ts'
import { MovedSecretsNote } from '../../ui/servers/moved-secrets.tsx'
import { formatDuration } from '../../strings/format/time.ts'
import { ContainmentCard } from './containment-card.tsx'
import { DegradedNote } from '../status/degraded.tsx'
import { ExposedNote, FailureNote } from '../status/failure-note.tsx'
import { ServerFacts } from './server-facts.tsx'
import styles from './server-overview.module.css'
import { SignInActions } from './server-sign-in.tsx'
import { ServerInstructions } from './server-instructions.tsx'
import { ServerTrust } from './server-trust.tsx'
import { StartNote } from '../status/start-note.tsx'
import type { ServerSummary } from '../../state/servers/summary.ts'
import { Stats } from '../../ui/table/stats.tsx'
import { ToolTroubles } from '../status/tool-troubles.tsx'
import { useContextCost, type ContextCost } from '../../state/servers/use-context-cost.ts'
import { useFigures } from '../../state/servers/use-figures.ts'
import { useHistory } from '../../state/servers/use-history.ts'

const words = serverOverview

/** The server's identity, program and containment, and who trusted it. */
export function ServerOverview({ server }: { server: ServerSummary }) {
  const { id, name, state, ask, signIn, config, quarantine } = server
  const launch = useHost((host) => consentOf(host, id).trusted)
  const history = useHistory(id, launch ?? state.status)
  const since = useHistory(id, state.status)?.readySince ?? undefined
  const block = useAdminBlock()
  const times = useFigures(id)?.times
  const cost = useContextCost(id)
  return (
    <Page width="table">
      <ServerAsk server={id} name={name} />
      {!ask && !signIn && <FailureNote server={server} />}
      <StartNote server={server} />
      <MovedSecretsNote owner={{ server: id }} name={name} />
      <DegradedNote server={server} />
      <ExposedNote server={server} />
      <ToolTroubles server={server} />
      {times && <Times times={times} tools={Object.keys(state.tools).length - quarantine.length} cost={cost} />}
      {!ask && (
        <div className={styles.columns}>
          <Part title={words.parts.connection}>
            <ServerFacts server={server} since={since} />
            <SignInActions server={server} />
          </Part>
          <div className={styles.side}>
            {config && (
              <Part title={words.parts.containment}>
                <ContainmentCard server={server} config={config} />
              </Part>
            )}
            <Part title={words.parts.trust}>
              <ServerTrust server={server} launch={launch} trusted={history?.trusted ?? undefined} />
            </Part>
            {config?.type === 'stdio' && config.bundle && (
              <Part title={words.parts.bundle}>
                <BundlePart server={id} bundle={config.bundle} block={block} />
              </Part>
            )}
            {config && config.type !== 'playground' && config.registry && (
              <Part title={registryPage.update.title}>
                <RegistryCard id={id} config={config} source={config.registry} />
              </Part>
            )}
            {config && config.type !== 'playground' && (
              <Part title={words.passport.title}>
                <PassportEntry server={id} />
              </Part>
            )}
          </div>
        </div>
      )}
      {!ask && state.instructions !== undefined && (
        <Part title={prompts.instructions.title}>
          <ServerInstructions server={server} hash={state.instructions} />
        </Part>
      )}
    </Page>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="stack" aria-label={title}>
    <h2 className="heading">{title}</h2>
    {children}
  </section>
)

type TimesProps = { times: NonNullable<ServerFigures['times']>; tools: number; cost: ContextCost | undefined }

/** The duration of its last calls, and what it offers. */
const Times = ({ times: { p50, p95 }, tools, cost }: TimesProps) => (
  <Stats
    label={words.times.label}
    stats={[
      { value: formatDuration(p50), label: words.times.p50 },
      { value: formatDuration(p95), label: words.times.p95 },
      { value: String(tools), label: words.times.tools(tools) },
      { value: cost ? serverPerformance.count(cost.sum) : words.times.none, label: words.times.cost(cost?.sum ?? 0) },
    ]}
  />
)
