import { readablePath } from '../schema/pointer.ts'
import type { Condition, RuleDraft } from './rules.ts'

/** When a permission ends, such as: 23 Dec 2026, 17:20. */
export const endInWords = (until: number): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(until)

/** The names behind the ids in a rule. A conversation without a title is "one conversation". */
export type RuleNames = { server: string; conversation?: string | undefined }

const begins = { allow: 'Allow', ask: 'Ask before', deny: 'Deny' } as const

/**
 * A rule as one sentence without its full stop, such as: Allow “write_file” on Files when path is inside
 * /home/ada/notes. It states the whole rule; callers limit its length and reveal hidden characters.
 */
export function ruleWords(rule: RuleDraft, names: RuleNames): string {
  const { effect, scope, tool, conditions, staysInPlace, destructive, flows, reads, until } = rule
  const what = tool === undefined ? 'every tool' : `“${tool}”`
  const where = scope === 'always' ? '' : ` in ${names.conversation ? `“${names.conversation}”` : 'one conversation'}`
  const end = until === undefined ? '' : `, until ${endInWords(until)}`
  if (reads)
    return `${begins[effect]} every tool on ${names.server} that says it only reads${where && `,${where}`}${end}`
  const limits = [...conditions.map(conditionWords), ...(staysInPlace ? ['no other text can be a path'] : [])]
  const when = limits.length === 0 ? '' : ` when ${limits.join(' and ')}`
  const even = [
    ...(destructive ? ['may delete data'] : []),
    ...(flows ? ['contains text from another server or an attachment'] : []),
  ]
  const though = effect === 'allow' && even.length > 0 ? `, even if it ${even.join(' or ')}` : ''
  return `${begins[effect]} ${what} on ${names.server}${where}${when}${though}${end}`
}

/** A condition on one argument, as the words after "when". */
export function conditionWords(condition: Condition): string {
  const place = condition.at === '' ? 'the whole input' : readablePath(condition.at)
  switch (condition.is) {
    case 'under':
      return `${place} is inside ${condition.folder}`
    case 'one-of': {
      const values = condition.values.map((value) => JSON.stringify(value))
      return `${place} is exactly ${values.length === 1 ? '' : 'one of '}${values.join(', ')}`
    }
    case 'host':
      return `${place} is a URL at ${condition.hosts.join(' or ')}`
    default:
      return condition satisfies never
  }
}

/** Why a rule wouldn't have allowed a past call. */
export const trialWords = {
  denies: 'The rule denies it.',
  asks: 'The rule asks.',
  notReading: 'Its server doesn’t say that the tool only reads.',
  destructive: 'The tool may delete data, and the rule excludes such tools.',
  otherDefinition: 'The tool had a different definition then.',
  wholeInput: 'The whole input',
  failing: (what: string, how: string) => `${what} ${how}.`,
  absent: 'was missing',
  notThatValue: (value: string) => `was ${value}, which is not that value`,
  notOneOf: (value: string) => `was ${value}, which is not one of those values`,
  noPath: (value: string) => `was ${value}, which is not a full path`,
  notUnder: (value: string, folder: string) => `was ${value}, which is not in ${folder}`,
  noAddress: (value: string) => `was ${value}, which is not a web address`,
  contested: (value: string) => `was ${value}, and another argument has nearly the same name`,
  odd: (value: string) => `was ${value}, which programs can read as different paths`,
  leadsAway: 'Another text could be a path.',
  otherHost: (origin: string) => `was a URL at ${origin}`,
} as const
