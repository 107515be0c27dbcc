import type { Ask } from '../../../shared/asks/asks.ts'
import type { ServerConfig } from '../../../shared/config/server-config.ts'
import { useHost } from '../../state/replica.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { questions } from '../../strings/inbox/questions.ts'
import { signIn as signInWords } from '../../strings/servers/sign-in.ts'
import { Word } from '../../ui/third-party/ext.tsx'
import { Fact, FactList } from '../../ui/table/facts.tsx'
import { Note } from '../../ui/note.tsx'
import { useServerName } from '../../ui/seal.tsx'
import { Consent, SafeAnswer, useHint } from '../frame/answer-buttons.tsx'
import { Sentence } from '../frame/ask-frame.tsx'
import type { AskOfKindProps } from '../frame/ask-props.ts'
import { expectAsk, forgetExpected } from '../frame/expected-ask.ts'
import { AskedBy, Encrypted, HostFacts, PageUrl } from '../frame/page-address.tsx'
import { QuestionFrame } from '../frame/question-frame.tsx'
import { useRemoteHost } from '../frame/remote-host.ts'
import { Audience, Handover, SignInScopes } from './sign-in-scopes.tsx'
import { useAnswering } from '../frame/use-answering.ts'

const words = signInWords.ask

type SignInAskProps = Omit<AskOfKindProps, 'ask'> & { ask: Extract<Ask, { kind: 'sign-in' }> }

/** Can Atrium sign in to this server? Opens nothing yet; the page has its own question. */
export function SignInAsk({ ask, child = false, onLeave, onRefused }: SignInAskProps) {
  const { server, resource, audience, issuer, handover, because, before, client, enteredFor } = ask.question
  const name = useServerName(server)
  const entered = useHost(({ configured }) => enteredScopes(configured.servers[server]))
  const answering = useAnswering(ask, onRefused)
  const { answer, keyOf } = answering
  const hint = useHint(answering, questions.unread)
  const leave = (): void => void answer({ decision: 'leave' })
  const signIn = (): void => {
    expectAsk({ kind: 'sign-in-page', server })
    void answer({ decision: 'sign-in' }).then((counted) => counted || forgetExpected())
  }
  return (
    <QuestionFrame
      ask={ask}
      answering={answering}
      title={words.titles[because](name)}
      child={child}
      onLeave={onLeave}
      keys={{ d: keyOf.brake(leave) }}
      actions={
        <>
          <SafeAnswer answering={answering} keys="D" give={leave}>
            {words.notNow}
          </SafeAnswer>
          <Consent answering={answering} hint={hint.id} give={signIn}>
            {words.signIn}
          </Consent>
          {hint.line}
        </>
      }
    >
      {before && before.issuer !== issuer && (
        <Note kind="no" quiet>
          <b>{words.another}</b>{' '}
          <Phrase
            text={words.before}
            slots={{
              issuer: (
                <code>
                  <Word text={before.issuer} />
                </code>
              ),
            }}
          />
        </Note>
      )}
      {enteredFor !== undefined && (
        <Note kind="no" quiet>
          <Phrase
            text={words.enteredFor}
            slots={{
              issuer: (
                <code>
                  <Word text={enteredFor} />
                </code>
              ),
            }}
          />
        </Note>
      )}
      <Sentence>
        <Phrase text={words.sentences[because]} slots={{ server: <b>{name}</b> }} />{' '}
        <Where server={server} issuer={issuer} />
      </Sentence>
      <PageUrl url={issuer} label={words.issuer} />
      <FactList>
        <AskedBy server={server} />
        <Fact name={words.facts.resource}>
          <code>
            <Word text={audience ?? resource} />
          </code>
        </Fact>
        <HostFacts name={words.facts.signsInAt} server={server} url={issuer} />
        <Encrypted url={issuer} />
        <Fact name={words.facts.client}>{words.clients[client]}</Fact>
      </FactList>
      {handover && <Handover {...handover} />}
      {audience !== undefined && <Audience audience={audience} from={name} />}
      <SignInScopes question={ask.question} from={name} own={new Set(entered.split(' '))} />
      <Note>{words.means(name)}</Note>
    </QuestionFrame>
  )
}

const enteredScopes = (config: ServerConfig | undefined): string =>
  config?.type === 'http' ? (config.oauth?.scopes ?? '') : ''

/** Whether the server's own host also handles the sign-in. */
function Where({ server, issuer }: { server: string; issuer: string }) {
  const remote = useRemoteHost(server)
  const host = URL.parse(issuer)?.host
  if (host === undefined) return null
  return <Phrase text={words.where[host === remote ? 'own' : 'another']} slots={{ host: <b>{host}</b> }} />
}
