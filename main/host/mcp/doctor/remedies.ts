import path from 'node:path'
import { host as hostName } from '../../../../shared/config/bounds.ts'
import type { Remedy, SettingField, SuggestedSettings } from '../../../../shared/events/finding.ts'
import { splitCommandLine } from '../../../../shared/text/command-line.ts'
import { bestOf, containerOptions, hasQuotes, interpreterOf, isFlag, runsNode } from './decide-program.ts'
import { type AddressFacts, type Facts, type FailureVerdict, type ProgramFacts, isProgram, outputOf } from './facts.ts'
import type { AddressObservation } from '../process/observation.ts'

const change = (its: SuggestedSettings): Remedy => ({ kind: 'change', change: its })
const setting = (field: SettingField, name?: string): Remedy => ({ kind: 'setting', field, ...(name && { name }) })
const copy = (text: string): Remedy => ({ kind: 'copy', text })

/** Remedies, the most helpful first. Pure: nothing is looked at, and nothing is done. */
export const remediesFor = (its: FailureVerdict, facts: Facts): Remedy[] =>
  isProgram(facts) ? ofProgram(its, facts) : ofAddress(its, facts)

const runsUv = (command: string): boolean => /(^|[\\/])uvx?(\.exe)?$/i.test(command)

function ofProgram(its: FailureVerdict, facts: ProgramFacts): Remedy[] {
  const { word } = its
  switch (its.reason) {
    case 'command-elsewhere':
      return elsewhere(word, facts)
    case 'command-missing':
      return facts.probes.otherName === undefined ? [] : [change({ command: facts.probes.otherName })]
    case 'helper-missing':
      return helper(word, facts)
    case 'node-too-old':
      return (
        otherNode(
          facts,
          facts.probes.node?.others.map((it) => it.path),
        ) ?? [setting('command')]
      )
    case 'native-module':
      return nativeModule(word, facts)
    case 'package-store-broken':
      return [ownCache(facts) ?? setting('environment')]
    case 'package-not-found':
      return otherPackage(word, facts)
    case 'python-environment':
      return python(facts)
    case 'file-missing':
      return missingFile(word, facts)
    case 'not-executable':
      return notExecutable(word, facts)
    case 'docker-arguments':
      return attached(its, facts) ?? dockerArguments(facts)
    case 'setting-missing':
      return missingSetting(word, facts)
    case 'certificate-not-trusted':
      return [certificates(facts)]
    case 'proxy-needed':
      return passedOn(facts)
    case 'waits-for-answer':
      return facts.fetch?.runner === 'npx' && runsNode(facts.seen.command)
        ? [change({ args: ['-y', ...facts.seen.args] })]
        : [setting('arguments')]
    case 'stdout-noise':
      return quieter(facts)
    case 'out-of-memory':
      return facts.seen.signal === 'SIGKILL' || !runsNode(facts.seen.command)
        ? []
        : [change({ env: { NODE_OPTIONS: '--max-old-space-size=4096' } })]
    case 'contained-host':
    case 'contained-path':
      return contained(facts)
    case 'placeholder-left':
      return [isVariable(word) ? setting('environment', word) : setting('arguments')]
    default:
      return simple[its.reason] ?? []
  }
}

/** The proxies of this computer, if it has any or its settings weren't looked at. */
function passedOn({ probes: { withheld } }: ProgramFacts): Remedy[] {
  const hasProxy = withheld === undefined || withheld.some((name) => /proxy/i.test(name))
  return hasProxy ? [change({ networkEnvironment: true })] : []
}

/** Remedies that depend on nothing. */
const simple: Partial<Record<FailureVerdict['reason'], Remedy[]>> = {
  'access-denied': [setting('arguments')],
  'automation-refused': [{ kind: 'restart' }],
  'docker-not-running': [{ kind: 'restart' }],
  'local-network-refused': [{ kind: 'restart' }],
  'other-app-needed': [{ kind: 'restart' }],
  'protocol-version': [setting('arguments')],
  'sign-in-needed': [setting('environment')],
  'spaces-in-path': [setting('command')],
  'speaks-http': [setting('arguments')],
  'still-downloading': [{ kind: 'wait' }],
  'windows-shim': [setting('command')],
  'working-folder': [setting('folder')],
}

/** Adds the folder or host to the server's containment. */
function contained({ seen: { denied } }: ProgramFacts): Remedy[] {
  if (!denied) return []
  if ('host' in denied) return isHost(denied.host) ? [{ kind: 'contain', list: 'hosts', value: denied.host }] : []
  const { folder } = denied
  return folder ? [{ kind: 'contain', list: folder.list, value: folder.path }] : []
}

const isHost = (text: string): boolean => hostName.safeParse(text).success

const isVariable = (word: string | undefined): word is string =>
  word !== undefined && /^[A-Z][A-Z0-9_]{1,100}$/.test(word)

/** The folder in front of the PATH that the server gets. */
function pathWith(folder: string, { seen, probes }: ProgramFacts): Remedy {
  const separator = seen.platform === 'win32' ? ';' : ':'
  const rest = (probes.path ?? '').split(separator).filter((it) => it !== '' && it !== folder)
  return change({ env: { PATH: [folder, ...rest].join(separator) } })
}

function elsewhere(folder: string | undefined, facts: ProgramFacts): Remedy[] {
  const { seen, probes } = facts
  if (probes.firstWordFound !== undefined) {
    const [command = '', ...args] = splitCommandLine(seen.command)
    return [change({ command, args: [...args, ...seen.args] })]
  }
  if (folder === undefined) return [setting('command')]
  const isNew = (probes.found ?? []).length === 0 && (probes.loginShell ?? []).length === 0
  return isNew ? [{ kind: 'reopen' }, pathWith(folder, facts)] : [pathWith(folder, facts)]
}

const dirOf = (file: string, { seen }: ProgramFacts): string =>
  (seen.platform === 'win32' ? path.win32 : path.posix).dirname(file)

function helper(word: string | undefined, facts: ProgramFacts): Remedy[] {
  const found = bestOf(facts.probes.helper?.found ?? [], facts.probes.nvmDefault)
  if (found !== undefined) return [pathWith(dirOf(found, facts), facts)]
  const output = outputOf(facts.seen)
  if (/Executable doesn't exist at/i.test(output)) return [copy('npx playwright install')]
  if (/No (?:preset )?version (?:is )?(?:set|installed) for command/i.test(output))
    return [copy(`asdf set -u ${word === 'npx' || word === 'node' ? 'nodejs latest' : `${word} latest`}`)]
  return [setting('command')]
}

function otherNode(facts: ProgramFacts, files: string[] = []): Remedy[] | undefined {
  const [newest] = files
  return newest === undefined ? undefined : [pathWith(dirOf(newest, facts), facts)]
}

/** Node.js's number for its binary interface. */
const majors: Record<string, number> = { 108: 18, 115: 20, 127: 22, 137: 24 }

/** The release of Node.js that a module was built for. */
export const nodeFor = (abi: string | undefined): number | undefined => (abi === undefined ? undefined : majors[abi])

function nativeModule(word: string | undefined, facts: ProgramFacts): Remedy[] {
  if (word === undefined || !/^\d{1,5}$/.test(word)) return word === undefined ? rebuilt(facts) : []
  const major = nodeFor(word)
  const fitting = facts.probes.node?.others.filter(({ version }) => version.startsWith(`v${major}.`))
  return (
    otherNode(
      facts,
      fitting?.map((it) => it.path),
    ) ?? rebuilt(facts)
  )
}

const rebuilt = (facts: ProgramFacts): Remedy[] => {
  const cache = facts.fetch && ownCache(facts)
  return cache ? [cache] : [setting('command'), copy('npm rebuild')]
}

function ownCache({ ownCache: folder, seen: { command } }: ProgramFacts): Remedy | undefined {
  if (folder === undefined) return undefined
  return change({ env: runsUv(command) ? { UV_CACHE_DIR: folder } : { npm_config_cache: folder } })
}

function otherPackage(word: string | undefined, facts: ProgramFacts): Remedy[] {
  const lower = word?.toLowerCase()
  if (word !== undefined && lower !== word)
    return [
      change({ args: facts.seen.args.map((arg) => (arg.includes(word) ? arg.replace(word, lower ?? word) : arg)) }),
    ]
  return /ETARGET|No matching version/i.test(outputOf(facts.seen)) ? [setting('arguments')] : []
}

function python(facts: ProgramFacts): Remedy[] {
  const { args, command } = facts.seen
  const output = outputOf(facts.seen)
  if (/does not satisfy Python/i.test(output) && runsUv(command))
    return [change({ args: ['--python', '3.12', ...args] })]
  const offered = /following executables are available:\s{1,4}- (\S{1,200})/i.exec(output)?.[1]
  const [first, ...rest] = args
  if (offered !== undefined && runsUv(command) && first !== undefined && !first.startsWith('-'))
    return [change({ args: ['--from', first, offered, ...rest] })]
  if (/is not provided by package|Python was not found/i.test(output)) return [setting('command')]
  return /No module named/i.test(output) ? [] : [setting('command')]
}

function missingFile(word: string | undefined, { seen }: ProgramFacts): Remedy[] {
  if (seen.args.some(hasQuotes))
    return [change({ args: seen.args.map((arg) => (hasQuotes(arg) ? arg.slice(1, -1) : arg)) })]
  if (word !== undefined && /[\\/](?:build|dist)[\\/]/.test(word)) return [copy('npm install && npm run build')]
  const isRelative = seen.args.some((arg) => word?.endsWith(arg) === true && !path.isAbsolute(arg))
  return isRelative && seen.cwd === undefined ? [setting('folder'), setting('arguments')] : [setting('arguments')]
}

function notExecutable(word: string | undefined, { seen, probes }: ProgramFacts): Remedy[] {
  const { command, args } = seen
  const interpreter = interpreterOf(command)
  if (word !== undefined && word === interpreter) return [change({ command: interpreter, args: [command, ...args] })]
  return probes.mode !== undefined && !/[1357]/.test(probes.mode) ? [copy(`chmod +x ${JSON.stringify(command)}`)] : []
}

/** `docker run` in the foreground, with input. */
function attached({ word, degree }: FailureVerdict, facts: ProgramFacts): Remedy[] | undefined {
  const run = degree === 'certain' ? containerOptions(facts) : undefined
  if (!run || (word !== '-d' && word !== '-i')) return undefined
  const kept = run.options.flatMap((option) => {
    if (!isFlag(option, 'd')) return [option]
    const others = option.replace(/^--detach$|d/g, '')
    return others.length > 1 ? [others] : []
  })
  const options = kept.some((option) => isFlag(option, 'i')) ? kept : ['-i', ...kept]
  return [change({ args: [...run.before, ...options, ...run.after] })]
}

function dockerArguments({ seen }: ProgramFacts): Remedy[] {
  const { args } = seen
  const output = outputOf(seen)
  if (/no matching manifest|exec format error/i.test(output)) {
    const at = args.indexOf('run') + 1
    return [change({ args: [...args.slice(0, at), '--platform', 'linux/amd64', ...args.slice(at)] })]
  }
  if (/pull access denied|manifest for|manifest unknown|port is already/i.test(output)) return []
  const plain = args.flatMap((arg) =>
    /^-(?:it|ti)$/.test(arg) ? ['-i'] : arg === '-t' || arg === '--tty' ? [] : [arg],
  )
  return [change({ args: plain })]
}

function missingSetting(word: string | undefined, { probes }: ProgramFacts): Remedy[] {
  if (!isVariable(word)) return [setting('arguments')]
  const add = setting('environment', word)
  return probes.withheld?.includes(word) === true ? [change({ inherit: [word] }), add] : [add]
}

function certificates({ seen: { command }, probes }: ProgramFacts): Remedy {
  if (probes.withheld?.some((name) => /CERT/i.test(name)) === true) return change({ networkEnvironment: true })
  if (runsUv(command)) return change({ env: { UV_SYSTEM_CERTS: '1' } })
  if (runsNode(command)) return change({ env: { NODE_OPTIONS: '--use-system-ca' } })
  return setting('environment', 'SSL_CERT_FILE')
}

function quieter({ seen: { command, args } }: ProgramFacts): Remedy[] {
  if (!/(^|[\\/])(npm|yarn|pnpm)(\.cmd)?$/i.test(command) || args[0] !== 'run') return []
  return args.includes('--silent') ? [] : [change({ args: ['run', '--silent', ...args.slice(1)] })]
}

function ofAddress(its: FailureVerdict, { seen, probes }: AddressFacts): Remedy[] {
  const { word } = its
  switch (its.reason) {
    case 'sign-in-needed': {
      const isGiven = (seen.headerNames ?? []).some((name) => name.toLowerCase() === 'authorization')
      const offers = !isGiven && /resource_metadata/i.test(seen.http?.headers?.['www-authenticate'] ?? '')
      return [offers ? { kind: 'sign-in' } : setting('headers', 'Authorization')]
    }
    case 'sign-in-not-registrable':
      return [setting('sign-in')]
    case 'placeholder-left':
      return [setting('headers', word)]
    case 'wrong-address':
      return wrongAddress(its, seen)
    case 'nothing-listening':
      return (word === '127.0.0.1' || word === '::1') && probes[word] === 'open'
        ? [change({ url: withHost(seen.url, word) })]
        : []
    case 'protocol-version':
      return [setting('url')]
    case 'local-network-refused':
    case 'too-many-requests':
    case 'server-is-ill':
      return [{ kind: 'restart' }]
    default:
      return []
  }
}

function wrongAddress({ word, degree }: FailureVerdict, seen: AddressObservation): Remedy[] {
  if (seen.error) return [setting('url')]
  if (word?.startsWith('/') !== true) return seen.http?.status === 404 && degree === 'certain' ? [setting('url')] : []
  const url = new URL(seen.url)
  url.pathname = word
  return [change({ url: url.href })]
}

function withHost(url: string, host: string): string {
  const to = new URL(url)
  to.hostname = host.includes(':') ? `[${host}]` : host
  return to.href
}
