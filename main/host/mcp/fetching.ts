/** A program that fetches what it runs, such as npx, and what it was told to run. */
export type Fetch = { runner: string; what?: string | undefined }

/** Programs that fetch on their own, and the subcommands of others that do. */
const alone = new Set(['npx', 'pnpx', 'bunx', 'uvx'])
const subcommands: Record<string, string[][]> = {
  npm: [['exec'], ['x']],
  pnpm: [['dlx']],
  yarn: [['dlx']],
  bun: [['x']],
  uv: [['tool', 'run'], ['run']],
  pipx: [['run']],
  docker: [['run'], ['container', 'run']],
  podman: [['run'], ['container', 'run']],
  nerdctl: [['run']],
}
const wrappers = new Set(['env', 'sh', 'bash', 'zsh', 'dash', 'cmd'])

/** What a command fetches before the server runs, if it does. A guess from its words, used to be patient, never to trust. */
export function fetchOf(command: string, args: string[]): Fetch | undefined {
  const name = bareName(command)
  const words = wrappers.has(name) ? args.flatMap((arg) => arg.split(/\s+/)) : [command, ...args]
  const at = wrappers.has(name) ? words.findIndex((word) => isFetcher(bareName(word))) : 0
  const [program = '', ...rest] = at < 0 ? [] : words.slice(at)
  const runner = bareName(program)
  if (!isFetcher(runner) || rest.includes('--offline') || rest.includes('--no-install')) return undefined
  if (alone.has(runner)) return { runner, what: firstWord(rest) }
  const after = subcommands[runner]?.find((parts) => parts.every((part, index) => rest[index] === part))
  return after && { runner, what: firstWord(rest.slice(after.length)) }
}

const isFetcher = (name: string): boolean => alone.has(name) || Object.hasOwn(subcommands, name)

const bareName = (command: string): string =>
  (command.split(/[\\/]/).at(-1) ?? '').toLowerCase().replace(/\.(exe|cmd|bat|ps1)$/, '')

/** The package, where no option with a value of its own stands before it. */
function firstWord(words: string[]): string | undefined {
  const first = words.findIndex(
    (word) => !['-y', '--yes', '-q', '--quiet', '-i', '-t', '-it', '--rm', '--init', '--'].includes(word),
  )
  const word = words[first]
  return word === undefined || word.startsWith('-') ? undefined : word.slice(0, 200)
}
