import { readablePath } from '../schema/pointer.ts'
import type { Condition, RuleDraft } from './rules.ts'

/** When a permission ends, such as: 23 Dec 2026, 17:20. */
export const endInWords = (until: number): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(until)

/** The names behind the ids in a rule. A tool without a title has its name; a conversation without one is “one”. */
export type RuleNames = { server: string; tool?: string | undefined; conversation?: string | undefined }

const begins = { allow: 'Allow', ask: 'Ask before', deny: 'Deny' } as const

/** The parts of a rule's sentence, for the dialog that makes one too. */
export const ruleParts = {
  when: (condition: Condition) => `when ${conditionWords(condition)}`,
  staysInPlace: 'when no other text can be a path',
  destroys: { on: 'even if it may delete data', off: 'unless it may delete data' },
  flows: {
    on: 'even with text from another server or an attachment',
    off: 'except with text from another server or an attachment',
  },
  always: 'in every conversation',
  never: 'until removed',
  until: (end: string) => `until ${end}`,
} as const

/**
 * A rule as one sentence without its full stop, such as: Allow “write_file” on Files when path is inside
 * /home/ada/notes, in every conversation, until removed. It states the whole rule; callers limit its length and reveal
 * hidden characters.
 */
export function ruleWords(rule: RuleDraft, names: RuleNames): string {
  const { effect, scope, conditions, staysInPlace, destructive, flows, until } = rule
  const limits = [...conditions.map(ruleParts.when), ...(staysInPlace ? [ruleParts.staysInPlace] : [])]
  const parts = [
    ...limits,
    ...(effect === 'allow' && destructive ? [ruleParts.destroys.on] : []),
    ...(effect === 'allow' ? [ruleParts.flows[flows ? 'on' : 'off']] : []),
    scope === 'always'
      ? ruleParts.always
      : `only in ${names.conversation ? `“${names.conversation}”` : 'one conversation'}`,
    until === undefined ? ruleParts.never : ruleParts.until(endInWords(until)),
  ]
  return `${beginning(rule, names)}${rule.reads ? ',' : ''} ${parts.join(', ')}`
}

function beginning({ effect, tool, conditions, reads }: RuleDraft, names: RuleNames): string {
  if (reads) return `${begins[effect]} every tool on ${names.server} that says it only reads`
  if (tool === undefined) return `${begins[effect]} every tool on ${names.server}`
  const every = effect === 'allow' && conditions.length === 0 ? 'every call to ' : ''
  return `${begins[effect]} ${every}“${names.tool ?? tool}” on ${names.server}`
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
