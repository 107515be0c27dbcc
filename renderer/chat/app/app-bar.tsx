import { useState } from 'react'
import type { Call } from '../../../shared/state/conversation.ts'
import type { AppHere } from '../../state/chat/app-relay.ts'
import { useQuery } from '../../state/query.ts'
import { useSession } from '../../state/replica.ts'
import { apps } from '../../strings/conversation/apps.ts'
import { chat } from '../../strings/chat.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { ServerSeal } from '../../ui/seal.tsx'
import { Ext, ExtInline, Plain } from '../../ui/third-party/ext.tsx'
import styles from './result-app.module.css'

const words = apps

type AppBarProps = {
  call: Call & { server: string }
  /** The server's display name. */
  from: string
  now: AppHere
  fills: boolean
  onShow(): void
  onClose(): void
  onFill(fills: boolean): void
}

/** Atrium's own bar above an app, which stays whatever the app does: whose it is, and the way out. */
export function AppBar({ call, from, now, fills, onShow, onClose, onFill }: AppBarProps) {
  const isReadOnly = useSession()?.right === 'read'
  const [isSource, setSource] = useState(false)
  const isOver = now.state === 'idle' || now.state === 'closed'
  return (
    <header className={styles.bar}>
      <ServerSeal server={call.server} />
      <b className="trunc">
        <ExtInline from={from} text={call.title ?? call.tool} limit={60} />
      </b>
      <span className={styles.kind}>{words.place.by(from)}</span>
      {fills && <b className={styles.never}>{words.place.never}</b>}
      <span className={styles.actions}>
        {call.shown && <IconButton size="sm" icon="code" label={words.bar.source} onClick={() => setSource(true)} />}
        {isOver ? (
          <Button size="sm" unavailable={isReadOnly ? chat.project.readOnly : undefined} onClick={onShow}>
            {now.state === 'closed' ? words.place.tryAgain : words.place.show}
          </Button>
        ) : (
          <>
            {now.state === 'open' && now.canFill && (
              <IconButton
                size="sm"
                icon={fills ? 'smaller' : 'larger'}
                label={fills ? words.bar.smaller : words.bar.larger}
                onClick={() => onFill(!fills)}
              />
            )}
            <IconButton size="sm" icon="close" label={words.bar.close} onClick={onClose} />
          </>
        )}
      </span>
      {call.shown && isSource && <AppSource hash={call.shown.hash} from={from} onClose={() => setSource(false)} />}
    </header>
  )
}

/** Max characters of a document on screen. */
const mostShown = 262_144

/** An app's document as its server sent it, as text. */
function AppSource({ hash, from, onClose }: { hash: string; from: string; onClose(): void }) {
  const { answer, problem } = useQuery('readBlob', { hash, limit: mostShown })
  return (
    <Dialog open onClose={onClose} title={words.bar.sourceOf(from)} size="lg">
      {!answer && problem === undefined && <Loading what={words.bar.source} />}
      {problem !== undefined && <Note kind="no">{problem}</Note>}
      {answer && (
        <Ext from={from}>
          <pre className="pre-wrap">
            <Plain text={answer.text} />
          </pre>
        </Ext>
      )}
    </Dialog>
  )
}
