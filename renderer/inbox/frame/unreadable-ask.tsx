import type { Answer, AskKind } from '../../../shared/asks/asks.ts'
import { questions } from '../../strings/inbox/questions.ts'
import { ui } from '../../strings/ui.ts'
import type { Undrawn } from '../../ui/json/boundary.tsx'
import { Button } from '../../ui/button.tsx'
import { ExactText } from '../../ui/json/arguments.tsx'
import { Note } from '../../ui/note.tsx'
import { useServerName } from '../../ui/seal.tsx'
import { Ext } from '../../ui/third-party/ext.tsx'
import type { AskOfKindProps } from './ask-frame.tsx'
import { DecisionAsk } from './decision-ask.tsx'
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
export function UnreadableAsk({ failure, onRefused, ...place }: AskOfKindProps & { failure: Undrawn }) {
  const { ask } = place
  const name = useServerName(ask.question.server ?? '')
  const answering = useAnswering(ask, onRefused)
  return (
    <DecisionAsk
      {...place}
      answering={answering}
      from={name}
      title={words.title}
      safe={{ label: words.refuse, give: () => void answering.answer(brakes[ask.kind]) }}
      unread={words.refusedOnly}
      otherwise={words.refusedOnly}
      isWhole
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
    </DecisionAsk>
  )
}
