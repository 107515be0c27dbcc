import { strings } from '../strings/strings.ts'
import { launchLine } from './command-line.ts'
import { destinationOf } from './destination.ts'
import type { ServerSummary } from './summary.ts'

const words = strings.servers.place

/** What of a server fits on one line: why it waits, or the folder it works in, what is run, or the host it is at. */
export function placeInWords({ config, ask, state }: Pick<ServerSummary, 'config' | 'ask' | 'state'>): string {
  if (ask?.kind === 'trust') return ask.question.before ? words.commandChanged : words.nothingRun
  if (!config) return words.removed
  if (config.type === 'playground') return words.playground
  if (config.type === 'http') return destinationOf(config.url)?.host ?? config.url
  const isOff = state.status.state === 'off' || state.status.state === 'failed'
  return isOff ? launchLine(config) : (config.cwd ?? launchLine(config))
}
