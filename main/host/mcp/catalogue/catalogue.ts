import { clip } from '../../../../shared/text/clip.ts'
import { canonical } from '../../../../shared/schema/canonical.ts'
import type { ToolEntry } from '../../../../shared/events/events.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import type { PromptEntry, ResourceEntry, TemplateEntry } from '../../../../shared/content/listed.ts'
import { consentOf } from '../../../../shared/state/consents.ts'
import { instructionsItem, partsOfItem, promptItem, templateItem, toolItem } from '../../../../shared/state/pins.ts'
import { sha256 } from '../../base/hash.ts'
import type { Connection } from '../protocol/connection.ts'
import { type DefinedKind, DefinedList, type ListDeps } from './defined-list.ts'
import type { Definition } from './definition.ts'
import { pinnedFirst, pinsOfList } from './first-pins.ts'
import type { ListedFeature } from '../protocol/notifications.ts'
import { KeptList, type ListOutcome } from './kept-list.ts'
import { type ListKind, type ReceivedList, walkList } from './list-walk.ts'
import { promptList } from './prompt-list.ts'
import { ResourceIndex } from './resource-index.ts'
import { resourceList, templateList } from './resource-list.ts'
import { toolList } from './tool-list.ts'
import { catalogueWords } from './words.ts'

/** A list of any kind. */
type AnyList = Pick<KeptList<never>, 'changed' | 'untold' | 'refresh' | 'isFetching' | 'shown' | 'end'>

/** One connection's lists and instructions: fetched at the start and whenever the server reports a change. */
export class Catalogue {
  readonly #connection: Connection
  readonly #deps: ListDeps
  readonly #tools: DefinedList<ToolEntry>
  readonly #prompts: DefinedList<PromptEntry>
  readonly #templates: DefinedList<TemplateEntry>
  readonly #resources: ResourceIndex
  readonly #lists: Record<ListedFeature, AnyList[]>
  readonly #over = new AbortController()
  #toolsCame = false
  /** The first attempt to fetch the tools is over, and they didn't arrive. */
  #isLate = false
  #instructions: { hash: string; raw: JsonObject; text: string } | undefined

  /** `mostTools` is the configured limit, read at each fetch. */
  constructor(connection: Connection, deps: ListDeps, mostTools: () => number | undefined = () => undefined) {
    this.#connection = connection
    this.#deps = deps
    this.#tools = new DefinedList(tools, deps)
    this.#prompts = new DefinedList(prompts, deps)
    this.#templates = new DefinedList(templates, deps)
    this.#resources = new ResourceIndex(deps)
    this.#lists = {
      tools: [this.#kept('tools', toolList(connection.copiesArguments, mostTools), this.#tools)],
      prompts: [this.#kept('prompts', promptList, this.#prompts)],
      resources: [
        this.#kept('resources', resourceList, this.#resources),
        this.#kept('resources', templateList, this.#templates),
      ],
    }
  }

  tool(name: string): Definition | undefined {
    return this.#tools.get(name)
  }

  prompt(name: string): Definition<PromptEntry> | undefined {
    return this.#prompts.get(name)
  }

  template(template: string): Definition<TemplateEntry> | undefined {
    return this.#templates.get(template)
  }

  /** The definition to pin for this item, if the server lists it. */
  definition(item: string): { hash: string; raw: JsonObject } | undefined {
    const parts = partsOfItem(item)
    switch (parts?.kind) {
      case 'tool':
        return this.tool(parts.name)
      case 'prompt':
        return this.prompt(parts.name)
      case 'template':
        return this.template(parts.name)
      case 'instructions':
        return this.#instructions
      default:
        return undefined
    }
  }

  /** A listed resource; others can be read too. */
  resource(uri: string): ResourceEntry | undefined {
    return this.#resources.get(uri)
  }

  /** All resources, in the server's order. */
  resources(): { resources: ResourceEntry[]; incomplete?: string | undefined } {
    return this.#resources.all()
  }

  /** The server's lists have changed; all of them if it doesn't say which. */
  changed(feature?: ListedFeature): void {
    for (const list of this.#listsOf(feature)) list.changed()
  }

  /** Changes to this feature won't be reported. */
  untold(feature: ListedFeature): void {
    for (const list of this.#listsOf(feature)) list.untold()
  }

  /** These lists are being displayed: fetches stale ones again. Never rejects. */
  async shown(feature: ListedFeature): Promise<void> {
    await Promise.all(this.#listsOf(feature).map((list) => list.shown()))
  }

  /** Fetches these lists again, stale or not. Never rejects. */
  async again(feature: ListedFeature): Promise<void> {
    await Promise.all(this.#listsOf(feature).map((list) => list.refresh()))
  }

  /** Fetches the tools, which models wait for, then everything else, and publishes differences. Never rejects. */
  async refresh(): Promise<{ others: Promise<unknown> }> {
    await Promise.all(this.#lists.tools.map((list) => list.refresh()))
    this.#isLate = !this.#toolsCame
    return { others: this.#toolsCame ? this.#refreshOthers() : Promise.resolve() }
  }

  /** Publishes that the tools haven't arrived yet, if they may still: the server is used without them until then. */
  async sayLate(): Promise<void> {
    if (this.#toolsCame || !this.#lists.tools.some(({ isFetching }) => isFetching)) return
    const incomplete = catalogueWords.noListYet('tools')
    const late: ReceivedList<Definition> = { items: new Map(), malformed: [], pages: 0, incomplete, lacks: 'all' }
    await this.#tools.take(late, true, this.#over.signal)
  }

  /** A list's answer arrived after its time: the server may answer now. */
  answeredLate(method: string): void {
    const feature = listedBy.get(method)
    if (feature) this.changed(feature)
  }

  async #refreshOthers(): Promise<void> {
    await Promise.all([...this.#lists.prompts, ...this.#lists.resources].map((list) => list.refresh()))
  }

  /** The connection ended: nothing is fetched or published any more. */
  end(): void {
    this.#over.abort()
    for (const list of this.#listsOf()) list.end()
  }

  #listsOf(feature?: ListedFeature): AnyList[] {
    return feature ? this.#lists[feature] : Object.values(this.#lists).flat()
  }

  #kept<T>(
    feature: ListedFeature,
    kind: ListKind<T>,
    list: { take(listing: ReceivedList<T>, isMissing: boolean, signal: AbortSignal): Promise<ListOutcome> },
  ): KeptList<T> {
    const connection = this.#connection
    const { server, journal, clock, violations } = this.#deps
    const isOffered = connection.offers(feature)
    // A server without any declaration is asked for the only thing that most of them are for.
    const isTried = !isOffered && feature === 'tools' && connection.declaresNothing
    return new KeptList({
      clock,
      tells: connection.tellsChanges(feature),
      goesStale: isOffered && connection.era === 'modern',
      walk: async (signal) => {
        const none = { items: new Map<string, T>(), malformed: [], pages: 0 }
        if (!isOffered && !isTried) return none
        const limit = isTried ? AbortSignal.any([signal, AbortSignal.timeout(undeclaredMs)]) : signal
        const page = (cursor: string | undefined) =>
          connection.request(kind.method, cursor === undefined ? {} : { cursor }, limit)
        const listing = await walkList(page, kind)
        if (isTried && listing.items.size === 0) return none
        if (isTried) violations.count('undeclared')
        const detail = catalogueWords.pages(listing.pages)
        journal.append({ type: 'request.sent', server, method: kind.method, detail })
        return listing
      },
      take: async (listing, signal) => {
        const isMissing = isOffered && listing.pages === 0
        const isTaken = await list.take(listing, isMissing, signal)
        if (feature === 'tools' && !signal.aborted) await this.#toolsTaken(isMissing)
        return isTaken
      },
    })
  }

  /** The first tools decide what is new about a server: until they arrive, its instructions and other lists wait. */
  async #toolsTaken(isMissing: boolean): Promise<void> {
    const { server, journal } = this.#deps
    if (this.#toolsCame || (isMissing && consentOf(journal.state, server).pins === undefined)) return
    this.#toolsCame = true
    await this.#sayInstructions()
    if (this.#isLate) void this.#refreshOthers()
  }

  /** The server's instructions for models, which it sends once, on connecting. */
  async #sayInstructions(): Promise<void> {
    const { server, journal, violations } = this.#deps
    const said = boundedInstructions(this.#connection.instructions)
    const known = journal.state.servers[server]?.instructions
    if (said === undefined) {
      if (known !== undefined && violations.mayRecord())
        journal.append({ type: 'instructions.changed', server, hash: null })
      return
    }
    const raw = { instructions: said }
    const text = canonical(raw)
    const hash = sha256(text)
    this.#instructions = { hash, raw, text }
    const { pins: before } = consentOf(journal.state, server)
    const isFirst = before !== undefined && !Object.hasOwn(before, instructionsItem)
    const definition = { item: instructionsItem, hash, raw, entry: { name: instructionsItem } }
    const pins = await pinsOfList([definition], { server, isFirst }, journal)
    const isTold = hash === known || (violations.mayRecord() && violations.mayStore([{ hash, text }], 0) !== false)
    if (!isTold) return
    if (hash !== known) {
      journal.keepBlob(text)
      journal.append({ type: 'instructions.changed', server, hash })
    }
    if (pins && Object.keys(pins).length > 0) journal.append(pinnedFirst(server, pins, journal.state))
  }
}

const tools: DefinedKind<ToolEntry> = {
  known: (server) => server && { items: server.tools, malformed: server.malformed, incomplete: server.incomplete },
  event: (server, difference) => ({ type: 'catalogue.changed', server, ...difference }),
  nameOf: ({ name }) => name,
  item: toolItem,
  isFirst: (server, state) => consentOf(state, server).pins === undefined,
}

const prompts: DefinedKind<PromptEntry> = {
  known: (server) => server?.prompts,
  event: (server, difference) => ({ type: 'prompts.changed', server, ...difference }),
  nameOf: ({ name }) => name,
  item: promptItem,
  isFirst: (server, state) =>
    consentOf(state, server).pins !== undefined && state.servers[server]?.prompts === undefined,
}

const templates: DefinedKind<TemplateEntry> = {
  known: (server) => server?.templates,
  event: (server, difference) => ({ type: 'templates.changed', server, ...difference }),
  nameOf: ({ template }) => template,
  item: templateItem,
  isFirst: (server, state) =>
    consentOf(state, server).pins !== undefined && state.servers[server]?.templates === undefined,
}

/** Max characters stored of one server's instructions. */
const longestInstructions = 20_000

/** A server's instructions, as far as stored; undefined if it has none. Includes a note if cut. */
function boundedInstructions(said: string | undefined): string | undefined {
  if (said === undefined || said.trim() === '') return undefined
  const whole = said.toWellFormed()
  if (whole.length <= longestInstructions) return whole
  return `${clip(whole, longestInstructions)}\n[Atrium: cut here; only the first ${longestInstructions} characters are kept.]`
}

const listedBy: ReadonlyMap<string, ListedFeature> = new Map([
  ['tools/list', 'tools'],
  ['prompts/list', 'prompts'],
  ['resources/list', 'resources'],
  ['resources/templates/list', 'resources'],
])

/** Milliseconds that a list can take which the server didn't declare. */
const undeclaredMs = 2000

/** Milliseconds that readiness waits for lists other than tools. */
const othersMs = 2000

const timer = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())

/** Resolves with all lists, or with the tools if the others are slow, or after `mostMs`, which is published then. */
export async function firstLists(catalogue: Catalogue, mostMs: number): Promise<void> {
  const listed = async (): Promise<void> => {
    const { others } = await catalogue.refresh()
    await Promise.race([others, timer(othersMs)])
  }
  await Promise.race([listed(), timer(mostMs)])
  await catalogue.sayLate()
}
