import { describe, expect, test } from 'vitest'
import {
  configFrom,
  containmentDraft,
  containmentProblems,
  withEntry,
} from '../../../renderer/servers/detail/containment-draft.ts'
import { stdioConfig } from '../../../shared/config/server-config.ts'
import { words } from '../../support/words.ts'

const { choice } = words.serverDetail.containment
const config = stdioConfig.parse({ command: 'x', timeouts: { idle: 5 }, roots: ['/r'] })

describe('[CNT-22] the choice of a containment', () => {
  test('keeps the rest of the configuration, and only the lists of the chosen level', () => {
    const draft = {
      level: 'sealed' as const,
      writable: ' /a \n\n/b',
      readable: '/c',
      hosts: 'd.example\n*.e.example:8443',
    }
    const sealed = configFrom(config, draft)
    expect(sealed).toEqual({
      ...config,
      containment: 'sealed',
      writable: ['/a', '/b'],
      readable: ['/c'],
      hosts: ['d.example', '*.e.example:8443'],
    })
    expect(stdioConfig.parse(sealed)).toEqual(sealed)
    expect(configFrom(sealed, { ...draft, level: 'limited' })).toEqual({
      ...config,
      containment: 'limited',
      writable: ['/a', '/b'],
    })
    expect(configFrom(sealed, { ...draft, level: 'open' })).toEqual(config)
    expect(containmentDraft(config)).toEqual({ level: 'open', writable: '', readable: '', hosts: '' })
    expect(configFrom(config, containmentDraft(sealed))).toEqual(sealed)
  })

  test('[DOC-5] gets a suggested entry added once, in its list', () => {
    const draft = { ...containmentDraft(config), level: 'sealed' as const, writable: '/a' }
    const changed = withEntry(draft, { list: 'writable', value: '/b' })
    expect(configFrom(config, changed)).toMatchObject({ writable: ['/a', '/b'] })
    expect(withEntry(changed, { list: 'writable', value: '/a' })).toEqual(changed)
    expect(withEntry(draft, { list: 'hosts', value: 'x.example' })).toEqual({ ...draft, hosts: 'x.example' })
  })

  test('names the first line of a list that can’t be used', () => {
    const wrong = { level: 'sealed' as const, writable: '/a\nnotes', readable: '~/b', hosts: 'https://c.example/' }
    expect(containmentProblems(wrong)).toEqual({
      writable: choice.wrongFolder('notes'),
      readable: choice.wrongFolder('~/b'),
      hosts: choice.wrongHost('https://c.example/'),
    })
    expect(containmentProblems({ ...wrong, level: 'limited' })).toEqual({ writable: choice.wrongFolder('notes') })
    expect(containmentProblems({ ...wrong, level: 'open' })).toEqual({})
    const many = Array.from({ length: 33 }, (_, n) => `h${n}.example`).join('\n')
    expect(containmentProblems({ level: 'sealed', writable: '', readable: '', hosts: many })).toEqual({
      hosts: choice.most(32),
    })
  })
})

describe('[CNT-15] a configuration', () => {
  test.each([
    [{ writable: ['/a'] }, 'writable'],
    [{ containment: 'open', writable: ['/a'] }, 'writable'],
    [{ containment: 'limited', readable: ['/a'] }, 'readable'],
    [{ containment: 'limited', hosts: ['a.example'] }, 'hosts'],
    [{ containment: 'sealed', hosts: ['https://a.example'] }, 'hosts'],
    [{ containment: 'sealed', hosts: ['a.example/path'] }, 'hosts'],
    [{ containment: 'sealed', writable: ['notes'] }, 'writable'],
    [{ containment: 'jailed' }, 'containment'],
  ])('doesn’t take %j', (contained, field) => {
    const read = stdioConfig.safeParse({ command: 'x', ...contained })
    expect(read.error?.issues.map(({ path }) => path[0])).toEqual([field])
  })
})
