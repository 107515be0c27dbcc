import { href } from '../frame/routes.ts'
import { useLink } from '../host.ts'
import { goToAsk } from '../inbox/ask-focus.ts'
import { useAction } from '../ui/action.ts'
import { Button } from '../ui/button.tsx'
import { Switch } from '../ui/field.tsx'
import { Glyph } from '../ui/glyph.tsx'
import { Note } from '../ui/note.tsx'
import { Seal, sealIdentity } from '../ui/seal.tsx'
import { formatCount } from '../ui/time.tsx'
import { launchLine } from './command-line.ts'
import { FailureNote } from './failure-note.tsx'
import { RestartsIn } from './restarts-in.tsx'
import styles from './server-row.module.css'
import type { ServerSummary } from './summary.ts'

/** One server in the list, with the one thing to do about it. */
export function ServerRow({ server, block }: { server: ServerSummary; block: string | undefined }) {
  const { id, name, config, state, ask, glyph, words } = server
  const { status } = state
  const tools = Object.keys(state.tools).length
  const troubles = state.malformed.length
  const action = useServerAction(server)
  return (
    <li>
      <div className={styles.row}>
        <Glyph state={glyph} label="" />
        <Seal identity={sealIdentity(id, config)} size={22} />
        <a className={styles.name} href={href({ page: 'servers', server: id })}>
          {name}
        </a>
        <span className={styles.state} data-state={glyph}>
          {!ask && status.state === 'failed' && status.retryAt !== undefined ? (
            <RestartsIn at={status.retryAt} />
          ) : (
            words
          )}
        </span>
        <span className={styles.detail}>{detailOf(server)}</span>
        <span className={styles.tools}>
          {tools > 0 && formatCount(tools, 'tool')}
          {troubles > 0 && <span className={styles.trouble}>{troubles} unusable</span>}
        </span>
        <span className={styles.action}>
          <RowAction server={server} action={action} block={block} />
        </span>
      </div>
      {(status.state === 'failed' || action.problem) && (
        <div className={styles.below}>
          {status.state === 'failed' && <FailureNote server={server} />}
          {action.problem && <Note kind="no">{action.problem}</Note>}
        </div>
      )}
    </li>
  )
}

type RowActionProps = { server: ServerSummary; action: ReturnType<typeof useServerAction>; block: string | undefined }

function RowAction({ server: { name, config, state, ask }, action, block }: RowActionProps) {
  if (ask)
    return (
      <Button size="sm" aria-label={`Review ${name}`} onClick={() => goToAsk(ask)}>
        Review
      </Button>
    )
  if (state.status.state === 'failed')
    return (
      <Button size="sm" busy={action.busy} unavailable={block} onClick={() => action.restart()}>
        Restart
      </Button>
    )
  if (!config) return null
  return <Switch checked={config.enabled} unavailable={block} onChange={action.enable} label={`Use ${name}`} />
}

/** What of a server fits on one line: the folder it works in, or what is run, or its address. */
function detailOf({ config }: ServerSummary): string {
  if (!config) return 'Removed'
  return (config.type === 'stdio' ? config.cwd : undefined) ?? launchLine(config)
}

/** Turning a server on and off, and starting it again. */
export function useServerAction({ id }: ServerSummary) {
  const link = useLink()
  const act = useAction((change: { enabled: boolean } | 'restart') =>
    change === 'restart' ? link.call('restartServer', { id }) : link.call('setServerEnabled', { id, ...change }),
  )
  return {
    busy: act.busy,
    problem: act.problem,
    restart: () => void act.run('restart'),
    enable: (enabled: boolean) => void act.run({ enabled }),
  }
}
