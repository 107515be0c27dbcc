import { launchedIn, launchLine } from '../../../shared/config/launched.ts'
import type { StdioConfig } from '../../../shared/config/server-config.ts'
import { isPath } from '../../../shared/text/path-signs.ts'
import { definitionsInWords } from '../../inbox/definitions/definition-words.ts'
import { urlDestination } from '../../state/servers/destination.ts'
import { lastOf, pathsOf } from '../../state/servers/works-on.ts'
import type { ServerSummary } from '../../state/servers/summary.ts'
import { servers } from '../../strings/servers/servers.ts'
import { signIn as signInWords } from '../../strings/servers/sign-in.ts'

const places = servers.place

/** A server on one line: what changed or is missing, the command that awaits trust, its host, or a program's subject. */
export function placeInWords({
  config,
  ask,
  review,
  signIn,
}: Pick<ServerSummary, 'config' | 'ask' | 'review' | 'signIn'>): string {
  if (ask?.question.before) return places.commandChanged
  if (signIn) return signInWords.place[signIn.kind === 'sign-in' ? signIn.question.because : 'page']
  if (review) return places.toReview(definitionsInWords(review.question.items))
  if (!config) return places.removed
  if (config.type === 'playground') return places.playground
  if (config.type === 'http') return urlDestination(config.url)?.host ?? config.url
  return ask ? launchLine(config) : subjectOf(config)
}

/** A program's subject: shared folders, else paths it is started with (the last names of several), else its file. */
function subjectOf(config: StdioConfig): string {
  const launched = launchedIn([config.command, ...config.args])
  const paths = pathsOf(config)
  if (paths.length === 1) return paths.join('')
  if (paths.length > 1) return paths.map(lastOf).join(', ')
  const inPackages = launched.split(/[/\\]node_modules[/\\]/).at(-1) ?? launched
  const named = inPackages === launched ? undefined : /^(?:@[^/\\]+[/\\])?[^/\\]+/.exec(inPackages)?.[0]
  return named ?? (isPath(launched) ? lastOf(launched) : launched)
}
