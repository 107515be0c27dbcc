import { formatCount } from '../format/time.ts'

/** What renderer/inbox says where a rule is made. */
export const rules = {
  alwaysAllow: 'Always allow this tool…',
  suggestion: {
    basis: (times: number) => `You allowed this ${formatCount(times, 'time')}.`,
    when: (conditions: string) => `Always allow when ${conditions}…`,
    and: ' and ',
    whatever: 'Always allow it…',
  },
  dialog: {
    title: (tool: string) => `Always allow ${tool}`,
    value: (name: string) => `When ${name}`,
    now: 'In this call: {value}',
    choices: {
      any: 'is anything',
      'one-of': 'is exactly this value',
      under: 'is in this folder',
      host: 'is at this host',
    },
    folder: (name: string) => `Folder of ${name}`,
    host: (name: string) => `Host of ${name}`,
    notAbsolute: 'Must be the full path of a folder.',
    more: (count: number) => `Only the first ${count} values can be narrowed here.`,
    scope: 'Where',
    always: 'In every conversation',
    conversation: 'Only in this conversation',
    destructive: (server: string) => `Also though it may destroy something: ${server} does not rule that out`,
    flows: 'Also when text came from another server or an attachment',
    changes: 'It asks again when the definition of the tool changes.',
    rule: 'The rule',
    tried: 'Tried on the last calls',
    trying: 'Trying it on the last calls…',
    noCalls: 'There is no call yet that it could speak of.',
    result: (allowed: number, all: number) =>
      `Would have allowed ${allowed} of the last ${formatCount(all, 'call')}. What came from elsewhere is not looked at here.`,
    stillAsk: 'These would still ask:',
    cancel: 'Cancel',
    save: 'Save rule and allow',
    unread: 'Leave this and read all of the call first.',
    ruleUnread: 'The rule can be saved once all of it has been on screen.',
    incomplete: 'Correct what is marked to save the rule.',
    removal: 'You can remove the rule in Settings › Approvals.',
    savedOnly: (problem: string) => `The rule is saved, but this call is not allowed yet. ${problem}`,
  },
} as const
