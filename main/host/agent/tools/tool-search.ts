import MiniSearch from 'minisearch'
import { isObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { head } from '../../../../shared/text/clip.ts'
import type { Offer } from './toolbox.ts'

/** Max tools that one search finds. */
const mostFound = 8

/** Max characters of a description, and max arguments, that are searched. */
const longestText = 4000
const mostArguments = 100

/** Tools with a lower share of the best score are left out. */
const leastShare = 0.25

/** The tools that match a text, best first: in their names, servers, descriptions and arguments. */
export function searchTools(offers: Offer[], query: string): Offer[] {
  const index = new MiniSearch({
    fields: ['name', 'title', 'server', 'description', 'arguments'],
    tokenize: (text) => text.split(/[^\p{L}\p{N}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u),
  })
  index.addAll(offers.map((offer, id) => ({ id, ...textsOf(offer) })))
  const matches = index.search(query, {
    boost: { name: 4, title: 3, server: 2 },
    prefix: (term) => term.length > 2,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
  })
  const least = (matches[0]?.score ?? 0) * leastShare
  return matches
    .filter(({ score }) => score >= least)
    .slice(0, mostFound)
    .flatMap(({ id }) => offers[Number(id)] ?? [])
}

function textsOf({ tool, server, serverName, definition: { title, description, inputSchema } }: Offer) {
  const texts: string[] = []
  collectArguments(inputSchema, texts)
  return {
    name: tool,
    title: textOf(title),
    server: `${server} ${serverName}`,
    description: textOf(description),
    arguments: texts.join(' '),
  }
}

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? head(value, longestText) : '')

/** The names and descriptions of a schema's properties. */
function collectArguments(schema: JsonValue | undefined, texts: string[]): void {
  const { properties } = isObject(schema) ? schema : {}
  if (!isObject(properties)) return
  for (const [name, property] of Object.entries(properties).slice(0, mostArguments))
    texts.push(head(name, 200), head(textOf(isObject(property) ? property['description'] : undefined), 500))
}
