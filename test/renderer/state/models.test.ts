import { describe, expect, test } from 'vitest'
import { costInWords, formatDollars, priceInWords } from '../../../renderer/state/models/money.ts'
import {
  firstOffer,
  idFor,
  modelsInOrder,
  isHere,
  modelsByPlace,
  placeName,
} from '../../../renderer/state/models/endpoints.ts'
import { menuGroups, type ModelGroup } from '../../../renderer/state/models/model-menu.ts'
import { foldUsed } from '../../../shared/state/running-turns.ts'
import { parseRoute, href, settingsParts } from '../../../renderer/state/routes.ts'
import { lacksKey } from '../../../shared/risk/secret-names.ts'
import { defaultSettings, type Settings } from '../../../shared/config/settings.ts'
import { words } from '../../support/words.ts'

const local = { baseUrl: 'http://127.0.0.1:11434', profile: 'ollama' } as const
const models: Settings['models'] = {
  ...defaultSettings.models,
  endpoints: { ...defaultSettings.models.endpoints, ollama: local },
}
const model = (id: string, tools?: boolean) => ({ id, name: id, contextTokens: 0, outputTokens: 0, tools })

describe('[SET-6] model endpoints', () => {
  test('keep their id at the same URL and never take another’s', () => {
    expect(idFor('Anything', local.baseUrl, models.endpoints)).toBe('ollama')
    expect(idFor('Ollama', 'http://127.0.0.1:1', models.endpoints)).toBe('ollama-2')
    expect(idFor(' Größe! ', 'http://x.example', models.endpoints)).toBe('gr-e')
    expect(idFor('日本', 'http://x.example', models.endpoints)).toBe('endpoint')
  })

  test('are called by their name, else by their type, else by their URL', () => {
    expect(placeName('ollama', local)).toBe('Ollama')
    expect(placeName('ollama', { ...local, name: 'Cellar' })).toBe('Cellar')
    expect(placeName('x', { ...local, profile: 'other' })).toBe('127.0.0.1:11434')
  })

  test('need a key only at Anthropic, and are local only on this computer', () => {
    const [own] = Object.values(models.endpoints)
    const none = { secrets: [], enteredFor: {} }
    const kept = (origin: string) => ({ secrets: ['anthropic/key'], enteredFor: { 'anthropic/key': origin } })
    expect(own && lacksKey('anthropic', own, none)).toBe(true)
    expect(own && lacksKey('anthropic', own, kept('https://api.anthropic.com'))).toBe(false)
    expect(own && lacksKey('anthropic', own, kept('https://gateway.example'))).toBe(true)
    expect(lacksKey('ollama', local, none)).toBe(false)
    expect([local.baseUrl, 'https://127.0.0.1.evil.example', 'nonsense'].map(isHere)).toEqual([true, false, false])
  })

  test('offer a model that can call tools first', () => {
    expect(firstOffer([model('a', false), model('b')])?.id).toBe('b')
    expect(firstOffer([model('a', false)])?.id).toBe('a')
    expect(firstOffer([model('claude-opus'), model('claude-sonnet-5-5')])?.id).toBe('claude-sonnet-5-5')
  })

  test('[SET-14] list the recommended model first, then the rest of its family, then the others by family', () => {
    const ids = ['claude-fable-5-2', 'claude-opus-5-5', 'claude-sonnet-5-5', 'claude-opus-5', 'claude-3-5-sonnet-2']
    expect(modelsInOrder(ids.map((id) => model(id))).map(({ id }) => id)).toEqual([
      'claude-sonnet-5-5',
      'claude-3-5-sonnet-2',
      'claude-fable-5-2',
      'claude-opus-5-5',
      'claude-opus-5',
    ])
  })

  test('list the chosen model even if no list includes it', () => {
    const lists = { ollama: { models: [model('a')], at: 0 } }
    const places = modelsByPlace(models, lists, { endpoint: 'anthropic', model: 'new' })
    expect(places.map(({ id, models: listed }) => [id, listed.map((each) => each.id)])).toEqual([
      ['anthropic', ['new']],
      ['ollama', ['a']],
    ])
  })
})

describe('[SET-21] the model menu', () => {
  const lists = { ollama: { models: [model('qwen'), model('llama')], at: 0 } }
  const many = Array.from({ length: 400 }, (_, i) => model(`many-${i}`))
  const places = (extra = {}) => modelsByPlace(models, { ...lists, ...extra }, { endpoint: 'anthropic', model: 'new' })
  const shown = (groups: ModelGroup[]) => groups.map(({ name, models: all }) => [name, all.map((it) => it.model)])

  test('groups models by provider, and shows those last used above, each once', () => {
    const used = [
      { endpoint: 'ollama', model: 'llama' },
      { endpoint: 'anthropic', model: 'new' },
      { endpoint: 'gone', model: 'x' },
    ]
    expect(shown(menuGroups(places(), used, ''))).toEqual([
      ['', ['llama', 'new']],
      ['Ollama', ['qwen']],
    ])
    expect(menuGroups(places(), used, '')[0]?.models.map(({ place }) => place)).toEqual(['Ollama', 'Anthropic'])
    expect(shown(menuGroups(places(), used.slice(0, 1), ''))).toEqual([
      ['Anthropic', ['new']],
      ['Ollama', ['qwen', 'llama']],
    ])
  })

  test('finds models by all words in their name, id and provider', () => {
    const used = [{ endpoint: 'ollama', model: 'llama' }]
    expect(shown(menuGroups(places(), used, 'OLL qw'))).toEqual([['Ollama', ['qwen']]])
    expect(menuGroups(places(), used, 'nothing like it')).toEqual([])
  })

  test('folds the older models of each family of Anthropic’s, but not the chosen one', () => {
    const ids = ['claude-opus-5-5', 'claude-sonnet-5-5', 'claude-sonnet-5', 'claude-opus-5']
    const all = places({ anthropic: { models: ids.map((id) => model(id)), at: 0 } })
    const folded = (chosen?: { endpoint: string; model: string }) =>
      menuGroups(all, [], '', chosen).map(({ older }) => older.map((it) => it.model))
    expect(folded()).toEqual([['claude-sonnet-5', 'claude-opus-5'], []])
    expect(folded({ endpoint: 'anthropic', model: 'claude-opus-5' })).toEqual([['claude-sonnet-5'], []])
    expect(shown(menuGroups(all, [], 'opus'))).toEqual([['Anthropic', ['claude-opus-5-5', 'claude-opus-5']]])
  })

  test('shows a part of a long list and says how many more there are', () => {
    const long = places({ ollama: { models: many, at: 0 } })
    expect(menuGroups(long, [], '').map((group) => [group.models.length, group.more])).toEqual([
      [1, 0],
      [12, 388],
    ])
    expect(menuGroups(long, [], 'many').map((group) => [group.models.length, group.more])).toEqual([[50, 350]])
  })

  test('remembers the models of the latest turns, each once per conversation', () => {
    const started = (name: string) =>
      ({ type: 'turn.started', conversation: 'c', turn: name, endpoint: 'ollama', model: name, actor: 'a' }) as const
    const used = ['a', 'b', 'a', 'c', 'd', 'e', 'f'].reduce(
      (all, it) => foldUsed(all, started(it)),
      foldUsed([], started('z')),
    )
    expect(used.map((it) => it.model)).toEqual(['f', 'e', 'd', 'c', 'a', 'b', 'z'])
    const more = Array.from({ length: 30 }, (_, i) => started(`m${i}`))
    expect(more.reduce(foldUsed, used)).toHaveLength(20)
    const own = { type: 'turn.started', conversation: 'c', turn: 't', origin: 'person', actor: 'a' } as const
    expect(foldUsed(used, own)).toBe(used)
  })
})

describe('[SET-8] costs', () => {
  test('are written with meaningful digits', () => {
    expect([0, 0.00001, 0.0003, 0.0123, 1.234].map(formatDollars)).toEqual([
      '$0',
      'under $0.0001',
      '$0.0003',
      '$0.012',
      '$1.23',
    ])
  })

  test('are not guessed for an unknown price', () => {
    expect(costInWords({ usd: 0, priced: 0, reported: 0, unpriced: 2 })).toBe('')
    expect(costInWords({ usd: 0.5, priced: 1, reported: 0, unpriced: 2 })).toBe(words.models.money.partly('$0.50'))
    expect(priceInWords({ endpoint: 'ollama', model: 'claude-opus-5' }, models)).toBeUndefined()
    expect(priceInWords({ endpoint: 'anthropic', model: 'claude-opus-5' }, models)).toMatch(/^\$5 in, \$25 out/)
    expect(priceInWords({ endpoint: 'ollama', model: 'x' }, models, { price: { input: 1, output: 2 } })).toMatch(
      /^\$1 in/,
    )
  })
})

test('[SET-9] gives every settings page its own URL', () => {
  for (const part of settingsParts)
    expect(parseRoute(href({ page: 'settings', part }))).toEqual({ page: 'settings', part })
  expect(parseRoute('#/settings/nonsense')).toEqual({ page: 'settings', part: undefined })
  expect(parseRoute(href({ page: 'welcome' }))).toEqual({ page: 'welcome' })
})
