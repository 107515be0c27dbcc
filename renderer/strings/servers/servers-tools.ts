import { formatCount } from '../format/time.ts'

/** What renderer/servers says of the tools of a server. */
export const serverTools = {
  list: {
    label: 'Tools',
    find: 'Find a tool',
    partsLabel: 'Which tools',
    parts: {
      all: (count: number) => `All ${count}`,
      inUse: (count: number) => `In use ${count}`,
      toReview: (count: number) => `To review ${count}`,
    },
    count: (count: number) => formatCount(count, 'tool'),
    found: (found: number, count: number) => `${found} of ${count}`,
    nothingFits: 'No tool fits',
    nothingFitsHelp: (count: number, query: string) =>
      `None of ${formatCount(count, 'tool')} has “${query}” in its name or its description.`,
    showAll: (count: number) => `Show all ${count}`,
    showMore: (count: number) => `Show ${count} more`,
    empty: 'It offers no tools',
    emptyHelp: 'It is ready, but its list of tools is empty or could not be used.',
    notLoaded: 'Its tools did not load',
    notLoadedHelp: 'The server is connected. Load its tools again, or restart it.',
    unknown: 'No tools are known yet',
    unknownHelp: 'A server is asked for its tools when it starts.',
    unknownBeforeTrust:
      'A server is asked for its tools when it starts, and it starts only after you have read what it runs.',
  },
  review: {
    waiting: 'Waiting for you.',
    toReview: (definitions: string) => `${definitions} to review. No model sees what you have not accepted.`,
    keptOff: (definitions: string) => `You keep off ${definitions}. No model sees what you have not accepted.`,
    review: (count: number) => `Review ${count}`,
    readOnly: 'This tab may look, but not answer.',
  },
  standing: {
    pinned: 'pinned',
    pinnedOn: (day: string) => `pinned ${day}`,
    states: { new: 'new', changed: 'changed', 'kept-off': 'kept off' },
    sentences: {
      new: (server: string) =>
        `It is not among what was accepted of ${server}, and it waits for your review. No model sees it.`,
      changed: (server: string) =>
        `${server} changed it since it was accepted, and it waits for your review. No model sees it.`,
      'kept-off': () => 'You reviewed it and keep it off. No model sees it.',
    },
    you: 'you',
    byHost: (day: string, time: string) =>
      `Pinned on ${day} at ${time} with what the server listed first. Any change of it waits for your review.`,
    byPerson: (who: string, day: string, time: string) =>
      `Accepted by ${who} on ${day} at ${time}. Any change of it waits for your review.`,
  },
  troubles: {
    listedWork: 'What was listed can be used.',
    connectedOnly: (why: string) => `Connected, but its tools didn't load. ${why}`,
    leftOut: (count: number) => `Show the ${formatCount(count, 'tool')} left out`,
    makeRoom: (count: number) => `Use up to ${formatCount(count, 'tool')}`,
    unusable: (count: number) => `${formatCount(count, 'tool')} cannot be used`,
    oneNotOffered: '{unusable} and is not offered to the model. The others work.',
    severalNotOffered: '{unusable} and are not offered to the model. The others work.',
    more: (count: number) => `${count} more`,
  },
  row: { noDescription: 'No description' },
  detail: {
    loading: 'The definition has not arrived yet.',
    description: 'its description, as the model gets it',
    definition: (start: string) => `Definition ${start}…`,
    copyHash: 'Copy the hash of the definition',
    onlyLooks: 'This tab may look, but not run tools.',
    notRunning: (server: string) => `${server} is not running.`,
    notReviewed: 'It waits for your review.',
    run: 'Run it yourself',
    input: 'Input it accepts',
    view: 'View of the input',
    views: { words: 'In words', schema: 'Schema' },
    noWords: 'Its schema cannot be put into words; look at the schema itself.',
    anyValues: 'Any values, with names of your own.',
    noValues: 'Nothing.',
    required: ', required',
  },
  input: {
    format: (name: string) => `format ${name}`,
    characters: (span: string) => `${span} characters`,
    items: (span: string) => `${span} items`,
    initial: (value: string) => `${value} where nothing is given`,
    upTo: (most: string) => `up to ${most}`,
    atLeast: (least: string) => `at least ${least}`,
    between: (least: string, most: string) => `${least} to ${most}`,
    optionsAndMore: (options: string, count: number) => `${options} and ${count} more`,
  },
} as const
