import type { PageCall } from '../../state/chat/live-apps.ts'
import type { PageHere } from '../../state/chat/app-relay.ts'
import { href } from '../../state/routes.ts'
import { pages } from '../../strings/conversation/apps.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './result-app.module.css'

const words = pages.calls

type CallsOfPageProps = {
  call: PageCall
  conversation: string
  /** The server's display name. */
  from: string
  now: PageHere
  onGoOn(): void
}

/** The calls that a page made, which no model gets: how many, where to read them, and the way on if they were too many. */
export function CallsOfPage({ call, conversation, from, now, onGoOn }: CallsOfPageProps) {
  const { pageCalls = 0, server } = call
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
      {pageCalls > 0 && (
        <p className={styles.calls}>
          {words.made(pageCalls, from)}{' '}
          <a href={href({ page: 'audit', filter: { ofPage: 'yes', conversation, of: [{ server }] } })}>{words.show}</a>
        </p>
      )}
    </>
  )
}
