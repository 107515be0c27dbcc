import type { Answer, AskKind } from '../../../../shared/asks/asks.ts'
import type { JsonObject, JsonValue } from '../../../../shared/schema/json.ts'
import type { AskOf } from '../../../support/person.ts'
import type { StdioConfig } from '../../../../shared/config/server-config.ts'
import { type Fleet, peer } from '../../../support/fleet.ts'

/** The open questions of one kind. */
export const open = <K extends AskKind>(fleet: Fleet, kind: K): AskOf<K>[] =>
  fleet.journal.state.asks.filter((ask): ask is AskOf<K> => ask.kind === kind)

/** Waits for this many of them. */
export async function asked<K extends AskKind>(fleet: Fleet, kind: K, count = 1): Promise<AskOf<K>[]> {
  await fleet.until(() => open(fleet, kind).length >= count)
  return open(fleet, kind)
}

/** Waits for one and answers it. */
export async function answer<K extends AskKind>(fleet: Fleet, kind: K, given: Answer<K>): Promise<AskOf<K>> {
  const [ask] = await asked(fleet, kind)
  if (!ask) throw new Error(`Nothing of the kind ${kind} is asked`)
  await give(fleet, ask, given as JsonValue)
  return ask
}

export const give = (fleet: Fleet, { id, contentHash }: AskOf<AskKind>, given: JsonValue): Promise<void> =>
  fleet.inbox.answer(id, given, contentHash, { actor: 'test', right: 'use' })

/** Answers every question of a kind, as soon as it is asked. */
export function answerAll<K extends AskKind>(fleet: Fleet, kind: K, given: Answer<K>): void {
  fleet.journal.subscribe(({ event }) => {
    if (event.type === 'ask.opened' && event.ask.kind === kind) void give(fleet, event.ask, given as JsonValue)
  })
}

export const eras = ['legacy', 'modern'] as const

/** The peer whose tools ask what they're told to. */
export const elicits = (MCP_ERA: string, env: Record<string, string> = {}): StdioConfig =>
  peer('elicits.mjs', { MCP_ERA, ...env })

/** Requests for a form with these fields, and for a page. */
export const formOf = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({
  message: 'Who are you?',
  requestedSchema: { type: 'object', properties, ...rest },
})
export const pageAt = (url: string, rest: JsonObject = {}): JsonObject => ({
  mode: 'url',
  message: 'Sign in',
  url,
  ...rest,
})
export const nameForm = formOf({ name: { type: 'string', minLength: 2 } }, { required: ['name'] })

/** Makes that peer ask. Returns the replies it got, in the same form for both eras: results, or the refusal's text. */
export async function answersTo(fleet: Fleet, args: JsonObject, id = 'it'): Promise<JsonValue[]> {
  const said = JSON.parse(await fleet.say('ask', args, { id })) as JsonObject
  const list: JsonValue[] = Array.isArray(said) ? said : Object.values(said)
  return list.map((it) => (typeof it === 'object' && it !== null && 'result' in it ? (it['result'] ?? null) : it))
}
