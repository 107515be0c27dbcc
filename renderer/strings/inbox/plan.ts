import { formatCount } from '../format/time.ts'

/** What renderer/inbox says of several calls that are answered together. */
export const plan = {
  together: 'Answer together',
  editing: 'You are editing one of these calls. Finish that first.',
  label: (count: number) => `Waiting for you: ${formatCount(count, 'call')} as one plan`,
  title: (count: number) => (count === 1 ? '1 call waits' : `${count} calls wait as one plan`),
  order: 'What you allow starts at once, side by side.',
  oneByOne: 'Answer one by one',
  calls: 'Calls of the plan',
  number: (at: number) => `${at}.`,
  choiceOf: (at: number, server: string, title: string) => `Call ${at}: ${server}, ${title}`,
  choices: { deny: 'Deny', allow: 'Allow' },
  show: 'Show arguments',
  showWithSource: 'Show arguments and source',
  hide: 'Hide arguments',
  fromElsewhere: (count: number) => `${formatCount(count, 'character')} came from elsewhere.`,
  sourceUnknown: 'Atrium could not tell in time whether parts of it came from elsewhere.',
  noteOfDescription: 'not by you or the model',
  noDescription: 'No description.',
  tally: (allowed: number, denied: number) =>
    allowed === 0
      ? 'Nothing is allowed yet.'
      : denied === 0
        ? 'All are allowed.'
        : `${allowed} allowed, ${denied} denied. The model is told which.`,
  denyAll: 'Deny all',
  denyAllOf: (count: number, server: string) => `Deny all ${count} of ${server}`,
  ofTool: (count: number, server: string, title: string) => `${formatCount(count, 'call')} of ${title} of ${server}`,
  calledTogether: (count: number) => formatCount(count, 'call'),
  denyThese: (count: number) => `Deny these ${count}`,
  run: (allowed: number, count: number) => `Run ${allowed} of ${count}`,
  noneAllowed: 'Choose what to allow, or deny all.',
  unseen: (count: number) =>
    count === 1
      ? 'What is allowed has to be read first: 1 call has not been on screen to its end.'
      : `What is allowed has to be read first: ${count} calls have not been on screen to their ends.`,
  unread: 'Run waits until you have seen all of the plan.',
  nextUnread: 'Next unread',
  reason: 'Why, for the model (optional)',
  reasonHint: 'What the model should know or do instead',
  refused: (problem: string) => `None of your answers counted, and nothing was started by them. ${problem}`,
}
