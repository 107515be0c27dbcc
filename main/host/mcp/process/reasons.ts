import type { Observation } from './observation.ts'
import type { ServerStatus } from '../../../../shared/events/events.ts'
import type { GivenUp } from './start-watch.ts'
import type { LastWords } from '../wire/stderr-ring.ts'
import { isObject, parseJson } from '../../../../shared/schema/json.ts'
import { quoted } from '../../base/text.ts'
import { errorLineAt, withoutColours } from '../../../../shared/text/error-line.ts'
import type { Ending } from '../wire/wire.ts'
import type { Reply } from '../protocol/types.ts'
import { processWords as words } from './words.ts'

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
  /** Observed facts, for the doctor. */
  seen?: Observation | undefined
  /** How a program ended before it answered, without advice: a sentence. */
  ended?: string | undefined
}

/** A failed start; the message is shown to the user. */
export class StartFailure extends Error {
  readonly failure: Failure

  constructor(
    reason: string,
    kind: Failure['kind'] = 'lasting',
    rest: Pick<Failure, 'askedMs' | 'signIn' | 'how' | 'seen' | 'ended'> = {},
  ) {
    super(reason)
    this.failure = { reason, kind, ...rest }
  }
}

/** The reason why a server couldn't start. */
export const failureIn = (error: unknown): Failure =>
  error instanceof StartFailure
    ? error.failure
    : { reason: error instanceof Error ? error.message : String(error), kind: 'lasting' }

/** Why a process couldn't be started, and what to do. */
export function startProblem(error: unknown, command: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return words.noCommand(command)
  if (code === 'EACCES' || code === 'EPERM') return words.notExecutable(command)
  const reason = typeof code === 'string' ? code : quoted(error instanceof Error ? error.message : String(error))
  return words.startFailed(command, reason)
}

/** Why it doesn't start although it is on. `problem` is the sentence that says why it couldn't be turned off. */
export const leftOff = (problem: string | undefined): string =>
  problem === undefined ? words.notStarted : words.notTurnedOff(problem)

/** Why a server that supports only newer revisions can't be used, in a sentence. */
export const onlyNewer = (revisions: string[]): string => words.onlyNewer(quoted(revisions.join(', ')))

/** How a process ended, as a clause after its name. */
export function leftHow(ending: Ending): string {
  switch (ending.how) {
    case 'exited': {
      const { midLine } = ending
      return ending.signal === null
        ? words.ended.withCode(ending.code, midLine)
        : words.ended.bySignal(ending.signal, midLine)
    }
    case 'closed-stdout':
      return words.ended.closedOutput
    case 'closed-stdin':
      return words.ended.closedInput
    case 'line-too-long':
      return words.ended.lineTooLong
    case 'flood':
      return words.ended.flood
    case 'lost':
      return ending.clause
    case 'stopped':
      return words.ended.stopped
    default:
      return ending satisfies never
  }
}

/** Why a ready server stopped being ready. */
export const endedBy = (ending: Ending): Failure => ({
  reason: words.sentence(leftHow(ending)),
  kind: ending.how === 'lost' ? 'unreachable' : 'crash',
})

/**
 * Why a server that isn't ready can't be used, and what happens next: when Atrium retries, else `next`, which says what
 * the user can do.
 */
export function notRunning(name: string, status: ServerStatus, next = '', now = Date.now()): string {
  const retryAt = status.state === 'failed' ? status.retryAt : undefined
  if (retryAt === undefined) return [words.notRunning(name), next].join(' ').trim()
  const seconds = Math.max(1, Math.ceil((retryAt - now) / 1000))
  return `${words.notRunning(name)} ${words.retriesIn(seconds)}`
}

/**
 * Why a program ended before it answered, quoting a line of its stderr if one names an error, or of its `noise`, the
 * text on its stdout, if it wrote nothing else.
 */
export function leftEarly(
  ending: Ending | undefined,
  { stderr, stderrHead = [], noise = [] }: LastWords & { noise?: readonly string[] },
): Pick<Failure, 'reason' | 'how' | 'ended'> {
  const left = words.beforeResponse(ending ? leftHow(ending) : words.ended.somehow)
  const printed = [...stderrHead, ...stderr]
  const lines = printed.some(isText) ? printed : [...noise]
  const at = errorLineAt(lines)
  const line = at === undefined ? undefined : messageInLine(lines[at] ?? '')
  const ended = words.full(left)
  if (line === undefined) return { reason: words.leftEarly(left, lines.some(isText)), ended }
  // Times and process IDs differ from start to start.
  const how = `${left} ${line}`.replaceAll(/\d+/g, '#')
  return { reason: words.leftEarlySaying(left, quoted(line)), how, ended }
}

/** A date and time, or a time, as log libraries put it before a line. */
const stamp =
  /^\s*[[(]?(?:\d{4}[-/]\d\d[-/]\d\d[T ,]+)?\d{1,2}:\d\d:\d\d(?:[.,]\d+)?(?:\s?(?:Z|UTC|[+-]\d\d:?\d\d))?[\])]?[\s|:-]*/

/** The message in a line of a program's output: without colours and time, and of a JSON record only its message. */
function messageInLine(line: string): string {
  const bare = withoutColours(line)
  const record = bare.startsWith('{') ? parseJson(bare) : undefined
  const said = isObject(record) ? (record['message'] ?? record['msg'] ?? record['error']) : undefined
  return (typeof said === 'string' ? said : bare.replace(stamp, '')).trim() || bare
}

/** Whether a printed line contains anything. */
export const isText = (line: string): boolean => line.trim() !== ''

/**
 * Why a start is given up, what it waited for and what to do. `line` is what a user would type; `withheld` are the
 * proxy variables that Atrium has and the server doesn't get.
 */
export function gaveUpStart(
  { because, ms }: GivenUp,
  { line, withheld }: { line: string; withheld: string[] },
): string {
  const how = because === 'silence' ? words.noProgressFor(ms) : words.within(ms)
  // A cut command would be the wrong one to run.
  const command = line.length > longestLine ? words.itsCommand : line
  const advice = words.runOnce(words.noResponse, how, command)
  return withheld.length === 0 ? advice : `${advice} ${words.proxies(withheld)}`
}

const longestLine = 500

/** Why a handshake failed. `timeoutMs` was its limit; `hasPrinted` if there is an error output to look at. */
export function handshakeProblem(
  reply: Exclude<Reply<never>, { status: 'answered' }>,
  {
    ending,
    timeoutMs = 0,
    hasPrinted = false,
  }: { ending?: Ending | undefined; timeoutMs?: number; hasPrinted?: boolean },
): string {
  switch (reply.status) {
    case 'unsupported':
      return onlyNewer([reply.revision])
    case 'timed-out':
      return words.silentHandshake(timeoutMs)
    case 'refused':
      return reply.malformed
        ? words.malformedHandshake(quoted(reply.message))
        : words.refusedHandshake(reply.code, quoted(reply.message), hasPrinted)
    case 'unreachable':
      return reply.problem.message
    case 'unsent':
    case 'closed':
    case 'aborted':
    case 'unfinished':
    case 'input-wanted':
    case 'pages-first':
      return words.leftEarly(words.beforeResponse(ending ? leftHow(ending) : words.ended.somehow), hasPrinted)
    default:
      return reply satisfies never
  }
}
