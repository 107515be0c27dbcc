import { describe, expect, test } from 'vitest'
import {
  draftFor,
  providerDraftOf,
  readProviderDraft,
  withProfile,
} from '../../../renderer/state/models/provider-draft.ts'
import { contextOf, modelsOf, withFacts } from '../../../shared/state/known-model.ts'
import { offered } from '../../../shared/config/profiles.ts'
import { defaultSettings, type Endpoint, type Settings } from '../../../shared/config/settings.ts'
import { emptyState } from '../../../shared/state/state.ts'
import { words } from '../../support/words.ts'

const { form } = words.providers

describe('[PRV-1] a provider’s form', () => {
  test('needs only a key, and for Azure also a URL', () => {
    for (const profile of [...offered.hosted, ...offered.here]) {
      const draft = draftFor(profile)
      expect(draft.url === '', profile).toBe(profile === 'azure')
      const read = readProviderDraft(
        { ...draft, key: 'k', url: draft.url || 'https://name.openai.azure.com/openai/v1' },
        false,
      )
      expect(read, profile).toMatchObject({ config: { profile }, key: 'k' })
    }
  })

  test('requires a key only from hosted providers that have none stored', () => {
    expect(readProviderDraft(draftFor('groq'), false)).toEqual({ problems: { key: form.keyMissing } })
    expect(readProviderDraft(draftFor('groq'), true)).toHaveProperty('config')
    expect(readProviderDraft(draftFor('ollama'), false)).toEqual({
      config: { baseUrl: 'http://127.0.0.1:11434', profile: 'ollama' },
    })
  })

  test('names each problem at its field', () => {
    const draft = { ...draftFor('other'), url: 'nowhere', headers: 'X-Title: Garden\nX-Api-Key: abc' }
    expect(readProviderDraft(draft, false)).toEqual({
      problems: { url: form.notUrl, headers: form.headerProblems.secret('X-Api-Key') },
    })
    expect(readProviderDraft({ ...draft, url: 'https://x.example', headers: 'no colon' }, false)).toEqual({
      problems: { headers: form.headerProblems.name('no colon') },
    })
  })

  test('[PRV-6] takes the API of another URL from the path that was pasted, else OpenAI’s', () => {
    const other = draftFor('other')
    const configOf = (url: string) => readProviderDraft({ ...other, url }, false)
    expect(configOf('https://x.example/v1/chat/completions')).toMatchObject({
      config: { baseUrl: 'https://x.example/v1', wire: 'chat' },
    })
    expect(configOf('http://127.0.0.1:8000/v1/messages')).toMatchObject({
      config: { baseUrl: 'http://127.0.0.1:8000', wire: 'messages' },
    })
  })

  test('keeps what was typed when another provider is chosen, and replaces an untouched URL', () => {
    const typed = { ...draftFor('openai'), key: 'k', name: 'Mine' }
    expect(withProfile(typed, 'groq')).toMatchObject({ key: 'k', name: 'Mine', url: 'https://api.groq.com/openai/v1' })
    expect(withProfile({ ...typed, url: 'https://proxy.example/v1' }, 'groq').url).toBe('https://proxy.example/v1')
  })

  test('writes an endpoint back as it was', () => {
    const headers = { 'X-Title': 'Garden', 'x-team': 'a: b' }
    const config: Endpoint = { baseUrl: 'https://x.example/v1', profile: 'other', name: 'Mine', wire: 'chat', headers }
    expect(readProviderDraft(providerDraftOf(config), false)).toEqual({ config })
  })
})

describe('[PRV-3] [PRV-8] an endpoint’s models', () => {
  const listed = { id: 'a', name: 'A', contextTokens: 8192, outputTokens: 0 }
  const models: Settings['models'] = {
    ...defaultSettings.models,
    facts: { home: { a: { contextTokens: 5, images: true }, mine: { contextTokens: 9000 } } },
    default: { endpoint: 'home', model: 'chosen' },
  }
  const state = {
    ...emptyState,
    models: { home: { models: [listed], at: 1 } },
    probes: { home: { tried: { calls: 'made' as const, streams: true, usage: true, at: 1 } } },
    configured: { ...emptyState.configured, settings: { ...defaultSettings, models } },
  }

  test('are those it lists, then those the user named', () => {
    expect(modelsOf('home', state).map(({ said, isListed }) => [said.id, isListed])).toEqual([
      ['a', true],
      ['chosen', false],
      ['mine', false],
      ['tried', false],
    ])
  })

  test('have the user’s facts only if the server says nothing', () => {
    expect(withFacts(listed, models.facts?.['home']?.['a'])).toEqual({ ...listed, tools: undefined, images: true })
    const context = (model: string) => contextOf({ endpoint: 'home', model }, state.models, models)
    expect(['a', 'mine', 'other'].map(context)).toEqual([8192, 9000, 0])
  })
})
