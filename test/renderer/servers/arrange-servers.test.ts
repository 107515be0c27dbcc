import { describe, expect, test } from 'vitest'
import { sectionsOf, sortServers, tagsOf } from '../../../renderer/servers/arrange-servers.ts'
import { searchServers } from '../../../renderer/servers/search-servers.ts'
import { isNewStart, readDraft } from '../../../renderer/state/servers/draft/read-draft.ts'
import { draftOf } from '../../../renderer/state/servers/draft/server-draft.ts'
import { summarizeAll } from '../../../renderer/state/servers/summary.ts'
import { serverConfig } from '../../../shared/config/server-config.ts'
import { launchHash } from '../../../main/host/mcp/process/launch.ts'
import { emptyState } from '../../../shared/state/state.ts'

const configs = {
  a: serverConfig.parse({ command: 'a', enabled: false, tags: ['work', 'files'] }),
  b: serverConfig.parse({ command: 'b', enabled: false }),
  c: serverConfig.parse({ command: 'c', enabled: false, tags: ['work'] }),
}
const state = {
  ...emptyState,
  configured: { ...emptyState.configured, servers: configs },
}
const found = searchServers(summarizeAll(state), '')
const ids = (some: typeof found): string[] => some.map(({ server }) => server.id)

describe('a long list of servers', () => {
  test('[SPG-9] sorts by figures, the largest first, and otherwise by name', () => {
    const counts = { b: { calls: 2, failed: 0 }, c: { calls: 9, failed: 1 } }
    expect(ids(sortServers(found, 'name', counts))).toEqual(['a', 'b', 'c'])
    expect(ids(sortServers(found, 'calls', counts))).toEqual(['c', 'b', 'a'])
    expect(ids(sortServers(found, 'failed', counts))).toEqual(['c', 'a', 'b'])
  })

  test('[SPG-9] groups by tag, with a server under each of its tags, and those without last', () => {
    expect(tagsOf(found)).toEqual(['files', 'work'])
    expect(sectionsOf(found, 'tag').map((section) => ['tag' in section && section.tag, ids(section.members)])).toEqual([
      ['files', ['a']],
      ['work', ['a', 'c']],
      [null, ['b']],
    ])
    expect(sectionsOf(found, 'state').map(({ members }) => ids(members))).toEqual([['a', 'b', 'c']])
  })

  test('[SPG-9] is searched by tag', () => {
    expect(ids(searchServers(summarizeAll(state), 'WORK'))).toEqual(['a', 'c'])
  })
})

describe('a server’s tags', () => {
  const draft = { ...draftOf('b', configs.b), tags: ' work , Files,work,, ' }
  const read = readDraft(draft, configs.b, [])

  test('[SPG-9] are set in its form, each once, without a restart', () => {
    if (!('input' in read)) throw new Error('The form is valid.')
    expect(read.input.config.tags).toEqual(['work', 'Files'])
    expect(isNewStart(read.input, configs.b)).toBe(false)
    expect(launchHash(read.input.config)).toBe(launchHash(configs.b))
    expect(draftOf('b', read.input.config).tags).toBe('work, Files')
  })

  test('[SPG-9] are gone when the field is emptied, and too long ones are refused there', () => {
    const emptied = readDraft({ ...draftOf('c', configs.c), tags: '' }, configs.c, [])
    expect('input' in emptied && emptied.input.config.tags).toBeUndefined()
    const wrong = readDraft({ ...draft, tags: 'x'.repeat(33) }, configs.b, [])
    expect('problems' in wrong && wrong.problems.tags).toBeDefined()
  })
})
