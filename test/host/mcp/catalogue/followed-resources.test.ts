import { afterEach, expect, test } from 'vitest'
import { hashedText } from '../../../../main/host/base/hash.ts'
import { contentsIn, handleOf } from '../../../../main/host/mcp/results/resource-contents.ts'
import { moduleFile, Fleet, node, peer } from '../../../support/fleet.ts'
import { until } from '../../../support/waiting.ts'

let fleet: Fleet
afterEach(() => fleet.close())

const eras = ['legacy', 'modern'] as const
const followed = (conversation = 'c') => fleet.journal.state.followed[conversation] ?? []
const updates = () => fleet.of('resource.updated').map(({ uri }) => uri)
/** The URIs that the server was asked to report, as it says. */
const told = async (): Promise<string[]> => JSON.parse(await fleet.say('followed'))

const tells = (uris: string[]): Promise<void> =>
  until(async () => JSON.stringify(await told()) === JSON.stringify(uris))

/** Reads it, and makes a conversation follow it from this version on. */
async function follow(uri: string, conversation = 'c'): Promise<void> {
  const asked = await fleet.server().ask('resources/read', { uri })
  const read = asked.status === 'answered' ? contentsIn(asked.value, uri) : hashedText([])
  const handle = handleOf('it', uri, read)
  fleet.journal.append({ type: 'resource.followed', conversation, server: 'it', uri, name: uri, handle, actor: 'test' })
}

function unfollow(uri: string, conversation = 'c'): void {
  fleet.journal.append({ type: 'resource.unfollowed', conversation, server: 'it', uri, actor: 'test' })
}

test.each(eras)('[RSC-8] reports a change once until the resource is followed at a new version (%s)', async (era) => {
  fleet = new Fleet()
  await fleet.ready(peer('resources.mjs', { MCP_ERA: era }))
  await follow('x://text')
  await tells(['x://text'])
  expect(updates()).toEqual([])
  await fleet.say('change')
  await fleet.until(() => updates().length === 1)
  await fleet.say('change')
  expect(followed()).toMatchObject([{ uri: 'x://text', changed: true }])
  await follow('x://text')
  expect(followed()).toMatchObject([{ uri: 'x://text', changed: false }])
  await fleet.say('change')
  await fleet.until(() => updates().length === 2)
})

test.each(eras)('[RSC-8] subscribes once for all conversations, and unsubscribes after the last (%s)', async (era) => {
  fleet = new Fleet()
  await fleet.ready(peer('resources.mjs', { MCP_ERA: era }))
  await follow('x://text', 'one')
  await follow('x://text', 'two')
  await follow('x://several', 'two')
  await tells(['x://several', 'x://text'])
  unfollow('x://text', 'one')
  unfollow('x://several', 'two')
  await tells(['x://text'])
  unfollow('x://text', 'two')
  await tells([])
  expect(updates()).toEqual([])
})

test.each(eras)('[RSC-9] finds unreported changes when the server is back (%s)', async (era) => {
  fleet = new Fleet()
  await fleet.ready(peer('resources.mjs', { MCP_ERA: era }))
  await fleet.say('change')
  await follow('x://text')
  await follow('x://several')
  await tells(['x://several', 'x://text'])
  // Restarted, it is at its first version again.
  await fleet.servers.restart('it')
  await tells(['x://several', 'x://text'])
  await fleet.until(() => updates().length > 0)
  expect(updates()).toEqual(['x://text'])
})

test.each(eras)('[RSC-9] finds a change between reading and following (%s)', async (era) => {
  fleet = new Fleet()
  await fleet.ready(peer('resources.mjs', { MCP_ERA: era }))
  const handle = handleOf(
    'it',
    'x://text',
    hashedText([{ uri: 'x://text', mimeType: 'text/plain', text: 'An older one' }]),
  )
  fleet.journal.append({
    type: 'resource.followed',
    conversation: 'c',
    server: 'it',
    uri: 'x://text',
    name: 'text',
    handle,
    actor: 'test',
  })
  await fleet.until(() => updates().length > 0)
  expect(followed()).toMatchObject([{ changed: true }])
})

test.each(eras)('[RSC-10] ignores and counts unrequested updates (%s)', async (era) => {
  fleet = new Fleet()
  await fleet.ready(peer('resources.mjs', { MCP_ERA: era }))
  await follow('x://text')
  await tells(['x://text'])
  await fleet.say('flood', { uri: 'x://other', n: 40 })
  await fleet.say('flood', { uri: 'x://text', n: 3000 })
  await fleet.until(() => updates().length > 0)
  await fleet.servers.stop('it')
  await fleet.servers.close()
  expect(updates()).toEqual(['x://text'])
  expect(fleet.violations()).toMatchObject({ unsolicited: 40, 'too-much': expect.any(Number) })
})

test('[RSC-10] doesn’t subscribe, and ignores updates, if the server doesn’t declare them', async () => {
  fleet = new Fleet()
  await fleet.ready(peer('resources.mjs', { WITHOUT: 'subscribe' }))
  await follow('x://text')
  await fleet.say('flood', { n: 3 })
  expect(await told()).toEqual([])
  await fleet.servers.close()
  expect(fleet.violations()).toMatchObject({ undeclared: 3 })
})

test('[RSC-8] stops following a resource if the server doesn’t agree to report its changes', async () => {
  fleet = new Fleet()
  await fleet.ready(peer('resources.mjs', { MCP_ERA: 'modern' }))
  await follow('x://text')
  await follow('x://refused')
  await fleet.until(() => followed().length === 1)
  expect(followed()).toMatchObject([{ uri: 'x://text' }])
  expect(fleet.of('resource.unfollowed')).toMatchObject([{ uri: 'x://refused', actor: 'host' }])
  await tells(['x://text'])
})

test('[RSC-8] subscribes to the official server and receives its updates', async () => {
  fleet = new Fleet()
  await fleet.ready(node([moduleFile('@modelcontextprotocol/server-everything/dist/index.js'), 'stdio']))
  await follow('demo://resource/static/document/features.md')
  await fleet.until(() => fleet.sent().includes('resources/subscribe'))
  await fleet.say('toggle-subscriber-updates')
  await fleet.until(() => updates().length > 0)
  expect(updates()).toEqual(['demo://resource/static/document/features.md'])
})
