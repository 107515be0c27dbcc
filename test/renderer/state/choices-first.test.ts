import { beforeEach, expect, test } from 'vitest'
import type { CommandName, HostLink } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { ChoicesFirst } from '../../../renderer/state/carriers/choices-first.ts'

/** The commands that reached the host, in order, and how each is answered. */
let reached: { name: CommandName; answer(): void; refuse(): void }[]
let link: HostLink

beforeEach(() => {
  reached = []
  link = new ChoicesFirst({
    call: (name) =>
      new Promise((resolve, reject) => {
        const refuse = () => reject(new HostError('unavailable', `${name} is refused.`))
        reached.push({ name, answer: () => resolve(undefined), refuse })
      }),
    subscribe: () => () => undefined,
  })
})

const names = () => reached.map(({ name }) => name)

/** Waits for everything that has no more to wait for. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

const conversation = 'c'
const none = () => link.call('switchTools', { conversation, off: 'all' })
const model = () => link.call('chooseModel', { conversation, choice: null })
const send = () => link.call('sendMessage', { conversation, text: 'Hello', attachments: [], picked: [], drafts: [] })

test('[COM-15] a message waits for the choices before it, which are saved one after the other', async () => {
  const all = [none(), model(), send()]
  await settled()
  expect(names()).toEqual(['switchTools'])
  reached[0]?.answer()
  await settled()
  expect(names()).toEqual(['switchTools', 'chooseModel'])
  reached[1]?.answer()
  await settled()
  expect(names()).toEqual(['switchTools', 'chooseModel', 'sendMessage'])
  reached[2]?.answer()
  await Promise.all(all)
})

test('[COM-15] a message isn’t sent if a choice before it is refused, and the next one is', async () => {
  const [choice, message] = [none(), send()]
  const both = Promise.all([choice, message].map((it) => expect(it).rejects.toThrow('switchTools is refused.')))
  await settled()
  reached[0]?.refuse()
  await both
  expect(names()).toEqual(['switchTools'])
  const again = send()
  await settled()
  expect(names()).toEqual(['switchTools', 'sendMessage'])
  reached[1]?.answer()
  await again
})

test('[COM-15] nothing else waits', async () => {
  const asked = [none(), link.call('getConversation', { conversation }), link.call('cancelTurn', { turn: 't' })]
  await settled()
  expect(names().toSorted()).toEqual(['cancelTurn', 'getConversation', 'switchTools'])
  for (const each of reached) each.answer()
  await Promise.all(asked)
})
