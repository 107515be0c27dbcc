import { formatCount } from '../format/time.ts'

/** Texts of a server's list of tools. */
export const serverTools = {
  list: {
    find: 'Find a tool',
    partsLabel: 'Which tools',
    parts: {
      all: (count: number) => `All ${count}`,
      inUse: (count: number) => `In use ${count}`,
      toReview: (count: number) => `To review ${count}`,
    },
    count: (count: number) => formatCount(count, 'tool'),
    found: (found: number, count: number) => `${found} of ${count}`,
    nothingFits: 'No matching tools',
    nothingFitsHelp: (count: number, query: string) =>
      `None of ${formatCount(count, 'tool')} match “${query}”. Searched names and descriptions.`,
    showAll: (count: number) => `Show all ${count}`,
    showMore: (count: number) => `Show ${count} more`,
    empty: 'No tools',
    emptyHelp: 'The server is ready, but its tool list is empty or unusable.',
    notLoaded: 'Tools didn’t load',
    notLoadedHelp: 'The server is connected. Load its tools again, or restart it.',
    unknown: 'No tools yet',
    unknownHelp: 'Tools appear once the server starts.',
  },
  review: {
    keptOff: (definitions: string) => `You blocked ${definitions}. Models can’t see blocked definitions.`,
    review: (count: number) => `Review ${count}`,
    readOnly: 'View only. You can’t answer from this tab.',
  },
  standing: {
    pinned: 'pinned',
    pinnedOn: (day: string) => `pinned ${day}`,
    states: { new: 'new', changed: 'changed', differs: 'differs from passport', 'kept-off': 'blocked' },
    sentences: {
      new: (server: string) => `Not accepted from ${server} yet. Models can’t see it until you accept it.`,
      changed: (server: string) =>
        `${server} changed it since it was accepted. Models can’t see it until you accept the change.`,
      differs: (server: string) =>
        `It differs from the definition in ${server}’s passport. Models can’t see it until you accept it.`,
      'kept-off': () => 'You blocked it. Models can’t see it.',
    },
    byHost: (day: string, time: string) =>
      `Pinned on ${day} at ${time} with the server’s first list. Any change needs your review.`,
    byPassport: (fingerprint: string, day: string, time: string) =>
      `Pinned on ${day} at ${time} from the passport of ${fingerprint}. Any change needs your review.`,
    byPerson: (who: string, day: string, time: string) =>
      `Accepted by ${who} on ${day} at ${time}. Any change needs your review.`,
  },
  troubles: {
    listedWork: 'The listed tools can be used.',
    connectedOnly: (why: string) => `Connected, but its tools didn’t load. ${why}`,
    leftOut: (count: number) => `Show the ${formatCount(count, 'tool')} left out`,
    makeRoom: (count: number) => `Use up to ${formatCount(count, 'tool')}`,
    unusable: (count: number) => `${formatCount(count, 'tool')} can’t be used`,
    oneNotOffered: '{unusable} and isn’t offered to the model. The others work.',
    severalNotOffered: '{unusable} and aren’t offered to the model. The others work.',
    more: (count: number) => `${count} more`,
  },
  groups: {
    reads: (count: number) => `Says it only reads: ${count}`,
    changes: (count: number) => `May change things: ${count}`,
  },
  policy: {
    of: (tool: string) => `When a model calls ${tool}`,
    ofReads: 'When a model calls a tool that only reads',
    ofChanges: 'When a model calls a tool that may change things',
    ask: 'Ask',
    allow: 'Allow',
    allowLimited: 'Allow…',
    off: 'Off',
    limited: 'Allowed with limits',
    shared: 'Set by a rule for this server',
    help: 'Allow is for the tool’s exact definition. If the definition changes, Atrium asks again.',
    keys: 'In the list: arrow keys move, 1 asks, 2 allows, 3 turns off.',
    done: {
      ask: (count: number) =>
        count === 1 ? 'Atrium asks before this tool runs.' : `Atrium asks before these ${count} tools run.`,
      allow: (count: number) => (count === 1 ? 'Tool allowed.' : `${count} tools allowed.`),
      off: (count: number) => (count === 1 ? 'Tool turned off.' : `${count} tools turned off.`),
    },
  },
  row: { noDescription: 'No description' },
  /** The app that a server has for a tool's results. */
  app: {
    title: 'App',
    look: 'Check app',
    loading: 'Loading app…',
    notRun: (server: string) =>
      `${server} has an app for this tool’s results. It runs only if you show it in a conversation.`,
    address: 'the app’s URI',
    policy: 'Content policy',
  },
  /** In the place of the policy, for tools that no model can call. */
  users: { apps: 'For its apps', nobody: 'Hidden' },
  detail: {
    loading: 'Loading definition…',
    description: 'its description, as the model gets it',
    definition: (start: string) => `Definition ${start}…`,
    copyHash: 'Copy definition hash',
    onlyLooks: 'View only. You can’t run tools from this tab.',
    notRunning: (server: string) => `${server} is not running.`,
    notReviewed: 'Review its definition first.',
    onlyApps: (server: string) => `Only apps of ${server} can call it.`,
    run: 'Run it yourself',
    input: 'Arguments',
    view: 'Arguments view',
    views: { words: 'In words', schema: 'Schema' },
    noWords: 'This schema can’t be summarized. See Schema.',
    anyValues: 'Any arguments you like.',
    noValues: 'None.',
    required: ', required',
  },
  input: {
    format: (name: string) => `format ${name}`,
    characters: (span: string) => `${span} characters`,
    items: (span: string) => `${span} items`,
    initial: (value: string) => `default ${value}`,
    upTo: (most: string) => `up to ${most}`,
    atLeast: (least: string) => `at least ${least}`,
    between: (least: string, most: string) => `${least} to ${most}`,
    optionsAndMore: (options: string, count: number) => `${options} and ${count} more`,
  },
} as const
