import { expect, test } from 'vitest'
import { parseArguments } from '../../../main/shells/headless/arguments.ts'

const parse = (...argv: string[]) => parseArguments(argv, () => '{"piped":true}')

test('[CLI-7] arguments are an object, what comes through the pipe, or one by one; the last go first', () => {
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
  [[], 'It has to be said what to do: call, tools or serve.'],
  [['cal'], 'There is no "cal". There are call, tools and serve.'],
  [['call', 's'], 'call needs a server and one of its tools.'],
  [['call', 's', 't', 'u'], '"u" is too much. Arguments of the tool follow --args or --arg.'],
  [['call', 's', 't', '--args', '[]'], '--args must be a JSON object, such as {"path": "notes.txt"}.'],
  [['call', 's', 't', '--arg', 'x'], '--arg needs name=text or name:=json; "x" is neither.'],
  [['tools'], 'tools needs a server.'],
  [['tools', 's', 't'], '"t" is too much.'],
  [['tools', 's', '--arg', 'a=b'], '--args and --arg belong to call.'],
  [['tools', 's', '--data-dir', ''], 'The data directory must have a name.'],
])('[CLI-6] %j is a problem in one sentence', (argv, problem) => {
  expect(parse(...argv)).toEqual({ problem })
})

test('[CLI-6] what is no JSON, and options that there are not, are told by their names', () => {
  expect(parse('call', 's', 't', '--args', '{')).toHaveProperty(
    'problem',
    expect.stringMatching(/^--args is no JSON: .*\.$/),
  )
  expect(parse('call', 's', 't', '--arg', 'a:=x')).toHaveProperty(
    'problem',
    expect.stringMatching(/^--arg a is no JSON: /),
  )
  expect(parse('tools', 's', '--no-such')).toHaveProperty('problem', expect.stringContaining('--no-such'))
})
