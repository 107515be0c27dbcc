import type { Call } from '../../shared/conversation.ts'
import { useSession } from '../host.ts'
import { strings } from '../strings/strings.ts'
import { Arguments } from '../ui/arguments.tsx'
import { Fold } from '../ui/fold.tsx'
import { KeptValue } from '../ui/kept.tsx'
import { Note } from '../ui/note.tsx'
import { formatTime } from '../ui/time.tsx'
import styles from './call-card.module.css'
import { isOwn } from './call-state.ts'
import { RunAgain } from './run-again.tsx'
import { Result } from './result.tsx'

const words = strings.chat.call

/** Everything about a call: what it was given, who let it through, what came back. */
export function CallBody({ call, from }: { call: Call; from: string }) {
  const { outcome } = call
  const result = outcome && 'result' in outcome ? outcome.result : undefined
  const notes = outcome?.status === 'succeeded' ? (outcome.notes ?? []) : []
  return (
    <div className={styles.body}>
      <KeptValue kept={call.arguments}>
        {(value) => <Arguments value={value} note={<Clearance call={call} />} />}
      </KeptValue>
      {notes.map((note) => (
        <Note key={note}>{note}</Note>
      ))}
      {result && (
        <KeptValue kept={result} from={from}>
          {(value) => <Result value={value} from={from} />}
        </KeptValue>
      )}
      <RunAgain call={call} />
      <Fold label={words.namesAndTimes}>
        <dl className={styles.names}>
          <dt>{words.tool}</dt>
          <dd>
            <code>{call.tool}</code>
          </dd>
          {call.modelName !== undefined && (
            <>
              <dt>{words.modelName}</dt>
              <dd>
                <code>{call.modelName}</code>
              </dd>
            </>
          )}
          <dt>{words.askedFor}</dt>
          <dd className="num">{formatTime(call.requestedAt)}</dd>
        </dl>
      </Fold>
    </div>
  )
}

function Clearance({ call }: { call: Call }) {
  const { clearedBy } = call
  const actor = useSession()?.actor
  if (!clearedBy) return null
  if ('rule' in clearedBy) return words.allowedByRule
  const person = clearedBy.person === actor ? words.you : clearedBy.person
  return isOwn(call) ? words.chosenBy(person) : words.allowedBy(person)
}
