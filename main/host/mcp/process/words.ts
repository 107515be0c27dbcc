const seconds = (ms: number): string => `${ms / 1000} s`
const minutes = (ms: number): string => `${Math.round(ms / 60_000)} minutes`
const seeErrors = 'see its error output'

/** Texts about programs that run servers: why one can't start, how one ended, and what happens next. */
export const processWords = {
  replaced: (command: string) =>
    `${command} was replaced while it started, so Atrium stopped it. Its next start needs your review.`,
  noCommand: (command: string) => `No command named ${command}: check its spelling, or enter its full path.`,
  notExecutable: (command: string) => `Can’t run ${command}: check that it’s a program and has permission to execute.`,
  startFailed: (command: string, reason: string) =>
    `Couldn’t start ${command} (${reason}): check the command and its arguments.`,
  noFolder: (folder: string) => `No folder named ${folder}: choose another working folder for this server.`,
  noBundle: (name: string) => `The files of the bundle ${name} are gone: open the bundle again to restore them.`,
  batchArgument: (file: string, sign: string) =>
    `Can’t start ${file} with an argument or a path that contains ${sign}: it’s a batch file, and Windows could run what follows as another command. Remove it, or use a program that isn’t a batch file.`,
  lineEnd: 'a line end or control character',
  batchTooLong: (file: string, most: number) =>
    `Can’t start ${file}: with its arguments it has more than ${most} characters, and Windows accepts no more for a batch file.`,
  batchOnShare: (file: string, folder: string) =>
    `Can’t start ${file} in ${folder}: Windows runs no batch file in a network folder. Choose a working folder on a drive.`,
  noProcessId: 'the system gave it no process ID',
  notStarted: 'You chose not to start it.',
  notTurnedOff: (problem: string) => `You chose not to start it, but Atrium couldn’t turn it off: ${problem}`,
  onlyNewer: (revisions: string) =>
    `The server only supports protocol version ${revisions}, which Atrium doesn’t: use an older version of this server, or a newer Atrium.`,

  /** How a program ended: clauses after its name. */
  ended: {
    withCode: (code: number | null, midLine: boolean) =>
      `ended with exit code ${code}${midLine ? ' in the middle of a message' : ''}`,
    bySignal: (signal: string, midLine: boolean) =>
      `was ended by ${signal}${midLine ? ' in the middle of a message' : ''}`,
    closedOutput: 'closed its output and was stopped',
    closedInput: 'closed its input and was stopped',
    lineTooLong: 'sent more than 32 MB in one line and was stopped',
    flood: 'sent a flood of lines without a message and was stopped',
    stopped: 'was stopped',
    somehow: 'ended',
  },
  sentence: (clause: string) => `The server ${clause}.`,
  full: (sentence: string) => `${sentence}.`,
  notResponding: (ms: number, stopped: boolean) =>
    `The server stopped responding: no response to two checks within ${seconds(ms)} each${stopped ? ', so Atrium stopped it' : ''}.`,
  retries: 'Atrium retries automatically.',
  notRunning: (server: string) => `${server} isn’t running.`,
  retriesIn: (s: number) => `Atrium retries in ${s < 120 ? `${s} s` : minutes(s * 1000)}.`,
  gaveUp: ({ crashes, withinMs: ms }: { crashes: number; withinMs: number }) =>
    `Stopped after ${crashes} crashes in ${ms < 60_000 ? seconds(ms) : minutes(ms)}. Restart it yourself.`,
  sameEachTime: ({ sameStarts }: { sameStarts: number }) =>
    `Stopped after ${sameStarts} starts that failed the same way. Fix the cause, then restart it yourself.`,

  beforeResponse: (clause: string) => `The server ${clause} before it responded`,
  leftEarly: (left: string, hasPrinted: boolean) =>
    hasPrinted
      ? `${left}: ${seeErrors}.`
      : `${left} and printed no error: check its command and arguments, or run it in a terminal.`,
  leftEarlySaying: (left: string, line: string) => `${left} and wrote “${line}”: fix the cause, or ${seeErrors}.`,
  noResponse: 'The server didn’t respond',
  noProgressFor: (ms: number) => `and made no progress for ${ms < 120_000 ? seconds(ms) : minutes(ms)}`,
  within: (ms: number) => `within ${ms < 120_000 ? seconds(ms) : minutes(ms)}`,
  itsCommand: 'its command',
  proxies: (names: string[]) =>
    `Atrium doesn’t pass ${names.join(', ')} to it: turn that on in this server’s setup if it needs a proxy.`,
  runOnce: (what: string, how: string, command: string) =>
    `${what} ${how}: run ${command} once in a terminal to see what it waits for.`,
  silentHandshake: (ms: number) =>
    `The server didn’t respond within ${seconds(ms)}: restart it, or tell its maintainer.`,
  malformedHandshake: (said: string) =>
    `Can’t read its handshake (${said}): update this server, or tell its maintainer.`,
  refusedHandshake: (code: number, said: string, hasPrinted: boolean) =>
    `The server refused the handshake with error ${code} (${said}): ${hasPrinted ? seeErrors : 'check its setup'}.`,
} as const
