import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EventOf } from '../../../../shared/events/events.ts'
import { Atrium } from '../../../support/atrium.ts'
import { everythingOver, modernPeer, type RemotePeer } from './peers.ts'
import { lastIfQuick } from '../../../../tools/quick.mjs'

let atrium: Atrium
let peer: RemotePeer
beforeEach(async () => void (atrium = await Atrium.start()))
afterEach(async () => {
  await atrium.close()
  await peer.stop()
})

type Tool = { tool: string; of(value: string | number): object }
type Carrier = { start(): Promise<RemotePeer>; echo: Tool; long: Tool }

const everything = {
  echo: { tool: 'echo', of: (message: string) => ({ message }) },
  long: { tool: 'trigger-long-running-operation', of: (duration: number) => ({ duration, steps: duration }) },
}
const carriers: [string, Carrier][] = [
  ['Streamable HTTP', { start: () => everythingOver('streamableHttp'), ...everything }],
  ['the older transport', { start: () => everythingOver('sse'), ...everything }],
  [
    'the newer era',
    {
      start: () => modernPeer(),
      echo: { tool: 'echo', of: (text: string) => ({ text }) },
      long: { tool: 'slow', of: (seconds: number) => ({ n: seconds * 10 }) },
    },
  ],
]

const use = ({ tool, of }: Tool, value: string | number): string => `!tool far__${tool} ${JSON.stringify(of(value))}`

type Finished = EventOf<'call.finished'>

/** The end of this tool's latest call. */
async function end(tool: string): Promise<Finished['outcome']> {
  const { person } = atrium
  const call = person.all('call.requested').findLast((event) => event.tool === tool)?.call
  return (await person.event('call.finished', (event) => event.call === call)).outcome
}

const callsSent = (): number => atrium.person.all('call.started').length

test.each(lastIfQuick(carriers))(
  '[E2E-20] [HTP-1] [HTP-2] denies calls over %s, runs them in parallel, cancels them, and calls after a restart',
  async (_name, { start, echo, long }) => {
    peer = await start()
    await atrium.add('far', { url: peer.url })
    const { person } = atrium
    const { conversation } = await person.link.call('sendMessage', { text: use(long, 60) })

    // Denied, it never reaches the server.
    await person.deny('not now')
    expect(await end(long.tool)).toMatchObject({ status: 'denied' })
    await person.event('turn.finished')
    expect(callsSent()).toBe(0)

    // The short one of two parallel calls ends while the long one runs, which is then cancelled.
    await person.link.call('sendMessage', { conversation, text: `${use(long, 60)}\n${use(echo, 'meanwhile')}` })
    await person.allow()
    await person.allow()
    expect(await end(echo.tool)).toMatchObject({ status: 'succeeded' })
    const { call } = await person.event('call.progress')
    await person.link.call('cancelCall', { call })
    expect(await end(long.tool)).toMatchObject({ status: 'cancelled', mayHaveRun: true })
    await person.until('the turn ends', () => person.all('turn.finished').length === 2)
    expect(callsSent()).toBe(2)
    expect(JSON.stringify(atrium.requests.at(-1)?.body.messages)).toMatch(/The person cancelled.*meanwhile/)

    await atrium.stop()
    await atrium.open()
    const again = atrium.person
    await again.until('it is ready again', () => again.state.servers['far']?.status.state === 'ready')
    await again.until('its tools', () => Object.keys(again.state.servers['far']?.tools ?? {}).length > 0)
    await again.link.call('sendMessage', { conversation, text: use(echo, 'welcome back') })
    await again.allow()
    expect(await end(echo.tool)).toMatchObject({ status: 'succeeded' })
    await again.event('turn.finished')
    expect(JSON.stringify(atrium.requests.at(-1)?.body.messages)).toMatch(/meanwhile.*welcome back/)
  },
)
