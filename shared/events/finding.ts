/** Why a server doesn't run: the causes Atrium recognises. */
export const findingReasons = [
  'access-denied',
  'automation-refused',
  'blocked-by-system',
  'certificate-not-trusted',
  'command-elsewhere',
  'command-missing',
  'contained-host',
  'contained-path',
  'crashed',
  'dependency-missing',
  'docker-arguments',
  'docker-not-running',
  'file-missing',
  'helper-missing',
  'local-network-refused',
  'native-module',
  'no-network',
  'node-too-old',
  'not-executable',
  'nothing-listening',
  'other-app-needed',
  'out-of-memory',
  'package-not-found',
  'package-store-broken',
  'placeholder-left',
  'port-in-use',
  'protocol-version',
  'proxy-needed',
  'python-environment',
  'server-is-ill',
  'setting-missing',
  'settings-unreadable',
  'sign-in-needed',
  'sign-in-not-registrable',
  'silent',
  'spaces-in-path',
  'speaks-http',
  'stdout-noise',
  'still-downloading',
  'too-many-requests',
  'waits-for-answer',
  'windows-shim',
  'working-folder',
  'wrong-address',
] as const
export type FindingReason = (typeof findingReasons)[number]

/** How sure a cause is. Certain: a fact shows it. Likely: a known text says so. Unknown: only the end is known. */
export type Degree = 'certain' | 'likely' | 'unknown'

/** The setting of a server that a remedy is about. */
export type SettingField = 'arguments' | 'command' | 'environment' | 'folder' | 'url' | 'headers' | 'sign-in'

/** Changes to a server's settings. Members of `env` are added to the others, or replace them. */
export type SuggestedSettings = {
  command?: string
  args?: string[]
  env?: Record<string, string>
  /** Variables of Atrium's own environment to pass on. */
  inherit?: string[]
  networkEnvironment?: true
  cwd?: string
  url?: string
}

/** A suggestion to the user. Atrium applies none by itself. */
export type Remedy =
  /** New values for settings, which the user reviews and saves. */
  | { kind: 'change'; change: SuggestedSettings }
  /** A setting for the user to fill in; `name` is a variable to add. */
  | { kind: 'setting'; field: SettingField; name?: string | undefined }
  | { kind: 'sign-in' }
  /** An entry to add to one of a contained server's lists, which the user reviews and saves. */
  | { kind: 'contain'; list: 'writable' | 'readable' | 'hosts'; value: string }
  /** Another start. */
  | { kind: 'restart' }
  /** Nothing to change: Atrium, or the server, continues by itself. */
  | { kind: 'wait' }
  /** Atrium has to be closed and opened to see what is new on this computer. */
  | { kind: 'reopen' }
  /** A command for the user to copy; Atrium doesn't run it. */
  | { kind: 'copy'; text: string }

/**
 * Why a server doesn't run. `word` is a name from its output, its configuration or this computer: third-party text.
 * `ended` says how it ended, in a sentence. The most helpful remedy comes first.
 */
export type Finding = {
  reason: FindingReason
  degree: Degree
  word?: string | undefined
  ended?: string | undefined
  remedies: Remedy[]
}
