import type { StdioConfig } from '../../../../shared/config/server-config.ts'
import { leaveOutWorkingFolder } from './command-path.ts'
import { type Owner, resolveValues } from '../../secrets/own-secret.ts'

const posix = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER', 'TMPDIR', 'LANG']
const windows = [
  'ALLUSERSPROFILE',
  'APPDATA',
  'COMMONPROGRAMFILES',
  'COMMONPROGRAMFILES(X86)',
  'COMMONPROGRAMW6432',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LANG',
  'LOCALAPPDATA',
  'PATH',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'PROGRAMW6432',
  'PUBLIC',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
]

/** The variables every server gets: none of Atrium's, no tokens, nothing that changes how a runtime loads code. */
export function inheritedEnvironment(from: NodeJS.ProcessEnv, platform = process.platform): Record<string, string> {
  const allowed = new Set(platform === 'win32' ? windows : posix)
  const passes = (name: string) => {
    const key = platform === 'win32' ? name.toUpperCase() : name
    return allowed.has(key) || key.startsWith('LC_')
  }
  const inherited = Object.fromEntries(
    Object.entries(from).filter(
      // A value that begins with "()" is a shell function.
      (entry): entry is [string, string] => passes(entry[0]) && entry[1] !== undefined && !entry[1].startsWith('()'),
    ),
  )
  leaveOutWorkingFolder(inherited, platform)
  return inherited
}

const network = [
  'HTTPS_PROXY',
  'HTTP_PROXY',
  'ALL_PROXY',
  'NO_PROXY',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
]

/** The variables a program needs to reach the network through a proxy, or with its own certificates. */
export function networkEnvironment(from: NodeJS.ProcessEnv): Record<string, string> {
  const known = new Set(network)
  const passed = ([name, value]: [string, string | undefined]): [string, string][] =>
    known.has(name.toUpperCase()) && value !== undefined && value !== '' && !value.startsWith('()')
      ? [[name, value]]
      : []
  return Object.fromEntries(Object.entries(from).flatMap(passed))
}

/** Of this environment, the variables that a configuration passes on. */
export function passedOn(
  { networkEnvironment: hasNetwork, inherit = [] }: StdioConfig,
  from: NodeJS.ProcessEnv,
): Record<string, string> {
  const named = inherit.flatMap((name): [string, string][] => {
    const value = from[name]
    return value === undefined || value.startsWith('()') ? [] : [[name, value]]
  })
  return { ...(hasNetwork && networkEnvironment(from)), ...Object.fromEntries(named) }
}

/** Values of passed variables that mustn't appear in texts: passwords in URLs, and whatever has a secret's name. */
export const secretsIn = (name: string, value: string): string[] =>
  /KEY|TOKEN|SECRET|PASS|CREDENTIAL/i.test(name) ? [value] : credentialsIn(value)

/** The names of variables that contain a proxy. */
export const proxiesIn = (from: NodeJS.ProcessEnv): string[] =>
  Object.keys(networkEnvironment(from)).filter((name) => /^(https?|all)_proxy$/i.test(name))

/** The name and password in a proxy's URL, if it has any; never printed together. */
export function credentialsIn(value: string): string[] {
  const [, user = ''] = /^[a-z][a-z\d+.-]*:\/\/([^/@\s]+)@/i.exec(value) ?? []
  const [, password = ''] = /^[^:]*:(.+)$/.exec(user) ?? []
  return [user, password].filter((it) => it !== '')
}

/** The environment of a server's process. */
type Environment = { variables: Record<string, string> }

/**
 * The inherited variables and the configured ones. Returns a sentence if a secret is missing, or isn't the server's
 * own.
 */
export async function resolveEnvironment(
  configured: StdioConfig['env'],
  owner: Owner,
  passed: Record<string, string> = {},
): Promise<Environment | { problem: string }> {
  const own = await resolveValues(configured, owner)
  if ('problem' in own) return own
  const inherited = { ...inheritedEnvironment(process.env), ...passed }
  return { variables: { ...withoutConfigured(inherited, configured), ...own.values } }
}

/** The inherited variables without those configured in another case: on Windows, `Path` and `PATH` are one variable. */
export function withoutConfigured(
  inherited: Record<string, string>,
  configured: StdioConfig['env'],
  platform = process.platform,
): Record<string, string> {
  if (platform !== 'win32') return inherited
  const names = new Set(Object.keys(configured).map((name) => name.toUpperCase()))
  return Object.fromEntries(Object.entries(inherited).filter(([name]) => !names.has(name.toUpperCase())))
}
