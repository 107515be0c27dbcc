import type { StdioConfig } from '../../../../shared/config/server-config.ts'
import type { ProgramObservation } from './observation.ts'
import type { Ending } from '../wire/wire.ts'
import { deniedTo } from './denied.ts'
import type { LaunchSpec } from './server-process.ts'
import type { StdioWire } from './stdio-wire.ts'
import { defined } from '../../../../shared/schema/json.ts'

/** Lines of a program's stderr that the doctor reads. */
const read = { first: 10, last: 190 }

/** Text of an example that was never replaced. */
const example = /\/ABSOLUTE\/PATH\/TO\/|\/path\/to\/|<your[-_ ][\w -]{1,40}>|\bYOUR_[A-Z_]{1,40}\b|\$\{[\w:.-]{1,60}\}/i

/** True if a text is an example's placeholder. */
export const isExample = (text: string): boolean => example.test(text)

/** A program that wasn't started, with the system's reason. */
export function unstarted(
  { command, args, cwd, env, secretArguments = {}, containment = 'open' }: StdioConfig,
  variables: Record<string, string>,
  code: string | undefined,
): ProgramObservation {
  const filledIn = Object.keys(secretArguments)
  const examples = Object.keys(env).filter((name) => isExample(variables[name] ?? ''))
  return {
    kind: 'stdio',
    platform: process.platform,
    command,
    args,
    envNames: Object.keys(variables).toSorted(),
    path: variables['PATH'],
    ...(containment !== 'open' && { contained: true }),
    ...(filledIn.length > 0 && { filledIn }),
    ...(examples.length > 0 && { examples }),
    ...defined({ cwd }),
    ...(code !== undefined && { spawnError: { code, path: command } }),
  }
}

/** A program that was started: what it printed, and how it ended if it did. */
export function started(
  config: StdioConfig,
  { wire, spec, seconds, ending }: { wire: StdioWire; spec: LaunchSpec; seconds: number; ending?: Ending | undefined },
): ProgramObservation {
  const how = ending?.how === 'exited' ? { exit: ending.code, signal: ending.signal } : { alive: ending === undefined }
  const denied = deniedTo(spec, wire.stderr.lines())
  return {
    ...unstarted(config, spec.env, undefined),
    seconds,
    stderr: excerpt(wire.stderr.lines()).join('\n'),
    noise: [...wire.noise],
    ...(denied && { denied }),
    ...how,
  }
}

const excerpt = (lines: string[]): string[] =>
  lines.length <= read.first + read.last ? lines : [...lines.slice(0, read.first), ...lines.slice(-read.last)]

/** The system's code in an error. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
