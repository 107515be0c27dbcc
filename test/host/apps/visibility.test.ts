import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentWords } from '../../../main/host/agent/words.ts'
import { runnableTools } from '../../../renderer/state/callable-tools.ts'
import { Atrium, peer } from '../../support/atrium.ts'
import { nobody, Place } from '../headless/support.ts'

const hidden = ['app_only', 'nobody', 'unknown_word']
const isHidden = (name: string): boolean => hidden.some((it) => name.includes(it))

describe('[APP-8] a tool that its server has for its apps only', () => {
  let atrium: Atrium
  beforeAll(async () => {
    atrium = await Atrium.start()
    await atrium.add('apps', peer('apps.mjs'))
  })
  afterAll(() => atrium.close())

  const turn = async (text: string) => {
    const sent = await atrium.person.link.call('sendMessage', { text })
    await atrium.person.event('turn.finished', (it) => it.turn === sent.turn)
  }

  test('is in no model’s requests', async () => {
    await turn('Hello')
    const names = (atrium.requests.at(-1)?.body.tools ?? []).map(({ name }: { name: string }) => name)
    expect(names).toContain('apps__model_only')
    expect(names).toContain('apps__no_list')
    expect(names.filter(isHidden)).toEqual([])
  })

  test('isn’t reached by a model that guesses its name', async () => {
    await turn('!tool apps__app_only {}')
    const outcome = await atrium.person.event('call.finished', () => true)
    expect(outcome).toMatchObject({ outcome: { status: 'invalid', problem: 'No tool named apps__app_only.' } })
  })

  test('can’t be run by the user, and isn’t in the lists they choose from', async () => {
    const { state } = atrium.person
    expect(
      runnableTools(state)
        .map(({ tool }) => tool.name)
        .filter(isHidden),
    ).toEqual([])
    expect(state.servers['apps']?.tools['app_only']).toMatchObject({ visibleTo: ['page'] })
    expect(state.servers['apps']?.tools['nobody']).toMatchObject({ visibleTo: [] })
    const definition = state.servers['apps']?.tools['app_only']?.hash ?? ''
    const call = atrium.person.link.call('callTool', { server: 'apps', tool: 'app_only', definition, arguments: {} })
    await expect(call).rejects.toMatchObject({
      code: 'conflict',
      message: agentWords.notForModels('apps', 'app_only'),
    })
  })

  test('costs its server no other tool, whatever its metadata is', () => {
    expect(Object.keys(atrium.person.state.servers['apps']?.tools ?? {})).toHaveLength(12)
    expect(atrium.person.state.servers['apps']?.malformed).toEqual([])
  })
})

test('[APP-8] the command line lists and calls no tool that is for apps only', async () => {
  const place = new Place()
  try {
    await place.furnish('apps', peer('apps.mjs'))
    const headless = await place.open(nobody)
    expect((await headless.tools('apps')).map(({ name }) => name).filter(isHidden)).toEqual([])
    await expect(headless.call('apps', 'app_only', {})).rejects.toMatchObject({ why: 'arguments' })
  } finally {
    await place.close()
  }
})
