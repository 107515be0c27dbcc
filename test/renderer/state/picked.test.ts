import { describe, expect, test } from 'vitest'
import { readPicked, writePicked } from '../../../renderer/state/composer/picked.ts'
import { picked, type PickedPrompt, type PickedResource } from '../../../renderer/state/composer/picked.ts'
import { mostAttachments } from '../../../shared/content/attachments.ts'

const resource = (uri: string, handle = uri): PickedResource => ({
  type: 'resource',
  handle,
  server: 's',
  uri,
  name: uri,
  mimeType: undefined,
  bytes: 1,
  contents: [],
  canFollow: true,
  live: false,
})
const handles = (place: string): string[] => picked.get(place).map(({ handle }) => handle)

describe('[REU-9] picked resources', () => {
  test('appear once each, in their newest version', () => {
    picked.add('a', resource('x:/1', 'old'))
    picked.add('a', resource('x:/2'))
    picked.add('a', resource('x:/1', 'new'))
    expect(handles('a')).toEqual(['x:/2', 'new'])
    expect(handles('b')).toEqual([])
  })

  test('are limited to a message’s maximum', () => {
    for (let count = 0; count < mostAttachments; count++)
      expect(picked.add('full', resource(`x:/${count}`))).toBeUndefined()
    expect(picked.add('full', resource('x:/more'))).toContain('Send the others')
    expect(picked.add('full', resource('x:/0', 'newer'))).toBeUndefined()
  })

  test('leave with their message and come back with it', () => {
    picked.add('q', resource('x:/1'))
    picked.add('q', resource('x:/2'))
    picked.sent('q', picked.get('q'))
    expect(handles('q')).toEqual([])
    picked.takeBack('q', [{ type: 'resource', server: 's', uri: 'x:/2', name: 'x:/2' }])
    expect(handles('q')).toEqual(['x:/2'])
  })
})

const prompt = (handle: string, who: string): PickedPrompt => ({
  type: 'prompt',
  handle,
  server: 's',
  name: 'greet',
  title: undefined,
  arguments: { who },
  bytes: 1,
  messages: [{ role: 'user', content: { type: 'text', text: who } }],
})

describe('[PRU-5] a picked prompt', () => {
  test('appears once for each set of arguments', () => {
    picked.add('p', prompt('1', 'Ann'))
    picked.add('p', prompt('2', 'Bob'))
    picked.add('p', prompt('3', 'Ann'))
    expect(handles('p')).toEqual(['2', '3'])
  })

  test('comes back with its message, and is named if this window does not have it', () => {
    picked.add('t', prompt('1', 'Ann'))
    picked.sent('t', picked.get('t'))
    const part = { type: 'prompt' as const, server: 's', name: 'greet' }
    picked.takeBack('t', [
      { ...part, arguments: { who: 'Ann' } },
      { ...part, arguments: {} },
    ])
    expect(handles('t')).toEqual(['1'])
    expect(picked.lost('t')).toEqual(['greet'])
  })

  test('survives a reload unchanged unless it is large, without malformed parts', () => {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
      removeItem: (key: string) => void kept.delete(key),
    }
    const things = [prompt('1', 'Ann'), resource('x:/1')]
    writePicked(storage, 'a', things)
    expect(readPicked(storage, 'a')).toEqual(things)
    expect(readPicked(storage, 'b')).toEqual([])
    writePicked(storage, 'a', [prompt('1', 'x'.repeat(600_000))])
    expect(readPicked(storage, 'a')).toEqual([])
    const [key = ''] = (writePicked(storage, 'a', things), [...kept.keys()])
    kept.set(key, JSON.stringify([7, { type: 'prompt' }, { ...things[0], messages: ['none'] }]))
    expect(readPicked(storage, 'a')).toMatchObject([{ handle: '1', messages: [] }])
    kept.set(key, '{')
    expect(readPicked(storage, 'a')).toEqual([])
  })
})
