import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { textOfMessage } from '../../../../shared/content/attachments.ts'
import { branchInUse } from '../../../../shared/state/branches.ts'
import type { Conversation } from '../../../../shared/state/conversation.ts'
import { Atrium, peer } from '../../../support/atrium.ts'
import { ownHost } from '../../../support/own-host.ts'

let atrium: Atrium
beforeAll(async () => {
  atrium = await Atrium.start()
  await atrium.add('good', peer('good.mjs'))
})
beforeEach(() => atrium.fresh())
afterAll(() => atrium.close())

const echo = (text: string): string => `!tool good__echo ${JSON.stringify({ text })}`

/** A conversation of a user who waits for each answer. */
class Talk {
  readonly #in: Atrium
  id = ''
  constructor(at: Atrium = atrium) {
    this.#in = at
  }

  async say(text: string): Promise<string> {
    const { person } = this.#in
    const sent = await person.link.call('sendMessage', { text, ...(this.id && { conversation: this.id }) })
    this.id = sent.conversation
    return this.ended(sent.turn)
  }

  async again(turn: string, other: { text?: string; choice?: { endpoint: string; model: string } } = {}) {
    const sent = await this.#in.person.link.call('sendAgain', { conversation: this.id, turn, ...other })
    return this.ended(sent.turn)
  }

  async ended(turn = ''): Promise<string> {
    await this.#in.person.event('turn.finished', (event) => event.turn === turn)
    return turn
  }

  choose(head: string): Promise<void> {
    return this.#in.person.link.call('chooseBranch', { conversation: this.id, head })
  }

  async read(): Promise<Conversation> {
    const { conversation } = await this.#in.person.link.call('getConversation', { conversation: this.id })
    return conversation
  }

  async inUse(): Promise<string[]> {
    return branchInUse(await this.read()).map(({ message }) => (message ? textOfMessage(message) : ''))
  }
}

/** The user's words in the last request to the model. */
const sent = (): string[] =>
  (atrium.requests.at(-1)?.body.messages ?? []).flatMap(({ role, content }) =>
    role !== 'user' ? [] : typeof content === 'string' ? [content] : content.map((block) => String(block['text'])),
  )

describe('an edited message', () => {
  test('[BRN-1] goes to the model in place of the earlier one, which stays with all that followed', async () => {
    const talk = new Talk()
    await talk.say('one')
    const second = await talk.say('two')
    await talk.say('three')
    await talk.again(second, { text: 'other' })
    expect(sent()).toEqual(['one', 'other'])
    expect(await talk.inUse()).toEqual(['one', 'other'])
    const { turns } = await talk.read()
    expect(turns.map(({ message }) => message && textOfMessage(message))).toEqual(['one', 'two', 'three', 'other'])
    expect(turns.every(({ end, messages }) => end === 'done' && messages.length === 1)).toBe(true)
    await talk.say('four')
    expect(sent()).toEqual(['one', 'other', 'four'])
  })

  test('[BRN-1] can replace the first one, and keeps its attachments', async () => {
    const talk = new Talk()
    const attachments = [{ name: 'notes.txt', data: Buffer.from('the attached words').toString('base64') }]
    const first = await atrium.person.link.call('sendMessage', { text: 'one', attachments })
    talk.id = first.conversation
    await talk.ended(first.turn)
    await talk.again(first.turn ?? '', { text: 'other' })
    expect(JSON.stringify(sent())).toContain('the attached words')
    expect(sent().at(-1)).toBe('other')
    expect(await talk.inUse()).toEqual(['other'])
  })

  test('[BRN-1] is refused if it is empty, while a turn runs, and in place of an unknown message', async () => {
    const { person } = atrium
    const talk = new Talk()
    const first = await talk.say('one')
    const again = (turn: string, text: string) => person.link.call('sendAgain', { conversation: talk.id, turn, text })
    await expect(again(first, '')).rejects.toMatchObject({ code: 'bad-input' })
    await expect(again('nowhere', 'x')).rejects.toMatchObject({ code: 'not-found' })
    const { turn } = await person.link.call('sendMessage', { conversation: talk.id, text: echo('wait') })
    const ask = await person.ask()
    await expect(again(first, 'x')).rejects.toMatchObject({ code: 'conflict' })
    await expect(talk.choose(first)).rejects.toMatchObject({ code: 'conflict' })
    expect(person.state.asks.map(({ id }) => id)).toEqual([ask.id])
    await person.deny()
    await talk.ended(turn)
  })
})

describe('a retried answer', () => {
  test('[BRN-1] answers the same message in a new branch, with the same model or another', async () => {
    const talk = new Talk()
    await talk.say('one')
    const second = await talk.say('two')
    const third = await talk.again(second)
    expect(sent()).toEqual(['one', 'two'])
    const choice = { endpoint: 'anthropic', model: 'claude-haiku-4-5' }
    await talk.again(third, { choice })
    expect(atrium.requests.at(-1)?.body.model).toBe(choice.model)
    expect(sent()).toEqual(['one', 'two'])
    const { turns, choice: chosen } = await talk.read()
    expect(turns.slice(1).map(({ parent, model }) => [parent, model])).toEqual([
      [turns[0]?.id, expect.any(String)],
      [turns[0]?.id, turns[1]?.model],
      [turns[0]?.id, choice.model],
    ])
    expect(chosen).toEqual(choice)
    await expect(
      atrium.person.link.call('sendAgain', {
        conversation: talk.id,
        turn: third,
        choice: { endpoint: 'nowhere', model: 'm' },
      }),
    ).rejects.toMatchObject({ code: 'not-found' })
  })

  test('[BRN-1] asks again for each call, and models get earlier calls only in their own branch', async () => {
    const { person } = atrium
    const talk = new Talk()
    const first = await person.link.call('sendMessage', { text: echo('once') })
    talk.id = first.conversation
    await person.allow()
    await talk.ended(first.turn)
    const again = await person.link.call('sendAgain', { conversation: talk.id, turn: first.turn ?? '' })
    await person.until('it asks again', () => person.all('ask.opened').length === 2)
    await person.deny()
    await talk.ended(again.turn)
    expect(person.all('call.started')).toHaveLength(1)
    const told = atrium.requests.at(-1)?.body.messages ?? []
    expect(JSON.stringify(told).match(/"tool_result"/g)).toHaveLength(1)
    expect(JSON.stringify(told)).toContain('The person denied this call')
    expect((await talk.read()).turns.map(({ messages }) => messages[0]?.calls[0]?.outcome?.status)).toEqual([
      'succeeded',
      'denied',
    ])
  })
})

describe('the branch in use', () => {
  test('[BRN-3] is the chosen one, also after a restart, and the next message continues from it', async () => {
    const own = await ownHost()
    const talk = new Talk(own)
    const first = await talk.say('one')
    const second = await talk.say('two')
    await talk.again(second, { text: 'other' })
    await talk.choose(second)
    expect(await talk.inUse()).toEqual(['one', 'two'])
    await own.stop()
    await own.open()
    expect(await talk.inUse()).toEqual(['one', 'two'])
    await talk.choose(first)
    await talk.say('third way')
    expect(await talk.inUse()).toEqual(['one', 'third way'])
    expect((await talk.read()).turns.slice(1).map(({ parent }) => parent)).toEqual([first, first, first])
    await expect(talk.choose('nowhere')).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('a deleted branch', () => {
  test('[BRN-4] leaves the nearest other one in use, and comes back as it was', async () => {
    const { link } = atrium.person
    const talk = new Talk()
    await talk.say('one')
    const second = await talk.say('two')
    await talk.say('three')
    const other = await talk.again(second, { text: 'other' })
    const { head } = await link.call('deleteBranch', { conversation: talk.id, turn: other })
    expect([head, await talk.inUse()]).toEqual([other, ['one', 'two', 'three']])
    await expect(talk.choose(other)).rejects.toMatchObject({ code: 'not-found' })
    await link.call('restoreBranch', { conversation: talk.id, turn: other, ...(head && { head }) })
    expect(await talk.inUse()).toEqual(['one', 'other'])
    expect(await link.call('deleteBranch', { conversation: talk.id, turn: second })).toEqual({})
    expect(await talk.inUse()).toEqual(['one', 'other'])
    await link.call('deleteBranch', { conversation: talk.id, turn: other })
    expect(await talk.inUse()).toEqual(['one'])
    await talk.say('five')
    expect(sent()).toEqual(['one', 'five'])
  })

  test('[BRN-4] is refused if nothing would be left', async () => {
    const talk = new Talk()
    const first = await talk.say('one')
    const deletion = atrium.person.link.call('deleteBranch', { conversation: talk.id, turn: first })
    await expect(deletion).rejects.toMatchObject({ code: 'conflict' })
    expect(await talk.inUse()).toEqual(['one'])
  })
})
