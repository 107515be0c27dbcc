import { describe, expect, test } from 'vitest'
import { stdioConfig } from '../../../shared/server-config.ts'
import {
  draftOf,
  emptyDraft,
  newVariable,
  readDraft,
  type ServerDraft,
} from '../../../renderer/servers/server-draft.ts'

const filled = (change: Partial<ServerDraft> = {}): ServerDraft => ({
  ...emptyDraft(),
  id: 'docs',
  command: 'npx',
  args: '-y\n@acme/docs',
  ...change,
})

const inputOf = (draft: ServerDraft, before?: Parameters<typeof readDraft>[1]) => {
  const read = readDraft(draft, before, [])
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  return read.input
}

const problemsOf = (draft: ServerDraft, taken: string[] = []) => {
  const read = readDraft(draft, undefined, taken)
  return 'problems' in read ? read.problems : {}
}

describe('reading the form', () => {
  test('[UI-12] a secret value stands beside the configuration, which only names it', () => {
    const env = [newVariable({ name: 'TOKEN', value: 'abc' }), newVariable({ name: 'HOST', value: 'h', secret: false })]
    const { config, secrets } = inputOf(filled({ env }))
    expect(config.env).toEqual({ TOKEN: { secret: 'server/docs/env/TOKEN' }, HOST: 'h' })
    expect(secrets).toEqual({ 'server/docs/env/TOKEN': 'abc' })
    expect(JSON.stringify(config)).not.toContain('abc')
  })

  test('[UI-12] a kept secret stays unless a new value is typed', () => {
    const config = stdioConfig.parse({ command: 'npx', env: { TOKEN: { secret: 'server/docs/env/TOKEN' } } })
    const draft = draftOf('docs', config)
    expect(draft.env[0]?.value).toBe('')
    expect(inputOf(draft, config)).toEqual({ id: 'docs', config, secrets: {} })
    const typed = { ...draft, env: draft.env.map((variable) => ({ ...variable, value: 'new' })) }
    expect(inputOf(typed, config).secrets).toEqual({ 'server/docs/env/TOKEN': 'new' })
  })

  test('[UI-14] what the form does not show is kept: limits, whether it is on, arguments over several lines', () => {
    const config = stdioConfig.parse({
      command: 'run',
      args: ['--text', 'two\nlines', '', ' spaced '],
      enabled: false,
      timeouts: { idle: 5 },
      name: 'Mine',
      cwd: '/srv',
    })
    expect(inputOf(draftOf('a', config), config).config).toEqual(config)
    const renamed = inputOf({ ...draftOf('a', config), name: '', cwd: '' }, config).config
    expect(renamed).not.toHaveProperty('name')
    expect(renamed).not.toHaveProperty('cwd')
    expect(renamed.timeouts).toEqual({ idle: 5 })
  })

  test('[UI-13] every field says what is wrong with it, all at once', () => {
    const unnamed = newVariable({ value: 'x' })
    const empty = newVariable({ name: 'A' })
    const twice = newVariable({ name: 'A', value: 'y' })
    const odd = newVariable({ name: 'A=B', value: 'y' })
    expect(problemsOf({ ...emptyDraft(), env: [unnamed, empty, twice, odd] })).toEqual({
      id: 'Give the server a name.',
      command: 'Name the program to start.',
      env: {
        [unnamed.key]: 'Name the variable, or remove the row.',
        [empty.key]: 'Enter the secret value.',
        [twice.key]: 'A is given twice.',
        [odd.key]: 'A name has no equals sign; the value has its own field.',
      },
    })
  })

  test('[UI-13] a name that is taken, reserved or not allowed is refused beside its field', () => {
    expect(problemsOf(filled(), ['docs']).id).toBe('There is a server with the name docs already.')
    expect(problemsOf(filled({ id: 'a/b' })).id).toMatch(/letters, digits/)
    expect(problemsOf(filled({ id: '__proto__' })).id).toBeDefined()
    expect(problemsOf(filled({ id: 'constructor' })).id).toBeDefined()
  })

  test('[UI-13] an address instead of a program is answered with what Atrium does', () => {
    expect(problemsOf(filled({ command: 'https://mcp.example' })).command).toMatch(/^This is an address\./)
  })

  test('[UI-13] a value that is too long is refused at its field, not thrown', () => {
    expect(problemsOf(filled({ command: 'x'.repeat(5000) })).command).toBeDefined()
  })
})
