import type { Ask } from '../../../shared/asks/asks.ts'
import { longestOpened, openOutside } from '../../state/carriers/open-outside.ts'
import { questions } from '../../strings/inbox/questions.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { useServerName } from '../../ui/seal.tsx'
import { CancelAnswer } from '../frame/answer-buttons.tsx'
import { ServerMessage } from '../frame/ask-body.tsx'
import type { AskOfKindProps } from '../frame/ask-frame.tsx'
import { DecisionAsk } from '../frame/decision-ask.tsx'
import { PageUrl, PageFacts } from '../frame/page-address.tsx'
import { useAnswering } from '../frame/use-answering.ts'

const words = questions

type UrlAskProps = Omit<AskOfKindProps, 'ask'> & { ask: Extract<Ask, { kind: 'url' }> }

/** Can this page open in the browser? The answering window opens it. */
export function UrlAsk({ onRefused, ...place }: UrlAskProps) {
  const { ask } = place
  const { server, message, url, written } = ask.question
  const name = useServerName(server)
  const most = longestOpened()
  const obstacle = url.length > most ? words.url.tooLong(most) : undefined
  const answering = useAnswering(ask, onRefused, { content: ask.contentHash, obstacle })
  const { answer } = answering
  const copying = useAction(() => navigator.clipboard.writeText(url))
  const open = (): void => void answer({ action: 'open' }).then((counted) => counted && openOutside(url))
  return (
    <DecisionAsk
      {...place}
      answering={answering}
      title={words.url.title(name)}
      safe={{ label: words.decline, give: () => void answer({ action: 'decline' }) }}
      consent={{ label: words.url.open, give: open, keys: 'A' }}
      other={
        <Button kind="ghost" icon="copy" title={copying.problem} onClick={() => void copying.run()}>
          {words.url.copy}
        </Button>
      }
      last={<CancelAnswer answering={answering} />}
      unread={words.unread}
      isWhole
    >
      <ServerMessage server={server} text={message} />
      <PageUrl url={url} />
      <PageFacts server={server} url={url} written={written} />
      <Note>{words.url.means}</Note>
    </DecisionAsk>
  )
}
