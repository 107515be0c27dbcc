import { useEffect } from 'react'
import type { Answer, AskKind } from '../../../shared/asks/asks.ts'
import { questions } from '../../strings/inbox/questions.ts'
import { ui } from '../../strings/ui.ts'
import type { Undrawn } from '../../ui/json/boundary.tsx'
import { Button } from '../../ui/button.tsx'
import { ExactText } from '../../ui/json/arguments.tsx'
import { Note } from '../../ui/note.tsx'
import { useServerName } from '../../ui/seal.tsx'
import { Ext } from '../../ui/third-party/ext.tsx'
import { SafeAnswer, useHint } from './answer-buttons.tsx'
import { AskFrame } from './ask-frame.tsx'
import type { AskOfKindProps } from './ask-props.ts'
import { useAnswering } from './use-answering.ts'

const words = questions.unreadable

/** The answer of each kind that lets nothing happen. */
const brakes = {
  approval: { decision: 'deny' },
  trust: { decision: 'leave-off' },
  address: { decision: 'leave-off' },
  definitions: { decision: 'keep-off', items: [] },
  form: { action: 'decline' },
  url: { action: 'decline' },
  visit: { action: 'cancel' },
  sampling: { decision: 'deny' },
  review: { decision: 'withhold' },
  'sign-in': { decision: 'leave' },
  'sign-in-page': { action: 'cancel' },
  'server-page': { decision: 'leave' },
  'page-wish': { decision: 'deny' },
} satisfies { [K in AskKind]: Answer<K> }

/** A question that can't be drawn: its text as it came, and the answer that lets nothing happen. */
export function UnreadableAsk({ failure, ...props }: AskOfKindProps & { failure: Undrawn }) {
  const { ask, child = false, step, onLeave, onRefused } = props
  const name = useServerName(ask.question.server ?? '')
  const answering = useAnswering(ask, onRefused)
  const { answer, keyOf, reportWhole } = answering
  useEffect(() => reportWhole(true), [reportWhole])
  const hint = useHint(answering, words.refusedOnly, words.refusedOnly)
  const refuse = (): void => void answer(brakes[ask.kind])
  return (
    <AskFrame
      ask={ask}
      answering={answering}
      from={name}
      title={words.title}
      child={child}
      step={step}
      onLeave={onLeave}
      keys={{ d: keyOf.brake(refuse) }}
      actions={
        <>
          <SafeAnswer answering={answering} keys="D" give={refuse}>
            {words.refuse}
          </SafeAnswer>
          {hint.line}
        </>
      }
    >
      <Note
        kind="no"
        action={
          <Button size="sm" onClick={failure.retry}>
            {ui.apart.retry}
          </Button>
        }
      >
        {ui.apart.broken} {failure.problem}
      </Note>
      <Ext from={name}>
        <ExactText text={JSON.stringify(ask.question)} />
      </Ext>
    </AskFrame>
  )
}
