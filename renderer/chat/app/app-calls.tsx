import type { AppCall } from '../../state/chat/live-apps.ts'
import type { AppHere } from '../../state/chat/app-relay.ts'
import { href } from '../../state/routes.ts'
import { apps } from '../../strings/conversation/apps.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './result-app.module.css'

const words = apps.calls

type CallsOfAppProps = {
  call: AppCall
  conversation: string
  /** The server's display name. */
  from: string
  now: AppHere
  onGoOn(): void
}

/** The calls that an app made, which no model gets: how many, where to read them, and the way on if they were too many. */
export function CallsOfApp({ call, conversation, from, now, onGoOn }: CallsOfAppProps) {
  const { appCalls = 0, server } = call
  return (
    <>
      {now.state === 'open' && now.isHeld && (
        <Note
          kind="ask"
          action={
            <Button size="sm" onClick={onGoOn}>
              {words.goOn}
            </Button>
          }
        >
          {words.held(from)}
        </Note>
      )}
      {appCalls > 0 && (
        <p className={styles.calls}>
          {words.made(appCalls, from)}{' '}
          <a href={href({ page: 'audit', filter: { ofApp: 'yes', conversation, of: [{ server }] } })}>{words.show}</a>
        </p>
      )}
    </>
  )
}
