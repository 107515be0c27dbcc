/** A command and its arguments on one line, quoted if a reader couldn't tell them apart. For display only. */
export const commandLine = ({ command, args }: { command: string; args: readonly string[] }): string =>
  [command, ...args].map(quotedWord).join(' ')

/** A word as is, or in quotes if it could pass for more than one. */
export const quotedWord = (part: string): string => (/^[\w@%+=:,./\\~-]+$/.test(part) ? part : JSON.stringify(part))

/**
 * Splits a line as a shell would, without running one: quotes group, a backslash keeps the next quote, blank or
 * backslash.
 */
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

/** Quotes a text as one word that a POSIX shell takes as is. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/**
 * A call as a command for a POSIX shell, in one line of printable ASCII; undefined if a name can't be in it.
 * Secrets in the arguments are placeholders already.
 */
export function callCommand(server: string, tool: string, args: object): string | undefined {
  if (![server, tool].every((name) => /^[!-~]+$/.test(name))) return undefined
  const json = JSON.stringify(args).replaceAll(
    /[^ -~]/g,
    (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `atrium call --args ${shellWord(json)} -- ${shellWord(server)} ${shellWord(tool)}`
}
