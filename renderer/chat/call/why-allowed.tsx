import type { Call } from '../../../shared/state/conversation.ts'
import { href } from '../../state/routes.ts'
import { useHost, useSession } from '../../state/replica.ts'
import { chat } from '../../strings/chat.ts'
import { Plain } from '../../ui/third-party/ext.tsx'
import { Fold } from '../../ui/fold.tsx'
import { useServerName } from '../../ui/seal.tsx'
import styles from './call-card.module.css'
import { clearanceReason } from './clearance-words.ts'
import { useOpenConversation, useTurn } from '../../state/chat/transcript.ts'

const words = chat.clearance

/** The user or rule that let a call through, with links to the rules and the log. */
export function WhyAllowed({ call, turn }: { call: Call; turn: string }) {
  const conversation = useOpenConversation()?.title
  const server = useServerName(call.server ?? '')
  const reason = clearanceReason(call, useSession()?.actor, { server, conversation })
  const stands = useHost(({ rules }) => reason?.rule !== undefined && Object.hasOwn(rules, reason.rule.id))
  if (!reason) return null
  return (
    <Fold label={words.why}>
      <div className={styles.reason}>
        <p>
          {reason.sentence}
          {reason.rule && !stands && ` ${words.ruleIsGone}`}
        </p>
        {reason.inWords !== undefined && (
          <p className={styles.rule}>
            <Plain text={`${reason.inWords}.`} limit={600} />
          </p>
        )}
        <p className={styles.ways}>
          {reason.rule && <a href={href({ page: 'settings', part: 'approvals' })}>{words.toRules}</a>}
          <RecordsLink call={call} turn={turn} />
        </p>
      </div>
    </Fold>
  )
}

/** A link to a call's records in the log. */
export function RecordsLink({ call, turn }: { call: Call; turn: string }) {
  const last = useTurn(turn, ({ lastSeq }) => lastSeq)
  const conversation = useOpenConversation()?.id
  const { requestedSeq: first, server, tool, imported } = call
  // Records of imported calls name no server: it wasn't called here.
  const of = server === undefined || imported ? undefined : [{ server, tool }]
  return <a href={href({ page: 'audit', filter: { conversation, of, first, last } })}>{words.toRecords}</a>
}
