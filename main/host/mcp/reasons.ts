import type { Reply } from './connection.ts'
import type { Ending } from './server-process.ts'
import { quoted } from './text.ts'

const restart = 'restart it to use it again'
const lookAtErrors = 'its error output may say why'

/** Why a process could not be started, and what to do. */
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

export const onlyNewer = (revisions: string[]): string =>
  `It speaks only ${quoted(revisions.join(', '))}, which Atrium does not: use an older version of this server, or a newer Atrium.`

/** How a process left, as a clause after its name. */
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
    case 'stopped':
      return 'was stopped'
    default:
      return ending satisfies never
  }
}

/** Why a ready server is none any more. */
export const crashed = (ending: Ending): string => `It ${leftHow(ending)}: ${restart}.`

/** Why a handshake came to nothing. */
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
    case 'unsent':
    case 'closed':
    case 'aborted':
    case 'unfinished':
      return `It ${ending ? leftHow(ending) : 'ended'} before it answered: ${lookAtErrors}.`
    default:
      return reply satisfies never
  }
}
