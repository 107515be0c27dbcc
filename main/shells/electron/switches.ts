import { clip } from '../../../shared/text/clip.ts'
import { desktopWords as words } from './words.ts'

/** Atrium's own options, each in the one spelling that counts. */
const own = new Map([
  ['data-dir', /^--data-dir(=|$)/],
  ['developer-tools', /^--developer-tools$/],
  ['self-check', /^--self-check(=|$)/],
])

/** Atrium's own, those the system or the updater adds, and those that only change how Atrium is drawn. */
const allowed = new Set([
  ...own.keys(),
  'updated',
  'force-run',
  'original-process-start-time',
  'toastactivated',
  'ozone-platform',
  'ozone-platform-hint',
  'enable-wayland-ime',
  'wayland-text-input-version',
  'gtk-version',
  'force-device-scale-factor',
  'high-dpi-support',
  'device-scale-factor',
  'display',
  'class',
  'lang',
  'disable-gpu',
  'disable-gpu-compositing',
  'disable-software-rasterizer',
  'ignore-gpu-blocklist',
  'use-gl',
  'use-angle',
  'disable-dev-shm-usage',
  'disable-smooth-scrolling',
  'force-prefers-reduced-motion',
  'force-renderer-accessibility',
  'force-high-contrast',
  'touch-events',
  'disable-pinch',
  // Chromium's store for secrets; if that isn't a keyring, the user is asked before any is stored.
  'password-store',
])

/** Values that windows need under Wayland; `--enable-features` also accepts any other. */
const allowedFeatures = new Set(['UseOzonePlatform', 'WaylandWindowDecorations', 'WaylandLinuxDrmSyncobj'])

/**
 * A sentence about a switch or variable that removes protection; undefined if there is none. Only what was given counts:
 * Electron adds some of these names to Chromium's command line itself. `hasNoSandbox`: Chromium has that switch,
 * which Electron adds for a variable.
 */
export function weakened(
  args: string[],
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
  hasNoSandbox: boolean,
): string | undefined {
  const given = new Set(beforeEnd(args).flatMap((arg) => switchIn(arg, platform)?.name ?? []))
  const [name, how] = Object.entries(words.weakening).find(([it]) => given.has(it)) ?? []
  if (name && how) return words.weakened(name, how)
  const { ELECTRON_DISABLE_SANDBOX: noSandbox, NODE_TLS_REJECT_UNAUTHORIZED: certificates } = environment
  // Electron asks whether it is set, Node.js for this one value.
  if (noSandbox !== undefined) return words.variables.noSandbox
  if (certificates === '0') return words.variables.unchecked
  return hasNoSandbox ? words.weakened('no-sandbox', words.weakening['no-sandbox']) : undefined
}

/**
 * A sentence about a word that isn't accepted: a switch unknown to Atrium, of which Chromium has hundreds and new ones
 * with each release, or a word with blanks around it, which Chromium reads without them.
 */
export function unknownSwitch(args: string[], platform: NodeJS.Platform): string | undefined {
  const given = beforeEnd(args)
  const padded = given.find((arg) => trimmed(arg) !== arg)
  if (padded !== undefined) return words.blanksAround(clip(padded, longest))
  const unknown = given.find((arg) => !isAllowed(arg, platform))
  return unknown && words.unknownOption(clip(unknown, longest))
}

/** Max characters of an option that a sentence quotes. */
const longest = 80

/** Without the blanks that Chromium drops around each word: base/command_line.cc, kWhitespaceUTF16. */
const trimmed = (arg: string): string => arg.replace(/^[\s\u0085]+|[\s\u0085]+$/g, '')

function isAllowed(arg: string, platform: NodeJS.Platform): boolean {
  const given = switchIn(arg, platform)
  if (!given) return true
  // macOS passes this to an app opened from the Finder.
  if (platform === 'darwin' && /^-(psn_|NS|Apple)/.test(arg)) return true
  const { name, value } = given
  return name === 'enable-features' ? value.split(',').every((it) => allowedFeatures.has(it)) : allowed.has(name)
}

/** A switch in any form that Chromium reads: one dash or two, and on Windows also a slash, in any case. */
function switchIn(arg: string, platform: NodeJS.Platform): { name: string; value: string } | undefined {
  const prefixed = platform === 'win32' ? /^(?:--|-|\/)(.+)/s : /^(?:--|-)(.+)/s
  const [, written] = prefixed.exec(trimmed(arg)) ?? []
  if (written === undefined) return undefined
  const [given = '', ...rest] = written.split('=')
  return { name: platform === 'win32' ? given.toLowerCase() : given, value: rest.join('=') }
}

/** The words before `--`: the rest are never switches, Atrium’s own included. */
function beforeEnd(argv: string[]): string[] {
  const end = argv.indexOf('--')
  return end === -1 ? argv : argv.slice(0, end)
}

/** The window's own command-line options. Everything else is for Chromium. */
type Arguments = {
  /** As given; undefined means this system's usual place. */
  dataDirectory: string | undefined
  /** Developer tools, also in a packaged Atrium. */
  developerTools: boolean
}

const dataDirectory = '--data-dir'

/** One of Atrium's own options in a spelling that would be ignored: a start without it opens the user's own data. */
function misspelled(given: string[], platform: NodeJS.Platform): { word: string; option: string } | undefined {
  for (const word of given) {
    const name = switchIn(word, platform)?.name.toLowerCase() ?? ''
    if (own.get(name)?.test(word) === false) return { word, option: `--${name}` }
  }
  return undefined
}

/** Parses the command line; `--data-dir <path>` and `--data-dir=<path>` are the same. A problem is one sentence. */
export function parseSwitches(argv: string[], platform: NodeJS.Platform): Arguments | { problem: string } {
  const given = beforeEnd(argv)
  const wrong = misspelled(given, platform)
  if (wrong !== undefined) return { problem: words.misspelledOption(wrong.option, clip(wrong.word, longest)) }
  const at = given.findLastIndex((word) => word === dataDirectory || word.startsWith(`${dataDirectory}=`))
  const word = given[at]
  const value = word === dataDirectory ? given[at + 1] : word?.slice(dataDirectory.length + 1)
  if (word !== undefined && (value === undefined || value === '' || value.startsWith('--')))
    return { problem: words.directoryWithoutName(dataDirectory) }
  return { dataDirectory: value, developerTools: given.includes('--developer-tools') }
}
