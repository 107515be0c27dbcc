import type { Candidate, LaunchTemplate } from './candidate.ts'

/** An application whose servers can be imported, or `any` if the text doesn't show whose it is. */
export type ImportClient =
  | 'amazon-q'
  | 'amp'
  | 'antigravity'
  | 'any'
  | 'cherry-studio'
  | 'claude-code'
  | 'claude-desktop'
  | 'cline'
  | 'codex'
  | 'continue'
  | 'copilot-cli'
  | 'copilot-coding-agent'
  | 'cursor'
  | 'deepchat'
  | 'devin'
  | '5ire'
  | 'factory'
  | 'gemini'
  | 'goose'
  | 'jetbrains-ai'
  | 'jetbrains-copilot'
  | 'junie'
  | 'kimi'
  | 'kiro'
  | 'librechat'
  | 'lm-studio'
  | 'opencode'
  | 'qoder'
  | 'roo-code'
  | 'trae'
  | 'vibe'
  | 'vscode'
  | 'warp'
  | 'windsurf'
  | 'witsy'
  | 'zed'

/** Environment variables that move an application's configuration file, or the folder with it. */
export const placeVariables = [
  'CLAUDE_CONFIG_DIR',
  'CLINE_MCP_SETTINGS_PATH',
  'CODEX_HOME',
  'CONTINUE_GLOBAL_DIR',
  'COPILOT_HOME',
  'GEMINI_CLI_HOME',
  'GEMINI_CLI_SYSTEM_SETTINGS_PATH',
  'OPENCODE_CONFIG',
  'OPENCODE_CONFIG_DIR',
  'VSCODE_APPDATA',
  'VSCODE_PORTABLE',
  'XDG_CONFIG_HOME',
] as const

/** An environment variable that moves an application's configuration. */
export type PlaceVariable = (typeof placeVariables)[number]

/** `json` has comments and trailing commas, too; `fragment` is a part of a JSON file. */
export type ImportFormat = 'json' | 'yaml' | 'toml' | 'xml' | 'fragment' | 'command' | 'address' | 'link'

/** Why nothing could be read. Lines and columns count from 1. */
export type ImportProblem = {
  code:
    | 'empty-file'
    | 'invalid-json'
    | 'invalid-link'
    | 'invalid-toml'
    | 'invalid-xml'
    | 'invalid-yaml'
    | 'link-with-a-name-only'
    | 'needs-a-shell'
    | 'no-program'
    | 'no-servers-object'
    | 'not-a-file'
    | 'not-utf-8'
    | 'only-a-name'
    | 'only-installs'
    | 'only-text'
    | 'too-deep'
    | 'too-large'
    | 'unknown-option'
    | 'unreadable'
  line?: number
  column?: number
  hint?: 'single-backslash'
  /** The system's reason, or the part of the text. */
  detail?: string
}

/** Why a member of an entry has no effect here. */
export type LossReason =
  | 'approvals-live-here'
  | 'below-a-second'
  | 'certificates-are-always-checked'
  | 'development-mode'
  | 'file-of-variables-not-read'
  | 'found-out-when-signing-in'
  | 'header-is-atriums-own'
  | 'limits-only-the-listing'
  | 'no-such-setting'
  | 'not-a-variable-name'
  | 'null-removes-a-variable'
  | 'package-mirror'
  | 'program-and-address'
  | 'runs-a-program-for-headers'
  | 'runs-an-editor-command'
  | 'sandbox-of-another-client'
  | 'sign-in-is-done-anew'
  | 'sign-in-of-another-kind'
  | 'tool-switches-after-first-list'
  | 'variable-of-a-remote-executor'

/** A change that Atrium made to an entry while reading it. */
export type ImportChange =
  | 'cmd-suffix-removed'
  | 'cmd-wrapper-removed'
  | 'command-line-split'
  | 'cwd-set-to-project'
  | 'home-expanded'
  | 'named-from-address'
  | 'named-from-package'
  | 'older-form'
  | 'package-run-with-npx'
  | 'renamed'
  | 'timeout-limited'
  | 'type-assumed-http'
  | 'type-assumed-stdio'

/** Reasons to look twice before adding a server; none of them stops it. */
export type ImportWarning =
  | 'already-there'
  | 'downloads-and-runs'
  | 'env-changes-how-code-loads'
  | 'hidden-characters'
  | 'home-sign-in-arguments'
  | 'image-without-version'
  | 'key-stood-twice'
  | 'needs-shell'
  | 'only-on-windows'
  | 'package-from-a-repository'
  | 'path-of-another-system'
  | 'program-inside-another-application'
  | 'relative-path'
  | 'secret-in-address'
  | 'secret-in-args'
  | 'secret-in-link'
  | 'values-were-not-text'
  | 'version-not-pinned'

/** Why an entry doesn't become a server. */
export type SkipReason =
  | 'address-not-http'
  | 'arguments-are-no-list'
  | 'comes-with-an-extension'
  | 'control-character'
  | 'header-with-line-break'
  | 'no-address'
  | 'no-command'
  | 'no-command-or-address'
  | 'not-an-object'
  | 'only-a-switch'
  | 'part-of-that-client'
  | 'password-in-address'
  | 'reference-to-elsewhere'
  | 'reserved-name'
  | 'too-long'
  | 'transport-not-supported'
  | 'unencrypted-address'

/** A better launch, for the user to choose. */
export type ImportSuggestion = { what: 'direct-address' | 'npx-yes' | 'secret-variables'; launch: LaunchTemplate }

/** A server from another application, with notes about reading it. The application's texts are third-party text. */
export type ImportedServer = {
  candidate: Candidate
  sourceName: string
  /** The project it belongs to, in a file with several. */
  place?: string
  /** It was turned on in that application. */
  isOn: boolean
  /** That application's limit for one call. */
  timeoutSeconds?: number
  /** Questions whose answer was an environment variable in that application. */
  fromEnvironment: string[]
  notCarried: { what: string; why: LossReason }[]
  changes: ImportChange[]
  suggestions: ImportSuggestion[]
  warnings: ImportWarning[]
  /** The configured server with the same launch. */
  twin?: string
  /** Other files with the same server, and its name in each. */
  alsoIn?: { client: ImportClient; as: string }[]
}

/** An entry that isn't imported, and why. */
export type SkippedEntry = { sourceName: string; why: SkipReason; detail?: string }

/** A text's servers in the order of the text. */
export type Imported = {
  client: ImportClient
  format: ImportFormat
  servers: ImportedServer[]
  skipped: SkippedEntry[]
  /** Servers beyond the limit. */
  more?: number
  problem: ImportProblem | null
}
