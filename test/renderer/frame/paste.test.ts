import { describe, expect, test } from 'vitest'
import { commandLine, splitCommandLine } from '../../../renderer/servers/command-line.ts'
import { readPaste } from '../../../renderer/servers/paste.ts'

const found = (text: string) => {
  const pasted = readPaste(text)
  if ('problem' in pasted) throw new Error(pasted.problem)
  return pasted
}
const problem = (text: string): string => {
  const pasted = readPaste(text)
  return 'problem' in pasted ? pasted.problem : ''
}
const entry = { command: 'npx', args: ['-y', '@acme/docs-mcp@latest', 'a b'], env: { TOKEN: 't', PORT: 8080 } }

describe('a pasted config', () => {
  test.each([
    ['under mcpServers', { mcpServers: { docs: entry } }],
    ['under servers', { servers: { docs: entry }, inputs: [] }],
    ['by name alone', { docs: entry }],
  ])('[UI-11] fills the form: %s', (_form, config) => {
    const [draft] = found(JSON.stringify(config, null, 2)).servers
    expect(draft).toMatchObject({ id: 'docs', command: 'npx', args: '-y\n@acme/docs-mcp@latest\na b' })
    expect(draft?.env.map(({ name, value, secret }) => [name, value, secret])).toEqual([
      ['TOKEN', 't', true],
      ['PORT', '8080', true],
    ])
  })

  test('[UI-11] a part of a file, with its comma, is read as well', () => {
    expect(found(`"docs": ${JSON.stringify(entry)},`).servers[0]?.id).toBe('docs')
  })

  test('[UI-11] one entry without a name gets one from what it runs', () => {
    expect(found(JSON.stringify(entry)).servers[0]?.id).toBe('docs')
  })

  test('[UI-11] what cannot be taken is named, and the rest is kept', () => {
    const { servers, skipped } = found(
      JSON.stringify({ mcpServers: { far: { url: 'https://x' }, docs: entry, odd: 3, empty: {} } }),
    )
    expect(servers.map(({ id }) => id)).toEqual(['docs'])
    expect(skipped.map((sentence) => sentence.split(' ')[0])).toEqual(['far', 'odd', 'empty'])
  })

  test('[UI-11] broken or foreign JSON is one sentence', () => {
    expect(problem('{"mcpServers": {')).toMatch(/^This is not valid JSON: /)
    expect(problem('{"mcpServers": {}}')).toBe('There is no server in this JSON. It needs at least a "command".')
    expect(problem('{"mcpServers": {"far": {"url": "https://x"}}}')).toMatch(/^far is reached by an address/)
  })
})

describe('a pasted command line', () => {
  test('[UI-11] is split as a shell would, without one', () => {
    const [draft] = found(
      `$ API_KEY=secret npx -y @modelcontextprotocol/server-filesystem "/home/ada/my files" '' a\\ b`,
    ).servers
    expect(draft).toMatchObject({ id: 'filesystem', command: 'npx' })
    expect(draft?.args.split('\n')).toEqual([
      '-y',
      '@modelcontextprotocol/server-filesystem',
      '/home/ada/my files',
      '',
      'a b',
    ])
    expect(draft?.env.map(({ name, value }) => [name, value])).toEqual([['API_KEY', 'secret']])
  })

  test.each([
    ['uvx mcp-server-git --repository .', 'git'],
    ['docker run -i --rm mcp/postgres:1.2', 'postgres'],
    ['node /opt/tools/weather.mjs', 'weather'],
    ['npx everything-mcp', 'everything'],
    ['"C:\\Program Files\\thing\\thing.exe" --x', 'thing'],
  ])('[UI-11] %s is called %s', (line, id) => {
    expect(found(line).servers[0]?.id).toBe(id)
  })

  test('[UI-11] what needs a shell, or is an address, is refused with the reason', () => {
    expect(problem('cat x | grep y')).toMatch(/needs a shell \(\|\)/)
    expect(problem('https://mcp.example/v1')).toMatch(/^This is an address\./)
    expect(problem('A=1')).toBe('This line names no program to start.')
    expect(problem('  ')).toBe('There is nothing to read yet.')
  })

  test('[UI-11] backslashes of Windows paths stay', () => {
    expect(splitCommandLine('C:\\tools\\x.exe \\\\server\\share')).toEqual(['C:\\tools\\x.exe', '\\server\\share'])
  })

  test('[UI-11] what is shown as a command line reads back as the same words', () => {
    const words = ['run', 'a b', '', 'it"s', '--x=1', '$HOME;rm']
    const [command = '', ...args] = words
    expect(splitCommandLine(commandLine({ command, args }))).toEqual(words)
  })
})
