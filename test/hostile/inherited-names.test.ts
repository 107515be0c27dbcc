import { expect, onTestFinished, test } from 'vitest'
import { commands, type CommandName } from '../../shared/contract/commands.ts'
import { HostError } from '../../shared/contract/errors.ts'
import { Atrium } from '../support/atrium.ts'

const members = ['server', 'id', 'conversation', 'turn', 'call', 'ask', 'view', 'compaction', 'project', 'endpoint']
const names = ['__proto__', 'constructor', 'hasOwnProperty', 'toString']

test('[HOST-5] answers every command about a name that all objects inherit, in words or with nothing', async () => {
  const atrium = await Atrium.start()
  onTestFinished(() => atrium.close())
  const inputs = members.flatMap((member) =>
    names.map((name): unknown => JSON.parse(`{${JSON.stringify(member)}:${JSON.stringify(name)}}`)),
  )
  const taken: string[] = []
  const faults: string[] = []
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the contract are its names
  for (const command of Object.keys(commands) as CommandName[])
    for (const input of inputs.filter((it) => commands[command].input.safeParse(it).success)) {
      taken.push(command)
      await atrium.host
        .link({ actor: 'test', right: 'admin' })
        .call(command, input as never)
        .catch((error: unknown) => {
          const isSaid = error instanceof HostError && error.code !== 'internal'
          if (!isSaid) faults.push(`${command} ${JSON.stringify(input)}: ${String(error)}`)
        })
    }
  expect(faults).toEqual([])
  for (const command of ['reviewDefinitions', 'getConversation', 'listResources'] as const)
    expect(taken).toContain(command)
})
