import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { optionsOf, recordWarnings, refusalOf } from '../../../main/host/registry/options.ts'
import { readRecord } from '../../../main/host/registry/record.ts'
import { asksIn, type NamedTemplate, type GapQuestion, type Template } from '../../../shared/config/candidate.ts'
import type { RegistryOption, RegistryWarning } from '../../../shared/config/registry.ts'
import type { JsonObject, JsonValue } from '../../../shared/schema/json.ts'

type Expected = {
  options: (JsonObject & { warnings?: string[] })[]
  id?: string
  displayName?: string
  status: string
  refused: string | null
  warnings: string[]
}
type Sample = { entry: JsonValue; expected: Expected }

const folder = path.resolve('test/fixtures/registry')
const samples = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json'))
  .toSorted()
  .map((file) => ({ file, sample: JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Sample }))

const told = (warnings: RegistryWarning[]): string[] =>
  warnings.map(({ code, what }) => (what ? `${code}: ${what}` : code))

/** A template as the samples write it: each gap by its ID. */
const written = (template: Template): string[] =>
  template.length === 1 && typeof template[0] === 'object' && template[0].option !== undefined
    ? [template[0].option, `<${template[0].ask}>`]
    : [template.map((part) => (typeof part === 'string' ? part : `<${part.ask}>`)).join('')]

function named({ name, value, secret }: NamedTemplate): JsonObject {
  const [first] = value
  const asks = asksIn(value)
  if (asks.length === 0) return { name, secret, value: written(value).join('') }
  const text = written(value).join('')
  return { name, secret, ask: asks[0] ?? '', ...(typeof first === 'string' && { pattern: text }) }
}

const asked = ({ id, label, help, example, secret, required, initial, choices, format, isMultiple }: GapQuestion) => ({
  id,
  words: help ?? label.replace(/^.*:/, ''),
  secret,
  required,
  ...(format && { format: format === 'file' ? 'filepath' : format }),
  ...(initial !== undefined && { default: initial }),
  ...(choices && { choices }),
  ...(isMultiple && { repeated: true }),
  ...(example !== undefined && { placeholder: example }),
})

function shape(option: RegistryOption): object {
  const { from, index, kind } = option
  if ('cannot' in option) return { from, index, kind, cannot: option.cannot }
  if ('bundle' in option) return { from, index, kind, ...option.bundle, asks: [], cannot: null }
  const { launch, questions } = option.candidate
  const asks = questions.map(asked)
  if (launch.type === 'http') {
    const headers = launch.headers.map(named)
    return { from, index, kind, url: written(launch.url).join(''), headers, asks, cannot: null }
  }
  const command = written(launch.command).join('')
  return {
    from,
    index,
    kind,
    command,
    args: launch.args.flatMap(written),
    env: launch.env.map(named),
    asks,
    cannot: null,
  }
}

/** An unusable way needs no more than its reason. */
function bare({ warnings: _warnings, ...option }: Expected['options'][number]): object {
  const { from, index, kind, cannot } = option
  return cannot === null ? option : { from, index, kind, cannot }
}

describe('[REG-2] a registry’s record', () => {
  test.each(samples)('reads $file as it should be read', ({ sample: { entry, expected } }) => {
    const record = readRecord(entry)
    if (expected.refused === 'record-not-valid') {
      expect(record).toBeUndefined()
      return
    }
    if (!record) throw new Error('The record was not read.')
    const options = optionsOf(record, 'https://registry.example')
    expect(refusalOf(record) ?? null).toBe(expected.refused)
    expect(record.status).toBe(expected.status)
    expect(options.map(shape)).toEqual(expected.options.map(bare))
    if (expected.displayName !== undefined) expect(record.title).toBe(expected.displayName)
    const all = told(recordWarnings(record))
    for (const warning of expected.warnings) expect(all).toContainEqual(expect.stringContaining(warning))
    for (const [at, { warnings = [] }] of expected.options.entries())
      for (const warning of warnings)
        expect(told(options[at]?.warnings ?? [])).toContainEqual(expect.stringContaining(warning))
    for (const option of options)
      if (expected.id !== undefined && 'candidate' in option) expect(option.candidate.id).toBe(expected.id)
  })
})
