import type { CompanyProvider } from '../../../shared/config/company-sign-in.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { type Endpoint, modernSettings, type SettingsChange } from '../../../shared/config/settings.ts'

/** settings.json after a change: everything the change doesn't name stays, including unknown members. */
export function withChange(
  file: JsonObject,
  { models, appearance, prompts, network, ...plain }: SettingsChange,
): JsonObject {
  const before = modernSettings(file)
  return merged(before, {
    ...plain,
    prompts: prompts && withoutEmpty(merged(before['prompts'], json(prompts))),
    appearance: appearance && merged(before['appearance'], appearance),
    network: network && withoutEmpty(merged(before['network'], json(network))),
    models:
      models &&
      merged(before['models'], {
        default: models.default,
        titles: models.titles,
        prices: models.prices && merged(partOf(before['models'], 'prices'), json(models.prices)),
        facts: models.facts && withFacts(partOf(before['models'], 'facts'), json(models.facts)),
      }),
  })
}

/** settings.json with an endpoint, or without it: then it also stops being the default for new conversations. */
export function withEndpoint(file: JsonObject, id: string, endpoint: Endpoint | undefined): JsonObject {
  const before = modernSettings(file)
  const chosen = partOf(before['models'], 'default')
  const wasChosen = endpoint === undefined && partOf(chosen, 'endpoint') === id
  return merged(before, {
    models: merged(before['models'], {
      endpoints: merged(partOf(before['models'], 'endpoints'), { [id]: endpoint ? json(endpoint) : null }),
      default: wasChosen ? null : undefined,
      facts: endpoint ? undefined : withFacts(partOf(before['models'], 'facts'), { [id]: null }),
    }),
  })
}

/** settings.json with a company's provider, or without one. */
export const withCompany = (file: JsonObject, provider: CompanyProvider | undefined): JsonObject =>
  merged(modernSettings(file), { companySignIn: provider ? json(provider) : null })

/** The user's facts after a change; null for none: an endpoint without facts leaves no trace in the file. */
function withFacts(before: JsonValue | undefined, change: JsonObject): JsonObject | null {
  const changed = Object.entries(change).map(([id, models]): [string, JsonValue] => {
    const after = isObject(models) ? merged(partOf(before, id), models) : {}
    return [id, Object.keys(after).length > 0 ? after : null]
  })
  const all = merged(before, Object.fromEntries(changed))
  return withoutEmpty(all)
}

/** Null for an object without members: it leaves no trace in the file. */
const withoutEmpty = (value: JsonObject): JsonObject | null => (Object.keys(value).length > 0 ? value : null)

const partOf = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
  isObject(value) ? value[name] : undefined

/** Values as JSON, without undefined ones. */
function json(value: object): JsonObject {
  const plain: JsonObject = JSON.parse(JSON.stringify(value))
  return plain
}

/** An object with a change applied: undefined keeps a member, null removes it. */
function merged(before: JsonValue | undefined, change: Record<string, JsonValue | undefined>): JsonObject {
  const named = Object.entries(change).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined)
  const all = { ...(isObject(before) ? before : {}), ...Object.fromEntries(named) }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
}
