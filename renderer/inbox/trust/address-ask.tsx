import { useEffect } from 'react'
import type { Ask } from '../../../shared/asks/asks.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { inbox } from '../../strings/inbox/inbox.ts'
import { Word } from '../../ui/third-party/ext.tsx'
import { Fact, FactList } from '../../ui/table/facts.tsx'
import { Note } from '../../ui/note.tsx'
import { useServerName } from '../../ui/seal.tsx'
import { Consent, SafeAnswer, SkipButton, useHint } from '../frame/answer-buttons.tsx'
import { AskFrame, Sentence } from '../frame/ask-frame.tsx'
import type { AskOfKindProps } from '../frame/ask-props.ts'
import { PageUrl } from '../frame/page-address.tsx'
import { useAnswering } from '../frame/use-answering.ts'

const words = inbox.address

type AddressAskProps = Omit<AskOfKindProps, 'ask' | 'child'> & { ask: Extract<Ask, { kind: 'address' }> }

/** Can Atrium connect to this address, which is new or changed? */
export function AddressAsk({ ask, step, onLeave, onRefused }: AddressAskProps) {
  const { server, address, before } = ask.question
  const name = useServerName(server)
  const answering = useAnswering(ask, onRefused)
  const { answer, keyOf, reportWhole } = answering
  // Nothing in it is collapsed.
  useEffect(() => reportWhole(true), [reportWhole])
  const hint = useHint(answering, words.unread)
  const connect = (): void => void answer({ decision: 'connect' })
  const leaveOff = (): void => void answer({ decision: 'leave-off' })
  return (
    <AskFrame
      ask={ask}
      answering={answering}
      from={name}
      title={before ? words.titleAgain : words.title}
      step={step}
      onLeave={onLeave}
      keys={{ d: keyOf.brake(leaveOff) }}
      actions={
        <>
          <SafeAnswer answering={answering} keys="D" give={leaveOff}>
            {inbox.trust.leaveOff}
          </SafeAnswer>
          <Consent answering={answering} hint={hint.id} give={connect}>
            {words.connect}
          </Consent>
          {hint.line}
          <SkipButton step={step} />
        </>
      }
    >
      {before && (
        <Note kind="no" quiet>
          <b>{words.isAnother}</b>
        </Note>
      )}
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
    </AskFrame>
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
