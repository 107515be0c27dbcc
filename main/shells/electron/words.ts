const sandbox = 'turns off the sandbox around its pages'
const isolation = 'breaks its pages’ isolation from others'
const identity = 'stops it from verifying who it’s talking to'
const pages = 'gives away control over its pages'
const program = 'gives away control over its program'
const starts = 'lets something else decide which programs it starts'

/** Texts of the window's shell: menu, notifications, the system's dialogs and the sentences of a start that fails. */
export const desktopWords = {
  menu: {
    file: '&File',
    edit: '&Edit',
    view: '&View',
    window: '&Window',
    help: '&Help',
    settings: 'Settings…',
    newConversation: 'New Conversation',
    oldestRequest: 'Oldest Request',
    previousRequest: 'Previous Request',
    servers: 'Servers',
    audit: 'Audit Log',
    sidebar: 'Show or Hide Sidebar',
    nextRegion: 'Next Region',
    allKeys: 'Keyboard Shortcuts',
  },

  versions: (of: { app: string; electron: string; chromium: string; node: string }) =>
    `${of.app} (Electron ${of.electron}, Chromium ${of.chromium}, Node ${of.node})`,

  quit: {
    callRuns: 'A call is running. Quit and stop it?',
    callsRun: (calls: number) => `${calls} calls are running. Quit and stop them?`,
    replyComes: 'The model is replying. Quit and stop it?',
    repliesCome: (replies: number) => `${replies} replies are being written. Quit and stop them?`,
    detail: 'Everything so far stays in the conversation and in the audit log.',
    action: 'Quit',
    whenDone: 'Quit when it’s done',
  },

  background: {
    waiting: (requests: number) =>
      requests === 0
        ? 'Atrium'
        : `Atrium: ${requests} ${requests === 1 ? 'request is' : 'requests are'} waiting for you`,
    staysOpen: 'Atrium keeps running',
    wayBack: 'To open its window again, use its icon in the tray or start Atrium again.',
    open: 'Open Atrium',
    answer: (requests: number) => (requests === 1 ? 'Answer 1 request' : `Answer ${requests} requests`),
    quit: 'Quit Atrium',
  },

  dialogs: {
    cancel: 'Cancel',
    ok: 'OK',
    tooLong: 'This is too long to show in full, so it can’t be confirmed. Enter it in the configuration file instead.',
    oneAtATime: 'Another dialog is waiting for your answer. Answer it first, then try again.',
  },

  outside: {
    page: (host: string) => `Open a page on ${host} in your browser?`,
    open: 'Open',
    notEncrypted: 'The connection isn’t encrypted.',
    nearby: 'The page is on this computer or its network.',
    looksLike: (host: string) => `The host reads as “${host}” and contains look-alike letters.`,
    mail: (to: string) => `Write an email to ${to}?`,
    write: 'Write',
  },

  crash: {
    logged: (reason: string) => `Atrium’s window crashed: ${reason}.`,
    reloaded: 'Atrium’s window crashed and was reloaded.',
    again: 'Atrium’s window crashed again.',
    hangs: 'Atrium’s window isn’t responding.',
    nothingLost: 'Your conversations, requests and running calls are safe. Nothing was approved.',
    reload: 'Reload',
    quit: 'Quit',
    wait: 'Wait',
  },

  opened: {
    unreadable: (file: string) => `Can’t read ${file}. Choose another file.`,
    tooLarge: (mebibytes: number) => `A bundle can have up to ${mebibytes} MiB.`,
    failed: 'Can’t open this',
    nothingOpened: (address: string, reason: string) =>
      `No program took ${address} (${reason}). Check which program your system opens such addresses with.`,
    badLink: 'Atrium doesn’t know this kind of link, so it opened nothing.',
  },

  alreadyOpen: 'Atrium is already open. Its window comes to the front.',
  lockedElsewhere: (lock: string, host: string) =>
    `The data folder is in use by an Atrium on the computer ${host}, or one there crashed. ` +
    `If none is open, delete ${lock} and start Atrium again.`,
  cannotLock: (folder: string) =>
    `Atrium can’t lock ${folder}, so it can’t tell whether another Atrium uses it. ` +
    'Use a data folder on a disk that supports symbolic links, with --data-dir.',
  appImageWithoutSandbox:
    'Atrium’s window needs a sandbox, and this system doesn’t let an AppImage build one. ' +
    'Install the deb package instead: it brings the permission. ' +
    'On other systems, allow user namespaces for programs without privileges, and start Atrium again.',
  directoryWithoutName: (option: string) => `The data folder must have a name, as in ${option}=folder.`,
  weakened: (option: string, how: string) => `--${option} weakens Atrium: it ${how}.`,
  /** The same by a variable. */
  variables: {
    noSandbox: `The variable ELECTRON_DISABLE_SANDBOX weakens Atrium: it ${sandbox}.`,
    unchecked: `The variable NODE_TLS_REJECT_UNAUTHORIZED=0 weakens Atrium: it ${identity}.`,
  },
  startWithout: (problem: string) => `${problem} Start Atrium without it.`,
  unknownOption: (option: string) => `Unknown option ${option}.`,
  blanksAround: (word: string) => `“${word}” begins or ends with a blank, which Chromium doesn’t read.`,
  misspelledOption: (option: string, given: string) => `${given} isn’t an option. Write it as ${option}.`,

  /** Chromium's switches that remove what the window relies on, and what each does, after "it". */
  weakening: {
    'no-sandbox': sandbox,
    'single-process': sandbox,
    'no-zygote-sandbox': sandbox,
    'disable-seccomp-filter-sandbox': sandbox,
    'disable-namespace-sandbox': sandbox,
    'disable-setuid-sandbox': sandbox,
    'disable-gpu-sandbox': sandbox,
    'allow-sandbox-debugging': sandbox,
    'in-process-gpu': sandbox,
    'disable-site-isolation-trials': isolation,
    'disable-web-security': isolation,
    'allow-file-access-from-files': isolation,
    'ignore-certificate-errors': identity,
    'ignore-certificate-errors-spki-list': identity,
    'host-rules': identity,
    'host-resolver-rules': identity,
    'proxy-server': identity,
    'proxy-pac-url': identity,
    'remote-debugging-port': pages,
    'remote-debugging-pipe': pages,
    'remote-debugging-address': pages,
    'load-extension': pages,
    'js-flags': pages,
    inspect: program,
    'inspect-brk': program,
    'renderer-cmd-prefix': starts,
    'utility-cmd-prefix': starts,
    'ppapi-plugin-launcher': starts,
    'gpu-launcher': starts,
    'browser-subprocess-path': starts,
  },

  notFromPage: 'Atrium only accepts commands from its own window’s page.',
  badCall: 'A call is a name and an input, which is JSON text.',
  inputTooLarge: (mebibytes: number) => `A command can have up to ${mebibytes} MiB.`,
  inputNotJson: 'The command’s input must be JSON.',
} as const
