import type { JsonObject } from '../../../../shared/schema/json.ts'
import { loadingDefinition, readingTool } from '../../../../shared/content/reading.ts'
import { mostSentTools, type ModelChoice } from '../../../../shared/config/settings.ts'
import type { CallOutcome } from '../../../../shared/events/turn-events.ts'
import { inForce } from '../../../../shared/rules/rules.ts'
import { isDeniedByRule } from '../../../../shared/rules/verdict.ts'
import type { Call, Conversation } from '../../../../shared/state/conversation.ts'
import { contextOf } from '../../../../shared/state/known-model.ts'
import type { HostState } from '../../../../shared/state/state.ts'
import { estimateTokens } from '../../../../shared/text/tokens.ts'
import { head } from '../../../../shared/text/clip.ts'
import type { Journal } from '../../journal/journal.ts'
import type { ModelTool } from '../../llm/llm.ts'
import { mapTools } from '../../llm/request/tools.ts'
import type { Servers } from '../../mcp/server/servers.ts'
import { hostTools } from './host-tools.ts'
import { toolModelWords as words } from './model-words.ts'
import { approvedSkills, offersOf, readableServers } from './offers.ts'
import type { ToolFilter } from './tool-filter.ts'
import { searchTools } from './tool-search.ts'
import { packToolbox, type Offer, type ToolNames } from './toolbox.ts'

/** Max share of a model's context that the definitions can take. */
const mostOfContext = 0.25

/** Max characters of a found tool's description that a search returns: the next request has the whole definition. */
const longestDescription = 300

/** Max characters of a search. */
const longestQuery = 1000

type Deps = { journal: Journal; servers: Servers }

type TurnOf = { turn: string; choice: ModelChoice; conversation: Conversation; toolFilter: ToolFilter }

/**
 * The tools of one turn's requests. If the definitions take more than the limit, a request has only the tools that the
 * conversation's models used or found, and one for finding others.
 */
export class TurnTools {
  /** The model's names for tools, which its calls use. */
  readonly names: ToolNames
  /** The servers whose skills the model was given, in this turn or before it. */
  readonly skillServers: Set<string>
  readonly #of: TurnOf
  readonly #deps: Deps
  #kept: string[]

  constructor(of: TurnOf, deps: Deps) {
    this.#of = of
    this.#deps = deps
    this.names = { ...of.conversation.names }
    this.#kept = keptNames(of.conversation)
    this.skillServers = new Set(skillServersIn(of.conversation))
  }

  /** The tools of the next request: those of ready servers that aren't turned off or always denied. */
  offer(hasCutResults: boolean): ModelTool[] {
    const offers = this.#offers()
    const limit = toolLimit(this.#of.choice, this.#deps.journal.state)
    const isSearched = isCrowded(offers, limit)
    const { tools, added } = packToolbox(
      isSearched ? keptOffers(offers, this.#kept, this.names, limit) : offers,
      this.names,
    )
    this.#name(added)
    const servers = readableServers(this.#deps).filter((server) => !this.#isHidden(server, readingTool))
    const skills = approvedSkills(this.#deps).filter(({ server }) => !this.#isHidden(server, readingTool))
    const searched = isSearched ? serverCounts(offers) : undefined
    return [...tools, ...hostTools({ servers, skills, hasCutResults, searched }, this.names)]
  }

  /** Answers a model's search. The tools found are in its requests from now on. */
  find(call: string, { query }: JsonObject): CallOutcome {
    if (typeof query !== 'string' || query.trim() === '' || query.length > longestQuery)
      return { status: 'invalid', problem: words.noTask }
    const { journal } = this.#deps
    const { turn, conversation } = this.#of
    const offers = this.#offers()
    const found = searchTools(offers, query)
    if (found.length === 0) return this.#said({ note: words.noneFound(serverCounts(offers)) })
    const { tools, added } = packToolbox(found, this.names)
    this.#name(added)
    const names = tools.map(({ name }) => name)
    this.#kept = [...this.#kept.filter((name) => !names.includes(name)), ...names]
    journal.append({ type: 'tools.found', conversation: conversation.id, turn, call, names })
    const shown = tools.map(({ name, description }) => ({ name, description: head(description, longestDescription) }))
    return this.#said({ note: words.found, tools: shown })
  }

  #said(told: JsonObject): CallOutcome {
    const result = this.#deps.journal.keep({ content: [{ type: 'text', text: JSON.stringify(told) }] })
    return { status: 'succeeded', result }
  }

  /** Names that are new to the conversation are saved with it. */
  #name(added: ToolNames): void {
    if (Object.keys(added).length === 0) return
    this.#deps.journal.append({ type: 'tools.named', conversation: this.#of.conversation.id, names: added })
    Object.assign(this.names, added)
  }

  #offers(): Offer[] {
    const { journal } = this.#deps
    const { conversation } = this.#of
    const rules = inForce(journal.state.rules, journal.now())
    return offersOf(this.#deps).filter(
      ({ server, tool }) =>
        !this.#isHidden(server, tool) && !isDeniedByRule({ conversation: conversation.id, server, tool }, rules),
    )
  }

  #isHidden(server: string, tool: string): boolean {
    return this.#of.toolFilter.isOff(this.#of.conversation, server, tool)
  }
}

/** Max estimated tokens of tools' definitions in a model's requests: the user's limit, or less for a small context. */
export function toolLimit(choice: ModelChoice | undefined, { configured: { settings }, models }: HostState): number {
  const context = choice ? contextOf(choice, models, settings.models) : 0
  return context > 0 ? Math.min(settings.toolTokens, Math.floor(context * mostOfContext)) : settings.toolTokens
}

/** Whether these tools are too many, or their definitions too large, for every request to have them. */
export const isCrowded = (offers: Offer[], limit: number): boolean =>
  offers.length > mostSentTools || offers.reduce((sum, offer) => sum + tokensOf(offer), 0) > limit

/** The tools that the branch's calls used, then those found, by the model's names. */
export function keptNames({ turns, found = [], names }: Conversation): string[] {
  const calls: Call[] = turns.flatMap(({ messages }) => messages.flatMap((message) => message.calls))
  const used = calls.flatMap(({ modelName = '', imported }) =>
    !imported && Object.hasOwn(names, modelName) ? [modelName] : [],
  )
  return [...new Set(used)].filter((name) => !found.includes(name)).concat(found)
}

/** As many of the kept tools as fit, the latest first. */
export function keptOffers(offers: Offer[], kept: string[], names: ToolNames, limit: number): Offer[] {
  const offerOf = new Map(offers.map((offer) => [keyOf(offer), offer]))
  const fitting: Offer[] = []
  let tokens = 0
  for (const name of kept.toReversed()) {
    const whose = names[name]
    const offer = whose && offerOf.get(keyOf(whose))
    if (!offer) continue
    tokens += tokensOf(offer)
    if (fitting.length >= mostSentTools || (tokens > limit && fitting.length > 0)) break
    fitting.push(offer)
  }
  return fitting
}

/** A tool's key; no server's ID contains the character between the two parts. */
const keyOf = ({ server, tool }: { server: string; tool: string }): string => `${server}\0${tool}`

/** Each server with its number of tools, for a model. */
export function serverCounts(offers: Offer[]): string {
  const counts = new Map<string, number>()
  for (const { serverName } of offers) counts.set(serverName, (counts.get(serverName) ?? 0) + 1)
  return [...counts].map(([server, count]) => words.toolsOf(JSON.stringify(server), count)).join(', ')
}

/** A definition is estimated at its first use, as it's sent: it never changes. */
const sizes = new WeakMap<JsonObject, number>()

function tokensOf(offer: Offer): number {
  const { definition } = offer
  const known = sizes.get(definition)
  if (known !== undefined) return known
  const { tools } = packToolbox([offer], {})
  const tokens = estimateTokens(Buffer.byteLength(JSON.stringify(mapTools(tools).tools)))
  sizes.set(definition, tokens)
  return tokens
}

/**
 * The servers whose skills a model may have been given in a conversation: those that the user added to a message, and
 * those that it asked for. Every SKILL.md in a message counts, however it came there.
 */
function skillServersIn({ turns }: Conversation): string[] {
  const given = turns.flatMap(({ message }) =>
    (message?.parts ?? []).flatMap((part) =>
      part.type === 'resource' && part.uri.endsWith('/SKILL.md') ? [part.server] : [],
    ),
  )
  const calls = turns.flatMap(({ messages }) => messages.flatMap((message) => message.calls))
  const asked = calls.flatMap(({ definition, server }) => (definition === loadingDefinition && server ? [server] : []))
  return [...given, ...asked]
}
