import type { LaunchTemplate } from '../../../shared/config/candidate.ts'
import type { ImportWarning } from '../../../shared/config/imported.ts'
import { conceals } from '../../../shared/text/hidden-characters.ts'
import { hasSecretArgument, hasSecretParameter } from '../../../shared/text/secret-signs.ts'
import type { ImportFacts, Gaps } from './gaps.ts'
import { templateText } from './identity.ts'
import { isRelative, type ImportedProgram } from './program.ts'

const loaders =
  /^(LD_|DYLD_)|^(PATH|NODE_OPTIONS|NODE_PATH|PYTHON(PATH|HOME|STARTUP)|PERL5(LIB|OPT)|RUBY(LIB|OPT)|BASH_ENV|ENV|JAVA_TOOL_OPTIONS|CLASSPATH)$/

const inOthers =
  /[\\/](\.cherrystudio|\.cursor|\.vscode|globalStorage|Claude Extensions|\.codeium|\.lmstudio)[\\/]|\.app\/Contents\//i

/** Facts about a launch that the user should see before they add the server. */
export function warningsOf(launch: LaunchTemplate, gaps: Gaps, facts: ImportFacts): ImportWarning[] {
  const asksSecret = (ask: string): boolean => gaps.questions.some(({ id, secret }) => id === ask && secret)
  if (launch.type === 'stdio') return ofProgram(launch, facts, asksSecret)
  const url = templateText(launch.url)
  const isAsked = launch.url.some((part) => typeof part === 'object' && asksSecret(part.ask))
  return [
    ...flag('secret-in-address', isAsked || hasSecretParameter(url)),
    ...flag('hidden-characters', [url, ...launch.headers.map(({ value }) => templateText(value))].some(conceals)),
  ]
}

const flag = (warning: ImportWarning, isSo: boolean): ImportWarning[] => (isSo ? [warning] : [])

function ofProgram(launch: ImportedProgram, facts: ImportFacts, asksSecret: (ask: string) => boolean): ImportWarning[] {
  const command = templateText(launch.command)
  const args = launch.args.map(templateText)
  const words = [command, ...args]
  const name = command.split(/[\\/]/).at(-1)?.toLowerCase() ?? ''
  const isShell = shellOf(name, args)
  const isElsewhere = facts.system === 'win32' ? command.startsWith('/') : /^([a-z]:[\\/]|\\\\)/i.test(command)
  const isOfWindows = facts.system !== 'win32' && /^(cmd|powershell|pwsh)(\.exe)?$/.test(name)
  // A secret that is asked for goes to the secret store.
  const written = launch.args.map((arg) =>
    templateText(arg.filter((part) => typeof part === 'string' || !asksSecret(part.ask))),
  )
  const values = launch.env.map(({ value }) => templateText(value))
  return [
    ...flag('needs-shell', isShell),
    ...flag(
      'downloads-and-runs',
      words.some((word) => downloads.test(word)),
    ),
    ...flag('only-on-windows', isOfWindows && name !== 'pwsh'),
    ...flag('path-of-another-system', isElsewhere),
    ...flag('hidden-characters', [...words, ...values, ...launch.env.map((it) => it.name)].some(conceals)),
    ...flag('secret-in-args', hasSecretArgument(written)),
    ...flag(
      'env-changes-how-code-loads',
      launch.env.some((it) => loaders.test(it.name)),
    ),
    ...flag('relative-path', facts.project === undefined && isFromFolder(launch, words)),
    ...flag(
      'home-sign-in-arguments',
      args.some((arg) => /^~([\\/]|$)/.test(arg)),
    ),
    ...flag(
      'program-inside-another-application',
      words.some((word) => inOthers.test(word)),
    ),
    ...ofPackage(name, args),
  ]
}

const downloads =
  /\b(curl|wget|iwr|irm|invoke-webrequest)\b[^|]*\|\s*(sudo\s+)?\w*(sh|python\d?|node|iex|invoke-expression)\b/i

function shellOf(name: string, args: string[]): boolean {
  if (/^(sh|bash|zsh|dash|fish|ksh)$/.test(name)) return args.some((arg) => /^-\w*c\w*$/.test(arg))
  if (/^cmd(\.exe)?$/.test(name)) return args.some((arg) => /^\/[ck]$/i.test(arg))
  return /^(powershell|pwsh)(\.exe)?$/.test(name) && args.some((arg) => /^-(c|command|encodedcommand)$/i.test(arg))
}

function isFromFolder({ cwd }: ImportedProgram, words: string[]): boolean {
  if (cwd?.some((part) => typeof part === 'object' && part.ask === 'cwd')) return true
  return cwd === undefined && words.some((word, index) => isRelative(word, index))
}

function ofPackage(name: string, args: string[]): ImportWarning[] {
  if (/^(docker|podman)$/.test(name)) {
    const image = imageIn(args)
    const isPinned = image === undefined || (/@sha256:|:[\w.-]+$/.test(image) && !image.endsWith(':latest'))
    return flag('image-without-version', !isPinned)
  }
  if (!/^(npx|npm|bunx|pnpm|yarn|uvx|uv|pipx)(\.\w+)?$/.test(name)) return []
  return [
    ...flag(
      'package-from-a-repository',
      args.some((arg) => /(^|=)(git\+|github:|gitlab:|https?:\/\/.*\.git\b)/.test(arg)),
    ),
    ...flag(
      'version-not-pinned',
      args.some((arg) => /@(latest|next|beta|main)$/.test(arg)),
    ),
  ]
}

/** Options of `docker run` whose value is the next argument. */
const withValue =
  /^(-[evpuwhlm]|--(env|volume|publish|name|mount|network|workdir|user|env-file|label|platform|entrypoint|memory|add-host))$/

function imageIn(args: string[]): string | undefined {
  if (!args.includes('run')) return undefined
  for (let at = args.indexOf('run') + 1; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (withValue.test(arg)) at++
    else if (!arg.startsWith('-')) return arg
  }
  return undefined
}
