import { commandLine, splitCommandLine } from '../text/command-line.ts'
import type { ServerConfig } from './server-config.ts'

/** A runner's options. An option that isn't here may take a value, so nothing after it is certain. */
type Runner = {
  /** Options without a value: whole, or each letter of a group such as `-it`. */
  alone: RegExp
  /** Options whose value is the next word. */
  valued: RegExp
  /** Words that lead to what is run, such as `run` of `docker run`. */
  verbs?: RegExp
  /** Options whose value is what is run. */
  naming?: RegExp
  /** Options with code instead of a file. */
  code?: RegExp
  /** Words that run a script or a build of the project, not a package. */
  scripts?: RegExp
  /** Its subject is the name, even if that is a runner, such as the image `node`. */
  isWhole?: boolean
}

const npm: Runner = {
  alone: /^(-[yqs]+|--|--(yes|no|quiet|silent|no-install|ignore-existing|prefer-(on|off)line|offline|bun|verbose))$/,
  valued: /^(-w|--(registry|workspace|prefix|cache|userconfig|loglevel|node-options|npm|script-shell))$/,
  verbs: /^(exec|x|dlx|create|tool)$/,
  scripts: /^(run|run-script|start|test|restart|stop|rum|urn)$/,
  naming: /^(-p|--package)$/,
  code: /^(-c|--call|--shell-mode)$/,
}
const uv: Runner = {
  alone:
    /^(-[qvUn]+|--|--(quiet|verbose|no-cache|refresh|upgrade|isolated|offline|no-project|frozen|locked|no-sync|native-tls|no-config|prerelease|script|all-extras))$/,
  valued:
    /^(-[pwCf]|--(with|with-editable|with-requirements|python|directory|project|env-file|index|index-url|default-index|extra-index-url|find-links|cache-dir|config-file|extra|group|constraints|refresh-package|color|index-strategy|exclude-newer|resolution))$/,
  verbs: /^(run|tool|x)$/,
  naming: /^(--from|-m|--module)$/,
}
const python: Runner = { alone: /^-[uBEIsSOPqv]+$/, valued: /^-[XW]$/, naming: /^-m$/, code: /^-c$/ }
const node: Runner = {
  alone:
    /^(--|--(inspect|inspect-brk|no-warnings|enable-source-maps|watch|preserve-symlinks|no-deprecation|experimental-[a-z-]+|trace-warnings|use-system-ca|use-env-proxy|allow-[a-z-]+|unstable-[a-z-]+|no-[a-z-]+|quiet|cached-only)|-[Aq])$/,
  valued:
    /^(-[rC]|--(require|import|loader|env-file|env-file-if-exists|conditions|config|import-map|cert|tsconfig|title))$/,
  verbs: /^(run|x|serve|task)$/,
  code: /^(-[ep]+|--(eval|print))$/,
}
const container: Runner = {
  alone:
    /^(-[itdqPTD]+|--|--(interactive|tty|detach|rm|rmi|init|privileged|read-only|quiet|publish-all|no-healthcheck|oom-kill-disable|sig-proxy|disable-content-trust|use-api-socket|replace|tls|tlsverify|tls-verify|debug|no-deps|service-ports|use-aliases|no-tty|no-TTY|build|quiet-pull|quiet-build|remove-orphans|env-host|no-hosts|no-hostname|http-proxy|read-only-tmpfs|passwd|remote|all-resources|compatibility|dry-run))$/,
  valued:
    /^(-[aehlmpuvwcfH].*|--(add-host|annotation|attach|blkio-weight|cap-add|cap-drop|cgroup-parent|cgroupns|cidfile|config|context|connection|cpu-period|cpu-quota|cpu-shares|cpus|cpuset-cpus|cpuset-mems|detach-keys|device|dns|dns-option|dns-search|domainname|entrypoint|env|env-file|expose|file|gpus|group-add|host|hostname|identity|index|ip|ip6|ipc|isolation|label|label-file|link|log-driver|log-level|log-opt|mac-address|memory|memory-reservation|memory-swap|mount|name|net|network|network-alias|oom-score-adj|parallel|pid|pids-limit|platform|pod|profile|progress|project-directory|project-name|publish|pull|restart|runtime|secret|security-opt|shm-size|stop-signal|stop-timeout|storage-opt|sysctl|tlscacert|tlscert|tlskey|tmpfs|ulimit|url|user|userns|uts|volume|volume-driver|volumes-from|workdir))$/,
  verbs: /^(run|exec|container|create|start|compose)$/,
  isWhole: true,
}
const java: Runner = { alone: /^-([DX].*|ea|server)$/, valued: /^(-cp|-classpath|--class-path|-p)$/, naming: /^-jar$/ }
const others: Runner = { alone: /^(--|-y|--yes|-q)$/, valued: /^--project$/, verbs: /^(run|exec|tool|x)$/ }
/** These run the project in the folder; what follows goes to it. */
const builders: Runner = { ...others, scripts: /^(run|r|watch)$/ }

const runners: [name: RegExp, options: Runner][] = [
  [/^(npx|npm|pnpm|pnpx|yarn|bunx)$/, npm],
  [/^(uvx?|pipx|rye|poetry)$/, uv],
  [/^(python|pypy)[\d.]*$|^py$/, python],
  [/^(node|bun|deno|tsx|ts-node)$/, node],
  [/^(docker|podman|nerdctl|finch)$/, container],
  [/^java$/, java],
  [/^(cargo|dotnet)$/, builders],
  [/^(go|dnx|ruby|perl|php|sudo|nohup|exec|mise|npm-run|nix|cmd|start)$/, others],
]

/** Programs that only pass messages on to a URL. */
export const bridge = /^(mcp-remote|mcp-proxy|supergateway)(@[\w.-]+)?$/

const baseName = (word: string): string =>
  (word.split(/[/\\]/).at(-1) ?? '').replace(/\.(exe|cmd|bat)$/i, '').toLowerCase()

/**
 * The one word of a command line that names what is run: a package, an image, a file, a program, or the URL behind a
 * bridge. The runner itself if that is uncertain; never the value of an option or of a variable.
 */
export function launchedIn(words: readonly string[]): string {
  const [program = '', ...rest] = withoutVariables(words)
  const name = baseName(program)
  if (/^(sh|bash|zsh|dash)$/.test(name)) {
    const at = rest.findIndex((word) => /^-\w*c$/.test(word))
    return at === 0 ? launchedIn(splitCommandLine(rest[1] ?? '')) : (firstFile(rest) ?? program)
  }
  const options = runners.find(([runner]) => runner.test(name))?.[1]
  if (!options) return bridge.test(name) ? (addressIn(rest) ?? program) : program
  const found = subjectOf(options, rest)
  if (found === undefined) return program
  const { subject, after } = found
  if (bridge.test(subject)) return addressIn(after) ?? subject
  // Of a project, `start` is a script.
  if (options.isWhole || baseName(subject) === 'start') return subject
  return runners.some(([runner]) => runner.test(baseName(subject))) ? launchedIn([subject, ...after]) : subject
}

type Subject = { subject: string; after: readonly string[] }

function subjectOf(runner: Runner, words: readonly string[]): Subject | undefined {
  let named: string | undefined
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const is = kindOfWord(runner, word)
    if (is === 'uncertain' || (is === 'script' && named === undefined)) return undefined
    if (is === 'unknown-option') break
    if (is === 'naming') {
      const value = valueIn(word) ?? words[++at]
      named ??= value
      if (/^-(m|jar)$/.test(word)) break
    }
    if (is === 'valued') at++
    if (is === 'subject' || is === 'script') return { subject: named ?? word, after: words.slice(at + 1) }
  }
  return named === undefined ? undefined : { subject: named, after: [] }
}

type KindOfWord = 'alone' | 'valued' | 'naming' | 'verb' | 'script' | 'subject' | 'unknown-option' | 'uncertain'

/** The part of a word in a runner's command line; `valued` and `naming` take the next word, unless the value is inside. */
function kindOfWord({ alone, valued, verbs, naming, code, scripts }: Runner, word: string): KindOfWord {
  const value = valueIn(word)
  const option = value === undefined ? word : word.slice(0, word.indexOf('='))
  if (code?.test(option)) return 'uncertain'
  if (naming?.test(option)) return 'naming'
  if (value !== undefined || alone.test(option)) return 'alone'
  if (option.startsWith('-') && valued.test(option)) {
    // `-eNAME=value` has its value inside.
    const isApart = option.startsWith('--') || option.length === 2 || /^-(cp|classpath)$/.test(option)
    return isApart ? 'valued' : 'alone'
  }
  if (option.startsWith('-')) return 'unknown-option'
  if (scripts?.test(word)) return 'script'
  if (verbs?.test(word)) return 'verb'
  return /^[A-Za-z_]\w*=/.test(word) ? 'uncertain' : 'subject'
}

/** The value of `--option=value`. */
const valueIn = (word: string): string | undefined => /^--[^=]*=(.*)$/s.exec(word)?.[1]

/** The words after `env`, `cross-env` and the variables that they set. */
function withoutVariables(words: readonly string[]): readonly string[] {
  let rest = words
  for (;;) {
    const [first = '', second = ''] = rest
    if (/^[A-Za-z_]\w*=/.test(first)) rest = rest.slice(1)
    else if (!/^(env|cross-env|dotenvx?)$/.test(baseName(first))) return rest
    else if (!second.startsWith('-')) rest = rest.slice(1)
    else if (/^(-[uCSef]|--(unset|chdir|file))$/.test(second)) rest = [first, ...rest.slice(3)]
    else if (/^(-|-[i0v]+|--|--ignore-environment|--override)$/.test(second)) rest = [first, ...rest.slice(2)]
    else return rest.slice(0, 1)
    if (rest.length === 0) return words.slice(0, 1)
  }
}

const firstFile = (words: readonly string[]): string | undefined => words.find((word) => !word.startsWith('-'))

const addressIn = (words: readonly string[]): string | undefined => words.find((word) => /^https?:\/\//i.test(word))

/** A server's URL, or its command, on one line. */
export function launchLine(config: ServerConfig): string {
  if (config.type === 'playground') return 'Part of Atrium'
  return config.type === 'http' ? config.url : commandLine(config)
}
