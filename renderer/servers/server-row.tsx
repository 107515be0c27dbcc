import { failureOf } from '../../shared/state/server-state.ts'
import { useState } from 'react'
import type { CallCount } from '../../shared/contract/commands.ts'
import { href, navigate } from '../state/routes.ts'
import { goToAsk } from '../inbox/frame/ask-focus.ts'
import { serverForm } from '../strings/servers/servers-form.ts'
import { servers } from '../strings/servers/servers.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { ExtInline, Word } from '../ui/third-party/ext.tsx'
import { Switch } from '../ui/fields/field.tsx'
import { Glyph } from '../ui/glyph.tsx'
import { Note } from '../ui/note.tsx'
import { Menu } from '../ui/overlay/menu.tsx'
import { Seal, sealIdentity } from '../ui/seal.tsx'
import { DegradedNote } from './status/degraded.tsx'
import { FailureNote } from './status/failure-note.tsx'
import type { MatchingServer } from './search-servers.ts'
import { nextTryOf } from '../state/servers/next-try.ts'
import styles from './server-row.module.css'
import { SignInButton } from './status/sign-in-button.tsx'
import { DuplicateServer } from './copy/duplicate-server.tsx'
import { RenameServer } from './edit/rename-server.tsx'
import { RemoveServer } from './edit/remove-server.tsx'
import { placeInWords } from './status/place.ts'
import { ServerStateWords } from './status/server-state.tsx'
import { StartNote } from './status/start-note.tsx'
import { listIsMissing, type ServerSummary } from '../state/servers/summary.ts'
import { ToolTroubles } from './status/tool-troubles.tsx'
import { useServerAction } from './status/use-server-action.ts'
import { useSignIn, type SigningIn } from './status/use-sign-in.ts'
import { launchLine } from '../../shared/config/launched.ts'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { isPath } from '../../shared/text/path-signs.ts'

const words = servers.row

type ServerRowProps = { found: MatchingServer; count: CallCount | undefined; block: string | undefined }

/** One server in the list, with its next action, its switch and a menu. */
export function ServerRow({ found: { server, tools: hits }, count, block }: ServerRowProps) {
  const { id, name, config, state, glyph, quarantine, review, needsSignIn, signIn } = server
  const tools = Object.keys(state.tools).length
  const troubles = state.malformed.length
  const action = useServerAction(id)
  const signingIn = useSignIn(id)
  const problem = action.problem ?? signingIn.problem
  const isLate = listIsMissing(state)
  const hasFailed = needsSignIn ? !signIn : glyph !== 'waiting' && failureOf(state) !== undefined
  return (
    <li>
      <div className={styles.row}>
        <Glyph state={glyph} label="" />
        <Seal identity={sealIdentity(id, config)} size={22} />
        <a className={styles.name} href={href({ page: 'servers', server: id })}>
          {name}
        </a>
        <span className={styles.state} data-state={glyph}>
          <ServerStateWords server={server} />
        </span>
        {hits.length > 0 ? (
          <span className={styles.detail}>
            <ExtInline from={name} text={hits.join(', ')} limit={120} />
          </span>
        ) : (
          <Place server={server} />
        )}
        <span className={styles.calls}>{count && <CallsInRow count={count} />}</span>
        <span className={styles.tools}>
          {tools > 0 && words.tools(tools)}
          {troubles > 0 && <span className={styles.trouble}>{words.unusable(troubles)}</span>}
          {!review && quarantine.length > 0 && (
            <span className={styles.trouble}>{words.keptOff(quarantine.length)}</span>
          )}
        </span>
        <span className={styles.actions}>
          <RowAction server={server} action={action} signingIn={signingIn} block={block} />
          {config && (
            <>
              <Switch
                checked={config.enabled}
                unavailable={block}
                onChange={action.enable}
                label={words.switchOf(name)}
              />
              <RowMenu server={server} action={action} block={block} />
            </>
          )}
        </span>
      </div>
      {(hasFailed || problem || state.unreadable || state.restless || state.start?.doing === 'fetching' || isLate) && (
        <div className={styles.below}>
          {hasFailed && <FailureNote server={server} inList />}
          <StartNote server={server} />
          {isLate && <ToolTroubles server={server} />}
          <DegradedNote server={server} />
          {problem && <Note kind="no">{problem}</Note>}
        </div>
      )}
    </li>
  )
}

/** The server's subject; a path's end says the most. Its command is on its page, and shows on hover. */
function Place({ server }: { server: ServerSummary }) {
  const { config } = server
  const place = placeInWords(server)
  const isPlace = config?.type === 'stdio' && isPath(place)
  return (
    <span
      className={classes(styles.detail, isPlace && 'trunc-start')}
      title={config?.type === 'stdio' ? plainLabel(launchLine(config), longestTitle) : undefined}
    >
      <Word text={place} />
    </span>
  )
}

/** Max characters of a command shown on hover. */
const longestTitle = 500

const CallsInRow = ({ count: { calls, failed } }: { count: CallCount }) => (
  <>
    {words.calls(calls)}
    {failed > 0 && <span className={styles.bad}> {words.failed(failed)}</span>}
  </>
)

type RowActionProps = {
  server: ServerSummary
  action: ReturnType<typeof useServerAction>
  signingIn: SigningIn
  block: string | undefined
}

function RowAction({ server, action, signingIn, block }: RowActionProps) {
  const { name, config, state, ask, review, signIn, needsSignIn } = server
  const open = ask ?? review
  if (!ask && (signIn || needsSignIn)) return <SignInButton size="sm" server={server} signingIn={signingIn} />
  if (open)
    return (
      <Button size="sm" aria-label={words.reviewOf(name)} onClick={() => goToAsk(open)}>
        {words.review}
      </Button>
    )
  if (state.status.state === 'failed') {
    const again = servers.nextTry[nextTryOf(config)]
    return (
      <Button
        size="sm"
        busy={action.busy}
        unavailable={block}
        aria-label={again.byHandOf(name)}
        onClick={() => action.restart()}
      >
        {again.byHand}
      </Button>
    )
  }
  return null
}

const page = servers.page
const { duplicate, rename } = serverForm

/** More actions for a server, the same in every state. */
function RowMenu({ server, action, block }: Omit<RowActionProps, 'signingIn'>) {
  const { id, name, config, ask } = server
  const [isRemoving, setRemoving] = useState(false)
  const [isCopying, setCopying] = useState(false)
  const [isRenaming, setRenaming] = useState(false)
  const restart = block ?? (ask ? page.waiting : config?.enabled ? undefined : page.restartBlock)
  return (
    <span>
      <Menu
        trigger={<IconButton size="sm" label={words.more(name)} icon="more" />}
        items={[
          {
            label: server.group === 'standby' ? page.startNow : page.restart,
            icon: 'restart',
            unavailable: restart,
            onSelect: () => action.restart(),
          },
          {
            label: words.log,
            icon: 'terminal',
            onSelect: () => navigate({ page: 'servers', server: id, view: 'log' }),
          },
          {
            label: words.setup,
            icon: 'settings',
            onSelect: () => navigate({ page: 'servers', server: id, view: 'setup' }),
          },
          { label: rename.open, icon: 'edit', unavailable: block, onSelect: () => setRenaming(true) },
          { label: duplicate.open, icon: 'copy', unavailable: block, onSelect: () => setCopying(true) },
          {
            label: words.remove,
            icon: 'trash',
            danger: true,
            unavailable: block,
            onSelect: () => setRemoving(true),
          },
        ]}
      />
      {isRenaming && <RenameServer server={server} onClose={() => setRenaming(false)} />}
      {isCopying && config && <DuplicateServer id={id} name={name} config={config} onClose={() => setCopying(false)} />}
      {isRemoving && <RemoveServer server={server} onClose={() => setRemoving(false)} />}
    </span>
  )
}
