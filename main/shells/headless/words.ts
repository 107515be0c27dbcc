const onTerminal = 'or run this in a terminal'

/** Texts of the command line and of its questions at the terminal. */
export const terminalWords = {
  usage: `Atrium without a window, with the app’s servers, rules, secrets and audit log.

  call <server> <tool>   Call a tool and print its result as text.
      --args <json>      The arguments as a JSON object; "-" reads them from standard input.
      --arg name=text    One text argument. Can be repeated.
      --arg name:=json   One argument of another type, such as 5, true or ["a"]. Can be repeated.
  tools <server>         List a server’s tools. Tools marked * need your review before they can be called.
  import <file>          Show the servers in another application’s file, and what they would become. Starts nothing.
      --add              Add them. Each waits in Atrium for your review.
  doctor                 Check this installation. Works while Atrium runs, and changes nothing.
  serve                  Serve Atrium to a browser on this computer; "serve --help" lists its options.

  --json                 Print the whole result, the definitions or the findings as one JSON document.
  --data-dir <path>      Where Atrium keeps its data, if not in the default location.
  --help                 Print this help.

Name a server by its ID or its display name. Your rules decide which calls run. If no rule decides, Atrium asks in the
terminal; without a terminal, nothing runs. Questions and diagnostics go to standard error.

Exit codes: 0 done; 1 the tool or its server failed, the call was denied, or doctor found a problem; 2 wrong arguments,
or no such server or tool; 3 Atrium needs your answer and there is no terminal; 4 Atrium is open with the same data; 130
stopped with Ctrl+C.
`,

  noCommand: 'No command given. Use call, tools, import, doctor or serve.',
  unknownCommand: (command: string) => `Unknown command “${command}”. Use call, tools, import, doctor or serve.`,
  callNeeds: 'call needs a server and a tool.',
  callTooMany: (argument: string) => `Unexpected argument “${argument}”. Pass tool arguments with --args or --arg.`,
  toolsNeeds: 'tools needs a server.',
  argumentsOnlyForCall: '--args and --arg only work with call.',
  addOnlyForImport: '--add only works with import.',
  noJsonForImport: '--json doesn’t work with import.',
  importNeeds: 'import needs a file.',
  argsNotObject: '--args must be a JSON object, such as {"path": "notes.txt"}.',
  argMalformed: (text: string) => `--arg needs name=text or name:=json; “${text}” is neither.`,
  notJson: (option: string, reason: string) => `${option} isn’t valid JSON: ${reason}.`,

  cancelledBefore: 'Cancelled before the tool was called, so nothing ran.',
  outputClosed: 'The output was closed.',

  unusable: (name: string, problem: string) => `${name || 'A tool'} can’t be used: ${problem}`,
  incomplete: (problem: string) => `The tool list is incomplete: ${problem}`,
  noTool: (tool: string, server: string) => `No tool named “${tool}”. List the tools with “tools ${server}”.`,
  noServer: (server: string, known: string[]) =>
    `No server named “${server}”. ${known.length === 0 ? 'No servers configured yet.' : `Servers: ${known.join(', ')}.`}`,
  severalServers: (server: string, ids: string[]) =>
    `${ids.length} servers are named “${server}”. Use an ID: ${ids.join(', ')}.`,
  resultTooLarge: 'The result is too large to print. View it in Atrium’s audit log.',
  resultMalformed: 'The result isn’t an object.',
  otherContent: (kind: string) => `The result also has ${kind}. Use --json to print it.`,
  unknownContent: 'unknown content',
  markedNeedReview: 'Tools marked * need your review.',
  progress: (progress: number, total: number | undefined) =>
    total === undefined ? `${progress}` : `${progress} of ${total}`,

  imported: {
    unreadable: (file: string, reason: string) => `${file} can’t be read: ${reason}`,
    source: (format: string, file: string) => `${file}, ${format}`,
    variable: (name: string) => `  Variable: ${name}`,
    header: (name: string) => `  Header: ${name}`,
    secret: (line: string) => `${line} (secret)`,
    folder: (folder: string) => `  Starts in ${folder}`,
    off: '  Disabled in the file.',
    remark: (sentence: string) => `  ${sentence}`,
    more: (count: number) => `${count} more servers weren’t read.`,
    preview: 'Nothing was added. Repeat with --add to add them.',
    none: 'Nothing was added.',
    added: (ids: string[]) => `Added: ${ids.join(', ')}. Nothing has run yet: review them in Atrium.`,
    notAdded: (id: string, reason: string) => `${id} wasn’t added. ${reason}`,
    inWindow: (labels: string) => `Values are missing: ${labels}. Import the file in Atrium, which asks for them.`,
    unfit: 'One of the values can’t be used in the command or URL.',
  },

  notConfigured: (server: string) => `${server} is no longer configured.`,
  turnedOff: (server: string) => `${server} is off. Turn it on in Atrium first.`,
  notRunning: (server: string, reason: string) => `${server} failed: ${reason}`,
  blocked: (tool: string) => `${tool} stays blocked, so it wasn’t called.`,
  endedBefore: (ran: string) => `Atrium closed before the call finished. ${ran}`,
  callCancelled: (ran: string) => `The call was cancelled. ${ran}`,
  callFailed: (problem: string, ran: string) => `${problem} ${ran}`,
  noResult: (server: string) => `${server} responded without a result.`,
  deniedByRule: (reason: string) => `One of your rules denies this call: ${reason}.`,
  denied: 'The call wasn’t allowed, so it didn’t run.',
  deniedBecause: (reason: string) => `The call wasn’t allowed: ${reason}`,
  mayHaveRun: 'The tool may have run, fully or in part.',
  didNotRun: 'The tool didn’t run.',

  company: 'Your company',

  /** Sentences for questions that no one was there to answer. */
  unasked: {
    approval: (server: string, tool: string) =>
      `Atrium needs your approval to call ${tool} on ${server} with these arguments. Create a rule for it in Atrium, ${onTerminal}.`,
    trust: (server: string, program: string) =>
      `Atrium needs your approval to start ${server}’s program: ${program}. Trust it in Atrium, ${onTerminal}.`,
    address: (server: string, url: string) =>
      `Atrium needs your approval to connect to ${server} at ${url}, a new or changed URL in servers.json. Answer in Atrium, ${onTerminal}.`,
    definitions: (server: string) =>
      `${server} has new or changed tools that need your review. Review them in Atrium, ${onTerminal}.`,
    form: (server: string) => `${server} asks you to fill in a form. Call the tool in Atrium, ${onTerminal}.`,
    page: (server: string) => `${server} asks you to open a page. Call the tool in Atrium, ${onTerminal}.`,
    model: (server: string) => `${server} asks to use your model. Call the tool in Atrium, ${onTerminal}.`,
    signIn: (server: string) => `${server} requires you to sign in. Sign in from Atrium, ${onTerminal}.`,
    serverApp: (server: string) => `${server} has an app to show. See it in Atrium, ${onTerminal}.`,
  },

  declined: {
    form: (server: string) => `${server} asked you to fill in a form. There is no terminal, so Atrium declined.`,
    page: (server: string) => `${server} asked you to open a page. There is no terminal, so Atrium declined.`,
    model: (server: string) => `${server} asked to use a model. There is no terminal, so Atrium declined.`,
  },

  tooEarly: '\nYou typed that before the question appeared. Answer again: ',

  approval: {
    question: (server: string, tool: string) => `\nAllow a call to ${tool} on ${server}?`,
    description: 'Its description:',
    claims: {
      onlyReads: (server: string) => `${server} says it only reads.`,
      mayDelete: (server: string) => `It may delete data: ${server} doesn’t say otherwise.`,
      deletesNothing: (server: string) => `${server} says it makes changes but deletes nothing.`,
      repeatable: (server: string) => `${server} says it’s safe to repeat.`,
      reachesOut: (server: string) => `It may reach external systems: ${server} doesn’t say otherwise.`,
    },
    ruleAsks: 'One of your rules requires approval for this call.',
    ruleNotForDestructive: 'One of your rules allows this, but it may delete data, so Atrium asks anyway.',
    ruleNotForFlows:
      'One of your rules allows this, but it contains text from another server or an attachment, so Atrium asks anyway.',
    carries: (place: string, source: string) => `${place || 'The input'} contains text from ${source}.`,
    filled: (places: string[]) => `Required but missing, so the tool’s default is used: ${places.join(', ')}`,
    arguments: 'With exactly these arguments:',
    run: 'Run it?',
  },
  trust: {
    question: (server: string) => `\nAllow this program to start as ${server}?`,
    start: 'Start it, now and in future?',
    refused: (server: string) => `${server} wasn’t started, so nothing ran.`,
    unreadable: 'Atrium can run this file but can’t read it, so it can’t tell if the file is replaced.',
    fingerprint: (sha256: string) => `SHA-256 of the program’s file: ${sha256}`,
    folder: (folder: string) => `in the folder ${folder}`,
    contained: 'contained like this:',
    bundle: (name: string, author: string, sha256: string) =>
      `from the bundle ${name}, which isn’t signed and names ${author} as its author, SHA-256 ${sha256}`,
    variables: 'with these variables:',
    inherited: 'and these from your environment:',
    changed: (what: string) => `Changed since you allowed it: ${what}.`,
    warnings: 'Warnings:',
    warning: (title: string, detail: string) => `${title}. ${detail}`,
  },
  address: {
    question: (server: string) =>
      `\nAllow Atrium to connect to ${server} at this URL? It’s new or changed in servers.json.`,
    headers: 'with these headers:',
    noHeaders: 'Without headers.',
    before: 'Previously it was:',
    secretHeader: (name: string, secret: string) => `${name} (the secret ${secret})`,
    connect: 'Connect, now and in future?',
    refused: (server: string) => `Atrium didn’t connect to ${server}, so nothing was sent.`,
  },
  definitions: {
    heading: (server: string) => `\n${server} has these new or changed definitions:`,
    item: (isChanged: boolean, suspicions: string) => `\nThis is ${isChanged ? 'changed' : 'new'}${suspicions}:`,
    was: 'It was:',
    isNow: 'It is now:',
    accept: (count: number) => (count === 1 ? 'Accept this?' : `Accept all ${count}?`),
    refused: 'It still needs your review, so it wasn’t called.',
    suspicions: {
      'hidden-characters': 'contains hidden characters',
      'look-alike': 'looks like another tool’s name',
      'names-another-server': 'mentions another server',
      'mentions-files': 'now mentions files',
      'mentions-secrets': 'now mentions secrets',
      'mentions-tools': 'now mentions another of the server’s tools',
      'not-read-only': 'no longer says it only reads',
      destructive: 'may now change or delete data',
    },
  },
  form: {
    heading: (server: string) => `\n${server} asks you to fill in a form:`,
    notShown: (problem: string) => `Atrium can’t show this form, so it declined: ${problem}.`,
    notFilled: 'These answers don’t fit the form, so Atrium declined.',
    leftOut: (names: string[]) =>
      `Optional fields that can’t be shown are left out: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}.`,
    doubt: 'It may ask for a secret. Servers aren’t allowed to; if it does, decline.',
    secret: 'It seems to ask for a secret. Servers aren’t allowed to; it’s safer to decline.',
    fill: 'Fill it in?',
    preview: (server: string) => `This will be sent to ${server}:`,
    send: 'Send it?',
    answer: (hint: string) => `Your answer${hint}:`,
    optional: ', can be left empty',
    yesOrNo: (initial: string) => ` (y or n, ${initial} if left empty)`,
    oneOf: (rest: string) => ` (a number from the list${rest})`,
    someOf: (rest: string) => ` (numbers from the list, separated by commas${rest})`,
    otherwise: (initial: string) => `, default ${initial}`,
  },
  page: {
    question: (server: string) => `\n${server} asks you to open a page in your browser:`,
    address: 'The page is:',
    opened: 'Have you opened it?',
    done: (server: string, url: string) => `\nHave you finished what ${server} asked for at ${url}?`,
  },
  sampling: {
    question: (server: string) => `\n${server} asks to use your model.`,
    noModel: 'No model is connected, so the request is denied.',
    system: 'System prompt:',
    message: (role: string) => `Message of ${role}:`,
    tools: 'It offers the model these tools:',
    send: (model: string, tokens: number) => `Send this to ${model}, for up to ${tokens} tokens?`,
    reply: (model: string) => `\n${model} replied:`,
    pass: (server: string) => `Send this reply to ${server}?`,
  },
  signIn: {
    question: (server: string, more: boolean) =>
      `\n${server} requires you to sign in${more ? ' for more permissions' : ''}.`,
    places: (at: { resource: string; issuer: string }) =>
      `The server is at ${at.resource}. You would sign in at ${at.issuer}.`,
    handover: ({ page, receiver }: { page: string; receiver: string }) =>
      `${receiver} gets this sign-in, not ${page}, whose page it is. Agree only if you know that they belong together.`,
    otherClient: (issuer: string) => `The client ID you entered belongs to ${issuer}, so it isn’t sent there.`,
    scopes: (scopes: string[]) => `Permissions requested: ${scopes.length === 0 ? 'not specified' : scopes.join(', ')}`,
    start: 'Sign in?',
    refused: (server: string) => `${server} requires you to sign in, so nothing ran.`,
    open: '\nOpen this page in your browser and sign in there:',
    giveUp: 'Atrium continues once you have signed in. Cancel instead?',
  },
} as const
