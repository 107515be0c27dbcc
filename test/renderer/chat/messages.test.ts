import { describe, expect, test } from 'vitest'
import { usableServers } from '../../../renderer/chat/empty-chat.tsx'
import { ranAlone } from '../../../renderer/chat/next-step.tsx'
import { waitInWords } from '../../../renderer/chat/thread/waiting-face.tsx'
import { chat } from '../../../renderer/strings/chat.ts'
import { composer } from '../../../renderer/strings/composer.ts'
import { providers } from '../../../renderer/strings/providers.ts'
import { draftBlocks, shownBlocks, stopSentence, withheldLines } from '../../../renderer/chat/thread/message-blocks.ts'
import { firstSentence } from '../../../renderer/chat/spoken-turns.ts'
import { missing } from '../../../renderer/chat/composer/obstacle.ts'
import type { Call, ModelMessage } from '../../../shared/state/conversation.ts'
import type { StopReason } from '../../../shared/events/turn-events.ts'
import { defaultSettings } from '../../../shared/config/settings.ts'
import { emptyState, type HostState } from '../../../shared/state/state.ts'

type Draft = Extract<ModelMessage, { state: 'partial' }>['draft']

const call = (modelCall: string): Call => ({
  id: modelCall,
  modelCall,
  modelName: 's__t',
  tool: 't',
  arguments: { json: {} },
  requestedAt: 0,
  requestedSeq: 1,
})

test('[CHAT-28] says in one line each what a model didn’t get, with hidden characters in names of tools made visible', () => {
  const { message } = chat
  const none = { json: [] }
  const usage = { input: 0, cacheWrite: 0, cacheRead: 0, output: 0 }
  const complete = { id: 'm', model: 'x', at: 0, calls: [] as Call[], state: 'complete', blocks: none, usage } as const
  expect(withheldLines({ ...complete, stop: 'end-turn' })).toEqual([])
  expect(
    withheldLines({
      ...complete,
      stop: 'end-turn',
      cut: { sent: 9000, read: 4096 },
      leftOut: ['a__b', 'c\u202E'],
      unseenImages: 2,
    }),
  ).toEqual([message.cut('9,000', '4,096'), message.leftOut('a__b and c', 2), message.unseenImages(2)])
  const before = {
    ...complete,
    stop: 'tool-use',
    cut: { sent: 9000, read: 4096 },
    leftOut: ['x'],
    unseenImages: 2,
  } as const
  const told = { ...before, leftOut: [...before.leftOut] }
  expect(withheldLines({ ...told, cut: { sent: 9100, read: 4096 } }, told)).toEqual([])
  expect(withheldLines({ ...told, unseenImages: 3, leftOut: ['x', 'y'] }, told)).toEqual([
    message.leftOut('x and y', 2),
    message.unseenImages(3),
  ])
  const refused = { ...told, refusedFiles: ['a\u202E.pdf'] }
  expect(withheldLines(refused, told)).toEqual([message.refusedFiles('a.pdf', 1)])
  expect(withheldLines(refused, refused)).toEqual([])
  expect(message.leftOut('a__b', 1)).not.toBe(message.leftOut('a__b', 2))
})

describe('[CHAT-14] a message’s blocks', () => {
  const use = (id: string) => ({ type: 'tool_use', id, name: 'fs__read', input: {} })

  test('keep their order, with all calls in the first one’s place', () => {
    const calls = [call('a'), call('b')]
    const blocks = [
      { type: 'thinking', thinking: 'hm', signature: 's' },
      { type: 'text', text: 'I look.' },
      use('a'),
      { type: 'text', text: 'And there.' },
      use('b'),
    ]
    expect(shownBlocks(blocks, calls)).toEqual([
      { kind: 'thinking', block: 0, text: 'hm' },
      { kind: 'text', block: 1, text: 'I look.' },
      { kind: 'calls', block: 2, calls },
      { kind: 'text', block: 3, text: 'And there.' },
    ])
  })

  test('show a line for an unknown block and for a call that was never made', () => {
    const shown = shownBlocks(
      [{ type: 'redacted_thinking', data: 'x' }, { type: 'hologram\u202E' }, 5, use('cut off')],
      [],
    )
    expect(shown.map((one) => (one.kind === 'line' ? one.text : one.kind))).toEqual([
      chat.message.encrypted,
      chat.message.unknownPart('hologram'),
      chat.message.unreadablePart,
      chat.message.unmadeCall('fs__read'),
    ])
  })

  test('leave out empty texts and never lose a call', () => {
    expect(
      shownBlocks(
        [
          { type: 'text', text: '' },
          { type: 'thinking', thinking: '', signature: 's' },
        ],
        [],
      ),
    ).toEqual([])
    expect(shownBlocks('erased', [call('a')])).toEqual([{ kind: 'calls', block: 0, calls: [call('a')] }])
  })

  test('show the remaining text of a message that was cut off', () => {
    const draft: Draft = [
      { kind: 'text', text: '' },
      { kind: 'text', text: 'Half a' },
    ]
    const shown = draftBlocks({ id: 'm', model: 'm', at: 0, calls: [], state: 'partial', draft })
    expect(shown).toEqual([{ kind: 'text', block: 1, text: 'Half a' }])
  })

  test.each<[StopReason, string | undefined]>([
    ['end-turn', undefined],
    ['tool-use', undefined],
    ['max-tokens', chat.message.cutOff],
    ['refusal', `${chat.message.declined} Because.`],
    ['context-full', chat.message.contextFull],
    ['other', `${chat.message.unknownStop} Because.`],
  ])('explain the stop reason %s, if it needs explaining', (stop, sentence) => {
    const usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 }
    const message = { id: 'm', model: 'm', at: 0, calls: [], blocks: { json: [] }, stop, usage }
    const said = stopSentence({ ...message, state: 'complete', detail: 'Because.' })
    expect(said).toBe(sentence)
  })

  test('[RES-11] count in a sentence the attachments and parts that did not fit', () => {
    const said = (attachments: number, parts: number) => chat.message.noRoom({ attachments, parts })
    expect(said(1, 2)).toContain('1 attached text and 2 parts of results.')
    expect(said(0, 1)).toContain('1 part of a result.')
  })

  test('give the first sentence once it is complete', () => {
    expect(firstSentence('Not yet over')).toBeUndefined()
    expect(firstSentence('Version 3.2 is')).toBeUndefined()
    expect(firstSentence('It is done. More')).toBe('It is done.')
  })
})

describe('[CHAT-18] the composer', () => {
  const choice = { endpoint: 'anthropic', model: 'm' }
  const ready: HostState = {
    ...emptyState,
    secrets: ['anthropic/key'],
    enteredFor: { 'anthropic/key': 'https://api.anthropic.com' },
    configured: {
      ...emptyState.configured,
      settings: {
        ...defaultSettings,
        models: { ...defaultSettings.models, default: choice },
      },
    },
  }

  test('lets the user send with a key and a model', () => {
    expect(missing(ready, choice)).toBeUndefined()
  })

  test('leads to the settings if the key or the model is missing', () => {
    expect(missing({ ...ready, secrets: [] }, choice)).toMatchObject({
      reason: composer.obstacle.noKey,
      mend: { href: '#/settings/models' },
    })
    expect(missing(ready, undefined)).toMatchObject({ mend: { href: '#/settings/models' } })
  })

  test('needs no key for the user’s own server', () => {
    const models = {
      endpoints: { mine: { baseUrl: 'http://localhost:11434', profile: 'ollama' } },
      default: { endpoint: 'mine', model: 'm' },
      prices: {},
    } as const
    const configured = { ...ready.configured, settings: { ...ready.configured.settings, models } }
    expect(missing({ ...ready, configured, secrets: [] }, models.default)).toBeUndefined()
  })

  test('names a log that cannot be written before any other obstacle', () => {
    const health = { state: 'failing', reason: 'disk full', since: 0 } as const
    expect(missing({ ...ready, health, secrets: [] }, choice)?.reason).toBe(composer.obstacle.noLog)
  })

  test('names the usable and the unavailable servers in an empty conversation', () => {
    const config = { type: 'stdio', command: 'x', args: [], env: {}, enabled: true } as const
    const off = { ...config, enabled: false }
    const status = { state: 'ready', era: 'modern', revision: 'r', calls: { name: 'n', version: '1' }, pid: 1 } as const
    const entry = {
      name: 't',
      description: '',
      hash: 'h',
      claims: { readOnly: true, destructive: false, idempotent: false, openWorld: false },
    }
    const state = {
      ...ready,
      configured: {
        ...ready.configured,
        servers: {
          a: { ...config, args: [], env: {} },
          b: { ...config, name: 'Bee', args: [], env: {} },
          c: { ...off, args: [], env: {} },
        },
      },
      servers: { a: { status, tools: { t: entry, u: { ...entry, name: 'u' } }, malformed: [] } },
      // Items awaiting review don't count.
      consents: { a: { pins: { 'tool/t': 'h' } } },
    }
    expect(usableServers(state).ready.map(({ name, tools }) => [name, tools])).toEqual([['a', 1]])
    expect(usableServers(state).away.map(({ name }) => name)).toEqual(['Bee'])
  })
})

describe('[SET-11] the suggestion to connect a model', () => {
  const result = { json: {} }
  const own = { origin: 'person', call: { ...call('a'), outcome: { status: 'succeeded', result } } } as const

  test('follows the first result of the user’s own call', () => {
    expect(ranAlone([own])).toBe(true)
    expect(ranAlone([])).toBe(false)
    expect(ranAlone([{ origin: 'person', call: { ...call('a'), outcome: { status: 'expired' } } }])).toBe(false)
  })

  test('never appears after a model’s turn', () => {
    expect(ranAlone([own, {}])).toBe(false)
  })
})

describe('[CHAT-24] a wait for the first words', () => {
  const wait = { state: 'requesting', since: 1000 } as const

  test('names the model, counts seconds after three, and suggests another model after twenty', () => {
    const { first, unanswered } = chat.waiting
    expect(waitInWords(wait, 'Sonnet', 3999)).toEqual({ text: first('Sonnet') })
    expect(waitInWords(wait, 'Sonnet', 4000)).toEqual({ text: unanswered('Sonnet', 3), isLong: false })
    expect(waitInWords({ ...wait, probe: true }, 'Sonnet', 4000)).toEqual({ text: providers.probing('Sonnet') })
    expect(waitInWords(wait, 'Sonnet', 21_000)).toEqual({ text: unanswered('Sonnet', 20), isLong: true })
  })
})
