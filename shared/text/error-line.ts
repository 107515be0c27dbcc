/** Code, stack frames and continuation lines. */
const continued = /^(\s|at |node:\S|file:\/\/|Traceback |goroutine )/
/** npm's lines around the actual error. */
const around = /^npm (error|ERR!)( (code|errno|syscall|path|dest|command|A complete log)\b|\s*$)/i
/** An error by name: `TypeError:`, `Error [ERR_X]:`, `fatal`, `panic`, or the system's code. */
const named =
  /(^|[\s.\]])[A-Z]\w*(Error|Exception)\b( \[\w+\])?:|(^|\s)Error( \[\w+\])?:|\b(fatal|panic)\b|\bE(NOENT|ACCES|PERM|ADDRINUSE|CONNREFUSED|NOTFOUND|TIMEDOUT)\b/i
const strong = /\b(\w*(Error|Exception)|error)\b(?=.*\S)/i
const weak =
  /\b(unable|cannot|can't|can not|could not|couldn't|failed|missing|required|requires|invalid|not found|no such|denied|unauthorized|not set|must be|must set|refused)\b/i
// oxlint-disable-next-line no-control-regex -- terminal codes begin with a control character
const colours = /\u001B\[[\d;]*[A-Za-z]/g

/** A line of a program's output without its colours. */
export const withoutColours = (line: string): string => line.replaceAll(colours, '')

/** Whether a line of a program's output names an error. */
export const namesError = (line: string): boolean => {
  const bare = withoutColours(line)
  return !continued.test(bare) && !around.test(bare) && named.test(bare)
}

/**
 * The index of the stderr line that most likely names the error: the exception after Python's last traceback, else the
 * first line that names an error, else the first that reads like one, else the first of no more than two. Third-party
 * text: it is quoted, never obeyed.
 */
export function errorLineAt(lines: string[]): number | undefined {
  const bare = lines.map(withoutColours)
  const candidates = bare.flatMap((line, at) =>
    line.trim() === '' || continued.test(line) || around.test(line) ? [] : [{ line, at }],
  )
  const traceback = bare.findLastIndex((line) => line.startsWith('Traceback '))
  const raised = traceback < 0 ? undefined : candidates.find(({ at }) => at > traceback)
  const likes = (pattern: RegExp) => candidates.find(({ line }) => pattern.test(line))
  const found = raised ?? likes(named) ?? likes(strong) ?? likes(weak)
  return (found ?? (candidates.length <= 2 ? candidates[0] : undefined))?.at
}
