import { launchLine } from './command-line.ts'
import { destinationOf } from './destination.ts'
import type { ServerSummary } from './summary.ts'

/** What of a server fits on one line: why it waits, or the folder it works in, what is run, or the host it is at. */
export function placeInWords({ config, ask, state }: Pick<ServerSummary, 'config' | 'ask' | 'state'>): string {
  if (ask?.kind === 'trust')
    return ask.question.before ? 'What it runs has changed since you trusted it' : 'Nothing of it has run yet'
  if (!config) return 'Removed; it is being stopped'
  if (config.type === 'playground') return 'Part of Atrium'
  if (config.type === 'http') return destinationOf(config.url)?.host ?? config.url
  const isOff = state.status.state === 'off' || state.status.state === 'failed'
  return isOff ? launchLine(config) : (config.cwd ?? launchLine(config))
}
