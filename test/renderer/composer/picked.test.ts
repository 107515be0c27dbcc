import { describe, expect, test } from 'vitest'
import { picked, type PickedResource } from '../../../renderer/composer/picked.ts'
import { mostAttachments } from '../../../shared/attachments.ts'

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

describe('[REU-9] what was picked', () => {
  test('stands once for each resource, in its newest version', () => {
    picked.add('a', resource('x:/1', 'old'))
    picked.add('a', resource('x:/2'))
    picked.add('a', resource('x:/1', 'new'))
    expect(handles('a')).toEqual(['x:/2', 'new'])
    expect(handles('b')).toEqual([])
  })

  test('has no more than a message takes', () => {
    for (let count = 0; count < mostAttachments; count++)
      expect(picked.add('full', resource(`x:/${count}`))).toBeUndefined()
    expect(picked.add('full', resource('x:/more'))).toContain('Send the others')
    expect(picked.add('full', resource('x:/0', 'newer'))).toBeUndefined()
  })

  test('goes with its message and comes back with it', () => {
    picked.add('q', resource('x:/1'))
    picked.add('q', resource('x:/2'))
    picked.sent('q', picked.get('q'))
    expect(handles('q')).toEqual([])
    picked.takeBack('q', [{ type: 'resource', server: 's', uri: 'x:/2', name: 'x:/2' }])
    expect(handles('q')).toEqual(['x:/2'])
  })
})
