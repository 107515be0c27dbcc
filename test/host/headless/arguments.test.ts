import { expect, test } from 'vitest'
import { parseTerminalArguments } from '../../../main/shells/headless/arguments.ts'
import { commonWords } from '../../../main/shells/common/words.ts'
import { terminalWords as words } from '../../../main/shells/headless/words.ts'

const parse = (...argv: string[]) => parseTerminalArguments(argv, () => '{"piped":true}')

test('[CLI-7] reads arguments from an object, from the pipe or one by one; later ones win', () => {
  const args = (...more: string[]) => {
    const parsed = parse('call', 's', 't', ...more)
    return 'args' in parsed ? parsed.args : parsed
  }
  expect(args()).toEqual({})
  expect(args('--args', '{"a":{"b":1}}')).toEqual({ a: { b: 1 } })
  expect(args('--args', '-')).toEqual({ piped: true })
  expect(args('--arg', 'text=5', '--arg', 'figure:=5', '--arg', 'list:=["x"]', '--arg', 'empty=')).toEqual({
    text: '5',
    figure: 5,
    list: ['x'],
    empty: '',
  })
  expect(args('--arg', 'url=http://x/?a:=b=c', '--arg', 'a:b=c')).toEqual({ url: 'http://x/?a:=b=c', 'a:b': 'c' })
  expect(args('--args', '{"a":1,"b":2}', '--arg', 'a=own')).toEqual({ a: 'own', b: 2 })
})

test.each([
  [[], words.noCommand],
  [['cal'], words.unknownCommand('cal')],
  [['call', 's'], words.callNeeds],
  [['call', 's', 't', 'u'], words.callTooMany('u')],
  [['call', 's', 't', '--args', '[]'], words.argsNotObject],
  [['call', 's', 't', '--arg', 'x'], words.argMalformed('x')],
  [['tools'], words.toolsNeeds],
  [['tools', 's', 't'], commonWords.unexpectedArgument('t')],
  [['tools', 's', '--arg', 'a=b'], words.argumentsOnlyForCall],
  [['import'], words.importNeeds],
  [['import', 'f', 'g'], commonWords.unexpectedArgument('g')],
  [['import', 'f', '--arg', 'a=b'], words.argumentsOnlyForCall],
  [['import', 'f', '--json'], words.noJsonForImport],
  [['tools', 's', '--add'], words.addOnlyForImport],
  [['tools', 's', '--data-dir', ''], commonWords.directoryWithoutName],
])('[CLI-6] reports %j as a problem in one sentence', (argv, problem) => {
  expect(parse(...argv)).toEqual({ problem })
})

test('[CLI-6] names invalid JSON and unknown options in its message', () => {
  expect(parse('call', 's', 't', '--args', '{')).toHaveProperty(
    'problem',
    expect.stringMatching(/^--args isn’t valid JSON: .*\.$/),
  )
  expect(parse('call', 's', 't', '--arg', 'a:=x')).toHaveProperty(
    'problem',
    expect.stringMatching(/^--arg a isn’t valid JSON: /),
  )
  expect(parse('tools', 's', '--no-such')).toHaveProperty('problem', expect.stringContaining('--no-such'))
})
