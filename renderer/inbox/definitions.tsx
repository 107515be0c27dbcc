import { useEffect, useState } from 'react'
import type { Ask, Suspicion } from '../../shared/asks.ts'
import { toolOfItem } from '../../shared/pins.ts'
import { Word } from '../ui/ext.tsx'
import { Checkbox } from '../ui/field.tsx'
import { useServerName } from '../ui/seal.tsx'
import { formatCount } from '../ui/time.tsx'
import { Consent, SafeAnswer, useHint } from './answer-buttons.tsx'
import { AskFrame, Sentence } from './ask-frame.tsx'
import type { AskOfKindProps } from './ask-of-kind.tsx'
import { type Answering, useAnswering } from './use-answering.ts'

type DefinitionsAsk = Extract<Ask, { kind: 'definitions' }>
type DefinitionsProps = Omit<AskOfKindProps, 'ask' | 'child'> & { ask: DefinitionsAsk }

const suspicionsInWords: Record<Suspicion, string> = {
  'hidden-characters': 'has hidden characters',
  'look-alike': 'looks like another tool',
  'names-another-server': 'speaks of another server',
}

/** May models see and use these definitions? What is not chosen stays off, and nothing suspicious is chosen. */
export function Definitions({ ask, onLeave, onRefused }: DefinitionsProps) {
  const { server, items } = ask.question
  const name = useServerName(server)
  const answering = useAnswering(ask, onRefused)
  const [left, setLeft] = useState(() => items.flatMap(({ item, suspicions }) => (suspicions.length > 0 ? [item] : [])))
  const { answer, keyOf, hearWhole } = answering
  useEffect(() => hearWhole(true), [hearWhole])
  const chosen = items.flatMap(({ item }) => (left.includes(item) ? [] : [item]))
  const accept = (): void =>
    void answer(chosen.length > 0 ? { decision: 'accept', items: chosen } : { decision: 'keep-off', items: [] })
  const keepOff = (): void => void answer({ decision: 'keep-off', items: [] })
  return (
    <AskFrame
      ask={ask}
      answering={answering}
      from={name}
      title="Review what this server changed"
      onLeave={onLeave}
      keys={{ d: keyOf.brake(keepOff), a: keyOf.consent(accept) }}
      actions={<DefinitionsAnswers answering={answering} accept={accept} keepOff={keepOff} />}
    >
      <Sentence>
        No model sees {formatCount(items.length, 'definition')} of <b>{name}</b> before you accept them.
      </Sentence>
      {items.map((one) => (
        <Checkbox
          key={one.item}
          checked={!left.includes(one.item)}
          onChange={() => setLeft(left.includes(one.item) ? left.filter((it) => it !== one.item) : [...left, one.item])}
        >
          <Word text={toolOfItem(one.item) ?? one.item} />: {about(one)}
        </Checkbox>
      ))}
    </AskFrame>
  )
}

const about = ({ before, suspicions }: DefinitionsAsk['question']['items'][number]): string =>
  [before === undefined ? 'new' : 'changed', ...suspicions.map((it) => suspicionsInWords[it])].join(', ')

type AnswersProps = { answering: Answering; accept(): void; keepOff(): void }

function DefinitionsAnswers({ answering, accept, keepOff }: AnswersProps) {
  const hint = useHint(answering, 'They can be accepted when all of this has been on screen.')
  return (
    <>
      <SafeAnswer answering={answering} keys="D" give={keepOff}>
        Keep off
      </SafeAnswer>
      <Consent answering={answering} hint={hint.id} keys="A" give={accept}>
        Accept
      </Consent>
      {hint.line}
    </>
  )
}
