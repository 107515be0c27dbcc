import { describe, expect, test } from 'vitest'
import type { ResourceEntry } from '../../../shared/content/listed.ts'
import { findResources } from '../../../renderer/resources/mention-list.ts'
import { mentionAt } from '../../../renderer/resources/use-mention.ts'
import type { ResourceListing } from '../../../renderer/state/resources/use-listings.ts'

const entry = (uri: string, title?: string): ResourceEntry => ({ uri, name: uri.split('/').at(-1) ?? uri, title })
const listing = (name: string, resources: ResourceEntry[] | undefined, problem?: string): ResourceListing => ({
  server: name,
  name,
  resources,
  problem,
  incomplete: undefined,
})

describe('a word after an @', () => {
  test('[REU-6] is found at the start of a word only', () => {
    expect(mentionAt('@re', 3)).toEqual({ from: 0, query: 're' })
    expect(mentionAt('see @', 5)).toEqual({ from: 4, query: '' })
    expect(mentionAt('see @notes/a.md', 15)).toEqual({ from: 4, query: 'notes/a.md' })
    expect(mentionAt('a@b', 3)).toBeUndefined()
    expect(mentionAt('@re ', 4)).toBeUndefined()
    expect(mentionAt('', 0)).toBeUndefined()
  })
})

describe('the resources that match a mention', () => {
  const notes = listing('notes', [
    entry('file:///plan/b.md'),
    entry('file:///a/plan.md'),
    entry('file:///x', 'My plan'),
  ])

  test('[REU-6] come with the best titles first, then those whose URI matches', () => {
    const { items, more } = findResources([notes, listing('other', [entry('x://plan')])], 'plan')
    expect(items.map(({ resource }) => resource.uri)).toEqual([
      'x://plan',
      'file:///a/plan.md',
      'file:///x',
      'file:///plan/b.md',
    ])
    expect(items[1]?.at).toEqual([0, 1, 2, 3])
    expect(more).toBe(0)
  })

  test('[REU-6] are eight at most, and say how many others there are', () => {
    const many = Array.from({ length: 30 }, (_, index) => entry(`n://${index}`, `Note ${index}`))
    const { items, more } = findResources([listing('many', many)], '')
    expect(items.map(({ resource }) => resource.uri)).toEqual(many.slice(0, 8).map(({ uri }) => uri))
    expect(more).toBe(22)
  })

  test('[REU-6] say which lists are loading or failed', () => {
    const all = [listing('slow', undefined), listing('broken', undefined, 'No.'), notes]
    expect(findResources(all, 'none of them')).toEqual({ items: [], more: 0, isLoading: true, failed: ['broken'] })
  })
})
