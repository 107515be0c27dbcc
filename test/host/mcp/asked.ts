import type { Answer, AskKind } from '../../../shared/asks.ts'
import type { JsonObject, JsonValue } from '../../../shared/json.ts'
import type { AskOf } from '../../support/person.ts'
import type { Fleet } from './fleet.ts'

/** The open questions of one kind. */
export const open = <K extends AskKind>(fleet: Fleet, kind: K): AskOf<K>[] =>
  fleet.journal.state.asks.filter((ask): ask is AskOf<K> => ask.kind === kind)

/** Waits for so many of them. */
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

export const formOf = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({
  message: 'Who are you?',
  requestedSchema: { type: 'object', properties, ...rest },
})
