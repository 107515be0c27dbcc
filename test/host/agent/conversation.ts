import { expect } from 'vitest'
import type { EventOf } from '../../../shared/events/events.ts'
import type { Atrium } from '../../support/atrium.ts'
import type { ScriptedTurn } from '../../support/fake-anthropic.mjs'

/** One conversation played with scripted answers, and judged after each. */
export class Played {
  readonly #atrium: Atrium
  id: string | undefined

  constructor(atrium: Atrium) {
    this.#atrium = atrium
  }

  /** Sends a message with this model answer; returns the turn without waiting for it. */
  async begin(turns: ScriptedTurn[]): Promise<string> {
    const { fake, person } = this.#atrium
    fake.setScenario({ turns })
    const on = this.id === undefined ? {} : { conversation: this.id }
    const { conversation, turn = '' } = await person.link.call('sendMessage', { text: 'Go on', ...on })
    this.id = conversation
    return turn
  }

  end(turn: string): Promise<EventOf<'turn.finished'>> {
    return this.#atrium.person.event('turn.finished', (event) => event.turn === turn)
  }

  async say(turns: ScriptedTurn[]): Promise<EventOf<'turn.finished'>> {
    return this.end(await this.begin(turns))
  }
}

/** The next message is accepted and answered; nothing waits, and no request was rejected for its content. */
export async function goesOn(played: Played, { fake, person }: Atrium): Promise<void> {
  const { end, turn } = await played.say([{ content: [{ text: 'Here I am.' }] }])
  expect(end).toBe('done')
  const heard = person.all('message.finished').findLast((event) => event.turn === turn)
  expect(heard?.stop).toBe('end-turn')
  const refused = fake.state.log.filter(({ status, fault }) => status === 400 && fault === undefined)
  expect(refused.map(({ error }) => error)).toEqual([])
  expect(person.state.turns).toEqual({})
  expect(person.state.asks).toEqual([])
}

/** Every requested call has one outcome, and none began without clearance. */
export function soundCalls({ person }: Atrium): void {
  const asked = person.all('call.requested').map(({ call }) => call)
  const ended = person.all('call.finished').map(({ call }) => call)
  expect(ended.toSorted()).toEqual(asked.toSorted())
  const cleared = new Set(person.all('call.cleared').map(({ call }) => call))
  expect(person.all('call.started').filter(({ call }) => !cleared.has(call))).toEqual([])
}

/** A sentence for users. */
export const sentence = /^[A-Z0-9].+\.$/s
