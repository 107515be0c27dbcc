import type { Condition, RuleDraft } from './rules.ts'

/** The names behind the ids in a rule. A conversation without a title is "one conversation". */
export type RuleNames = { server: string; conversation?: string | undefined }

const begins = { allow: 'Allow', ask: 'Ask before', deny: 'Deny' } as const

/**
 * A rule as one sentence without its full stop, such as: Allow “write_file” on Files when /path is inside
 * /home/ada/notes. It states the whole rule; callers limit its length and reveal hidden characters.
 */
export function ruleWords(rule: RuleDraft, names: RuleNames): string {
  const { effect, scope, tool, conditions, destructive, flows, reads } = rule
  const what = tool === undefined ? 'every tool' : `“${tool}”`
  const where = scope === 'always' ? '' : ` in ${names.conversation ? `“${names.conversation}”` : 'one conversation'}`
  if (reads) return `${begins[effect]} every tool on ${names.server} that says it only reads${where && `,${where}`}`
  const when = conditions.length === 0 ? '' : ` when ${conditions.map(conditionWords).join(' and ')}`
  const even = [
    ...(destructive ? ['may delete data'] : []),
    ...(flows ? ['contains text from another server or an attachment'] : []),
  ]
  const though = effect === 'allow' && even.length > 0 ? `, even if it ${even.join(' or ')}` : ''
  return `${begins[effect]} ${what} on ${names.server}${where}${when}${though}`
}

/** A condition on one argument, as the words after "when". */
export function conditionWords(condition: Condition): string {
  const place = condition.at === '' ? 'the whole input' : condition.at
  switch (condition.is) {
    case 'under':
      return `${place} is inside ${condition.folder}`
    case 'one-of': {
      const values = condition.values.map((value) => JSON.stringify(value))
      return `${place} is ${values.length === 1 ? '' : 'one of '}${values.join(', ')}`
    }
    case 'host':
      return `${place} is a URL at ${condition.hosts.join(' or ')}`
    default:
      return condition satisfies never
  }
}
