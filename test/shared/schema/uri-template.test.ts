import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  expandTemplate,
  parseTemplate,
  templateVariables,
  type TemplateValue,
} from '../../../shared/schema/uri-template.ts'

type Value = TemplateValue | number | null | (string | number)[]
type Group = { variables: Record<string, Value>; testcases: [string, string | string[] | false][] }

const groupsOf = (name: string): [string, Group][] => {
  const file = new URL(`../../fixtures/rfc6570/${name}.json`, import.meta.url)
  const groups: Record<string, Group> = JSON.parse(readFileSync(file, 'utf8'))
  return Object.entries(groups)
}

/** The files write some values as numbers, and an undefined one as null. */
const textsOf = (variables: Group['variables']): Record<string, TemplateValue> =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]): [string, TemplateValue][] => {
      if (value === null) return []
      if (Array.isArray(value)) return [[name, value.map(String)]]
      return [[name, typeof value === 'number' ? String(value) : value]]
    }),
  )

function expanded(text: string, variables: Record<string, TemplateValue>): ReturnType<typeof expandTemplate> {
  const read = parseTemplate(text)
  return 'problem' in read ? read : expandTemplate(read.template, variables)
}

const cases = ['spec-examples', 'spec-examples-by-section', 'extended-tests'].flatMap((file) =>
  groupsOf(file).flatMap(([group, { variables, testcases }]) =>
    testcases.map(([template, wanted]) => ({ group, variables, template, wanted })),
  ),
)

test('[RSC-1] finds all public examples', () => {
  expect(cases).toHaveLength(234)
})

test.each(cases)('[RSC-1] expands the example in $group: $template', ({ variables, template, wanted }) => {
  const result = expanded(template, textsOf(variables))
  if (wanted === false) expect(result).toEqual({ problem: expect.objectContaining({ reason: expect.any(String) }) })
  else expect([wanted].flat()).toContain('uri' in result ? result.uri : result)
})

describe('[RSC-2] a faulty template', () => {
  const [[, { variables, testcases }] = ['', { variables: {}, testcases: [] }]] = groupsOf('negative-tests')

  test.each(testcases)('is refused: %s', (template) => {
    expect(expanded(template, textsOf(variables))).toEqual({
      problem: expect.objectContaining({ reason: expect.any(String) }),
    })
  })

  test.each([
    ['{a', { reason: 'unclosed' }],
    ['a}', { reason: 'unopened' }],
    ['x{}', { reason: 'invalid', part: '{}' }],
    ['{a:3}', { reason: 'several', part: 'a' }],
  ])('has its problem named: %s', (template, problem) => {
    expect(expanded(template, { a: ['1'] })).toEqual({ problem })
  })
})

test('[RSC-1] lists each variable once, in order, with its requirements', () => {
  const read = parseTemplate('db://{table}/{id:3}{?fields*,table,id}{#__proto__}')
  expect('template' in read && templateVariables(read.template)).toEqual([
    { name: 'table', explode: false },
    { name: 'id', prefix: 3, explode: false },
    { name: 'fields', explode: true },
    { name: '__proto__', explode: false },
  ])
  expect(expanded('a{__proto__}{constructor}', {})).toEqual({ uri: 'a' })
})
