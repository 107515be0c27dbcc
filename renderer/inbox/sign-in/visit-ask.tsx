import type { Ask } from '../../../shared/asks/asks.ts'
import { openOutside } from '../../state/carriers/open-outside.ts'
import { questions } from '../../strings/inbox/questions.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { useServerName } from '../../ui/seal.tsx'
import { ServerMessage } from '../frame/ask-body.tsx'
import type { AskOfKindProps } from '../frame/ask-frame.tsx'
import { DecisionAsk } from '../frame/decision-ask.tsx'
import { PageUrl } from '../frame/page-address.tsx'
import { useAnswering } from '../frame/use-answering.ts'

const words = questions

type VisitAskProps = Omit<AskOfKindProps, 'ask'> & { ask: Extract<Ask, { kind: 'visit' }> }

/** A page was opened: is the user done there? */
export function VisitAsk({ onRefused, ...place }: VisitAskProps) {
  const { ask } = place
  const { server, message, url } = ask.question
  const name = useServerName(server)
  const answering = useAnswering(ask, onRefused)
  const { answer } = answering
  return (
    <DecisionAsk
      {...place}
      answering={answering}
      title={words.visit.title(name)}
      safe={{ label: words.cancel, give: () => void answer({ action: 'cancel' }) }}
      consent={{ label: words.visit.done, give: () => void answer({ action: 'done' }), keys: 'A' }}
      other={
        <Button kind="ghost" onClick={() => openOutside(url)}>
          {words.visit.again}
        </Button>
      }
      unread={words.unread}
      isWhole
    >
      <ServerMessage server={server} text={message} />
      <PageUrl url={url} />
      <Note>{words.visit.means(name)}</Note>
    </DecisionAsk>
  )
}
