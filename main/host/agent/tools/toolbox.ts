import type { JsonObject } from '../../../../shared/schema/json.ts'
import { sha256 } from '../../base/hash.ts'
import { isHostTool } from './host-tools.ts'
import type { ModelTool } from '../../llm/llm.ts'

/** A ready server's tool. */
export type Offer = { server: string; serverName: string; tool: string; definition: JsonObject }

/** The names under which a conversation's model knows tools. */
export type ToolNames = Record<string, { server: string; tool: string }>

const longest = 64
/** The prefix of Atrium's own tool names; a server's tool that would have it gets part of a hash instead. */
const own = 'atrium__'

/**
 * The tools of one model request, in a stable order, and the names that are new. A name is `<server>__<tool>`, unique,
 * up to 64 characters; the conversation's existing names stay.
 */
export function packToolbox(offers: Offer[], known: ToolNames): { tools: ModelTool[]; added: ToolNames } {
  const nameOf = new Map(Object.entries(known).map(([name, { server, tool }]) => [key(server, tool), name]))
  const added: ToolNames = {}
  const tools = offers.toSorted(byServerAndTool).map((offer) => {
    const name =
      nameOf.get(key(offer.server, offer.tool)) ??
      newName(offer, (it) => isHostTool(it) || Object.hasOwn(known, it) || Object.hasOwn(added, it))
    if (!Object.hasOwn(known, name)) added[name] = { server: offer.server, tool: offer.tool }
    return {
      name,
      description: typeof offer.definition['description'] === 'string' ? offer.definition['description'] : '',
      inputSchema: offer.definition['inputSchema'] ?? { type: 'object' },
    }
  })
  return { tools, added }
}

/** The plain name if possible and unused; otherwise with a piece of the hash of what it refers to. */
function newName({ server, serverName, tool }: Offer, taken: (name: string) => boolean): string {
  const plain = `${slug(serverName)}__${slug(tool)}`
  if (slug(tool) === tool && !plain.startsWith(own) && plain.length <= longest && !taken(plain)) return plain
  const digest = sha256(key(server, tool))
  const lengths = [8, 16, 32]
  const names = lengths.map((length) => `${plain.slice(0, longest - length - 1)}_${digest.slice(0, length)}`)
  return names.find((name) => !taken(name)) ?? digest
}

const slug = (text: string): string => text.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, longest) || 'x'

const key = (server: string, tool: string): string => JSON.stringify([server, tool])

const byServerAndTool = (a: Offer, b: Offer): number => (key(a.server, a.tool) < key(b.server, b.tool) ? -1 : 1)
