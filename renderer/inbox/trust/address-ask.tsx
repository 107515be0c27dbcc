import type { Ask } from '../../../shared/asks/asks.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { inbox } from '../../strings/inbox/inbox.ts'
import { Word } from '../../ui/third-party/ext.tsx'
import { Fact, FactList } from '../../ui/table/facts.tsx'
import { Note } from '../../ui/note.tsx'
import { useServerName } from '../../ui/seal.tsx'
import { Sentence } from '../frame/ask-body.tsx'
import type { AskOfKindProps } from '../frame/ask-frame.tsx'
import { DecisionAsk } from '../frame/decision-ask.tsx'
import { PageUrl } from '../frame/page-address.tsx'
import { useAnswering } from '../frame/use-answering.ts'

const words = inbox.address

type AddressAskProps = Omit<AskOfKindProps, 'ask'> & { ask: Extract<Ask, { kind: 'address' }> }

/** Can Atrium connect to this address, which is new or changed? */
export function AddressAsk({ onRefused, ...place }: AddressAskProps) {
  const { ask } = place
  const { server, address, before } = ask.question
  const name = useServerName(server)
  const answering = useAnswering(ask, onRefused)
  const { answer } = answering
  return (
    <DecisionAsk
      {...place}
      answering={answering}
      from={name}
      title={before ? words.titleAgain : words.title}
      safe={{ label: inbox.trust.leaveOff, give: () => void answer({ decision: 'leave-off' }) }}
      consent={{ label: words.connect, give: () => void answer({ decision: 'connect' }) }}
      unread={words.unread}
      changed={before && <b>{words.isAnother}</b>}
      isWhole
    >
      <Sentence>
        <Phrase text={words.connecting} slots={{ server: <b>{name}</b> }} />
      </Sentence>
      <PageUrl url={address.url} label={words.url} />
      <FactList>
        <Fact name={words.headers}>
          <Headers headers={address.headers} />
        </Fact>
        {before && (
          <>
            <Fact name={words.before}>
              <code>
                <Word text={before.url} />
              </code>
            </Fact>
            <Fact name={words.headersBefore}>
              <Headers headers={before.headers} />
            </Fact>
          </>
        )}
      </FactList>
      <Note>{words.means}</Note>
    </DecisionAsk>
  )
}

/** Each header with its value, or with the name of the secret that contains it. */
function Headers({ headers }: { headers: AddressAskProps['ask']['question']['address']['headers'] }) {
  const entries = Object.entries(headers)
  if (entries.length === 0) return <>{words.none}</>
  return (
    <ul>
      {entries.map(([name, value]) => (
        <li key={name}>
          <code>
            <Word text={`${name}: ${typeof value === 'string' ? value : words.secret(value.secret)}`} />
          </code>
        </li>
      ))}
    </ul>
  )
}
