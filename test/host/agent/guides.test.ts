import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Atrium, peer } from '../../support/atrium.ts'

let atrium: Atrium
beforeEach(async () => (atrium = await Atrium.start()))
afterEach(() => atrium.close())

const said = (server = 'it') => atrium.person.state.servers[server]?.instructions ?? ''
const share = (isShared: boolean, hash = said()) =>
  atrium.person.link.call('shareInstructions', { server: 'it', hash, share: isShared })

/** The system prompt that the model got, in a new turn. */
async function told(): Promise<string> {
  const { fake, person } = atrium
  fake.setScenario({ turns: [{ content: [{ text: 'Yes.' }] }] })
  const { turn } = await person.link.call('sendMessage', { text: 'Hello' })
  await person.event('turn.finished', (event) => event.turn === turn)
  return JSON.stringify(atrium.requests.at(-1)?.body)
}

async function changed(how: string): Promise<void> {
  const { person } = atrium
  const definition = person.state.servers['it']?.tools['change']?.hash ?? ''
  const { call } = await person.link.call('callTool', { server: 'it', tool: 'change', definition, arguments: { how } })
  await person.event('call.finished', (event) => event.call === call)
  await person.link.call('restartServer', { id: 'it' })
}

describe('server instructions', () => {
  beforeEach(() => atrium.add('it', peer('offers.mjs', { STATE_FILE: path.join(atrium.directory, 'how') })))

  test('[PRM-8] are stored and pinned, but reach the model only while the user shares them', async () => {
    const { definition } = await atrium.person.link.call('getDefinition', { hash: said() })
    expect(definition).toEqual({ instructions: 'Use change to change.' })
    expect(await told()).not.toContain('Use change')
    await share(true)
    const mark = `--- ${said().slice(0, 32)}`
    expect(await told()).toContain(`${mark}\\nUse change to change.\\n${mark}`)
    expect(atrium.person.all('instructions.shared')).toMatchObject([{ server: 'it', shared: true, actor: 'web:test' }])
    await share(false)
    expect(await told()).not.toContain('Use change')
  })

  test('[PRM-6] [PRM-8] are withheld after a change until the user reviews and shares them again', async () => {
    await share(true)
    const before = said()
    await changed('instructions')
    const asked = await atrium.person.ask('definitions', 'it')
    expect(asked.question.items).toMatchObject([{ item: 'instructions', before, hash: said() }])
    expect(await told()).not.toMatch(/POISON|Use change to/)
    await expect(share(true, before)).rejects.toMatchObject({ code: 'conflict' })
    await expect(share(true)).rejects.toMatchObject({
      code: 'conflict',
      message: 'it’s instructions need your review.',
    })
    await atrium.person.accept('it')
    expect(await told()).not.toContain('POISON')
    await share(true)
    expect(await told()).toContain('POISON')
  })
})
