import { useEffect, useEffectEvent, useState } from 'react'
import type { Ask } from '../../shared/asks/asks.ts'
import type { Recorded } from '../../shared/events/events.ts'
import { displayName } from '../../shared/config/server-config.ts'
import { inbox } from '../strings/inbox/inbox.ts'
import { questions } from '../strings/inbox/questions.ts'
import { signIn } from '../strings/servers/sign-in.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Note } from '../ui/note.tsx'
import { useConnection, useHost, useReplica } from '../state/replica.ts'
import { announce } from '../ui/page/announcer.tsx'
import { goToAsk } from './frame/ask-focus.ts'
import { AskSheet } from './ask-sheet.tsx'
import { useExpectedAsk } from './frame/expected-ask.ts'
import { forgetForms } from './form/stored-forms.ts'
import { focusedAsk } from './inbox.tsx'
import { daysBetween, formatDay, formatTime } from '../strings/format/time.ts'
import { dismissEnd, isFree, isSignIn, sameAsks, useAsks, useEnd } from '../state/asks.ts'

const words = questions

/** Servers' questions that belong to no call. On demand, one opens over the current page. */
export function FreeAsks() {
  const asks = useAsks().filter(isFree)
  useForgottenDrafts()
  useExpectedAsk()
  useSignInsAnnounced()
  const [refused, setRefused] = useState<{ ask: string; problem: string }>()
  const isGone = refused && !asks.some(({ id }) => id === refused.ask)
  const [withdrawn, closeWithdrawn] = useWithdrawn()
  return (
    <>
      {asks.map((ask) => (
        <AskSheet key={ask.id} ask={ask} over onRefused={(problem) => setRefused({ ask: ask.id, problem })} />
      ))}
      {isGone && (
        <Dialog
          open
          title={words.refused.title}
          onClose={() => setRefused(undefined)}
          footer={<Button onClick={() => setRefused(undefined)}>{words.refused.close}</Button>}
        >
          {refused.problem}
        </Dialog>
      )}
      {withdrawn !== undefined && (
        <Dialog
          open
          title={words.withdrawn.title}
          onClose={closeWithdrawn}
          footer={<Button onClick={closeWithdrawn}>{words.refused.close}</Button>}
        >
          {words.withdrawn.means(withdrawn)}
        </Dialog>
      )}
    </>
  )
}

/** The server whose form was withdrawn while the user was in it; announced, so it doesn't vanish silently. */
function useWithdrawn(): [string | undefined, () => void] {
  const replica = useReplica()
  const asks = useAsks()
  const [taken, setTaken] = useState<string>()
  const hear = useEffectEvent(({ event }: Recorded) => {
    if (event.type !== 'ask.closed' || event.kind !== 'form' || event.by !== 'withdrawn') return
    if (focusedAsk() !== event.ask) return
    const server = asks.find(({ id }) => id === event.ask)?.question.server
    if (server !== undefined) setTaken(displayName(server, replica.state.configured.servers[server]))
  })
  useEffect(() => replica.onEvents({ events: (recorded) => recorded.forEach(hear), reset: () => undefined }), [replica])
  return [taken, () => setTaken(undefined)]
}

/** Deletes a form's draft when its question closes, wherever it was answered. */
function useForgottenDrafts(): void {
  const asks = useAsks()
  const isLive = useConnection() === 'live'
  useEffect(() => {
    if (isLive) forgetForms(sessionStorage, new Set(asks.map(({ id }) => id)))
  }, [asks, isLive])
}

/** A sign-in page's question closes silently when done; this announces it. */
function useSignInsAnnounced(): void {
  const replica = useReplica()
  useEffect(() => {
    const hear = ({ event }: Recorded): void => {
      if (event.type === 'company.signed-in' && event.actor !== 'host') announce(signIn.done(inbox.announced.company))
      if (event.type !== 'server.signed-in') return
      const name = displayName(event.server, replica.state.configured.servers[event.server])
      announce(signIn.done(name))
    }
    return replica.onEvents({ events: (recorded) => recorded.forEach(hear), reset: () => undefined })
  }, [replica])
}

/** One line per question from a server that belongs to no call, with a link to it; or that the last one ended. */
export function FreeAsksOf({ server, name }: { server: string; name: string }) {
  const asks = useHost((state) => state.asks.filter((ask) => isFree(ask) && ask.question.server === server), sameAsks)
  const end = useEnd(server)
  if (end !== undefined && asks.length === 0)
    return (
      <Note
        action={
          <Button size="sm" kind="ghost" onClick={() => dismissEnd(server, end)}>
            {words.ended.dismiss}
          </Button>
        }
      >
        {words.ended.means(name, whenOf(end))}
      </Note>
    )
  return asks.map((ask) => (
    <Note
      key={ask.id}
      kind="ask"
      action={
        <Button size="sm" onClick={() => goToAsk(ask)}>
          {inbox.serverAsk.review}
        </Button>
      }
    >
      <b>{inbox.serverAsk.waiting}</b> {waitingInWords(ask, name)}
    </Note>
  ))
}

const whenOf = (at: number): string =>
  daysBetween(at, Date.now()) === 0 ? formatTime(at) : `${formatDay(at)}, ${formatTime(at)}`

const waitingInWords = (ask: Ask, name: string): string =>
  isSignIn(ask) ? signIn.waitingHere[ask.kind](name) : words.waitingHere(name)
