/** Code, stack frames and what belongs to a line above. */
const continued = /^(\s|at |node:|file:\/\/|Traceback |goroutine )/
/** What npm says around what went wrong. */
const around = /^npm (error|ERR!)( (code|errno|syscall|path|dest|command|A complete log)\b|\s*$)/i
const strong = /\b(\w*(Error|Exception)|error|fatal|panic)\b(?=.*\S)/i
const weak =
  /\b(unable|cannot|can't|can not|could not|couldn't|failed|missing|required|requires|invalid|not found|no such|denied|unauthorized|not set|must be|must set|refused)\b/i
// oxlint-disable-next-line no-control-regex
const colours = /\u001B\[[\d;]*[A-Za-z]/g

/**
 * The line of a program's error output that most likely names what went wrong: the first that reads like an error, else
 * the only words there are. Third-party text, only to be quoted and compared with the last one.
 */
export function errorLineIn(lines: string[]): string | undefined {
  const candidates = lines
    .map((line) => line.replaceAll(colours, ''))
    .filter((line) => line.trim() !== '' && !continued.test(line) && !around.test(line))
  const found = candidates.find((line) => strong.test(line)) ?? candidates.find((line) => weak.test(line))
  return found ?? (candidates.length <= 2 ? candidates[0] : undefined)
}
