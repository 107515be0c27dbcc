import { formatCount } from '../ui/time.tsx'

/** What can be set; what is about models has a file of its own. */
export const settings = {
  nav: 'Parts of the settings',
  parts: {
    models: 'Models and keys',
    approvals: 'Approvals',
    appearance: 'Appearance',
    privacy: 'Privacy and data',
    keyboard: 'Keyboard',
    about: 'About',
  },
  saved: { save: 'Save', discard: 'Discard' },
  approvals: {
    lede: 'What needs your answer. Nothing here can be changed by a server or a model.',
    called: 'When a tool is called',
    calledHelp: 'By a model. What you run yourself you have decided.',
    rule: '{asks} Only a rule that allows lets one through, and it ends when the tool’s definition changes. There is no automatic yes: what you do not answer waits.',
    asks: 'Atrium asks before every call.',
    rules: 'Rules',
    rulesHelp:
      'Made when a call asks. Of several that speak of a call, the one that denies holds, then the one that asks.',
    none: 'There are none. Every call asks.',
    always: 'Always',
    inConversation: 'In one conversation',
    outdated: 'its definition changed, so it asks',
    remove: 'Remove',
    removeRule: (rule: string) => `Remove: ${rule}`,
  },
  stepLimit: {
    title: 'Step limit',
    help: 'After so many messages of the model a turn stops and offers to go on.',
    wrong: (least: number, most: number) => `A whole number from ${least} to ${most}.`,
  },
  appearance: {
    lede: 'Only how Atrium looks. Meaning is never carried by colour alone.',
    theme: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
  },
  keyboard: { lede: 'Everything can be done without a pointer. Each key is also something to press.' },
  privacy: {
    lede: 'Where your words go, what is kept, and how to remove it.',
    onThisComputer: 'On this computer',
    conversations: {
      title: 'Conversations',
      text: 'On this computer, in a folder of your account. Atrium does not encrypt them. Deleting one hides it; it is erased for good after 30 days.',
    },
    audit: {
      title: 'Audit',
      text: 'In the same folder. Arguments and results are kept with it, so that what happened can be shown.',
      open: 'Open it',
    },
    secrets: {
      title: 'Keys and secrets',
      count: (secrets: number) => formatCount(secrets, 'entry', 'entries'),
      text: 'In a store of their own, apart from the settings, and never shown again. Where a known value turns up in what comes in, it is replaced.',
    },
    models: {
      title: 'Sent to models',
      none: 'To none away from here',
      text: 'The conversation, the definitions of its tools and their results, and only to the model that you chose for it.',
      ready: (places: string[]) => `Ready now: ${places.join(', ')}.`,
    },
    servers: {
      title: 'Sent to servers',
      see: 'See the servers',
      text: 'The arguments of calls that you allowed or made. What a server does with them, Atrium cannot see.',
    },
    telemetry: {
      title: 'Telemetry',
      none: 'None',
      text: 'Atrium has no account, sends no usage data and does not look for updates.',
    },
  },
  about: {
    lede: 'A host for the Model Context Protocol in which a person stays in charge.',
    version: 'Version',
    atrium: (version: string | undefined) => `Atrium ${version ?? ''}`,
    inTab: 'In a browser tab',
    inWindow: 'In a window of its own',
    licence: 'Licence',
    licenceText: 'MIT. The packages it is built with keep their own licences.',
    prices: 'Prices of models',
    pricesText: 'As Anthropic published them on {date}. Your own prices come first.',
    firstSteps: 'First steps',
    beginAgain: 'Show the ways to begin again',
  },
} as const
