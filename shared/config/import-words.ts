import type {
  ImportChange,
  ImportClient,
  ImportFormat,
  ImportProblem,
  ImportWarning,
  LossReason,
  SkipReason,
} from './imported.ts'

/** Names of other applications. */
const clients: Record<ImportClient, string> = {
  'amazon-q': 'Amazon Q',
  amp: 'Amp',
  antigravity: 'Antigravity',
  any: 'another application',
  'cherry-studio': 'Cherry Studio',
  'claude-code': 'Claude Code',
  'claude-desktop': 'Claude Desktop',
  cline: 'Cline',
  codex: 'Codex',
  continue: 'Continue',
  'copilot-cli': 'Copilot CLI',
  'copilot-coding-agent': 'Copilot coding agent',
  cursor: 'Cursor',
  deepchat: 'DeepChat',
  devin: 'Devin',
  '5ire': '5ire',
  factory: 'Factory',
  gemini: 'Gemini CLI',
  goose: 'goose',
  'jetbrains-ai': 'JetBrains AI Assistant',
  'jetbrains-copilot': 'Copilot in JetBrains',
  junie: 'Junie',
  kimi: 'Kimi',
  kiro: 'Kiro',
  librechat: 'LibreChat',
  'lm-studio': 'LM Studio',
  opencode: 'OpenCode',
  qoder: 'Qoder',
  'roo-code': 'Roo Code',
  trae: 'Trae',
  vibe: 'Mistral Vibe',
  vscode: 'VS Code',
  warp: 'Warp',
  windsurf: 'Windsurf',
  witsy: 'Witsy',
  zed: 'Zed',
}

/** The format of a text that doesn't show which application it is from. */
const formats: Record<ImportFormat, string> = {
  json: 'in a JSON format that many applications share',
  yaml: 'in a YAML format that many applications share',
  toml: 'in a TOML format that many applications share',
  xml: 'in an XML format that many applications share',
  fragment: 'part of a list of servers',
  command: 'a command line',
  address: 'a URL',
  link: 'an install link',
}

const at = ({ line, column }: ImportProblem): string =>
  line === undefined ? '' : column === undefined ? ` in line ${line}` : ` in line ${line}, column ${column}`

const problems: Record<ImportProblem['code'], (problem: ImportProblem) => string> = {
  'empty-file': () => 'Nothing to read: the text is empty.',
  'invalid-json': (problem) =>
    problem.hint
      ? `This JSON has a single backslash${at(problem)}. Write two: C:\\\\Users.`
      : `This JSON can’t be read${at(problem)}.`,
  'invalid-link': () => 'This link contains no server that Atrium can read.',
  'invalid-toml': (problem) => `This TOML can’t be read${at(problem)}.`,
  'invalid-xml': () => 'This XML can’t be read.',
  'invalid-yaml': (problem) => `This YAML can’t be read${at(problem)}.`,
  'link-with-a-name-only': () =>
    'This link has only the name of a server in another application’s list. Copy the command or URL from there.',
  'needs-a-shell': ({ detail = '' }) =>
    `This line needs a shell (${detail}). Atrium starts a single program with arguments, without a shell.`,
  'no-program': () => 'This line has no program to start.',
  'no-servers-object': () => 'No server in this text. A server has at least a command or a URL.',
  'not-a-file': () => 'Not a plain file.',
  'not-utf-8': () => 'Not a text file in UTF-8 or UTF-16.',
  'only-a-name': ({ detail = '' }) =>
    `“${detail}” is only a name. Paste the command that runs it, such as “npx -y NAME” or “uvx NAME”, or its full path.`,
  'only-installs': ({ detail = '' }) =>
    `“${detail}” sets something up, but doesn’t run a server. Paste the command or URL of the server itself.`,
  'only-text': () => 'This text contains no command, URL or configuration of a server. Paste only that part.',
  'too-deep': () => 'Nested too deeply to be a list of servers.',
  'too-large': ({ detail = '' }) =>
    `Too large to read: ${detail} MB, and the limit is 5 MB. Paste its servers instead.`,
  'unknown-option': ({ detail = '' }) =>
    `Atrium doesn’t know ${detail} in this line. Remove it, or paste the server’s own command.`,
  unreadable: ({ detail = '' }) => `Can’t be read: ${detail}.`,
}

const losses: Record<LossReason, string> = {
  'approvals-live-here': 'you decide about calls in Atrium',
  'below-a-second': 'less than a second',
  'certificates-are-always-checked': 'Atrium always checks certificates',
  'development-mode': 'for the server’s developers',
  'file-of-variables-not-read': 'Atrium doesn’t read files of variables; add them in the form',
  'found-out-when-signing-in': 'detected when you sign in',
  'header-is-atriums-own': 'Atrium sets this header itself',
  'limits-only-the-listing': 'limits only the list of tools',
  'no-such-setting': 'Atrium has no such setting',
  'not-a-variable-name': 'not a variable’s name',
  'null-removes-a-variable': 'Atrium passes on almost no variables',
  'package-mirror': 'Atrium doesn’t choose package registries',
  'program-and-address': 'the server is a program or a URL, not both',
  'runs-a-program-for-headers': 'Atrium doesn’t run programs for headers; add them in the form',
  'runs-an-editor-command': 'an editor’s command; enter the value instead',
  'sandbox-of-another-client': 'a sandbox of the other application',
  'sign-in-is-done-anew': 'tokens stay in the other application; you sign in again',
  'sign-in-of-another-kind': 'a sign-in that Atrium doesn’t support',
  'tool-switches-after-first-list': 'choose tools after the first start',
  'variable-of-a-remote-executor': 'a variable of another computer',
}

const changes: Record<ImportChange, string> = {
  'cmd-suffix-removed': '“.cmd” was removed from the program’s name.',
  'cmd-wrapper-removed': '“cmd /c” was removed. Atrium doesn’t need it.',
  'command-line-split': 'Split into a program and its arguments. Check them.',
  'cwd-set-to-project': 'Starts in the folder of its project.',
  'home-expanded': '“~” was replaced by your home folder.',
  'named-from-address': 'Has no name. Named after its URL.',
  'named-from-package': 'Has no name. Named after its package.',
  'older-form': 'Written in an older form.',
  'package-run-with-npx': 'Only the package’s name was given. Runs it with npx.',
  renamed: 'Has a new ID, because the name is taken or can’t be an ID.',
  'timeout-limited': 'The time limit was reduced to the maximum.',
  'type-assumed-http': 'Has no type. Treated as a URL over HTTP.',
  'type-assumed-stdio': 'Has an unknown type. Treated as a program.',
}

const warnings: Record<ImportWarning, string> = {
  'already-there': 'You already have this server.',
  'downloads-and-runs': 'Downloads a script and runs it. Anything can happen.',
  'env-changes-how-code-loads': 'Sets a variable that changes which code is loaded.',
  'hidden-characters': 'Contains invisible or misleading characters.',
  'home-sign-in-arguments': 'An argument starts with “~”, which stays as it is. Write the full path.',
  'image-without-version': 'The container image has no fixed version.',
  'key-stood-twice': 'Its name appears twice in the file. The last one counts.',
  'needs-shell': 'Runs a line in a shell.',
  'only-on-windows': 'Works only on Windows.',
  'package-from-a-repository': 'Its code comes directly from a repository.',
  'path-of-another-system': 'The program’s path is from another system.',
  'program-inside-another-application': 'The program belongs to another application.',
  'relative-path': 'A path depends on the folder the server starts in. Check the folder.',
  'secret-in-address': 'The URL contains a secret. It will be stored as plain text in servers.json.',
  'secret-in-args': 'The arguments contain a secret. It will be stored as plain text in servers.json.',
  'secret-in-link': 'The link contains a secret. Its author knows it, too.',
  'values-were-not-text': 'Some arguments or values weren’t text and were converted.',
  'version-not-pinned': 'Always runs the newest version of its package.',
}

const skipped: Record<SkipReason, string> = {
  'address-not-http': 'not an http or https URL',
  'arguments-are-no-list': 'its arguments aren’t a list',
  'comes-with-an-extension': 'its program comes with an extension',
  'control-character': 'it contains a control character',
  'header-with-line-break': 'a header contains a line break',
  'no-address': 'it has no URL',
  'no-command': 'it has no command',
  'no-command-or-address': 'it has no command or URL',
  'not-an-object': 'it isn’t an object',
  'only-a-switch': 'it only turns a server on or off',
  'part-of-that-client': 'it’s part of that application',
  'password-in-address': 'its URL contains a password',
  'reference-to-elsewhere': 'it refers to a server defined in another file',
  'reserved-name': 'its name is reserved',
  'too-long': 'it’s too long',
  'transport-not-supported': 'Atrium doesn’t support its transport',
  'unencrypted-address': 'its URL isn’t encrypted',
}

/** The meanings of import codes, in the window and at the terminal. */
export const importCodes = {
  clients,
  /** A text's format, as a clause after its name. */
  format: (client: ImportClient, format: ImportFormat) =>
    client === 'any' ? formats[format] : `in the format of ${clients[client]}`,
  problems,
  losses,
  changes,
  warnings,
  skipped,
  notTaken: (what: string, why: string) => `Not carried over: ${what} (${why}).`,
  leftOut: (name: string, why: string, detail = '') =>
    `${name || 'An entry without a name'} was left out: ${why}${detail === '' ? '' : ` (${detail})`}.`,
  needs: (labels: string) => `Needs: ${labels}.`,
} as const
