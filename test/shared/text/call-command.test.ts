import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { parseTerminalArguments } from '../../../main/shells/headless/arguments.ts'
import { callCommand } from '../../../shared/text/command-line.ts'

/** The words that a shell makes of a command, after the first. */
const wordsOf = (command: string): string[] =>
  execFileSync('sh', ['-c', `atrium() { printf '%s\\n' "$@"; }; ${command}`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n')

describe('a call as a shell command', () => {
  test.each([
    ['plain', { text: 'Good morning' }],
    ['quotes', { text: `it's "quoted" $(id) \`id\` \\ ! # %s` }],
    ['lines and hidden characters', { text: 'a\nb\r\u001B[2J\u0085\u202E\u2028é😀' }],
    ['a secret’s placeholder', { key: '[secret server/it/env/KEY]', n: 5, list: [true, null] }],
  ])('gives the command line the same arguments: %s', (_name, args) => {
    const command = callCommand('-it', "--o'tool", args) ?? ''
    expect(command).toMatch(/^[ -~]+$/)
    expect(parseTerminalArguments(wordsOf(command), () => '')).toMatchObject({
      command: 'call',
      server: '-it',
      tool: "--o'tool",
      args,
    })
  })

  test('isn’t offered if a name has other characters than visible ASCII', () => {
    expect(callCommand('it', 'a\u202Eb', {})).toBeUndefined()
    expect(callCommand('it', 'a\nb', {})).toBeUndefined()
  })
})
