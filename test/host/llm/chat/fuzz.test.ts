import { describe, expect, test } from 'vitest'
import { fc, times } from '../../../support/deep.ts'
import { messagesOf, text, tools } from '../hostile.ts'
import { built, Direct, harmless, servers } from './direct.ts'

const runs = times(60, 400)

describe.each(servers)('a request to $kind', (server) => {
  test('[OAI-9] [OAI-11] [OAI-14] is accepted whatever its tools, results and history are', async () => {
    const direct = await Direct.start(server.kind)
    const history = fc.array(messagesOf('here', server.model), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(tools, history, text, async (offered, messages, system) => {
        const { json } = built(server, { tools: offered, messages, system })
        const { status, error, lint } = await direct.send(json)
        expect({ status, error }).toEqual({ status: 200, error: '' })
        expect(lint.filter((it) => !harmless.some((known) => known.test(it)))).toEqual([])
      }),
      { numRuns: runs },
    )
  })
})
