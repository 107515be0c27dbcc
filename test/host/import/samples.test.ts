import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { decode, readImport } from '../../../main/host/import/read.ts'
import type { ImportClient, Imported } from '../../../shared/config/imported.ts'
import { expectedOf, seenAs, type Expected } from './expected.ts'

const samples = path.join(import.meta.dirname, '../../fixtures/clients')

const readExpected = (name: string): Expected => {
  const expected: Expected = JSON.parse(readFileSync(path.join(samples, name, 'expected.json'), 'utf8'))
  return expected
}

function read(name: string, { client, file, scope, existing = {} }: Expected): Imported {
  const text = decode(readFileSync(path.join(samples, name, file)))
  if (typeof text !== 'string') throw new Error(text.code)
  return readImport({
    text,
    fileName: file,
    client: client === 'any' ? undefined : (client as ImportClient),
    facts: { system: 'linux', home: '/home/me', project: scope === 'project' ? '/work/shop' : undefined },
    existing: Object.fromEntries(
      Object.entries(existing).map(([id, it]) => [id, { type: 'stdio', env: {}, enabled: true, ...it }]),
    ),
  })
}

describe('reading other applications’ files', () => {
  test.each(readdirSync(samples))('[FORM-16] reads %s as its sample expects', (name) => {
    const expected = readExpected(name)
    const result = read(name, expected)
    const listed =
      name === 'any-many' ? { ...result, servers: [0, 1, 119].flatMap((at) => result.servers[at] ?? []) } : result
    expect(seenAs(listed)).toEqual(expectedOf(expected))
    for (const [at, { warnings = [] }] of expected.servers.entries())
      expect(listed.servers[at]?.warnings).toEqual(expect.arrayContaining(warnings))
  })
})
