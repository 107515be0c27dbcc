import { formatCount } from '../format/time.ts'

/** Texts of renderer/inbox for several calls that are reviewed together. */
export const plan = {
  together: 'Review together',
  editing: 'You are editing one of these calls. Finish that first.',
  label: (count: number) => `Waiting for you: ${formatCount(count, 'call')} to review together`,
  title: (count: number) => (count === 1 ? '1 call to review' : `${count} calls to review together`),
  /** For the user's undo of a turn. */
  undo: {
    title: (count: number) => `Undo ${formatCount(count, 'change')}`,
    order: 'Each file is as shown before the undo, or stays as it is.',
    keepAll: 'Keep all',
    take: (chosen: number, count: number) => `Undo ${chosen} of ${count}`,
    choices: { deny: 'Keep', allow: 'Undo' },
    tally: (chosen: number, kept: number) =>
      chosen === 0 ? 'Nothing chosen yet.' : kept === 0 ? 'All chosen.' : `${chosen} chosen, ${kept} kept.`,
  },
  order: 'Allowed calls start immediately and run in parallel.',
  oneByOne: 'One at a time',
  calls: 'Calls in the plan',
  /** The folder that an argument names in each of a group's calls; rows then begin with `inside`. */
  inFolder: '{argument} in {folder}',
  inside: '…/',
  number: (at: number) => `${at}.`,
  choiceOf: (at: number, server: string, title: string) => `Call ${at}: ${server}, ${title}`,
  choices: { deny: 'Deny', allow: 'Allow' },
  show: (at: number) => `Show arguments of call ${at}`,
  showWithSource: (at: number) => `Show arguments and source of call ${at}`,
  hide: (at: number) => `Hide arguments of call ${at}`,
  mustShow: 'To allow this call, read its arguments.',
  fromElsewhere: (count: number) => `${formatCount(count, 'character')} came from another source.`,
  sourceUnknown: 'Atrium couldn’t tell whether this contains text from another source.',
  noDescription: 'No description.',
  tally: (allowed: number, denied: number) =>
    allowed === 0 ? 'Nothing allowed yet.' : denied === 0 ? 'All allowed.' : `${allowed} allowed, ${denied} denied.`,
  denyAll: 'Deny all',
  denyAllOf: (count: number, server: string) =>
    count === 2 ? `Deny both calls from “${server}”` : `Deny all ${formatCount(count, 'call')} from “${server}”`,
  ofTool: (count: number, server: string, title: string) => `${formatCount(count, 'call')} to ${title} on ${server}`,
  calledTogether: (count: number) => formatCount(count, 'call'),
  chooseAllow: (count: number) => `Choose Allow for all ${count}`,
  denyThese: (count: number) => `Deny these ${count}`,
  run: (allowed: number, count: number) => `Run ${allowed} of ${count}`,
  noneAllowed: 'Choose calls to allow, or deny all.',
  unseen: (count: number) =>
    count === 1
      ? 'Scroll to the end of 1 more call to run these.'
      : `Scroll to the end of ${count} more calls to run these.`,
  unread: 'Scroll through all calls to enable Run.',
  nextUnread: 'Next unread',
  refused: (problem: string) => `Your answers weren’t recorded, and no call started. ${problem}`,
}
