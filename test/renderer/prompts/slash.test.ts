import { describe, expect, test } from 'vitest'
import { findPrompts, offeredPrompts } from '../../../renderer/prompts/offered-prompts.ts'
import { asOwnWords, messagePartOf } from '../../../renderer/prompts/message-parts.ts'
import { slashAt } from '../../../renderer/prompts/use-slash.ts'
import { withoutWord } from '../../../renderer/state/composer/typed-word.ts'
import type { PromptEntry, PromptMessage } from '../../../shared/content/listed.ts'
import { promptItem } from '../../../shared/state/pins.ts'
import { emptyState, type HostState } from '../../../shared/state/state.ts'
import { words } from '../../support/words.ts'

const losses = words.prompts.dialog

describe('[PRU-1] a slash', () => {
  test('asks for prompts at the start of a word, up to the caret, and not inside a path', () => {
    expect(slashAt('/re', 3)).toEqual({ from: 0, query: 're' })
    expect(slashAt('say /', 5)).toEqual({ from: 4, query: '' })
    expect(slashAt('say /re now', 6)).toEqual({ from: 4, query: 'r' })
    expect(slashAt('a/b', 3)).toBeUndefined()
    expect(slashAt('/usr/bin', 8)).toBeUndefined()
    expect(slashAt('/usr/bin', 4)).toBeUndefined()
    expect(slashAt('/re ', 4)).toBeUndefined()
    expect(slashAt('', 0)).toBeUndefined()
  })

  test('is removed with the text typed after it, and nothing else', () => {
    expect(withoutWord('say /re now', { from: 4, query: 're' })).toEqual({ text: 'say  now', caret: 4 })
    expect(withoutWord('/re now', { from: 0, query: 're' })).toEqual({ text: 'now', caret: 0 })
  })
})

const prompt = (name: string, title?: string, description = ''): PromptEntry => ({
  name,
  title,
  description,
  hash: `h-${name}`,
  arguments: [],
})

function hostWith(prompts: Record<string, PromptEntry[]>, consents: HostState['consents'] = {}): HostState {
  const servers = Object.entries(prompts).map(([id, entries]) => [
    id,
    {
      status: { state: 'ready', era: 'modern', revision: '2026-07-28', self: {} },
      tools: {},
      malformed: [],
      prompts: { items: Object.fromEntries(entries.map((one) => [one.name, one])), malformed: [] },
    },
  ])
  return { ...emptyState, servers: Object.fromEntries(servers), consents }
}

describe('[PRU-1] the servers’ prompts', () => {
  const state = hostWith(
    { git: [prompt('release-notes', 'Release notes'), prompt('blame')], box: [prompt('pull', 'Review', 'a diff')] },
    { git: { pins: { [promptItem('release-notes')]: 'h-release-notes', [promptItem('blame')]: 'older' } } },
  )
  const all = offeredPrompts(state)

  test('are listed by server, with unpinned ones marked as waiting', () => {
    expect(all.map(({ server, entry, waits }) => [server, entry.name, waits])).toEqual([
      ['box', 'pull', 'new'],
      ['git', 'release-notes', undefined],
      ['git', 'blame', 'changed'],
    ])
  })

  test('are found by name, title and description, and counted', () => {
    const names = (query: string) =>
      findPrompts(all, query).groups.flatMap(({ items }) => items.map((it) => it.entry.name))
    expect(names('')).toEqual(['pull', 'release-notes', 'blame'])
    expect(names('notes')).toEqual(['release-notes'])
    expect(names('rev')).toEqual(['pull'])
    expect(names('diff')).toEqual(['pull'])
    expect(names('nothing')).toEqual([])
    expect(findPrompts(all, 'notes').groups[0]).toMatchObject({ server: 'git', all: 2 })
  })

  test('are offered only from running servers, and cut with a count if there are hundreds', () => {
    const many = hostWith({ a: Array.from({ length: 200 }, (_, index) => prompt(`p${index}`)) })
    expect(findPrompts(offeredPrompts(many), 'p')).toMatchObject({ found: 200, all: 200, more: 140 })
    const off = { ...many, servers: { a: { tools: {}, malformed: [], status: { state: 'off' as const } } } }
    expect(offeredPrompts(off)).toEqual([])
  })
})

describe('[PRU-4] a prompt as the user’s own words', () => {
  const user = (content: PromptMessage['content']): PromptMessage => ({ role: 'user', content })
  const resource = { uri: 'x://r', text: 'words' }
  const messages: PromptMessage[] = [
    user({ type: 'text', text: 'One' }),
    { role: 'assistant', content: { type: 'text', text: 'Two' } },
    user({ type: 'image', data: 'AAAA', mimeType: 'image/png' }),
    user({ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }),
    user({ type: 'resource', resource }),
    user({ type: 'resource_link', uri: 'x://l', name: '' }),
    user({ type: 'text', text: 'Three' }),
  ]

  test('keeps its user texts and counts the lost parts', () => {
    expect(asOwnWords(messages)).toEqual({
      texts: ['One', 'Three'],
      lost: [losses.assistant(1), losses.images(1), losses.audio(1), losses.resources(1), losses.links(1)],
    })
  })

  test('shows each part as its kind, and an unknown part as JSON', () => {
    expect(messages.map((one) => messagePartOf(one).kind)).toEqual([
      'text',
      'text',
      'image',
      'audio',
      'resource',
      'link',
      'text',
    ])
    expect(messagePartOf(user({ type: 'resource_link', uri: 'x://l', name: '' }))).toMatchObject({ name: 'x://l' })
    expect(messagePartOf(user({ type: 'video' }))).toEqual({ kind: 'other', json: { type: 'video' } })
    expect(messagePartOf(user('words'))).toEqual({ kind: 'other', json: 'words' })
  })
})
