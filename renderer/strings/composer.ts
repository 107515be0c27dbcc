import { formatCount } from '../ui/time.tsx'

/** What renderer/composer says. */
export const composer = {
  field: {
    name: 'Message',
    ask: 'Ask for something',
    askNext: 'Write the next message. It is sent when this turn ends.',
  },
  actions: {
    send: 'Send',
    sendAfter: 'Send after this turn',
    stop: 'Stop',
    runTool: 'Run a tool yourself',
  },
  attachments: {
    list: 'Attachments',
    reading: 'Reading files…',
    sum: (count: number, bytes: string) =>
      `${formatCount(count, 'attachment')}, ${bytes} of 12 MB. They stay in this window until they are sent; a reload takes them away.`,
    takeAway: (name: string) => `Take away ${name}`,
    attach: 'Attach files or pictures',
    unseen: (place: string, names: string) =>
      `${place} cannot show its models ${names}; the model only hears that it is there.`,
    perhapsUnseen: (place: string) =>
      `Not every model at ${place} sees pictures; one that does not may answer as if there were none.`,
    unnamed: 'A file',
    unreadable: (name: string) => `${name} cannot be read. It may be a folder, or it may have been moved.`,
    tooLarge: (name: string) => `${name} cannot be attached: a picture may have 7.5 MB at most, a text file 500 KB.`,
    notAttached: (name: string) => `${name} is not attached.`,
  },
  picked: {
    list: 'Picked of servers',
    gone: (names: string, canRead: boolean) =>
      `Nothing was sent: Atrium no longer has ${names}. ${canRead ? 'Read it again beside its name, or take' : 'Take'} it away and pick it once more.`,
  },
  obstacle: {
    noLog: 'Atrium cannot write its log, so no message is sent until it can. Your text stays here.',
    noModel: 'No model is chosen here.',
    chooseModel: 'Choose a model',
    noKey: 'Atrium has no key for this model yet.',
    addKey: 'Add the key',
    readOnly: 'This window may look but not send.',
    noConnection: 'This window has no connection to Atrium now. Your text stays here.',
    full: 'One message waits already. Take it back to send another.',
    reading: 'The attached files are still being read.',
    empty: 'There is nothing to send yet.',
  },
  queued: {
    sentNext: (what: string) => `Sent next: ${what}`,
    notSentYet: (what: string) => `Not sent yet: ${what}`,
    attachments: (count: number) => `(${formatCount(count, 'attachment')})`,
    sendNow: 'Send now',
    takeBack: 'Take back',
  },
  tools: {
    title: 'Tools in this conversation',
    count: (on: number, all: number) =>
      on === all ? formatCount(all, 'tool') : `${on} of ${formatCount(all, 'tool')}`,
    choose: ', choose which the model sees',
    readOnly: 'This window may look but not change it.',
    allOff: 'All off',
    allAreOff: 'All are off.',
    allOn: 'All on',
    allAreOn: 'All are on.',
    done: 'Done',
    sees: 'The model sees {tools}.',
    seesWithSize: 'The model sees {tools}, about {tokens} with every request.',
    own: (names: string[]) =>
      `Besides, it sees what Atrium has for finding and reading resources: ${names.join(', ')}. Each reading asks you as a call does.`,
    offHere: 'What is off takes effect with its next request, here only; you can still run it yourself.',
    tokens: (count: number) => formatCount(count, 'token'),
    search: 'Search tools',
    searchBy: 'Search by name, server or what they do',
    noServer: 'No server is ready, so the model sees no tools.',
    goToServers: 'Go to the servers',
    noneFound: (query: string) => `No tool has “${query}” in its name, its server or its description.`,
    list: 'Tools',
    allOf: (server: string) => `All tools of ${server}`,
    countOn: (on: number, all: number) => `${on} of ${all}`,
    ofServer: (tool: string, server: string) => `${tool} of ${server}`,
    estimate: 'An estimate; models count differently',
    aboutTokens: (count: number) => `≈ ${formatCount(count, 'token')}`,
  },
  waiting: {
    model: (count: number) => `The model is waiting for ${formatCount(count, 'answer')}`,
    call: 'This call runs only if you allow it.',
    calls: 'None of these calls runs until you decide.',
    server: (name: string) => `Waiting for you: ${name}`,
    servers: (count: number) => `Waiting for you: ${formatCount(count, 'server')}`,
    start: 'It starts only if you trust its command.',
    starts: 'None of them starts until you decide.',
    definitions: 'No model sees its new or changed definitions until you accept them.',
    several: 'What waits is not used until you decide.',
    review: 'Review',
  },
} as const
