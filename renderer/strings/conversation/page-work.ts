/** Texts about the wishes of servers' pages. Loaded with the parts that need them. */
export const pageWork = {
  drafts: {
    list: 'Messages by pages of servers',
    places: {
      'in-text': 'Draft by a page of {server}. You can change it before you send it.',
      changed: 'Draft by a page of {server}, changed by you. Empty the message to remove it.',
      beside: 'A page of {server} wrote a message for you.',
    },
    take: 'Add to message',
    remove: 'Remove draft',
    removeOf: (server: string) => `Remove draft by a page of ${server}`,
    notRemoved: (problem: string) => `Couldn’t remove the draft. ${problem}`,
  },
  sent: {
    written: 'Written by a page of {server}, for {tool}',
    changed: 'Written by a page of {server}, for {tool}. Changed by you.',
  },
} as const
