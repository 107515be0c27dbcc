import { formatCount } from './format/time.ts'

/** What renderer/manual says. */
export const manual = {
  chooser: {
    label: 'Run a tool yourself',
    choose: 'Choose a tool to run',
    noneReady: 'none is ready',
    ready: (tools: number, servers: number) => `${formatCount(tools, 'tool')}, ${formatCount(servers, 'server')}`,
    stop: 'Stop',
    modelSeesLater: 'You choose the tool and fill in its values; the model sees it later.',
    write: 'Write a message',
    noModel: 'No model is connected.',
    youSee: 'You choose each tool and see exactly what its server returns.',
    connectModel: 'Connect a model',
    offers: 'Some tools',
  },
  finder: {
    label: 'Choose a tool',
    search: 'Search tools',
    searchHint: (tools: number) => `Search ${formatCount(tools, 'tool')} by name, server or what they do`,
    notFound: (query: string) => `No tool has “${query}” in its name, its server or its description.`,
    waits: 'waits for your review',
    found: (count: number) => formatCount(count, 'tool'),
    foundMore: (listed: number, found: number, more: number) =>
      `${formatCount(listed, 'tool')} of ${found}; type to find the other ${more}`,
  },
  noTools: {
    noneOffered: 'No server offers a tool right now',
    none: 'There are no tools yet',
    seeServers: 'See the servers',
    addServer: 'Add a server',
    whileReady: 'A tool can be run while its server is ready.',
    playground:
      'Tools come from servers. The playground is one that comes with Atrium: it needs no key, and reaches no file and no network.',
  },
  composer: {
    loading: 'The form of this tool has not arrived yet.',
    unreadable: 'The form of this tool cannot be read.',
    chooseAnother: 'Choose another tool',
    putAway: 'Put this form away',
  },
  form: {
    label: 'Values for the tool',
    view: 'View of the values',
    views: { Form: 'Form', JSON: 'JSON' },
    stop: 'Stop',
    run: 'Run',
    changed: (server: string) => `${server} changed this tool while its form lay open.`,
    kept: 'This is the form of the new definition; what still has a place in it was kept.',
    leftOut: 'Left out: {values}',
    didNotRun: 'It did not run.',
    unchecked: (reason: string) =>
      `Atrium cannot tell beforehand whether these values fit (${reason}): you can send them all the same, and the server will say if they do not.`,
    against: (rule: string) => `A rule denies this call: ${rule}. Run ignores the rule once, and the log records it.`,
    whatYouFillIn: 'what you fill in',
    sends: (values: string, server: string, place: string) => `Sends ${values} to ${server}, ${place}.`,
    json: 'Values as JSON',
  },
  places: {
    playground: 'which is part of Atrium',
    remote: (host: string) => `a server at ${host}`,
    program: 'a program on this computer',
  },
  misfits: {
    at: (place: string, sentence: string) => `${place}: ${sentence}`,
    noObject: 'The arguments must be one object, in braces: { "name": value }.',
    missing: 'Is missing.',
    incompleteJson: 'Is not complete JSON.',
    tooLarge: 'Is too large to be sent exactly as it stands.',
    noNumber: 'Is not a number, or not JSON.',
  },
  obstacles: {
    mayLook: 'This window may look but not run tools.',
    noConnection: 'This window has no connection to Atrium now. What you filled in stays here.',
    noLog: 'Atrium cannot write its log, so nothing runs until it can. What you filled in stays here.',
    notRunning: (server: string) => `${server} is not running. What you filled in stays here.`,
    waits: (server: string) => `${server} changed or added this tool, and it waits for your review.`,
    notOffered: (server: string) => `${server} does not offer this tool any more.`,
    changed: (server: string) => `${server} has changed this tool. Its new form is being read.`,
    denied: (rule: string) => `A rule denies this call: ${rule}. Only a session that can change rules can run it.`,
    busy: 'Something runs in this conversation. Stop it, or wait for its end.',
  },
} as const
