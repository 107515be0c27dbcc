export { commandLine, launchLine } from '../../shared/command-line.ts'

/** Splits a line as a shell would, without running one: quotes group, a backslash keeps the next quote, blank or backslash. */
export function splitCommandLine(line: string): string[] {
  const parts: string[] = []
  let part: string | undefined
  let quote: string | undefined
  for (let i = 0; i < line.length; i++) {
    const character = line[i] ?? ''
    const next = line[i + 1] ?? ''
    if (character === '\\' && quote !== "'" && /["'\\\s]/.test(next)) {
      part = (part ?? '') + (next === '\n' ? '' : next)
      i++
    } else if (character === quote) quote = undefined
    else if (quote === undefined && (character === '"' || character === "'")) {
      quote = character
      part ??= ''
    } else if (quote === undefined && /\s/.test(character)) {
      if (part !== undefined) parts.push(part)
      part = undefined
    } else part = (part ?? '') + character
  }
  return part === undefined ? parts : [...parts, part]
}
