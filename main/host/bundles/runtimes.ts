import { execFile } from 'node:child_process'
import { satisfies, validRange } from 'semver'
import { type BundleBlock, type BundleFacts, bundleFolder, type BundleRuntime } from '../../../shared/config/bundle.ts'
import { resolveCommand } from '../mcp/process/command-path.ts'
import { inheritedEnvironment } from '../mcp/process/environment.ts'
import { defined } from '../../../shared/schema/json.ts'

/** Milliseconds in which a runtime must say its version. */
const patience = 5000

/** The absolute path of a program by the PATH that servers get. */
function find(command: string, home: string): string | undefined {
  try {
    return resolveCommand(command, inheritedEnvironment(process.env), home)
  } catch {
    return undefined
  }
}

/** This computer's command for Python, with its arguments: the first that is there. */
export function pythonOf(platform: NodeJS.Platform, home: string): string[] {
  const commands = platform === 'win32' ? [['python'], ['py', '-3']] : [['python3'], ['python']]
  return commands.find(([command = '']) => find(command, home) !== undefined) ?? commands[0] ?? []
}

/** The programs that a bundle needs, and whether a version it asks for isn't there. */
export async function runtimesOf(
  { candidate: { launch }, wanted }: Pick<BundleFacts, 'candidate' | 'wanted'>,
  { platform, home }: { platform: NodeJS.Platform; home: string },
): Promise<{ runtimes: BundleRuntime[]; blocks: BundleBlock[] }> {
  const [command] = launch.command
  const own = typeof command === 'string' && !command.startsWith(bundleFolder) ? [command] : []
  const python = pythonOf(platform, home)[0] ?? 'python'
  const asked = { node: wanted.node, [python]: wanted.python }
  const needed = new Set([...own, ...Object.entries(asked).flatMap(([name, range]) => (range ? [name] : []))])
  const runtimes = await Promise.all([...needed].map((name) => runtimeOf(name, asked[nameOf(name)], home)))
  return { runtimes, blocks: runtimes.some(isRefused) ? ['runtime-not-supported'] : [] }
}

const nameOf = (command: string): string => command.toLowerCase().replace(/\.exe$/, '')

async function runtimeOf(command: string, wanted: string | undefined, home: string): Promise<BundleRuntime> {
  const path = find(command, home)
  const version = path !== undefined && wanted !== undefined ? await versionOf(path) : undefined
  return {
    command,
    ...defined({ path, version, wanted }),
  }
}

/** Whether a program's version is outside the wanted range; false if either can't be read. */
const isRefused = ({ version, wanted }: BundleRuntime): boolean =>
  version !== undefined &&
  wanted !== undefined &&
  validRange(wanted) !== null &&
  !satisfies(version, wanted, { includePrerelease: true })

/** A program's version, such as 22.14.0 from `v22.14.0` or `Python 3.12.1`. */
function versionOf(path: string): Promise<string | undefined> {
  const options = { timeout: patience, windowsHide: true, maxBuffer: 64 * 1024, env: inheritedEnvironment(process.env) }
  return new Promise<string | undefined>((resolve) => {
    // Throws if the file can't be started for an unusual reason.
    execFile(path, ['--version'], options, (_error, output) => resolve(/\d+\.\d+\.\d+/.exec(output)?.[0]))
  }).catch(() => undefined)
}
