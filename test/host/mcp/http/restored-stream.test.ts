import { expect, onTestFinished, test } from 'vitest'
import { contentsIn, handleOf } from '../../../../main/host/mcp/results/resource-contents.ts'
import { serverConfig } from '../../../../shared/config/server-config.ts'
import { Fleet } from '../../../support/fleet.ts'
import { modernPeer } from './peers.ts'

test('[HTP-21] [RSC-9] reports later changes on a change stream that was requested again @all', async () => {
  const fleet = new Fleet({ restarts: { firstMs: 20, unreachableMostMs: 50, jitter: () => 1 } })
  const peer = await modernPeer()
  onTestFinished(async () => {
    await fleet.close()
    await peer.stop()
  })
  await fleet.ready(serverConfig.parse({ url: peer.url }))
  const listened = () => fleet.sent().filter((it) => it === 'subscriptions/listen').length
  const prompts = () => Object.keys(fleet.journal.state.servers['it']?.prompts?.items ?? {})
  const tools = () => Object.keys(fleet.journal.state.servers['it']?.tools ?? {})

  const uri = 'peer://board'
  const asked = await fleet.server().ask('resources/read', { uri })
  if (asked.status !== 'answered') throw new Error('It was not read.')
  const handle = handleOf('it', uri, contentsIn(asked.value, uri))
  const board = { conversation: 'c', server: 'it', uri, name: uri, handle, actor: 'test' }
  fleet.journal.append({ type: 'resource.followed', ...board })
  await fleet.until(() => listened() === 2)

  expect(await fleet.say('hang_up')).toBe('hung up')
  await fleet.until(() => tools().includes('learned'))
  expect(prompts()).toEqual(['brief'])
  expect(fleet.of('resource.updated')).toEqual([])

  await fleet.say('offer_more')
  await fleet.until(() => prompts().includes('later'))
  await fleet.until(() => fleet.server().running?.catalogue.resources().resources.length === 2)
  await fleet.say('write', { text: 'Buy milk.' })
  await fleet.until(() => fleet.of('resource.updated').length === 1)
  expect(fleet.of('resource.updated')).toMatchObject([{ uri }])
  expect(fleet.states()).toEqual(['starting', 'ready'])
})
