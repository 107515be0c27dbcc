import type { Ask } from '../../../shared/asks/asks.ts'
import { longestOpened, openOutside } from '../../state/carriers/open-outside.ts'
import { questions } from '../../strings/inbox/questions.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { useServerName } from '../../ui/seal.tsx'
import { Consent, SafeAnswer, useHint } from '../frame/answer-buttons.tsx'
import type { AskOfKindProps } from '../frame/ask-props.ts'
import { CancelAnswer } from '../frame/cancel-answer.tsx'
import { PageUrl, PageFacts } from '../frame/page-address.tsx'
import { ServerMessage, QuestionFrame } from '../frame/question-frame.tsx'
import { useAnswering } from '../frame/use-answering.ts'

const words = questions

type UrlAskProps = Omit<AskOfKindProps, 'ask'> & { ask: Extract<Ask, { kind: 'url' }> }

/** Can this page open in the browser? The answering window opens it. */
export function UrlAsk({ ask, child = false, onLeave, onRefused }: UrlAskProps) {
  const { server, message, url, written } = ask.question
  const name = useServerName(server)
  const most = longestOpened()
  const obstacle = url.length > most ? words.url.tooLong(most) : undefined
  const answering = useAnswering(ask, onRefused, { content: ask.contentHash, obstacle })
  const { answer, keyOf } = answering
  const hint = useHint(answering, words.unread)
  const copying = useAction(() => navigator.clipboard.writeText(url))
  const decline = (): void => void answer({ action: 'decline' })
  const open = (): void => void answer({ action: 'open' }).then((counted) => counted && openOutside(url))
  return (
    <QuestionFrame
      ask={ask}
      answering={answering}
      title={words.url.title(name)}
      child={child}
      onLeave={onLeave}
      keys={{ d: keyOf.brake(decline), a: keyOf.consent(open) }}
      actions={
        <>
          <SafeAnswer answering={answering} keys="D" give={decline}>
            {words.decline}
          </SafeAnswer>
          <Consent answering={answering} hint={hint.id} keys="A" give={open}>
            {words.url.open}
          </Consent>
          <Button kind="ghost" icon="copy" title={copying.problem} onClick={() => void copying.run()}>
            {words.url.copy}
          </Button>
          {hint.line}
          <CancelAnswer answering={answering} />
        </>
      }
    >
      <ServerMessage server={server} text={message} />
      <PageUrl url={url} />
      <PageFacts server={server} url={url} written={written} />
      <Note>{words.url.means}</Note>
    </QuestionFrame>
  )
}
