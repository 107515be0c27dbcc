import { defined, isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { PromptArgument, PromptEntry } from '../../../../shared/content/listed.ts'
import { type Definition, problemOfKey, readDefinition, boundedText } from './definition.ts'
import type { ListKind } from './list-walk.ts'
import { catalogueWords as words } from './words.ts'

/** Max arguments of one prompt. */
const mostArguments = 100

/** `prompts/list`. */
export const promptList: ListKind<Definition<PromptEntry>> = {
  method: 'prompts/list',
  member: 'prompts',
  what: 'prompts',
  limits: { pages: 100, items: 1000, bytes: 8 * 1024 * 1024 },
  twice: words.samePrompt,
  read: (item) =>
    readDefinition(item, { key: 'name', called: 'name', longest: 128, problem: problemOf, entry: entryOf }),
}

function problemOf({ arguments: given }: JsonObject): string | undefined {
  if (given === undefined || given === null) return undefined
  if (!Array.isArray(given)) return words.argumentsNotList
  if (given.length > mostArguments) return words.manyArguments(mostArguments)
  const names = given.map((it) => (isObject(it) ? it['name'] : undefined))
  if (!names.every((it) => typeof it === 'string' && problemOfKey(it, 'name', 200) === undefined))
    return words.argumentUnusable
  return new Set(names).size < names.length ? words.sameArgument : undefined
}

function entryOf(name: string, raw: JsonObject, hash: string): PromptEntry {
  const title = boundedText(raw['title'], 200)
  const { arguments: given } = raw
  return {
    name,
    ...defined({ title }),
    description: boundedText(raw['description'], 200) ?? '',
    hash,
    arguments: Array.isArray(given) ? given.flatMap(argumentOf) : [],
  }
}

function argumentOf(raw: JsonValue): PromptArgument[] {
  if (!isObject(raw) || typeof raw['name'] !== 'string') return []
  const title = boundedText(raw['title'], 200)
  const description = boundedText(raw['description'], 200)
  return [
    {
      name: raw['name'],
      ...defined({ title, description }),
      required: raw['required'] === true,
    },
  ]
}
