import { afterEach, expect, test } from 'vitest'
import { Atrium, peer } from '../../support/atrium.ts'
import type { ScriptedTurn, Step } from '../../support/fake-anthropic.mjs'
import { deep } from '../../support/deep.ts'
import { goesOn, Played, soundCalls } from './conversation.ts'

let atrium: Atrium
afterEach(() => atrium.close())

/** Answers every question with yes until the turn has ended. */
async function allowAll(turn: string): Promise<void> {
  const { person } = atrium
  const answered = new Set<string>()
  const ended = () => person.all('turn.finished').some((event) => event.turn === turn)
  const open = () => person.state.asks.filter(({ id }) => !answered.has(id))
  while (!ended()) {
    await person.until('a question, or the end', () => ended() || open().length > 0)
    for (const ask of open()) {
      answered.add(ask.id)
      await person.answer(ask, { decision: 'allow', scope: 'once' })
    }
  }
}

/** Possible inputs from a model: nothing, something, and invalid values. */
const inputs: unknown[] = [
  {},
  { x: 'y' },
  { x: null, a: 1 },
  JSON.parse('{"__proto__":{"x":1},"then":2}'),
  { x: '\ud800' },
]

test.each(deep ? [1, 2, 3] : [1])('[FIR-8] handles hostile definitions and results, seed %i', async (seed) => {
  atrium = await Atrium.start()
  const { person } = atrium
  await atrium.add('odd', peer('fuzzed.mjs', { SEED: String(seed) }))
  await atrium.add('names', peer('name-collision.mjs'))
  // Odd definitions need review, and the user accepts them unchanged.
  for (const server of ['odd', 'names']) await person.accept(server)
  await person.link.call('changeSettings', { toolTokens: 1_000_000 })
  const played = new Played(atrium)
  await goesOn(played, atrium)
  const offered = atrium.requests.at(-1)?.body.tools?.map(({ name }) => name) ?? []
  expect(offered.length).toBeGreaterThan(35)
  const call = (name: string, i: number): Step => ({ tool_use: { name, input: inputs[(i + seed) % inputs.length] } })
  const steps = offered.map(call)
  const turns: ScriptedTurn[] = []
  for (let at = 0; at < steps.length; at += 9)
    turns.push({ content: [{ thinking: 'Hm.' }, ...steps.slice(at, at + 9)] })
  const turn = await played.begin([...turns, { content: [{ text: 'That was all.' }] }])
  await allowAll(turn)
  expect((await played.end(turn)).end).toBe('done')
  await goesOn(played, atrium)
  soundCalls(atrium)
  expect(person.all('call.requested')).toHaveLength(offered.length)
  expect(person.all('call.started').length).toBeGreaterThan(15)
  expect(atrium.requests.map(({ status }) => status)).toEqual(atrium.requests.map(() => 200))
  const lint = atrium.requests.flatMap((request) => request.lint ?? [])
  expect(lint.filter((it) => !it.includes('does not define'))).toEqual([])
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})
