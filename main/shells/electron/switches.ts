import { desktopWords as words } from './words.ts'

/** Atrium's own, those the system or the updater adds, and those that only change how Atrium is drawn. */
const allowed = new Set([
  ...['data-dir', 'developer-tools', 'updated', 'force-run', 'original-process-start-time', 'toastactivated'],
  ...['ozone-platform', 'ozone-platform-hint', 'enable-wayland-ime', 'wayland-text-input-version', 'gtk-version'],
  ...['force-device-scale-factor', 'high-dpi-support', 'device-scale-factor', 'display', 'class', 'lang'],
  ...['disable-gpu', 'disable-gpu-compositing', 'disable-software-rasterizer', 'ignore-gpu-blocklist', 'use-gl'],
  ...['use-angle', 'disable-dev-shm-usage', 'disable-smooth-scrolling', 'force-prefers-reduced-motion'],
  ...['force-renderer-accessibility', 'force-high-contrast', 'touch-events', 'disable-pinch'],
  // Chromium's store for secrets; if that isn't a keyring, the user is asked before any is stored.
  'password-store',
])

/** Values that windows need under Wayland; `--enable-features` also accepts any other. */
const allowedFeatures = new Set(['UseOzonePlatform', 'WaylandWindowDecorations', 'WaylandLinuxDrmSyncobj'])

/** A sentence about a switch that removes protection; undefined if there is none. */
export function weakened(isOn: (name: string) => boolean): string | undefined {
  const [name, how] = Object.entries(words.weakening).find(([it]) => isOn(it)) ?? []
  return name && how && words.weakened(name, how)
}

/** A sentence about a switch unknown to Atrium: Chromium has hundreds, and new ones with each release. */
export function unknownSwitch(args: string[], platform: NodeJS.Platform): string | undefined {
  const end = args.indexOf('--')
  const unknown = (end === -1 ? args : args.slice(0, end)).find((arg) => !isAllowed(arg, platform))
  return unknown && words.unknownOption(unknown.slice(0, 80))
}

/**
 * Whether a switch is allowed, in any form that Chromium reads: one dash or two, and on Windows also a slash, in any
 * case.
 */
function isAllowed(arg: string, platform: NodeJS.Platform): boolean {
  const beginning = platform === 'win32' ? /^(--|-|\/)(?=.)/ : /^(--|-)(?=.)/
  if (!beginning.test(arg)) return true
  // macOS passes this to an app opened from the Finder.
  if (platform === 'darwin' && /^-(psn_|NS|Apple)/.test(arg)) return true
  const [given = '', ...rest] = arg.replace(beginning, '').split('=')
  const name = platform === 'win32' ? given.toLowerCase() : given
  if (name === 'enable-features')
    return rest
      .join('=')
      .split(',')
      .every((it) => allowedFeatures.has(it))
  return allowed.has(name)
}

/** The window's own command-line options. Everything else is for Chromium. */
type Arguments = {
  /** As given; undefined means this system's usual place. */
  dataDirectory: string | undefined
  /** Developer tools, also in a packaged Atrium. */
  developerTools: boolean
}

const dataDirectory = '--data-dir'

/** Parses the command line; `--data-dir <path>` and `--data-dir=<path>` are the same. A problem is one sentence. */
export function parseSwitches(argv: string[]): Arguments | { problem: string } {
  const at = argv.findLastIndex((argument) => argument === dataDirectory || argument.startsWith(`${dataDirectory}=`))
  const given = argv[at]
  const value = given === dataDirectory ? argv[at + 1] : given?.slice(dataDirectory.length + 1)
  if (given !== undefined && (value === undefined || value === '' || value.startsWith('--')))
    return { problem: words.directoryWithoutName(dataDirectory) }
  return { dataDirectory: value, developerTools: argv.includes('--developer-tools') }
}
