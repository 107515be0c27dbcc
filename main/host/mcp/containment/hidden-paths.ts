import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { userFolders } from '../../base/user-folders.ts'
import { knownFiles } from '../../import/known-files.ts'
import { entryKind, isBelow, realOf, linkWaysOf } from './disk.ts'
import { type HiddenPath, isSystem, LinkReader } from './link-reader.ts'
import { OtherPaths } from './other-paths.ts'

/**
 * Where other programs keep secrets, below the home folder: keys, tokens, keyrings, browser profiles, shell histories,
 * and sockets that give another program's rights.
 */
const inHome = [
  // Files of the desktop app before it has chosen its folder
  '.config/atrium',
  '.config/Atrium',
  // Keys, and who signs with them
  '.ssh',
  '.gnupg',
  '.pki',
  '.putty',
  '.password-store',
  '.1password',
  '.Xauthority',
  '.ICEauthority',
  '.dbus',
  '.local/share/keyrings',
  '.local/share/kwalletd',
  '.config/1Password',
  '.config/Bitwarden',
  '.config/keepassxc',
  '.config/op',
  '.config/age',
  '.config/sops',
  '.age',
  '.config/solana',
  '.foundry',
  '.electrum',
  '.bitcoin',
  '.ethereum',
  '.keepass',
  '.vnc',
  '.android/adbkey*',
  // Clouds and services
  '.aws',
  '.azure',
  '.kube',
  '.oci',
  '.fly',
  '.s3cfg',
  '.boto',
  '.vault-token',
  '.terraform.d',
  '.terraformrc',
  '.config/gcloud',
  '.config/doctl',
  '.config/heroku',
  '.config/rclone',
  '.config/gh',
  '.config/hub',
  '.config/glab-cli',
  '.config/configstore',
  '.config/stripe',
  '.config/netlify',
  '.config/.wrangler',
  '.cloudflared',
  '.pulumi',
  '.databrickscfg',
  '.config/flyctl',
  '.filezilla',
  '.config/filezilla',
  '.docker',
  '.config/containers/auth.json',
  '.colima',
  '.lima',
  '.rd',
  '.minikube',
  // Package registries and databases
  '.netrc*',
  '.authinfo*',
  '.git-credentials',
  '.config/git/credentials',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.pypirc',
  '.config/pip',
  '.pip',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.gem/credentials',
  '.m2/settings.xml',
  '.m2/settings-security.xml',
  '.gradle/gradle.properties',
  '.composer/auth.json',
  '.config/composer/auth.json',
  '.nuget/NuGet',
  '.pgpass',
  '.my.cnf',
  '.mylogin.cnf',
  '.config/hcloud',
  '.config/pnpm/rc',
  '.bunfig.toml',
  // Models and their clients
  '.claude',
  '.claude.json*',
  '.codex',
  '.gemini',
  '.cursor',
  '.config/Claude',
  '.config/Cursor',
  '.config/Code',
  '.config/github-copilot',
  '.cache/huggingface/token',
  '.huggingface',
  '.config/goose',
  '.qwen',
  '.local/share/opencode/auth.json',
  // Browsers, mail, messages
  '.mozilla',
  '.config/mozilla',
  '.thunderbird',
  '.config/google-chrome',
  '.config/google-chrome-beta',
  '.config/chromium',
  '.config/BraveSoftware',
  '.config/microsoft-edge',
  '.config/vivaldi',
  '.config/opera',
  '.zen',
  '.librewolf',
  '.config/Signal',
  '.config/Slack',
  '.config/discord',
  '.config/Element',
  '.local/share/TelegramDesktop',
  '.config/evolution',
  '.local/share/evolution',
  '.var/app',
  'snap',
  '.cache/mozilla',
  '.cache/google-chrome',
  '.cache/chromium',
  // Histories
  '.bash_history',
  '.zsh_history',
  '.zhistory',
  '.histfile',
  '.history',
  '.python_history',
  '.node_repl_history',
  '.psql_history',
  '.mysql_history',
  '.sqlite_history',
  '.rediscli_history',
  '.lesshst',
  '.viminfo',
  '.irb_history',
  '.local/share/fish',
  '.local/state/bash',
  '.local/state/zsh',
  '.local/share/atuin',
  '.zsh_sessions',
  '.config/fish/fish_variables',
  // Deleted files, with secrets among them
  '.local/share/Trash',
  // macOS: its own stores, then applications that keep theirs in Library
  '.Trash',
  '.bash_sessions',
  '.orbstack',
  'Library/Keychains',
  'Library/Cookies',
  'Library/HTTPStorages',
  'Library/Safari',
  'Library/WebKit',
  'Library/Messages',
  'Library/Mail',
  'Library/Accounts',
  'Library/Calendars',
  'Library/IdentityServices',
  'Library/Containers',
  'Library/Group Containers',
  'Library/Thunderbird',
  'Library/Preferences/.wrangler',
  'Library/Preferences/netlify',
  'Library/Preferences/pypoetry',
  'Library/DBeaverData',
  'Library/Application Support/Google',
  'Library/Application Support/Chromium',
  'Library/Application Support/Firefox',
  'Library/Application Support/Arc',
  'Library/Application Support/BraveSoftware',
  'Library/Application Support/Microsoft Edge',
  'Library/Application Support/Vivaldi',
  'Library/Application Support/com.operasoftware.Opera',
  'Library/Application Support/zen',
  'Library/Application Support/librewolf',
  'Library/Application Support/Thunderbird',
  'Library/Application Support/1Password',
  'Library/Application Support/Bitwarden',
  'Library/Application Support/Bitwarden CLI',
  'Library/Application Support/KeePassXC',
  'Library/Application Support/Claude',
  'Library/Application Support/Codex',
  'Library/Application Support/com.openai.chat',
  'Library/Application Support/io.datasette.llm',
  'Library/Application Support/Cursor',
  'Library/Application Support/Code',
  'Library/Application Support/Code - Insiders',
  'Library/Application Support/VSCodium',
  'Library/Application Support/Windsurf',
  'Library/Application Support/JetBrains',
  'Library/Application Support/Signal',
  'Library/Application Support/Slack',
  'Library/Application Support/discord',
  'Library/Application Support/Element',
  'Library/Application Support/Telegram Desktop',
  'Library/Application Support/AddressBook',
  'Library/Application Support/MobileSync',
  'Library/Application Support/com.apple.TCC',
  'Library/Application Support/sops',
  'Library/Application Support/doctl',
  'Library/Application Support/pypoetry',
  'Library/Application Support/netlify',
  'Library/Application Support/com.vercel.cli',
  'Library/Application Support/Postman',
  'Library/Application Support/Insomnia',
  'Library/Application Support/com.tinyapp.TablePlus',
]

/** Files of the system that only its administrator can read, for an Atrium that runs as one. */
const ofSystem = [
  '/etc/shadow',
  '/etc/shadow-',
  '/etc/gshadow',
  '/etc/gshadow-',
  '/etc/sudoers',
  '/etc/sudoers.d',
  '/etc/ssh',
  '/etc/ssl/private',
  '/etc/pki/tls/private',
  '/etc/NetworkManager/system-connections',
  '/etc/kubernetes',
  '/var/lib/docker',
  '/var/lib/containerd',
  '/var/lib/kubelet',
  '/var/lib/AccountsService',
  '/var/spool',
]

/** Everything that is hidden from contained programs, as real paths. */
export type Hidden = {
  /**
   * Places that exist now, and all of a home folder that a mount shows at another path. A dotfile manager can keep
   * `.ssh`, or the files in it, anywhere.
   */
  paths: HiddenPath[]
  /** Atrium's own folders. */
  own: string[]
  /** Paths at which a place is, or may be later: those of each link on the way too, because links can be replaced. */
  named: string[]
  /** Folders in which something hidden is or may be: below a home folder, or where links of hidden paths lead. */
  around: ReadonlySet<string>
}

/** The hidden paths of an account. `own` are folders of Atrium. */
export function hiddenFrom(homes: string[], own: string[]): Hidden {
  const found = new Map<string, HiddenPath>()
  const names = [...homes.flatMap(namesFor), ...ofSystem, ...own]
  const reader = new LinkReader(homes)
  for (const name of names) for (const hidden of reader.pathsAt(name)) found.set(hidden.path, hidden)
  // The system's own files are replaced by its administrator alone.
  const ways = [...names.filter((name) => !ofSystem.includes(name)).flatMap(linkWaysOf), ...reader.written]
  const known = homes.flatMap((home) => names.flatMap((name) => foldersAround(name, home)))
  // A variable can name a place outside the home folder; Atrium's own folders exist by now.
  const isOutside = (path: string): boolean => !own.includes(path) && !homes.some((home) => isBelow(path, home))
  const linked = ways
    .filter((path) => !names.includes(path) || isOutside(path))
    .flatMap((path) => foldersTo(path, homes))
  const around = new Set([...known, ...linked])
  const others = new OtherPaths()
  const whole = [...homes, ...around, ...found.keys()].flatMap((path) => others.of(path))
  for (const path of [...whole, ...[...found.keys()].flatMap((it) => others.ofPartsOf(it))])
    if (!homes.includes(path)) found.set(path, { path, isFolder: entryKind(path) === 'folder' })
  const all = [...found.values()].toSorted((a, b) => a.path.length - b.path.length)
  // A hidden folder hides its content.
  const paths = all.filter(({ path }) => !all.some((it) => it.isFolder && path.startsWith(`${it.path}/`)))
  const isHidden = (path: string): boolean => paths.some((it) => isBelow(path, it.path))
  return { paths, own, named: [...new Set(ways)].filter((path) => !isHidden(path)), around }
}

/** Paths of secrets for a home folder: those known here, and the files in which other applications keep their servers. */
function namesFor(home: string): string[] {
  const environments = [process.env, {}]
  const files = environments.flatMap((environment) => knownFiles(userFolders(environment, home)))
  // All files of an application's profiles or agents are its own.
  const clients = files.map(({ file }) => file.replace(/\/[^/]*\*.*$/, ''))
  const { CLAUDE_CONFIG_DIR, CODEX_HOME } = userFolders().named
  const moved = [CLAUDE_CONFIG_DIR, CODEX_HOME].flatMap((folder) => folder ?? [])
  const standings = environments.flatMap((environment) => inHome.map((name) => standing(name, home, environment)))
  const named = standings.flatMap(startingWith)
  return [...named, ...clients, ...moved].filter((path) => !isBelow(home, path))
}

/** A name that ends with a star, and the names there that start like it. */
function startingWith(path: string): string[] {
  if (!path.endsWith('*')) return [path]
  const plain = path.slice(0, -1)
  const folder = dirname(plain)
  return [plain, ...namesIn(folder).flatMap((name) => (join(folder, name).startsWith(plain) ? join(folder, name) : []))]
}

const bases = { '.config': 'XDG_CONFIG_HOME', '.local/share': 'XDG_DATA_HOME', '.local/state': 'XDG_STATE_HOME' }

/** A place below the home folder, or below the folder that a variable names instead. */
function standing(name: string, home: string, environment: NodeJS.ProcessEnv): string {
  for (const [base, variable] of Object.entries({ ...bases, '.cache': 'XDG_CACHE_HOME' })) {
    const folder = environment[variable]
    if (name.startsWith(`${base}/`) && folder?.startsWith('/') === true) return join(folder, name.slice(base.length))
  }
  return join(home, name)
}

/** Existing folders around a path, below the home folders that it is in: in them, links or what they lead to can change. */
function foldersTo(path: string, homes: string[]): string[] {
  const folder = dirname(path)
  if (folder === '/' || homes.some((home) => isBelow(home, folder) && isBelow(path, home))) return []
  const isThere = realOf(folder) === folder && entryKind(folder) === 'folder' && !isSystem(folder)
  return [...(isThere ? [folder] : []), ...foldersTo(folder, homes)]
}

/**
 * Existing folders on the way from a home folder to a hidden place. Folders for documents, such as the one in which an
 * application keeps a single file, count only if the application has its own folder there.
 */
function foldersAround(name: string, home: string): string[] {
  if (!name.startsWith(`${home}/`)) return []
  const parts = name.slice(home.length + 1).split('/')
  const found: string[] = []
  for (let count = 1; count < parts.length; count++) {
    const real = realOf(join(home, ...parts.slice(0, count)))
    if (real === undefined || entryKind(real) !== 'folder') break
    found.push(real)
  }
  if (found.length === 1 && parts.length > 2 && !name.startsWith(`${home}/.`)) return []
  return found.flatMap((folder) => (isBelow(folder, home) && folder !== home ? [folder, ...between(folder, home)] : []))
}

/** The folders between one and its home. */
const between = (folder: string, home: string): string[] => {
  const above = dirname(folder)
  return above === home || !isBelow(above, home) ? [] : [above, ...between(above, home)]
}

/** The names in a folder; empty if it can't be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
