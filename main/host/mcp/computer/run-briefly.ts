import { execFile } from 'node:child_process'
import type { SearchedComputer } from './usual-folders.ts'

/** Milliseconds in which a program states its version, and a shell its PATH. */
export const briefLimits = { program: 5000, shell: 10_000 }
/** Max characters that are read of what such a program prints. */
export const mostOutput = 65_536

/** The output of a program that only reports, such as `node --version`; undefined if it fails, or takes too long. */
export function runBriefly(
  file: string,
  args: string[],
  { env, limits = briefLimits }: Pick<SearchedComputer, 'limits'> & { env: Record<string, string> },
): Promise<string | undefined> {
  return new Promise<string | undefined>((resolve) => {
    const options = { env, timeout: limits.program, maxBuffer: mostOutput, windowsHide: true, shell: false }
    // Throws if the file can't be started for an unusual reason.
    execFile(file, args, { ...options, killSignal: 'SIGKILL' }, (error, out) =>
      resolve(error ? undefined : String(out).trim()),
    )
  }).catch(() => undefined)
}
