import { expect, test } from 'vitest'
import { packToolbox, type Offer } from '../../../../main/host/agent/tools/toolbox.ts'
import { fc } from '../../../support/deep.ts'

const offer = (server: string, tool: string, serverName = server): Offer => ({
  server,
  serverName,
  tool,
  definition: { name: tool },
})

test('[AGT-22] makes unique, short names from allowed characters, whatever servers and tools are called', () => {
  const name = fc.string({ minLength: 1, maxLength: 90, unit: 'grapheme' })
  const pair = fc.tuple(name, name)
  fc.assert(
    fc.property(fc.uniqueArray(pair, { selector: (it) => JSON.stringify(it), maxLength: 40 }), (pairs) => {
      const { tools, added } = packToolbox(
        pairs.map(([server, tool]) => offer(server, tool)),
        {},
      )
      const names = tools.map((it) => it.name)
      expect(new Set(names).size).toBe(pairs.length)
      for (const it of names) expect(it).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
      expect(Object.keys(added).toSorted()).toEqual(names.toSorted())
    }),
  )
})

test('[AGT-22] keeps two names apart that look alike after cleaning', () => {
  const { added } = packToolbox([offer('a__b', 'c'), offer('a', 'b__c'), offer('a', 'b c'), offer('a', 'b-c')], {})
  expect(Object.keys(added)).toHaveLength(4)
  expect(added['a__b-c']).toEqual({ server: 'a', tool: 'b-c' })
})

test('[AGT-22] keeps the tool’s name in a conversation when the server is renamed', () => {
  const first = packToolbox([offer('files', 'read')], {})
  const later = packToolbox([offer('files', 'read', 'My documents')], first.added)
  expect(later.tools.map((it) => it.name)).toEqual(['files__read'])
  expect(later.added).toEqual({})
})
