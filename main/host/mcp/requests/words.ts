const rounded = (value: number): number => Math.round(value * 10) / 10

/** A duration of at most 120 s in seconds, a longer one in minutes or hours. */
function duration(ms: number): string {
  const s = ms / 1000
  if (s >= 7200) return `${rounded(s / 3600)} h`
  if (s > 120) return `${rounded(s / 60)} min`
  return `${rounded(s)} s`
}

/** Texts about calls and other requests: clauses that follow a server's name or "didn't finish this", and sentences. */
export const requestWords = {
  nothingSent: (server: string, clause: string) => `${server} ${clause}. Nothing was sent.`,
  unfinished: (server: string, why: string) => `${server} didn’t finish this: ${why}.`,
  tookLonger: (ms: number) => `it took longer than ${duration(ms)}`,
  noProgress: (ms: number) => `it made no progress for ${duration(ms)}`,
  workedLonger: (ms: number) => `it worked for longer than ${duration(ms)}`,
  resultMissing: 'The tool promises a structured result but sent none.',
  resultUnchecked: (why: string) => `The structured result wasn’t checked: ${why}.`,
  resultMismatch: (problems: string) => `The structured result isn’t what the tool promises: ${problems}.`,
  resultPartlyChecked: (why: string) => `The structured result was only partly checked: ${why}.`,
  readingStopped: (server: string) => `Reading from ${server} was stopped.`,
  resourceUnreadable: (server: string, uri: string, problem: string) => `Can’t read ${uri} from ${server}. ${problem}`,
  rounds: {
    tooMany: (most: number) => `it asked for input more than ${most} times`,
    tooMuch: (count: number) => `it asked for ${count} things at once`,
    stateTooLarge: 'it wanted more than 1 MB to be sent back with the answers',
    refused: (why: string) => `its request was refused: ${why}`,
    unreadable: 'its request can’t be read',
    pageDeclined: 'it wanted you to visit a page first, and that was declined',
  },
  task: {
    otherCall: 'it gave this call the task of another call',
    cancelled: (said: string) => `it cancelled its task${said}`,
    failed: (said: string, why: string) => `its task failed${said} (${why})`,
    noneInside: 'there was none in its response',
    noReason: 'it gives no error',
    notTaken: (why: string) => `it didn’t take the answer for its task: ${why}`,
    expired: 'its task took longer than the server keeps tasks',
    forgotten: 'it no longer has the task that this call ran as',
    noResult: (why: string) => `its task is over, but the result didn’t arrive: ${why}`,
    otherResult: 'it responded with the result of another task',
    noStatus: (why: string) => `it didn’t report its task’s status: ${why}`,
    otherTask: 'asked about its task, it reported another one',
    unreadable: (said: string) => `its response can’t be read (“${said}”)`,
    error: (code: number, said: string) => `error ${code}, “${said}”`,
    unreachable: (clause: string) => `it ${clause}`,
    noResponse: 'no response',
  },
} as const
