import { execFile } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import type { CheckedPart } from '../../../../shared/contract/checkup.ts'
import type { StdioConfig } from '../../../../shared/config/server-config.ts'
import type { Containment } from '../../../../shared/events/events.ts'
import type { JsonValue } from '../../../../shared/schema/json.ts'

const run = promisify(execFile)
const script = fileURLToPath(new URL('lone-host.ts', import.meta.url))

/** A home folder inside this checkout: a view replaces all of /tmp, so a home there proves little. */
export function homeOutsideTmp(): string {
  const home = realpathSync(mkdtempSync(path.resolve('node_modules/.home-')))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return home
}

/** By server, the code's result or why it isn't ready; and what the doctor says of the containment afterwards. */
export type Lone = {
  results: Record<string, { value?: JsonValue; refused?: string; reason?: string }>
  doctor: CheckedPart
}

/** The code’s result in each server, or why it isn't ready, in a host that another command starts. */
export async function inLoneHost(
  before: readonly string[],
  wanted: {
    home: string
    servers: Record<string, StdioConfig>
    code: string
    level: Containment
    /** The folder for the data folder, instead of the temporary one. */
    place?: string
    variables?: Record<string, string> | undefined
  },
): Promise<Lone> {
  const { home, servers, code, level, place = '', variables } = wanted
  const host = [process.execPath, script, JSON.stringify(servers), code, level, place]
  const [command = '', ...args] = before.concat(host)
  const { PATH } = process.env
  const { stdout } = await run(command, args, { env: { PATH, HOME: home, ...variables } })
  return JSON.parse(stdout) as Lone
}

/** Runs a command after this script, with its own mounts. Needs the namespaces that contained servers need. */
export const afterMounting = (mounting: string): string[] => [
  'unshare',
  '--user',
  '--map-current-user',
  '--keep-caps',
  '--mount',
  '--',
  '/bin/sh',
  '-ec',
  `${mounting}; exec setpriv --ambient-caps -all --inh-caps -all -- "$@"`,
  'sh',
]

/** Runs a command with bash as the system's `sh`. */
export const withBash = afterMounting('mount -n --bind /bin/bash "$(realpath /bin/sh)"')

const hidePerl =
  'IFS=:; for folder in $PATH:/usr/bin:/bin; do [ ! -e "$folder/perl" ] || mount -n --bind /dev/null "$folder/perl"; done'

/** Runs a command without Perl. */
export const withoutPerl = afterMounting(hidePerl)

/** Runs a command without Perl, with bash as the system's `sh`. */
export const withBashAlone = afterMounting(`${hidePerl}; mount -n --bind /bin/bash "$(realpath /bin/sh)"`)

/** Runs a command that inherits a file, and a folder far behind it. */
export const withOpenFiles: string[] = ['bash', '-c', 'exec 7</etc/passwd 200</etc && exec "$@"', 'bash']
