import { formatCount } from '../format/time.ts'

/** Texts of the history of servers' configurations. */
export const serverHistory = {
  title: 'History',
  open: 'History of changes',
  label: 'Changes of servers',
  help: 'Every change of servers.json, by Atrium or by hand. Secrets are masked.',
  loading: 'Loading changes…',
  none: 'No changes recorded yet.',
  more: 'Show earlier',
  kinds: { added: 'Added', removed: 'Removed', changed: 'Changed' },
  by: (kind: string, actor: string) => `${kind} by ${actor}`,
  byHand: 'an edit of servers.json',
  record: (seq: number) => `Record ${seq}`,
  notSet: 'not set',
  before: 'before',
  after: 'after',
  members: (count: number) => formatCount(count, 'setting'),
  undo: 'Undo…',
  undoOf: (seq: number) => `Undo record ${seq}`,
  undone: 'No longer in effect',
  later: 'Changed again since',
  dialog: {
    title: { added: 'Remove the server again?', removed: 'Bring the server back?', changed: 'Undo this change?' },
    added: 'Atrium stops it and deletes its entry and its secrets, like Remove.',
    removed: 'Its entry returns. Its secrets were deleted, so enter them again. You review it before it starts.',
    changed: 'These settings return. Other changes stay. You review a command or URL that changes before it is used.',
    secrets: 'A secret that this change removed was deleted, so enter it again.',
    cancel: 'Cancel',
    undo: 'Undo',
  },
  added: 'Server added.',
}
