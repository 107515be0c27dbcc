import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const main = path.resolve(import.meta.dirname, '../../../main')

describe('an entry whose compiled code is kept', () => {
  test.each(['web', 'cli'])('imports everything after V8’s cache is on: %s', (entry) => {
    const text = readFileSync(path.join(main, `${entry}.ts`), 'utf8')
    const before = text.slice(0, text.indexOf('\nkeepCompiledCode()'))
    expect([...before.matchAll(/from '(.*)'/g)].map(([, from]) => from)).toEqual(['./shells/common/code-cache.ts'])
    expect(text).toContain('await import(')
  })
})
