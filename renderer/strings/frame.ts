/** What stands around every page. */
export const frame = {
  atrium: 'Atrium',
  untitled: 'Untitled',
  newConversation: 'New conversation',
  pages: {
    chat: 'Conversation',
    servers: 'Servers',
    audit: 'Audit',
    settings: 'Settings',
    welcome: 'Welcome',
  },
  windowTitle: (waiting: number, page: string) => `${waiting > 0 ? `(${waiting}) ` : ''}${page} · Atrium`,
  feedIncomplete: 'A part of what Atrium sent did not arrive.',
  openMenu: 'Open menu',
  skip: 'Skip to the content',
  landmarks: { side: 'Conversations and pages', pages: 'Pages', drawer: 'Conversations' },
  sidebar: { hide: 'Hide sidebar', close: 'Close sidebar' },
  rail: {
    conversations: 'Conversations',
    waiting: (asks: number) => `Conversations, ${asks} waiting for you`,
    withDetail: (label: string, detail: string) => `${label}. ${detail}`,
  },
  pips: { worst: (count: number, servers: number) => `${count} of ${servers}` },
  banners: {
    disconnected:
      '{reconnecting} {problem} What you see is as of the last contact; what runs in Atrium goes on without this tab.',
    reconnecting: 'Reconnecting…',
    unhealthy:
      '{since} {reason} Until it can, no message, tool call or server starts and no permission counts. Stop, Cancel, Deny and reading work. It tries again by itself.',
    noLogSince: (time: string) => `Atrium cannot write its log since ${time}.`,
    replaced: '{replaced} {what} Nothing proves the earlier records. {verify}',
    logReplaced: 'The log was changed or replaced while Atrium was closed.',
    missingRecord: (seq: number, signed: string) => `Record ${seq}, signed on ${signed}, is missing or different.`,
    missingSignature: (seq: number, signed: string) => `The signature of record ${seq} from ${signed} is missing.`,
    verifyLog: 'Check the log',
    closeFolder: 'chmod 700',
    openFolder:
      'Other accounts on this computer can open the data folder {folder}. Run {command} on it and restart Atrium.',
    misconfigured: '{unusable} The last good content stays in force. Atrium reads the file again when you save it.',
    unusable: (files: string[]) => `${files.join(' and ')} cannot be used as written.`,
    showProblems: (problems: number) => `Show ${problems} problems`,
    dismiss: 'Dismiss',
  },
  connecting: {
    triesAgain: (problem: string) => `${problem} This tab tries again by itself.`,
    noAnswer: 'Atrium has not answered yet.',
    reload: 'Load this page again',
  },
  notConnected: {
    title: 'This tab is not connected to Atrium',
    open: 'Open the address that Atrium printed in its terminal.',
    addresses:
      'An address works once and for one tab; Enter in the terminal prints a new one. Your conversations are kept.',
  },
  boundary: {
    broken: '{what} {problem} What runs in Atrium goes on; nothing is lost.',
    notShown: 'This page cannot be shown.',
    unknown: 'Nothing more is known.',
    retry: 'Show it again',
  },
  rights: {
    mayUse:
      'This tab may chat and answer questions, but not change servers, keys or settings. The tab that was opened from the terminal may.',
    mayLook:
      'This tab may look, but not change servers, keys or settings. The tab that was opened from the terminal may.',
  },
  conversations: {
    groups: { waiting: 'Waiting for you', today: 'Today', yesterday: 'Yesterday', earlier: 'Earlier' },
    retry: 'Try again',
    notListed: 'The conversations could not be listed.',
    notArrived: 'The list of conversations has not arrived yet.',
    none: 'Conversations appear here once you have sent a message.',
    showOlder: 'Show older conversations',
    notRestored: 'The conversation was not restored.',
    notRenamed: 'The conversation keeps its name.',
    notDeleted: 'The conversation was not deleted.',
    deleted: 'Conversation deleted',
    more: (title: string) => `Rename or delete ${title}`,
    rename: 'Rename',
    delete: 'Delete',
    name: 'Name of the conversation',
    waiting: (asks: number) => `Waiting for you: ${asks}`,
    turnFailed: 'The last turn failed',
  },
  keys: {
    title: 'Keys',
    send: 'Send the message; with Shift, begin a new line',
    prompts: 'Where a word begins: prompts of servers',
    resources: 'Where a word begins: resources of servers',
    preview: 'In the form of a prompt: preview its messages',
    run: 'Run the tool or insert the prompt whose form you fill in',
    leave: 'One level out; in the message field, stop the turn',
    oldestAsk: 'Oldest question that waits for you',
    askBefore: 'Question before that',
    answer: 'In a question: deny or leave off, allow once or trust, allow in this conversation',
    edit: 'In a question: change the arguments before you allow the call',
    search: 'Search conversations, servers, tools, pages and actions',
    calls: 'Previous and next call of the conversation',
    foldCall: 'Open and close the call in focus',
    records: 'Next and previous record of the audit',
    sidebar: 'Show or hide the sidebar',
    settings: 'Settings',
    regions: 'Next region of the window; with Shift, the one before',
    all: 'All keys; F1 does the same, also in a text field',
  },
} as const

/** What renderer/state/carriers says. */
export const links = {
  notTakenIn: 'A part of what Atrium sent could not be taken in.',
  noAnswer: 'Atrium does not answer. It may have been closed.',
  signedOut: 'This tab is not signed in. Open the address that Atrium printed in its terminal.',
  another:
    "This isn't the Atrium you were connected to. Another program answers at its address: close this tab and don't enter anything.",
  tooManyTabs: 'Atrium is open in too many tabs of this browser. Close one first.',
  status: (status: number) => `Atrium answered with status ${status}.`,
} as const
