import { ruleWords, type RuleNames } from '../../../shared/rules/rule-words.ts'
import { conversationOfRule, type Rule } from '../../../shared/rules/rules.ts'
import type { Call } from '../../../shared/state/conversation.ts'
import { useOpenConversation, useTurn } from '../../state/chat/transcript.ts'
import { useHost, useSession } from '../../state/replica.ts'
import { href } from '../../state/routes.ts'
import { chat } from '../../strings/chat.ts'
import { actorWords } from '../../ui/actor-words.ts'
import { Fold } from '../../ui/fold.tsx'
import { useServerName } from '../../ui/seal.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import styles from './call-card.module.css'
import { isOwnCall } from './call-state.ts'

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

/** Whether a rule let a call through without a question; the user's answer for the conversation is one too. */
export const isByRule = ({ clearedBy }: Call): boolean => clearedBy !== undefined && 'rule' in clearedBy

/** Why a call was let through, in a word or two; empty if it wasn't. `actor` is this window's actor. */
export function clearanceWords(call: Call, actor: string | undefined): string | undefined {
  const { clearedBy } = call
  if (!clearedBy) return undefined
  if ('rule' in clearedBy)
    return clearedBy.said && !isForConversation(clearedBy.said) ? words.byRule : words.forConversation
  const person = actorWords(clearedBy.person, actor)
  return isOwnCall(call) ? words.chosenBy(person) : words.allowedBy(person)
}

/** Why a call was let through, in sentences. Tool names and condition values in `inWords` are third-party text. */
export function clearanceReason(
  call: Call,
  actor: string | undefined,
  of: Omit<RuleNames, 'tool'>,
): { sentence: string; rule?: Rule; inWords?: string } | undefined {
  const { clearedBy } = call
  if (!clearedBy) return undefined
  const namesOf = ({ tool }: Rule): RuleNames => ({ ...of, ...(tool === call.tool && { tool: call.title }) })
  if ('person' in clearedBy) {
    const person = actorWords(clearedBy.person, actor, true)
    const { against } = clearedBy
    const sentence = isOwnCall(call) ? words.ownCall(person) : words.whenAsked(person)
    if (!against) return { sentence }
    return {
      sentence: `${sentence} ${words.againstRule}`,
      rule: against,
      inWords: ruleWords(against, namesOf(against)),
    }
  }
  const { said } = clearedBy
  if (!said) return { sentence: words.olderRule }
  if (isForConversation(said)) {
    const since = said.reads ? words.sinceAllowedReads : words.sinceAllowed
    return { sentence: since(actorWords(said.actor, actor, true)), rule: said }
  }
  return {
    sentence: words.ruleOf(actorWords(said.actor, actor)),
    rule: said,
    inWords: ruleWords(said, namesOf(said)),
  }
}

/** Whether the rule allows calls of one conversation with any arguments: to one tool, or to all that only read. */
export const isForConversation = (rule: Rule): boolean =>
  rule.effect === 'allow' && conversationOfRule(rule) !== undefined && rule.conditions.length === 0
