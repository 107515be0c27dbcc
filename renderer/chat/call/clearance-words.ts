import { actorWords } from '../../ui/actor-words.ts'
import type { Call } from '../../../shared/state/conversation.ts'
import { ruleWords, type RuleNames } from '../../../shared/rules/rule-words.ts'
import { conversationOfRule, type Rule } from '../../../shared/rules/rules.ts'
import { chat } from '../../strings/chat.ts'
import { isOwnCall } from './call-state.ts'

const words = chat.clearance

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
  names: RuleNames,
): { sentence: string; rule?: Rule; inWords?: string } | undefined {
  const { clearedBy } = call
  if (!clearedBy) return undefined
  if ('person' in clearedBy) {
    const person = actorWords(clearedBy.person, actor, true)
    const { against } = clearedBy
    const sentence = isOwnCall(call) ? words.ownCall(person) : words.whenAsked(person)
    if (!against) return { sentence }
    return { sentence: `${sentence} ${words.againstRule}`, rule: against, inWords: ruleWords(against, names) }
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
    inWords: ruleWords(said, names),
  }
}

/** Whether the rule allows calls of one conversation with any arguments: to one tool, or to all that only read. */
const isForConversation = (rule: Rule): boolean =>
  rule.effect === 'allow' && conversationOfRule(rule) !== undefined && rule.conditions.length === 0
