import { describe, expect, test } from 'vitest'
import {
  fillLaunch,
  secretArguments,
  unanswered,
  type LaunchTemplate,
  type Template,
} from '../../../shared/config/candidate.ts'

const gap = (ask: string): { ask: string } => ({ ask })

const program = (args: Template[], value: Template = []): LaunchTemplate => ({
  type: 'stdio',
  command: ['npx'],
  args,
  env: value.length > 0 ? [{ name: 'KEY', value, secret: true }] : [],
})

describe('a candidate', () => {
  test('puts one answer into every gap with its ID', () => {
    const launch = program([['--team=', gap('team')], [gap('team')]], ['Bearer ', gap('key')])
    expect(fillLaunch(launch, { team: 'core', key: 'k' })).toEqual({
      launch: {
        type: 'stdio',
        command: 'npx',
        args: ['--team=core', 'core'],
        env: [{ name: 'KEY', value: 'Bearer k', secret: true }],
      },
      unfit: [],
    })
  })

  test('keeps an answer that looks like a gap as it was typed', () => {
    const launch = program([[gap('a'), '-', gap('b')]])
    expect(fillLaunch(launch, { a: '${b} $& {b}', b: 'x' }).launch).toMatchObject({ args: ['${b} $& {b}-x'] })
  })

  test('leaves out an argument and a variable that are nothing but an unanswered gap', () => {
    const launch = program([[gap('a')], ['--b=', gap('a')], ['c']], [gap('a')])
    expect(fillLaunch(launch, { a: ' ' }).launch).toMatchObject({ args: ['--b= ', 'c'], env: [] })
  })

  test('makes several values as many arguments, and refuses them inside a text', () => {
    expect(fillLaunch(program([[gap('a')]]), { a: ['x', '', 'y'] }).launch).toMatchObject({ args: ['x', 'y'] })
    expect(fillLaunch(program([['--a=', gap('a')]]), { a: ['x', 'y'] }).unfit).toEqual(['a'])
  })

  test('puts an option before each of its values, and leaves it out without one', () => {
    const launch = program([[{ ask: 'a', option: '--ignore' }], ['last']])
    expect(fillLaunch(launch, { a: ['x', '--y'] }).launch).toMatchObject({
      args: ['--ignore', 'x', '--ignore', '--y', 'last'],
    })
    expect(fillLaunch(launch, { a: 'x' }).launch).toMatchObject({ args: ['--ignore', 'x', 'last'] })
    expect(fillLaunch(launch, {}).launch).toMatchObject({ args: ['last'] })
  })

  test('never lets an answer move a URL to another host', () => {
    const url: Template = ['https://', gap('tenant'), '.example.com/', gap('area'), '/mcp']
    const launch: LaunchTemplate = { type: 'http', url, headers: [] }
    expect(fillLaunch(launch, { tenant: 'evil.example.net/', area: 'main' }).unfit).toEqual(['tenant'])
    expect(fillLaunch(launch, { tenant: 'a@b', area: 'main' }).unfit).toEqual(['tenant'])
    expect(fillLaunch(launch, { tenant: 'acme', area: '../x?y#z' })).toEqual({
      launch: { type: 'http', url: 'https://acme.example.com/..%2Fx%3Fy%23z/mcp', headers: [] },
      unfit: [],
    })
  })

  test('takes a URL’s beginning as it was typed', () => {
    const launch: LaunchTemplate = { type: 'http', url: [gap('base'), '/mcp'], headers: [] }
    expect(fillLaunch(launch, { base: 'https://api.example.com' }).launch).toMatchObject({
      url: 'https://api.example.com/mcp',
    })
  })

  test('fills in an OAuth client, and leaves out its unanswered parts', () => {
    const oauth = { clientId: [gap('id')], clientSecret: [gap('secret')], scopes: 'read' }
    const launch: LaunchTemplate = { type: 'http', url: ['https://example.com/mcp'], headers: [], oauth }
    expect(fillLaunch(launch, { id: 'me' }).launch).toMatchObject({ oauth: { clientId: 'me', scopes: 'read' } })
  })

  test('names the required questions without an answer', () => {
    const question = (id: string, required: boolean) => ({ id, label: id, secret: false, required })
    const questions = [question('a', true), question('b', false), question('c', true)]
    expect(unanswered({ questions }, { a: '', c: ['x'] })).toEqual(['a'])
    expect(unanswered({ questions }, { a: ' ', c: ['', ' '] })).toEqual(['a', 'c'])
  })

  test('leaves out blank values of a list', () => {
    const launch = program([[gap('a')], ['--a=', gap('a')], [gap('b')], ['last']], [gap('b')])
    expect(fillLaunch(launch, { a: ['x', ' '], b: [' ', '\t'] })).toMatchObject({
      launch: { args: ['x', '--a=x', 'last'], env: [] },
    })
  })
})

describe('[BUN-8] a secret that goes into an argument', () => {
  const questions = [
    { id: 'input:key', label: 'Key', secret: true, required: true },
    { id: 'more', label: 'More', secret: true, required: false, isMultiple: true as const },
    { id: 'name', label: 'Name', secret: false, required: false },
  ]
  const launch = program([['--key=', gap('input:key')], [gap('more')], [gap('name')]])

  test('has its own name there, and no other text can stand for it', () => {
    const answers = { 'input:key': 'k$&', more: ['a', 'b'], name: '${key}' }
    const { placeholders, values } = secretArguments({ launch, questions }, answers)
    expect(fillLaunch(launch, answers, placeholders).launch).toMatchObject({
      args: ['--key=${key-2}', '${more}', '${more-2}', '${key}'],
    })
    expect(values).toEqual([
      { name: 'key-2', value: 'k$&' },
      { name: 'more', value: 'a' },
      { name: 'more-2', value: 'b' },
    ])
  })

  test('stays if it has no new answer and is stored', () => {
    const kept = { key: {} }
    expect(secretArguments({ launch, questions }, {}, kept)).toEqual({
      placeholders: { 'input:key': ['${key}'] },
      values: [{ name: 'key', value: '' }],
    })
  })
})
