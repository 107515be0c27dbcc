import { expect, test } from 'vitest'
import { searchTools } from '../../../../main/host/agent/tools/tool-search.ts'
import type { Offer } from '../../../../main/host/agent/tools/toolbox.ts'

const offer = (server: string, tool: string, definition: Offer['definition'] = {}): Offer => ({
  server,
  serverName: server,
  tool,
  definition,
})

const offers = [
  offer('github', 'create_issue', { description: 'Opens an issue in a repository.' }),
  offer('github', 'listPullRequests', { description: 'Lists what waits for review.' }),
  offer('calendar', 'add', { title: 'Create event', description: 'Puts an appointment into a calendar.' }),
  offer('files', 'write', {
    inputSchema: { type: 'object', properties: { destination: { type: 'string', description: 'Folder of the copy' } } },
  }),
]

const found = (query: string): string[] => searchTools(offers, query).map(({ server, tool }) => `${server} ${tool}`)

test.each([
  ['name', 'create issue', 'github create_issue'],
  ['name in camel case', 'pull requests', 'github listPullRequests'],
  ['title', 'event', 'calendar add'],
  ['description', 'appointment', 'calendar add'],
  ['beginning of a word', 'repo', 'github create_issue'],
  ['word with a typing error', 'calender', 'calendar add'],
  ['server', 'files', 'files write'],
  ['argument', 'destination', 'files write'],
  ['argument’s description', 'folder', 'files write'],
])('[FTL-2] finds a tool by its %s', (_by, query, best) => {
  expect(found(query)[0]).toBe(best)
})

test('[FTL-2] finds nothing for words that no tool has, and at most eight tools', () => {
  expect(found('zeppelin')).toEqual([])
  const alike = Array.from({ length: 30 }, (_, i) => offer('many', `send_mail_${i}`))
  expect(searchTools(alike, 'send mail')).toHaveLength(8)
})

test('[FTL-2] survives odd definitions', () => {
  const odd = [
    offer('odd', '__proto__', { description: 7, title: [], inputSchema: { properties: { constructor: true } } }),
    offer('odd', 'x'.repeat(5000), { description: 'long '.repeat(100_000) }),
  ]
  expect(searchTools(odd, 'constructor long').map(({ tool }) => tool.length)).toEqual(expect.arrayContaining([9]))
})
