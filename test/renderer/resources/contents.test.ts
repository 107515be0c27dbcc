import { describe, expect, test } from 'vitest'
import { comparedTexts } from '../../../renderer/resources/resource-diff.tsx'
import { bytesPerLine, contentsOf, hexLines, viewsOf } from '../../../renderer/content/contents.ts'
import { readTemplate, templateValues } from '../../../renderer/state/resources/templates.ts'
import { diffDefinitions } from '../../../renderer/ui/json/definition-rows.ts'
import { expandTemplate } from '../../../shared/schema/uri-template.ts'
import { bytesOfBase64 } from '../../../shared/text/base64.ts'

const text = (value: string, rest: object = {}) => ({
  uri: 'x:/a',
  text: value,
  bytes: value.length,
  isCut: false,
  ...rest,
})

describe('[REU-3] a resource’s content', () => {
  test('is shown by its type, with plain text first', () => {
    expect(viewsOf(text('# A', { mimeType: 'text/markdown; charset=utf-8' }))).toEqual(['text', 'markdown'])
    expect(viewsOf(text('# A', { uri: 'x:/README.MD' }))).toEqual(['text', 'markdown'])
    expect(viewsOf(text('plain'))).toEqual(['text'])
  })

  test('is formatted as JSON only if it is complete and valid JSON', () => {
    const mimeType = 'application/json'
    expect(viewsOf(text('{"a":1}', { mimeType }))).toEqual(['json', 'text'])
    expect(viewsOf(text('{"a":', { mimeType }))).toEqual(['text'])
    expect(viewsOf(text('{"a":1}', { mimeType, isCut: true }))).toEqual(['text'])
  })

  test('shows bytes as an image or audio by their type, and always as hex', () => {
    const blob = { uri: 'x:/a', bytes: 3, blob: 'AAAA' }
    expect(viewsOf({ ...blob, mimeType: 'image/png' })).toEqual(['image', 'hex'])
    expect(viewsOf({ ...blob, mimeType: 'audio/wav' })).toEqual(['audio', 'hex'])
    expect(viewsOf({ ...blob, mimeType: 'audio/x-evil' })).toEqual(['hex'])
    expect(viewsOf(blob)).toEqual(['hex'])
  })

  test('shows the first bytes in lines that fit, with their readable characters', () => {
    const bytes = bytesOfBase64(btoa('Hello, hexadecimal\n'), 18)
    expect(bytes && hexLines(bytes, 16)).toEqual([
      '000000  48 65 6c 6c 6f 2c 20 68 65 78 61 64 65 63 69 6d  Hello, hexadecim',
      '000010  61 6c                                            al',
    ])
    expect(bytes && hexLines(bytes, 8)[1]).toBe('000008  65 78 61 64 65 63 69 6d  exadecim')
    expect([73, 72, 40].map(bytesPerLine)).toEqual([16, 8, 8])
    expect(bytesOfBase64('no base64!', 10)).toBeUndefined()
  })

  test('is shown again from a message, without invalid entries', () => {
    expect(contentsOf([{ uri: 'x:/a', text: 'ä' }, { uri: 'x:/b', blob: 'AAA=' }, 7, { uri: 'x:/c' }])).toEqual([
      { uri: 'x:/a', mimeType: undefined, text: 'ä', bytes: 2, isCut: false },
      { uri: 'x:/b', mimeType: undefined, blob: 'AAA=', bytes: 2 },
    ])
    expect(contentsOf('nothing')).toEqual([])
  })
})

describe('[REU-4] a template', () => {
  test('takes the filled-in values, one from each line for a list', () => {
    const read = readTemplate('repo://{owner}/{ref}{/path*}{?q}')
    if ('problem' in read) throw new Error(read.problem.reason)
    expect(read.variables.map(({ name }) => name)).toEqual(['owner', 'ref', 'path', 'q'])
    const values = templateValues(read.variables, { owner: 'acme', ref: 'v3/x', path: 'docs\n\na b.md\n', q: '' })
    expect(values).toEqual({ owner: 'acme', ref: 'v3/x', path: ['docs', 'a b.md'] })
    expect(expandTemplate(read.template, values)).toEqual({ uri: 'repo://acme/v3%2Fx/docs/a%20b.md' })
  })

  test('says why it cannot be read', () => {
    expect(readTemplate('x://{open')).toHaveProperty('problem')
  })
})

describe('[REU-5] two versions of a resource', () => {
  const marked = (before: string, now: string, isCut = false) => {
    const { old, next } = comparedTexts([text(before)], [text(now, { isCut })])
    return diffDefinitions(old, next).flatMap(({ rows }) =>
      rows.flatMap((row) => ('runs' in row ? row.runs.filter((run) => run.isChanged).map((run) => run.text) : [])),
    )
  }

  test('are compared word by word', () => {
    expect(marked('Roses need water.', 'Roses need shade.')).toEqual(['water', 'shade'])
    expect(marked('same', 'same')).toEqual([])
  })

  test('are compared only as far as both are available', () => {
    expect(marked('abcdef and what was cut', 'abcdef', true)).toEqual([])
    expect(comparedTexts([text('abc')], [text('ab', { isCut: true })]).isCut).toBe(true)
  })
})
