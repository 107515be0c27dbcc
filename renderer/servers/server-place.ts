import { strings } from '../strings/strings.ts'
import { launchLine } from '../../shared/text/command-line.ts'
import { destinationOf } from '../state/servers/destination.ts'
import { definitionsInWords } from '../inbox/definitions/definition-words.ts'
import type { ServerSummary } from '../state/servers/summary.ts'

const words = strings.servers.place

/** What of a server fits on one line: why it waits, what is run, or the host it is at. */
export function placeInWords({
  config,
  ask,
  review,
  signIn,
}: Pick<ServerSummary, 'config' | 'ask' | 'review' | 'signIn'>): string {
  if (ask) return ask.question.before ? words.commandChanged : words.nothingRun
  if (signIn) return strings.signIn.place[signIn.kind === 'sign-in' ? signIn.question.because : 'page']
  if (review) return words.toReview(definitionsInWords(review.question.items))
  if (!config) return words.removed
  if (config.type === 'playground') return words.playground
  if (config.type === 'http') return destinationOf(config.url)?.host ?? config.url
  return launchLine(config)
}
