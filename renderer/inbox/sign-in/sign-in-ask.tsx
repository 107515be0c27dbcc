import type { Ask } from '../../../shared/asks/asks.ts'
import type { ServerConfig } from '../../../shared/config/server-config.ts'
import { useHost } from '../../state/replica.ts'
import { useRemoteHost } from '../../state/servers/use-servers.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { questions } from '../../strings/inbox/questions.ts'
import { signIn as signInWords } from '../../strings/servers/sign-in.ts'
import { Word } from '../../ui/third-party/ext.tsx'
import { Fact, FactList } from '../../ui/table/facts.tsx'
import { Note } from '../../ui/note.tsx'
import { useServerName } from '../../ui/seal.tsx'
import { Sentence } from '../frame/ask-body.tsx'
import type { AskOfKindProps } from '../frame/ask-frame.tsx'
import { DecisionAsk } from '../frame/decision-ask.tsx'
import { expectAsk, forgetExpected } from '../frame/expected-ask.ts'
import { AskedBy, Encrypted, HostFacts, PageUrl } from '../frame/page-address.tsx'
import { Audience, Handover, SignInScopes } from './sign-in-scopes.tsx'
import { useAnswering } from '../frame/use-answering.ts'

const words = signInWords.ask

type SignInAskProps = Omit<AskOfKindProps, 'ask'> & { ask: Extract<Ask, { kind: 'sign-in' }> }

/** Can Atrium sign in to this server? Opens nothing yet; the page has its own question. */
export function SignInAsk({ onRefused, ...place }: SignInAskProps) {
  const { ask } = place
  const { server, resource, audience, issuer, handover, because, before, client, enteredFor } = ask.question
  const name = useServerName(server)
  const entered = useHost(({ configured }) => enteredScopes(configured.servers[server]))
  const answering = useAnswering(ask, onRefused)
  const { answer } = answering
  const signIn = (): void => {
    expectAsk({ kind: 'sign-in-page', server })
    void answer({ decision: 'sign-in' }).then((counted) => counted || forgetExpected())
  }
  return (
    <DecisionAsk
      {...place}
      answering={answering}
      title={words.titles[because](name)}
      safe={{ label: words.notNow, give: () => void answer({ decision: 'leave' }) }}
      consent={{ label: words.signIn, give: signIn }}
      unread={questions.unread}
      changed={
        before &&
        before.issuer !== issuer && (
          <>
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
          </>
        )
      }
      isWhole
    >
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
    </DecisionAsk>
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
