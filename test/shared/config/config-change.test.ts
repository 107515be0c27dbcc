import { describe, expect, test } from 'vitest'
import { changedMembers, withoutChange } from '../../../shared/config/config-change.ts'
import { stdioConfig } from '../../../shared/config/server-config.ts'

const first = stdioConfig.parse({ command: 'a', env: { MODE: 'slow', KEY: { secret: 'server/x/env/KEY' } } })
const second = stdioConfig.parse({ command: 'a', args: ['-v'], env: { MODE: 'fast' } })

describe('a change of a configuration', () => {
  test('[SPG-7] is listed member by member, variables one by one', () => {
    expect(changedMembers(first, second)).toEqual([
      { path: ['args'], before: [], after: ['-v'] },
      { path: ['env', 'MODE'], before: 'slow', after: 'fast' },
      { path: ['env', 'KEY'], before: { secret: 'server/x/env/KEY' }, after: undefined },
    ])
    expect(
      changedMembers(first, { ...first, env: Object.fromEntries(Object.entries(first.env).toReversed()) }),
    ).toEqual([])
  })

  test('[SPG-8] is taken back without touching later changes of other members', () => {
    const third = { ...second, name: 'Mine', env: { ...second.env, OTHER: '1' } }
    const undone = withoutChange(third, { before: first, after: second })
    expect(undone).toEqual({
      config: expect.objectContaining({ name: 'Mine', args: [], env: { ...first.env, OTHER: '1' } }),
    })
  })

  test('[SPG-8] isn’t taken back over a later change of the same member', () => {
    expect(withoutChange({ ...second, args: [] }, { before: first, after: second })).toBe('later')
    expect(withoutChange(undefined, { before: first, after: second })).toBe('later')
    expect(withoutChange(second, { before: first, after: undefined })).toBe('later')
  })

  test('[SPG-8] leaves nothing to undo once it is undone', () => {
    expect(withoutChange(first, { before: first, after: second })).toBe('same')
    expect(withoutChange(undefined, { before: undefined, after: second })).toBe('same')
  })

  test('[SPG-8] that added a server is undone by removing it, and the reverse', () => {
    expect(withoutChange(second, { before: undefined, after: second })).toEqual({ config: undefined })
    expect(withoutChange(undefined, { before: second, after: undefined })).toEqual({
      config: JSON.parse(JSON.stringify(second)),
    })
  })
})
