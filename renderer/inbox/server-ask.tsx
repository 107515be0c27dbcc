import { actorWords } from '../ui/actor-words.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Ask } from '../../shared/asks/asks.ts'
import type { EventOf, HostEvent } from '../../shared/events/events.ts'
import { isObject } from '../../shared/schema/json.ts'
import { useHost, useReplica } from '../state/replica.ts'
import { inbox } from '../strings/inbox/inbox.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { announce } from '../ui/page/announcer.tsx'
import { entranceOf, goToAsk } from './frame/ask-focus.ts'
import { AskOfKind } from './ask-of-kind.tsx'
import { AskSheet, useNarrow } from './ask-sheet.tsx'
import { definitionsInWords } from './definitions/definition-words.ts'
import { FreeAsksOf } from './free-asks.tsx'
import { askOfServer, startAskOf } from '../state/asks.ts'
import { isAnsweredHere } from './frame/use-answering.ts'

const words = inbox.serverAsk

type ServerAskProps = { server: string; name: string }

/** A server's question, open on its page; in a narrow window one line that opens it over the page. */
export function ServerAsk({ server, name }: ServerAskProps) {
  const ask = useHost((state) => startAskOf(state, server) ?? askOfServer(state, 'definitions', server))
  const isNarrow = useNarrow()
  const [refused, setRefused] = useState<string>()
  const elsewhere = useClosedElsewhere(ask?.id, name)
  if (!ask)
    return (
      <>
        <FreeAsksOf server={server} name={name} />
        {refused !== undefined && <Note kind="no">{words.refused(refused)}</Note>}
        {elsewhere !== undefined && <Note>{elsewhere}</Note>}
      </>
    )
  if (!isNarrow)
    return (
      <>
        <OpenAsk key={ask.id} ask={ask} onRefused={setRefused} />
        <FreeAsksOf server={server} name={name} />
      </>
    )
  return (
    <>
      <Note
        kind="ask"
        action={
          <Button size="sm" onClick={() => goToAsk(ask)}>
            {words.review}
          </Button>
        }
      >
        <b>{words.waiting}</b>{' '}
        {ask.kind === 'definitions' ? words.toReview(definitionsInWords(ask.question.items)) : words.notStarted(name)}
      </Note>
      <AskSheet key={ask.id} ask={ask} onRefused={setRefused} />
      <FreeAsksOf server={server} name={name} />
    </>
  )
}

const OpenAsk = ({ ask, onRefused }: { ask: Ask; onRefused(problem: string): void }) => (
  <AskOfKind ask={ask} onRefused={onRefused}>
    <FreeFocus ask={ask} />
  </AskOfKind>
)

/** Takes focus if nothing has it: a user who just opened this page, or added this server, starts at the safe answer. */
function FreeFocus({ ask }: { ask: Ask }) {
  useEffect(() => {
    const { activeElement } = document
    if (activeElement !== null && activeElement !== document.body) return
    entranceOf(ask)?.focus({ preventScroll: true })
  }, [ask])
  return null
}

/** Says who closed this question from another window, until another one opens. */
function useClosedElsewhere(open: string | undefined, name: string): string | undefined {
  const [told, setTold] = useState<string>()
  if (open !== undefined && told !== undefined) setTold(undefined)
  useClosings(open, name, setTold)
  return told
}

/** Reports how this question closes. If another window closed it, `said` says who did, and is announced. */
export function useClosings(
  open: string | undefined,
  name: string,
  tell: (said: string | undefined, closing: EventOf<'ask.closed'>) => void,
): void {
  const replica = useReplica()
  const hear = useEffectEvent((event: HostEvent) => {
    if (event.type !== 'ask.closed' || event.ask !== open) return
    const said = isAnsweredHere(event.ask) ? undefined : closedInWords(event, name, replica.session?.actor)
    tell(said, event)
    if (said !== undefined) announce(said)
  })
  useEffect(
    () =>
      replica.onEvents({
        events: (recorded) => recorded.forEach(({ event }) => hear(event)),
        reset: () => undefined,
      }),
    [replica],
  )
}

/** How another window closed a question about a server; `self` is this window's actor. */
export function closedInWords(
  { kind, by, actor, answer }: EventOf<'ask.closed'>,
  name: string,
  self: string | undefined,
): string | undefined {
  if (by !== 'person' || actor === undefined) return undefined
  const who = actorWords(actor, self, true)
  if (kind === 'definitions') {
    const count = decisionOf(answer) === 'accept' ? acceptedIn(answer) : 0
    return count > 0 ? words.accepted(who, name, count) : words.keptOff(who, name)
  }
  if (kind === 'address' && decisionOf(answer) === 'connect') return words.mayConnect(who, name)
  return decisionOf(answer) === 'trust' ? words.mayStart(who, name) : words.staysOff(who, name)
}

type Given = EventOf<'ask.closed'>['answer']

const decisionOf = (answer: Given): unknown => (isObject(answer) ? answer['decision'] : undefined)

const acceptedIn = (answer: Given): number =>
  isObject(answer) && Array.isArray(answer['items']) ? answer['items'].length : 0
