import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy.ts'
import type { ServerState } from '../../../shared/state/server-state.ts'
import { Bar } from '../../ui/page/bar.tsx'
import { Page } from '../../ui/page/page.tsx'
import { useAdminBlock } from '../../state/rights.ts'
import { href, type ServerTab } from '../../state/routes.ts'
import { goToAsk } from '../../inbox/frame/ask-focus.ts'
import { definitionsInWords } from '../../inbox/definitions/definition-words.ts'
import { servers } from '../../strings/servers/servers.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Switch } from '../../ui/fields/field.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Seal, sealIdentity } from '../../ui/seal.tsx'
import { ServerOverview } from './server-overview.tsx'
import styles from './server-page.module.css'
import { ServerSettings } from '../edit/server-settings.tsx'
import { ServerStateWords } from '../status/server-state.tsx'
import { ServerPanel, ServerTabs } from './server-tabs.tsx'
import type { ServerSummary } from '../../state/servers/summary.ts'
import { SignInButton } from '../status/sign-in-button.tsx'
import { ToolsTab } from '../tools/tools-tab.tsx'
import { useEditing, type Editing } from '../edit/use-editing.ts'
import { useServerAction } from '../status/use-server-action.ts'
import { useServer } from '../../state/servers/use-servers.ts'
import { useSignIn } from '../status/use-sign-in.ts'

const words = servers.page

const ChangeList = lazyPart(async () => (await import('../history/change-list.tsx')).ChangeList)
const PerformanceTab = lazyPart(async () => (await import('../performance/performance-tab.tsx')).PerformanceTab)
const PromptsTab = lazyPart(async () => (await import('../prompts/prompts-tab.tsx')).PromptsTab)
const ServerLog = lazyPart(async () => (await import('../reports/server-log.tsx')).ServerLog)
const ServerTraffic = lazyPart(async () => (await import('../reports/server-traffic.tsx')).ServerTraffic)
const ResourcesTab = lazyPart(async () => (await import('../resources/resources-tab.tsx')).ResourcesTab)

/** One server: what runs and what contains it, what it offers, what it printed, and its settings. */
export function ServerPage({ id, tab = 'overview' }: { id: string; tab?: ServerTab | undefined }) {
  const server = useServer(id)
  if (server) return <KnownServer server={server} tab={tab} />
  return (
    <>
      <Bar title={words.title} />
      <Page>
        <Empty icon="server" title={words.unknown} action={<a href={href({ page: 'servers' })}>{words.all}</a>}>
          {words.unknownHelp}
        </Empty>
      </Page>
    </>
  )
}

function KnownServer({ server, tab }: { server: ServerSummary; tab: ServerTab }) {
  const block = useAdminBlock()
  const action = useServerAction(server.id)
  const editing = useEditing(server)
  const signingIn = useSignIn(server.id)
  const problem = action.problem ?? signingIn.problem
  const { id, name, config, state, ask, needsSignIn } = server
  const waiting = waitingElsewhere(server, tab)
  return (
    <>
      <Bar title={<Title server={server} />}>
        {config && (
          <>
            {!ask && needsSignIn && <SignInButton server={server} signingIn={signingIn} />}
            {!ask && !needsSignIn && (
              <Button
                kind="ghost"
                icon="restart"
                busy={action.busy}
                unavailable={restartBlock(server, block)}
                onClick={action.restart}
              >
                {server.group === 'standby' ? words.startNow : words.restart}
              </Button>
            )}
            <span className={styles.switch}>
              <span aria-hidden>{config.enabled ? words.on : words.off}</span>
              <Switch
                checked={config.enabled}
                unavailable={block}
                onChange={action.enable}
                label={words.switchOf(name)}
              />
            </span>
          </>
        )}
      </Bar>
      <ServerTabs server={id} tab={tab} counts={countsOf(state)} isUnsaved={editing.isChanged} />
      <ServerPanel tab={tab}>
        {(block || problem || waiting) && (
          <div className={styles.notes}>
            {block && <Note>{block}</Note>}
            {problem && <Note kind="no">{problem}</Note>}
            {waiting && (
              <Note
                kind="ask"
                action={
                  <Button size="sm" onClick={() => goToAsk(waiting)}>
                    {words.review}
                  </Button>
                }
              >
                <b>{words.waiting}</b>{' '}
                {waiting.kind === 'definitions'
                  ? words.reviewHelp(definitionsInWords(waiting.question.items))
                  : words.waitingHelp}
              </Note>
            )}
          </div>
        )}
        <Content server={server} tab={tab} editing={editing} />
      </ServerPanel>
    </>
  )
}

/** The question on the first tab while another is open. The tool list has its own link to a review. */
function waitingElsewhere(
  { ask, review }: ServerSummary,
  tab: ServerTab,
): ServerSummary['ask'] | ServerSummary['review'] {
  if (tab === 'overview') return undefined
  return ask ?? (tab === 'tools' ? undefined : review)
}

const countsOf = ({
  tools,
  prompts,
  resources,
  templates,
}: ServerState): Partial<Record<ServerTab, number | undefined>> => ({
  tools: Object.keys(tools).length || undefined,
  prompts: Object.keys(prompts?.items ?? {}).length || undefined,
  resources: (resources?.count ?? 0) + Object.keys(templates?.items ?? {}).length || undefined,
})

function Content({ server, tab, editing }: { server: ServerSummary; tab: ServerTab; editing: Editing }) {
  switch (tab) {
    case 'overview':
      return <ServerOverview server={server} />
    case 'tools':
      return <ToolsTab server={server} />
    case 'prompts':
      return (
        <Suspense>
          <PromptsTab server={server} />
        </Suspense>
      )
    case 'resources':
      return (
        <Suspense>
          <ResourcesTab server={server} />
        </Suspense>
      )
    case 'performance':
      return (
        <Suspense>
          <PerformanceTab key={server.id} server={server} />
        </Suspense>
      )
    case 'log':
      return (
        <Suspense>
          <ServerLog key={server.id} server={server} />
        </Suspense>
      )
    case 'traffic':
      return (
        <Suspense>
          <ServerTraffic key={server.id} server={server} />
        </Suspense>
      )
    case 'history':
      return (
        <Suspense>
          <Page width="table">
            <ChangeList key={server.id} server={server.id} />
          </Page>
        </Suspense>
      )
    case 'settings':
      return <ServerSettings server={server} editing={editing} />
    default:
      return tab satisfies never
  }
}

const restartBlock = ({ config }: ServerSummary, block: string | undefined): string | undefined =>
  block ?? (config?.enabled ? undefined : words.restartBlock)

function Title({ server }: { server: ServerSummary }) {
  const { id, name, config, glyph } = server
  return (
    <span className={styles.title}>
      <a className={styles.up} href={href({ page: 'servers' })}>
        {words.title}
      </a>
      <span className={styles.up} aria-hidden>
        <Icon name="chevron-right" size={14} />
      </span>
      <Seal identity={sealIdentity(id, config)} size={18} />
      <span className={styles.name}>{name}</span>
      <span className={styles.state}>
        <Glyph state={glyph} size={12} label="" />
        <ServerStateWords server={server} />
      </span>
    </span>
  )
}
