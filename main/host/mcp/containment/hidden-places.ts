import { lstatSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Where other programs keep secrets, below the home folder: keys, tokens, keyrings, browser profiles, shell histories,
 * and sockets that give another program's rights.
 */
const inHome = [
  // Keys, and who signs with them
  ...['.ssh', '.gnupg', '.pki', '.putty', '.password-store', '.1password', '.Xauthority', '.ICEauthority', '.dbus'],
  ...['.local/share/keyrings', '.local/share/kwalletd', '.config/1Password', '.config/Bitwarden', '.config/keepassxc'],
  ...['.config/op', '.config/age', '.config/sops', '.age', '.electrum', '.bitcoin', '.ethereum', '.keepass'],
  // Clouds and services
  ...['.aws', '.azure', '.kube', '.oci', '.fly', '.s3cfg', '.boto', '.vault-token', '.terraform.d', '.terraformrc'],
  ...['.config/gcloud', '.config/doctl', '.config/heroku', '.config/rclone', '.config/gh', '.config/hub'],
  ...['.config/glab-cli', '.config/configstore', '.config/stripe', '.config/netlify', '.config/.wrangler'],
  ...['.docker', '.config/containers/auth.json', '.colima', '.lima', '.rd', '.minikube'],
  // Package registries and databases
  ...['.netrc', '.git-credentials', '.config/git/credentials', '.npmrc', '.yarnrc', '.yarnrc.yml', '.pypirc'],
  ...['.config/pip', '.pip', '.cargo/credentials', '.cargo/credentials.toml', '.gem/credentials', '.m2/settings.xml'],
  ...['.m2/settings-security.xml', '.gradle/gradle.properties', '.composer/auth.json', '.config/composer/auth.json'],
  ...['.nuget/NuGet', '.pgpass', '.my.cnf', '.mylogin.cnf', '.config/hcloud'],
  // Models and their clients
  ...['.claude', '.claude.json', '.codex', '.gemini', '.cursor', '.config/Claude', '.config/Cursor', '.config/Code'],
  ...['.config/github-copilot', '.cache/huggingface/token', '.huggingface'],
  // Browsers, mail, messages
  ...['.mozilla', '.thunderbird', '.config/google-chrome', '.config/google-chrome-beta', '.config/chromium'],
  ...['.config/BraveSoftware', '.config/microsoft-edge', '.config/vivaldi', '.config/opera', '.zen', '.librewolf'],
  ...['.config/Signal', '.config/Slack', '.config/discord', '.config/Element', '.local/share/TelegramDesktop'],
  ...['.config/evolution', '.local/share/evolution', '.var/app', 'snap', '.cache/mozilla', '.cache/google-chrome'],
  ...['.cache/chromium'],
  // Histories
  ...['.bash_history', '.zsh_history', '.zhistory', '.histfile', '.history', '.python_history', '.node_repl_history'],
  ...[
    '.psql_history',
    '.mysql_history',
    '.sqlite_history',
    '.rediscli_history',
    '.lesshst',
    '.viminfo',
    '.irb_history',
  ],
  ...['.local/share/fish', '.local/state/bash', '.local/state/zsh', '.local/share/atuin', '.zsh_sessions'],
  // macOS
  ...['Library/Keychains', 'Library/Cookies', 'Library/Safari', 'Library/Messages', 'Library/Mail'],
  ...['Library/Application Support/Google', 'Library/Application Support/Firefox', 'Library/Application Support/Arc'],
  ...['Library/Application Support/BraveSoftware', 'Library/Application Support/Microsoft Edge'],
  ...['Library/Application Support/Claude', 'Library/Application Support/1Password', 'Library/Group Containers'],
  ...['Library/Containers', 'Library/Application Support/Signal', 'Library/Application Support/Slack'],
]

/** Files of the system that only its administrator can read, for an Atrium that runs as one. */
const ofSystem = [
  ...['/etc/shadow', '/etc/shadow-', '/etc/gshadow', '/etc/gshadow-', '/etc/sudoers', '/etc/sudoers.d', '/etc/ssh'],
  ...['/etc/ssl/private', '/etc/pki/tls/private', '/etc/NetworkManager/system-connections', '/etc/kubernetes'],
  ...['/var/lib/docker', '/var/lib/containerd', '/var/lib/kubelet', '/var/lib/AccountsService', '/var/spool'],
]

/** Links examined in each hidden folder. */
const mostLinks = 200

/** A place that contained programs can't reach. */
export type HiddenPlace = { path: string; isFolder: boolean }

/**
 * Everything that is hidden and exists now, as real paths: a dotfile manager can keep `.ssh`, or the files in it,
 * anywhere. `own` are folders of Atrium.
 */
export function hiddenPlaces(home: string, own: string[]): HiddenPlace[] {
  const named = [...inHome.map((name) => join(home, name)), ...ofSystem, ...own]
  const found = new Map<string, HiddenPlace>()
  for (const path of named) for (const place of placesAt(path)) found.set(place.path, place)
  const places = [...found.values()].toSorted((a, b) => a.path.length - b.path.length)
  // A hidden folder hides its content.
  return places.filter(({ path }) => !places.some((it) => it.isFolder && path.startsWith(`${it.path}/`)))
}

function placesAt(path: string): HiddenPlace[] {
  const place = placeAt(path)
  if (!place) return []
  if (!place.isFolder) return [place]
  const linked = namesIn(place.path)
    .slice(0, mostLinks)
    .flatMap((name) => (isLink(join(place.path, name)) ? (placeAt(join(place.path, name)) ?? []) : []))
  return [place, ...linked.filter(({ isFolder }) => !isFolder)]
}

/** The hidden place at a path; undefined if nothing is there. */
function placeAt(path: string): HiddenPlace | undefined {
  try {
    const real = realpathSync(path)
    return { path: real, isFolder: lstatSync(real).isDirectory() }
  } catch {
    return undefined
  }
}

const isLink = (path: string): boolean => {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}

/** The names in a folder; empty if it can't be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
