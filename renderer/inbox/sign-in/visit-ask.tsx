import type { Ask } from '../../../shared/asks/asks.ts'
import { openOutside } from '../../state/carriers/open-outside.ts'
import { questions } from '../../strings/inbox/questions.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { useServerName } from '../../ui/seal.tsx'
import { Consent, SafeAnswer, useHint } from '../frame/answer-buttons.tsx'
import type { AskOfKindProps } from '../frame/ask-props.ts'
import { PageUrl } from '../frame/page-address.tsx'
import { ServerMessage, QuestionFrame } from '../frame/question-frame.tsx'
import { useAnswering } from '../frame/use-answering.ts'

const words = questions

type VisitAskProps = Omit<AskOfKindProps, 'ask'> & { ask: Extract<Ask, { kind: 'visit' }> }

/** A page was opened: is the user done there? */
export function VisitAsk({ ask, child = false, onLeave, onRefused }: VisitAskProps) {
  const { server, message, url } = ask.question
  const name = useServerName(server)
  const answering = useAnswering(ask, onRefused)
  const { answer, keyOf } = answering
  const hint = useHint(answering, words.unread)
  const cancel = (): void => void answer({ action: 'cancel' })
  const done = (): void => void answer({ action: 'done' })
  return (
    <QuestionFrame
      ask={ask}
      answering={answering}
      title={words.visit.title(name)}
      child={child}
      onLeave={onLeave}
      keys={{ d: keyOf.brake(cancel), a: keyOf.consent(done) }}
      actions={
        <>
          <SafeAnswer answering={answering} keys="D" give={cancel}>
            {words.cancel}
          </SafeAnswer>
          <Consent answering={answering} hint={hint.id} keys="A" give={done}>
            {words.visit.done}
          </Consent>
          <Button kind="ghost" onClick={() => openOutside(url)}>
            {words.visit.again}
          </Button>
          {hint.line}
        </>
      }
    >
      <ServerMessage server={server} text={message} />
      <PageUrl url={url} />
      <Note>{words.visit.means(name)}</Note>
    </QuestionFrame>
  )
}
