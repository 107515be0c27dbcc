/** Texts about the requests of servers' apps. Loaded with the parts that need them. */
export const appWork = {
  drafts: {
    list: 'Messages by apps of servers',
    places: {
      'in-text': 'Draft by an app of {server}. You can change it before you send it.',
      changed: 'Draft by an app of {server}, changed by you. Empty the message to remove it.',
      beside: 'An app of {server} wrote a message for you.',
    },
    take: 'Add to message',
    noModel: 'Choose a model first.',
    remove: 'Remove draft',
    removeOf: (server: string) => `Remove draft by an app of ${server}`,
    notRemoved: (problem: string) => `Couldn’t remove the draft. ${problem}`,
  },
  wishes: {
    opens: (server: string) => `An app of ${server} wants to open a URL in your browser`,
    saves: (server: string) => `An app of ${server} wants to save files`,
    deny: 'Deny',
    save: 'Save files',
    unread: 'Scroll to the end to enable the other answer.',
    notEncrypted: 'No: others on the network can read and change it',
    carries: 'The URL can contain what the app shows.',
    about: (type: string, size: string) => (type === '' ? size : `${type}, ${size}`),
    runs: 'can run',
    careful: 'A file marked “can run” may do harm when it is opened.',
    where: 'Atrium saves them in its folder of exports and doesn’t open them.',
  },
  contexts: {
    list: 'From running apps',
    name: (server: string) => `Context from an app of ${server}`,
    show: 'Show',
    remove: (server: string) => `Remove context from an app of ${server}`,
  },
  savedFiles: 'Files saved for the app',
  sent: {
    written: 'Written by an app of {server}, for {tool}',
    changed: 'Written by an app of {server}, for {tool}. Changed by you.',
  },
} as const
