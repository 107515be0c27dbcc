import { formatCount } from '../format/time.ts'

/** Texts of renderer/inbox for creating a rule. */
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
    folder: (name: string) => `Folder for ${name}`,
    host: (name: string) => `Host for ${name}`,
    notAbsolute: 'Enter the full path of a folder.',
    more: (count: number) => `You can limit only the first ${count} arguments here.`,
    scope: 'Applies to',
    always: 'Every conversation',
    conversation: 'Only this conversation',
    destructive: (server: string) => `Even if it may delete data (${server} doesn’t say otherwise)`,
    /** Why the rule wouldn't cover the call it is made from. */
    gaps: {
      destructive: 'To cover this call, select “Even if it may delete data”.',
      flow: 'To cover this call, select “Even if it contains text from another server or an attachment”.',
      rule: 'Another rule asks before this call. Remove that one first.',
      conditions: 'To cover this call, change the conditions.',
    },
    flows: 'Even if it contains text from another server or an attachment',
    changes: 'Atrium asks again if the tool’s definition changes.',
    rule: 'Rule',
    tried: 'Tested on recent calls',
    trying: 'Testing on recent calls…',
    noCalls: 'No earlier calls to test.',
    result: (allowed: number, all: number) =>
      `Would have allowed ${allowed} of the last ${formatCount(all, 'call')}. This test doesn’t check where text came from.`,
    stillAsk: 'Still need approval:',
    cancel: 'Cancel',
    save: 'Save rule and allow',
    unread: 'Close this and read the whole call first.',
    ruleUnread: 'Scroll to the end of the rule to save it.',
    incomplete: 'Fix the highlighted fields to save the rule.',
    removal: 'You can remove the rule in Settings › Approvals.',
    savedOnly: (problem: string) => `The rule is saved, but this call is not allowed yet. ${problem}`,
  },
} as const
