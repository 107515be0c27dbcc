import { formatCount } from './format/time.ts'

/** Texts of renderer/manual. */
export const manual = {
  chooser: {
    label: 'Run a tool yourself',
    choose: 'Choose a tool to run',
    noneReady: 'none ready',
    ready: (tools: number, servers: number) => `${formatCount(tools, 'tool')}, ${formatCount(servers, 'server')}`,
    stop: 'Stop',
    modelSeesLater: 'You choose the tool and fill in its fields. The model sees it later.',
    write: 'Write a message',
    noModel: 'No model is connected.',
    youSee: 'You choose each tool and see exactly what its server returns.',
    connectModel: 'Connect a model',
    offers: 'Some tools',
  },
  search: {
    label: 'Choose a tool',
    search: 'Search tools',
    searchHint: (tools: number) => `Search ${formatCount(tools, 'tool')} by name, server or description`,
    notFound: (query: string) => `No tools match “${query}”. Searched names, servers and descriptions.`,
    waits: 'needs review',
    found: (count: number) => formatCount(count, 'tool'),
    foundMore: (listed: number, found: number, more: number) =>
      `${formatCount(listed, 'tool')} of ${found}; type to find the other ${more}`,
  },
  noTools: {
    noneOffered: 'No server offers a tool right now',
    none: 'No tools yet',
    seeServers: 'See servers',
    addServer: 'Add a server',
    whileReady: 'You can run a tool while its server is ready.',
    playground:
      'Tools come from servers. Atrium includes one, the playground. It needs no key and can’t reach your files or the network.',
  },
  composer: {
    loading: 'Loading form…',
    unreadable: 'Couldn’t read this tool’s form.',
    chooseAnother: 'Choose another tool',
    putAway: 'Close form',
  },
  form: {
    label: 'Tool fields',
    view: 'Fields view',
    views: { Form: 'Form', JSON: 'JSON' },
    stop: 'Stop',
    run: 'Run',
    changed: (server: string) => `${server} changed this tool while the form was open.`,
    kept: 'The form now matches the new definition. Your input was kept where possible.',
    leftOut: 'Left out: {values}',
    didNotRun: 'The call did not run.',
    unchecked: (reason: string) =>
      `Atrium can’t check these fields (${reason}). You can send them anyway; the server reports any problem.`,
    against: (rule: string) =>
      `A rule denies this call: ${rule}. Run ignores the rule once, and the audit log records it.`,
    whatYouFillIn: 'your input',
    sends: (values: string, server: string, place: string) => `Sends ${values} to ${server}, ${place}.`,
    json: 'Arguments as JSON',
  },
  places: {
    playground: 'built into Atrium',
    remote: (host: string) => `a server at ${host}`,
    program: 'a program on this computer',
  },
  violations: {
    at: (place: string, sentence: string) => `${place}: ${sentence}`,
    noObject: 'The arguments must be one object, in braces: { "name": value }.',
    missing: 'Needs a value.',
    incompleteJson: 'Incomplete JSON.',
    tooLarge: 'Too large to send exactly.',
    noNumber: 'Not a number, or not JSON.',
  },
  obstacles: {
    mayLook: 'View only. You can’t run tools from this window.',
    noConnection: 'Not connected to Atrium. Your input is kept.',
    noLog: 'Atrium can’t write to its audit log, so nothing runs until it can. Your input is kept.',
    notRunning: (server: string) => `${server} isn’t running. Your input is kept.`,
    waits: (server: string) => `${server} changed or added this tool. Review it first.`,
    notOffered: (server: string) => `${server} no longer offers this tool.`,
    changed: (server: string) => `${server} changed this tool. Loading its new form…`,
    denied: (rule: string) => `A rule denies this call: ${rule}. Only a session that can change rules can run it.`,
    busy: 'Something is already running here. Stop it, or wait.',
  },
} as const
