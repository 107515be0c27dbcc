import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy.ts'
import { failureOf, type ServerState } from '../../../shared/state/server-state.ts'
import { Bar } from '../../ui/page/bar.tsx'
import { Page } from '../../ui/page/page.tsx'
import { useAdminBlock } from '../../state/rights.ts'
import { href, type ServerView } from '../../state/routes.ts'
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
import { ServerAccess } from './server-access.tsx'
import { ServerHead } from './server-head.tsx'
import styles from './server-page.module.css'
import { ServerSetup } from './server-setup.tsx'
import { FailureNote } from '../status/failure-note.tsx'
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

const CallsTab = lazyPart(async () => (await import('../performance/calls-tab.tsx')).CallsTab)
const PromptsTab = lazyPart(async () => (await import('../prompts/prompts-tab.tsx')).PromptsTab)
const ServerLog = lazyPart(async () => (await import('../reports/server-log.tsx')).ServerLog)
const ServerTraffic = lazyPart(async () => (await import('../reports/server-traffic.tsx')).ServerTraffic)
const ResourcesTab = lazyPart(async () => (await import('../resources/resources-tab.tsx')).ResourcesTab)

/** One server: what it offers, what it did, what it may reach, and how it is set up. */
export function ServerPage({ id, view = 'tools' }: { id: string; view?: ServerView | undefined }) {
  const server = useServer(id)
  if (server) return <KnownServer server={server} view={view} />
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

function KnownServer({ server, view }: { server: ServerSummary; view: ServerView }) {
  const block = useAdminBlock()
  const action = useServerAction(server.id)
  const editing = useEditing(server)
  const signingIn = useSignIn(server.id)
  const problem = action.problem ?? signingIn.problem
  const { id, name, config, state, ask, signIn, needsSignIn } = server
  const waiting = waitingElsewhere(server, view)
  const hasFailed = !ask && !signIn && failureOf(state) !== undefined
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
      {!ask && <ServerHead server={server} />}
      <ServerTabs server={id} view={view} isUnsaved={editing.isChanged} />
      <ServerPanel server={id} view={view} counts={countsOf(state)}>
        {(block || problem || hasFailed || waiting) && (
          <div className={styles.notes}>
            {block && <Note>{block}</Note>}
            {problem && <Note kind="no">{problem}</Note>}
            {hasFailed && <FailureNote server={server} />}
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
        <Content server={server} view={view} editing={editing} />
      </ServerPanel>
    </>
  )
}

/** The question above the tools while another view is open. */
const waitingElsewhere = ({ ask, review }: ServerSummary, view: ServerView) =>
  view === 'tools' ? undefined : (ask ?? review)

const countsOf = ({
  tools,
  prompts,
  resources,
  templates,
}: ServerState): Partial<Record<ServerView, number | undefined>> => ({
  tools: Object.keys(tools).length,
  // Skills are listed with the prompts and read as resources.
  prompts: prompts || resources ? Object.keys(prompts?.items ?? {}).length : undefined,
  resources: resources || templates ? (resources?.count ?? 0) + Object.keys(templates?.items ?? {}).length : undefined,
})

function Content({ server, view, editing }: { server: ServerSummary; view: ServerView; editing: Editing }) {
  switch (view) {
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
    case 'activity':
      return (
        <Suspense>
          <CallsTab key={server.id} server={server} />
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
    case 'access':
      return <ServerAccess server={server} />
    case 'setup':
      return <ServerSetup server={server} editing={editing} />
    default:
      return view satisfies never
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
