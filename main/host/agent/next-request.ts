import type { Result } from '../../../shared/contract/commands.ts'
import type { RequestPart, ToolSearch } from '../../../shared/contract/context-commands.ts'
import { answeringIn, isOutside, projectOf } from '../../../shared/state/projects.ts'
import { isOff, type ToolsOff } from '../../../shared/config/tools-off.ts'
import { readingTool } from '../../../shared/content/reading.ts'
import { inForce } from '../../../shared/rules/rules.ts'
import { isDeniedByRule } from '../../../shared/rules/verdict.ts'
import { withBranchInUse } from '../../../shared/state/branches.ts'
import { compacted } from '../../../shared/state/compactions.ts'
import { emptyConversation, type Conversation } from '../../../shared/state/conversation.ts'
import { estimateTokens } from '../../../shared/text/tokens.ts'
import { systemParts, type HistoryValues } from './history/context.ts'
import { historyParts, tokensIn } from './history/history-parts.ts'
import { GivenResults } from './resources/given-results.ts'
import { describeOffers, describeOwn, offersOf, approvedSkills, readableServers } from './tools/offers.ts'
import { isCrowded, keptNames, keptOffers, serverCounts, toolLimit } from './tools/turn-tools.ts'
import type { Offer } from './tools/toolbox.ts'
import { guidesOf } from './turn.ts'
import type { TurnsDeps } from './deps.ts'

type Beginning = { conversation?: string | undefined; project?: string | undefined; off?: ToolsOff | undefined }

/** Every tool that a model could be offered in a conversation, or in a new one, as it would be sent now. */
export async function describeTools(asked: Beginning, deps: TurnsDeps): Promise<Result<'listOfferedTools'>> {
  const next = await nextRequest(asked, deps)
  const { offers, own, search, conversation } = next
  return { tools: describeOffers(offers, conversation.names), own, ...(search && { search }) }
}

/** The parts of a conversation's next request, with their estimated tokens. */
export async function describeRequest(asked: Beginning, deps: TurnsDeps): Promise<Result<'describeRequest'>> {
  const { conversation, sent, own, search, read } = await nextRequest(asked, deps)
  const project = projectOf(conversation, deps.journal.state)
  const shared = guidesOf(deps).filter((guide) => !isOutside(project, guide.id))
  const { atrium, guides, ofProject, wanted } = systemParts(conversation, shared, project)
  const tools = Map.groupBy(describeOffers(sent, conversation.names), ({ server }) => server)
  const parts: RequestPart[] = [
    { kind: 'atrium', tokens: tokensIn(atrium) },
    ...guides.map(({ server, text }): RequestPart => ({ kind: 'guide', server, tokens: tokensIn(text) })),
    ...(ofProject === undefined ? [] : [{ kind: 'project' as const, tokens: tokensIn(ofProject) }]),
    ...(wanted === undefined ? [] : [{ kind: 'instructions' as const, tokens: tokensIn(wanted) }]),
    ...[...tools].map(([server, list]): RequestPart => ({ kind: 'tools', server, ...sizeOf(list) })),
    ...(own.length > 0 ? [{ kind: 'own-tools' as const, ...sizeOf(own) }] : []),
    ...historyParts(conversation, read),
    ...contextParts(asked.conversation, deps),
  ]
  return { parts, canSummarise: compacted(conversation).turns.length > 0, ...(search && { search }) }
}

/** The contexts of running apps, which go with the next message. */
const contextParts = (conversation: string | undefined, { journal }: TurnsDeps): RequestPart[] =>
  Object.values(journal.state.appContexts ?? {})
    .filter((context) => context.conversation === conversation)
    .map(({ server, bytes }) => ({ kind: 'app-context', server, tokens: estimateTokens(bytes) }))

const sizeOf = (list: { bytes: number }[]): { count: number; tokens: number } => ({
  count: list.length,
  tokens: estimateTokens(list.reduce((sum, { bytes }) => sum + bytes, 0)),
})

/** The tools and the history of a next request. `sent` are the servers' tools that it has, out of `offers`. */
async function nextRequest({ conversation: id, project, off }: Beginning, deps: TurnsDeps) {
  const { journal } = deps
  const given = new GivenResults(deps.results)
  const conversation =
    id === undefined ? { ...emptyConversation(''), off, project } : withBranchInUse(await deps.history(id))
  await given.fetchAll(conversation)
  const rules = inForce(journal.state.rules, journal.now())
  const inProject = projectOf(conversation, journal.state)
  const isHidden = (server: string, tool: string): boolean =>
    isOutside(inProject, server) ||
    isOff(conversation.off, server, tool) ||
    isDeniedByRule({ conversation: conversation.id, server, tool }, rules)
  const offers = offersOf(deps)
  const visible = offers.filter(({ server, tool }) => !isHidden(server, tool))
  const limit = toolLimit(answeringIn(conversation, journal.state), journal.state)
  const isSearched = isCrowded(visible, limit)
  const sent = isSearched ? keptOffers(visible, keptNames(conversation), conversation.names, limit) : visible
  const isReadable = (server: string): boolean =>
    !isOutside(inProject, server) && !isOff(conversation.off, server, readingTool)
  const needs = {
    servers: readableServers(deps).filter(isReadable),
    skills: approvedSkills(deps).filter(({ server }) => isReadable(server)),
    hasCutResults: given.areCut,
    searched: isSearched ? serverCounts(visible) : undefined,
  }
  const read: HistoryValues = { value: (kept) => journal.read(kept), results: given }
  const search = isSearched ? { limit, tools: visible.length, kept: namesOf(sent, conversation) } : undefined
  return { conversation, offers, sent, own: describeOwn(needs, conversation.names), search, read }
}

const namesOf = (sent: Offer[], { names }: Conversation): ToolSearch['kept'] =>
  describeOffers(sent, names).map(({ name }) => name)
