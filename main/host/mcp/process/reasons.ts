import type { ServerStatus } from '../../../../shared/events/events.ts'
import type { Fetch } from './fetching.ts'
import type { GivenUp } from './start-watch.ts'
import type { LastWords } from '../wire/stderr-ring.ts'
import { quoted } from '../../base/text.ts'
import type { Ending } from '../wire/wire.ts'
import type { Reply } from '../protocol/types.ts'

const lookAtErrors = 'its error output may say why'

/** Why a server failed or ended, and whether a retry may help. */
export type Failure = {
  /** One sentence, or two. */
  reason: string
  /** After a crash, a retry may help; an unreachable server may become reachable; a lasting failure needs the user. */
  kind: 'crash' | 'unreachable' | 'lasting'
  /** Milliseconds that the server asked to be left alone. */
  askedMs?: number | undefined
  /** A sign-in would help. */
  signIn?: boolean
  /**
   * How a program ended before it answered, with its output: another start that ends the same way isn't worth
   * repeating.
   */
  how?: string | undefined
}

/** A failed start; the message is shown to the user. */
export class StartFailure extends Error {
  readonly failure: Failure

  constructor(
    reason: string,
    kind: Failure['kind'] = 'lasting',
    rest: Pick<Failure, 'askedMs' | 'signIn' | 'how'> = {},
  ) {
    super(reason)
    this.failure = { reason, kind, ...rest }
  }
}

/** Whatever kept a server from starting. */
export const failureIn = (error: unknown): Failure =>
  error instanceof StartFailure
    ? error.failure
    : { reason: error instanceof Error ? error.message : String(error), kind: 'lasting' }

/** Why a process couldn't be started, and what to do. */
export function startProblem(error: unknown, command: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return `There is no command ${command}: check its spelling, or give its full path.`
  if (code === 'EACCES' || code === 'EPERM')
    return `${command} may not be run: check that it is a program and has the right to execute.`
  const reason = typeof code === 'string' ? code : quoted(error instanceof Error ? error.message : String(error))
  return `${command} could not be started (${reason}): check the command and its arguments.`
}

export const noFolder = (folder: string): string =>
  `There is no folder ${folder}: choose another working folder for this server.`

/** Why it doesn't start although it is on. `problem` is the sentence that says why it couldn't be turned off. */
export const leftOff = (problem: string | undefined): string =>
  problem === undefined ? 'It was left off.' : `It was left off, but its switch could not be turned off: ${problem}`

export const onlyNewer = (revisions: string[]): string =>
  `It speaks only ${quoted(revisions.join(', '))}, which Atrium does not: use an older version of this server, or a newer Atrium.`

/** How a process ended, as a clause after its name. */
export function leftHow(ending: Ending): string {
  switch (ending.how) {
    case 'exited': {
      const midLine = ending.midLine ? ' in the middle of a message' : ''
      return ending.signal === null
        ? `ended with exit code ${ending.code}${midLine}`
        : `was ended by ${ending.signal}${midLine}`
    }
    case 'closed-stdout':
      return 'closed its output and was stopped'
    case 'closed-stdin':
      return 'closed its input and was stopped'
    case 'line-too-long':
      return 'sent more than 32 MB in one line and was stopped'
    case 'flood':
      return 'sent a flood of lines without a message and was stopped'
    case 'lost':
      return ending.clause
    case 'stopped':
      return 'was stopped'
    default:
      return ending satisfies never
  }
}

/** Why a ready server stopped being ready. */
export const endedBy = (ending: Ending): Failure => ({
  reason: `It ${leftHow(ending)}.`,
  kind: ending.how === 'lost' ? 'unreachable' : 'crash',
})

/** Why a silent server is given up; `stopped` if its process could be stopped. */
export const notResponding = (answerMs: number, stopped: boolean): string =>
  `It was not responding: it gave no sign of life within ${answerMs / 1000} s${stopped ? ' and was stopped' : ''}.`

/** Added to the reason if Atrium retries indefinitely. */
export const goesOn = 'Atrium tries again by itself.'

/**
 * Why a server that isn't ready can't be used, and what happens next: when Atrium retries, else `next`, which says what
 * the user can do.
 */
export function notRunning(name: string, status: ServerStatus, next = '', now = Date.now()): string {
  const retryAt = status.state === 'failed' ? status.retryAt : undefined
  if (retryAt === undefined) return [`${name} is not running.`, next].join(' ').trim()
  const seconds = Math.max(1, Math.ceil((retryAt - now) / 1000))
  const wait = seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} minutes`
  return `${name} is not running. Atrium tries again in ${wait}.`
}

/** Added to the reason if a server isn't restarted automatically. */
export const gaveUp = ({ crashes, withinMs }: { crashes: number; withinMs: number }): string => {
  const span = withinMs < 60_000 ? `${withinMs / 1000} s` : `${Math.round(withinMs / 60_000)} minutes`
  return `Stopped after ${crashes} crashes in ${span}; restart it by hand.`
}

/** Added if every start ends the same way. */
export const sameEachTime = ({ sameStarts }: { sameStarts: number }): string =>
  `Stopped after ${sameStarts} starts that ended in the same way; restart it by hand once that is fixed.`

/** Why a program ended before it answered, quoting its stderr if one of its lines names an error. */
export function leftEarly(
  ending: Ending | undefined,
  { stderr, stderrHead = [] }: LastWords,
): Pick<Failure, 'reason' | 'how'> {
  const left = `It ${ending ? leftHow(ending) : 'ended'} before it answered`
  const line = errorLineIn([...stderrHead, ...stderr])
  if (line === undefined) return { reason: `${left}: ${lookAtErrors}.` }
  // Times and process IDs differ from start to start.
  const how = `${left} ${line}`.replaceAll(/\d+/g, '#')
  return { reason: `${left} and wrote “${quoted(line)}”: fix what it names, or look at its error output.`, how }
}

/**
 * Why a start is given up, what it waited for and what to do. `line` is what a user would type; `withheld` are the
 * proxy variables that Atrium has and the server doesn't get.
 */
export function gaveUpStart(
  { because, ms, fetching }: GivenUp,
  { line, fetch, withheld }: { line: string; fetch: Fetch | undefined; withheld: string[] },
): string {
  const subject =
    fetching && fetch
      ? `${fetch.runner} was still fetching ${fetch.what === undefined ? 'its package' : quoted(fetch.what)}`
      : 'The server did not answer'
  const how = because === 'silence' ? `and showed no progress for ${inWords(ms)}` : `within ${inWords(ms)}`
  // A cut command would be the wrong one to run.
  const command = line.length > longestLine ? 'its command' : line
  const proxies =
    withheld.length === 0
      ? ''
      : ` It doesn't get ${withheld.join(', ')} from Atrium: turn that on in this server's settings if it needs a proxy.`
  return `${subject} ${how}: run ${command} once in a terminal to see what it waits for.${proxies}`
}

const longestLine = 500

const inWords = (ms: number): string => (ms < 120_000 ? `${ms / 1000} s` : `${Math.round(ms / 60_000)} minutes`)

/** Why a handshake failed. */
export function handshakeProblem(
  reply: Exclude<Reply<never>, { status: 'answered' }>,
  ending: Ending | undefined,
  timeoutMs: number,
): string {
  switch (reply.status) {
    case 'unsupported':
      return onlyNewer([reply.revision])
    case 'timed-out':
      return `It did not answer within ${timeoutMs / 1000} s: look at its error output, or restart it.`
    case 'refused':
      return reply.malformed
        ? `Its handshake cannot be read (${quoted(reply.message)}): update this server, or tell its maker.`
        : `It refused the handshake with error ${reply.code} (${quoted(reply.message)}): ${lookAtErrors}.`
    case 'unreachable':
      return reply.problem.message
    case 'unsent':
    case 'closed':
    case 'aborted':
    case 'unfinished':
    case 'input-wanted':
    case 'pages-first':
      return `It ${ending ? leftHow(ending) : 'ended'} before it answered: ${lookAtErrors}.`
    default:
      return reply satisfies never
  }
}

/** Code, stack frames and continuation lines. */
const continued = /^(\s|at |node:|file:\/\/|Traceback |goroutine )/
/** npm's lines around the actual error. */
const around = /^npm (error|ERR!)( (code|errno|syscall|path|dest|command|A complete log)\b|\s*$)/i
const strong = /\b(\w*(Error|Exception)|error|fatal|panic)\b(?=.*\S)/i
const weak =
  /\b(unable|cannot|can't|can not|could not|couldn't|failed|missing|required|requires|invalid|not found|no such|denied|unauthorized|not set|must be|must set|refused)\b/i
// oxlint-disable-next-line no-control-regex
const colours = /\u001B\[[\d;]*[A-Za-z]/g

/**
 * The stderr line that most likely names the error: the first that reads like one, else the only line. Third-party
 * text, only quoted and compared with the previous one.
 */
export function errorLineIn(lines: string[]): string | undefined {
  const candidates = lines
    .map((line) => line.replaceAll(colours, ''))
    .filter((line) => line.trim() !== '' && !continued.test(line) && !around.test(line))
  const found = candidates.find((line) => strong.test(line)) ?? candidates.find((line) => weak.test(line))
  return found ?? (candidates.length <= 2 ? candidates[0] : undefined)
}
