import { describe, expect, test } from 'vitest'
import { copyInput, copyProblem, secretsToEnter } from '../../../../../renderer/state/servers/draft/duplicate.ts'
import { serverConfig } from '../../../../../shared/config/server-config.ts'
import { foreignReferences } from '../../../../../shared/risk/secret-names.ts'
import { words } from '../../../../support/words.ts'

const program = serverConfig.parse({
  name: 'My files',
  command: 'npx',
  args: ['-y', 'x', '${key}'],
  secretArguments: { key: { secret: 'server/files/argument/key' } },
  env: { TOKEN: { secret: 'server/files/env/TOKEN' }, MODE: 'fast' },
})
const remote = serverConfig.parse({
  url: 'https://mcp.example.com/',
  headers: { Authorization: { secret: 'server/far/header/Authorization' } },
  oauth: { clientId: 'c', clientSecret: { secret: 'server/far/oauth-client-secret' } },
})

describe('a copy of a server', () => {
  test('[SPG-6] refers to its own secrets and stays off while their values are missing', () => {
    const { id, config, secrets } = copyInput('files', program, 'files 2', {})
    expect(id).toBe('files 2')
    expect(config).toEqual({
      type: 'stdio',
      command: 'npx',
      args: ['-y', 'x', '${key}'],
      enabled: false,
      secretArguments: { key: { secret: 'server/files 2/argument/key' } },
      env: { TOKEN: { secret: 'server/files 2/env/TOKEN' }, MODE: 'fast' },
    })
    expect(secrets).toEqual({})
    expect(foreignReferences('files 2', config)).toEqual([])
  })

  test('[SPG-6] is on with the values that were entered for it', () => {
    const wanted = secretsToEnter('far', remote, 'near')
    expect(wanted).toEqual([
      { label: 'Authorization', name: 'server/near/header/Authorization' },
      { label: words.serverForm.duplicate.clientSecret, name: 'server/near/oauth-client-secret' },
    ])
    const typed = Object.fromEntries(wanted.map(({ name }) => [name, ` value of ${name} `]))
    const { config, secrets } = copyInput('far', remote, 'near', typed)
    expect(config.enabled).toBe(true)
    expect(foreignReferences('near', config)).toEqual([])
    expect(secrets).toEqual(Object.fromEntries(wanted.map(({ name }) => [name, `value of ${name}`])))
  })

  test('[SPG-6] has its own secrets in arguments too', () => {
    const secretArguments = { key: { secret: 'server/files/argument/key' } }
    const { config } = copyInput('files', serverConfig.parse({ ...program, secretArguments }), 'files 2', {})
    expect(config).toMatchObject({ secretArguments: { key: { secret: 'server/files 2/argument/key' } } })
    expect(foreignReferences('files 2', config)).toEqual([])
  })

  test('[SPG-6] needs a name that is free and can be one', () => {
    expect(copyProblem('', ['files'])).toBe(words.serverForm.problems.noName)
    expect(copyProblem('files', ['files'])).toBe(words.serverForm.problems.nameTaken('files'))
    expect(copyProblem('a/b', [])).toBeDefined()
    expect(copyProblem('files 2', ['files'])).toBeUndefined()
  })
})
