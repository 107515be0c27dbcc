import { describe, expect, test } from 'vitest'
import { foldConversation } from '../../../shared/state/conversation-fold.ts'
import { foreignReasoning, leftOut, offerOf, withoutImages } from '../../../main/host/agent/history/without.ts'
import type { RequestMessage } from '../../../main/host/llm/llm.ts'
import type { ModelChoice } from '../../../shared/config/settings.ts'
import type { Without } from '../../../shared/events/turn-events.ts'
import { emptyState } from '../../../shared/state/state.ts'
import { emptyConversation } from '../../../shared/state/conversation.ts'
import type { JsonValue } from '../../../shared/schema/json.ts'
import type { HostEvent } from '../../../shared/events/events.ts'

const one = { endpoint: 'here', model: 'a' }
const other = { endpoint: 'there', model: 'b' }
const thought = { type: 'thinking', thinking: 'Hm.' }
const said = (by: typeof one, blocks: JsonValue[]): RequestMessage => ({ role: 'assistant', ...by, blocks })

describe('[CHAT-28] another model’s reasoning', () => {
  const words = { type: 'text', text: 'Yes.' }

  test('is mentioned if another model showed it since this model’s last reply', () => {
    expect(foreignReasoning([said(one, [thought, words])], other)).toBe('a')
    expect(foreignReasoning([said(one, [{ type: 'redacted_thinking', data: 'x' }])], other)).toBe('a')
    expect(foreignReasoning([said(one, [thought]), said(one, [words])], other)).toBe('a')
  })

  test('isn’t mentioned if no other model showed reasoning, or none did since then', () => {
    expect(foreignReasoning([], other)).toBeUndefined()
    expect(foreignReasoning([said(one, [words])], other)).toBeUndefined()
    expect(foreignReasoning([said(one, [thought])], one)).toBeUndefined()
    expect(foreignReasoning([said(one, [thought]), said(other, [words])], other)).toBeUndefined()
  })
})

describe('[CHAT-29] input a model can’t take', () => {
  test('is offered to be left out only for faults about it', () => {
    expect(offerOf('no-tools')).toBe('tools')
    expect(offerOf('no-images')).toBe('images')
    expect(offerOf('too-large')).toBeUndefined()
  })

  test('is left out again by the next turn with the same model, and not by one with another', () => {
    const left = (...[conversation, choice, now]: [Parameters<typeof leftOut>[0], ModelChoice, Without?]) =>
      leftOut(conversation, choice, now, emptyState).all
    expect(left({ choice: one }, one)).toBeUndefined()
    expect(left({ choice: one }, one, 'tools')).toEqual(['tools'])
    expect(left({ choice: one, without: ['tools'] }, one, 'images')).toEqual(['tools', 'images'])
    expect(left({ choice: one, without: ['tools'] }, other)).toBeUndefined()
  })

  test('[CHAT-30] is left out while the user’s facts say that the model takes no tools and its server doesn’t say', () => {
    const { endpoint, model } = one
    const facts = { [endpoint]: { [model]: { tools: false } } }
    const { settings } = emptyState.configured
    const configured = { ...emptyState.configured, settings: { ...settings, models: { ...settings.models, facts } } }
    const listing = (tools?: boolean) => ({
      [endpoint]: { models: [{ id: model, name: model, contextTokens: 0, outputTokens: 0, tools }], at: 1 },
    })
    expect(leftOut({}, one, undefined, { models: {}, configured })).toEqual({
      all: ['tools'],
      told: { toolless: true },
    })
    expect(leftOut({}, one, undefined, { models: listing(), configured }).all).toEqual(['tools'])
    expect(leftOut({}, one, undefined, { models: listing(true), configured }).all).toBeUndefined()
    expect(leftOut({}, other, undefined, { models: {}, configured }).all).toBeUndefined()
    const chosen = { choice: one, without: ['tools' as const] }
    expect(leftOut(chosen, one, undefined, { models: {}, configured }).told).toEqual({ without: ['tools'] })
  })

  test('is sent again after the user chooses a model, even the same', () => {
    const conversation = emptyConversation('c')
    const fold = (event: HostEvent): void => foldConversation(conversation, { seq: 1, at: 0, event })
    const started = { type: 'turn.started', conversation: 'c', turn: 't', ...one, actor: 'me' } as const
    fold({ ...started, without: ['tools'] })
    expect([conversation.without, conversation.turns[0]?.without]).toEqual([['tools'], ['tools']])
    fold({ type: 'turn.started', conversation: 'c', turn: 'own', origin: 'person', actor: 'me' })
    expect(conversation.without).toEqual(['tools'])
    fold({ type: 'conversation.model', conversation: 'c', choice: one, actor: 'me' })
    expect(conversation.without).toBeUndefined()
  })

  test('leaves a note in each image’s place, in messages and in results', () => {
    const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' }
    const messages: RequestMessage[] = [
      {
        role: 'user',
        content: [
          { type: 'image', name: 'cat.png', data: 'AAAA' },
          { type: 'text', text: 'See?' },
        ],
      },
      said(one, [{ type: 'text', text: 'No.' }]),
      {
        role: 'user',
        content: [
          { type: 'tool-result', call: '1', content: [image, { type: 'text', text: 'kept' }], isError: false },
          { type: 'tool-result', call: '2', content: 'a sentence', isError: true },
          { type: 'shown-result', content: [image], isError: false },
        ],
      },
    ]
    const sent = JSON.stringify(withoutImages(messages))
    expect(sent).not.toContain('AAAA')
    for (const word of ['cat.png', 'See?', 'No.', 'kept', 'a sentence']) expect(sent).toContain(word)
    expect(JSON.stringify(messages)).toContain('AAAA')
  })
})
