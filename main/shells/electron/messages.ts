import type { HostState } from '../../../shared/state/state.ts'
import { desktopWords as words } from './words.ts'

/** The question before running work is stopped; undefined if nothing runs. */
export function whatRuns({ turns }: Pick<HostState, 'turns'>): string | undefined {
  const running = Object.values(turns)
  const calls = running.flatMap((turn) => Object.values(turn.calls)).filter(({ stage }) => stage === 'started').length
  if (running.length === 0) return undefined
  const { callRuns, callsRun, replyComes, repliesCome } = words.quit
  const [count, one, many] = calls > 0 ? [calls, callRuns, callsRun] : [running.length, replyComes, repliesCome]
  return count === 1 ? one : many(count)
}

/** The size of a dialog's text on a small screen: this many rows of this many characters. */
const rows = 30
const columns = 60

/** Whether all of it is visible: a dialog has no scroll bar, and overlong text pushes its buttons off the screen. */
export function fits(detail: string): boolean {
  const used = detail.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / columns)), 0)
  return used <= rows
}

/** Non-ASCII letters may be twice as wide. */
const widthOf = (line: string): number => line.replaceAll(/[^ -~]/gu, '  ').length
