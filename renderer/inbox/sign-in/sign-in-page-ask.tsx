import { useState } from 'react'
import type { Ask } from '../../../shared/asks/asks.ts'
import { longestOpened, openOutside } from '../../state/carriers/open-outside.ts'
import { company } from '../../strings/settings/company.ts'
import { questions } from '../../strings/inbox/questions.ts'
import { signIn } from '../../strings/servers/sign-in.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { Word } from '../../ui/third-party/ext.tsx'
import { Fact } from '../../ui/table/facts.tsx'
import { Note } from '../../ui/note.tsx'
import { useServerName } from '../../ui/seal.tsx'
import { useNow } from '../../state/use-now.ts'
import { announce } from '../../ui/page/announcer.tsx'
import type { AskOfKindProps } from '../frame/ask-frame.tsx'
import { DecisionAsk } from '../frame/decision-ask.tsx'
import { PageUrl, PageFacts } from '../frame/page-address.tsx'
import { useAnswering } from '../frame/use-answering.ts'

const words = signIn.page

type SignInPageAskProps = Omit<AskOfKindProps, 'ask'> & { ask: Extract<Ask, { kind: 'sign-in-page' }> }

/** The pages this window has opened; the user can leave the question and return. */
const openedPages = new Set<string>()

/** The page for signing in. Opening it answers nothing: the host withdraws the question when the browser returns. */
export function SignInPageAsk({ onRefused, ...place }: SignInPageAskProps) {
  const { ask } = place
  const { server, issuer, url, until } = ask.question
  const ofServer = useServerName(server ?? '')
  const name = server === undefined ? company.name : ofServer
  const most = longestOpened()
  const obstacle = url.length > most ? questions.url.tooLong(most) : undefined
  const [isOpened, setOpened] = useState(() => openedPages.has(ask.id))
  const answering = useAnswering(ask, onRefused, { content: ask.contentHash, obstacle })
  const { answer } = answering
  const copying = useAction(async () => {
    await navigator.clipboard.writeText(url)
    announce(words.copied)
  })
  const open = (): void => {
    openOutside(url)
    openedPages.add(ask.id)
    setOpened(true)
    announce(words.opened)
  }
  return (
    <DecisionAsk
      {...place}
      answering={answering}
      title={words.title(name)}
      safe={{ label: questions.cancel, give: () => void answer({ action: 'cancel' }) }}
      consent={{ label: isOpened ? words.again : words.open, give: open }}
      other={
        <Button kind="ghost" icon="copy" title={copying.problem} onClick={() => void copying.run()}>
          {questions.url.copy}
        </Button>
      }
      unread={questions.unread}
      isWhole
    >
      <PageUrl url={url} />
      <PageFacts server={server} url={url}>
        <Fact name={server === undefined ? company.page.provider : signIn.ask.issuer}>
          <code>
            <Word text={issuer} />
          </code>
        </Fact>
      </PageFacts>
      {URL.parse(url)?.host !== URL.parse(issuer)?.host && <Note>{words.notOfIssuer}</Note>}
      {isOpened ? (
        <Waiting until={until} />
      ) : (
        <Note>{server === undefined ? company.page.means : words.means(name)}</Note>
      )}
    </DecisionAsk>
  )
}

function Waiting({ until }: { until: number }) {
  const now = useNow(10_000)
  return (
    <Note>
      <b>{words.opened}</b> {patienceInWords(until - now)}
    </Note>
  )
}

/** How long Atrium still waits for the browser, in words that change once a minute. */
export const patienceInWords = (leftMs: number): string =>
  leftMs < 60_000 ? words.lastMinute : words.minutes(Math.ceil(leftMs / 60_000))
