import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { hashOf } from '../../../main/host/base/hash.ts'
import { startChecking } from '../../../main/host/validation/checking-thread.ts'
import { Validator, type SchemaVerdict } from '../../../main/host/validation/validator.ts'
import type { JsonObject, JsonValue } from '../../../shared/schema/json.ts'

const validator = new Validator()
afterAll(() => validator.close())

const check = (schema: JsonValue, value: JsonValue, server = 's'): Promise<SchemaVerdict> =>
  validator.check({ hash: hashOf(schema), schema }, value, { server })
const problems = async (schema: JsonValue, value: JsonValue): Promise<string[]> => {
  const verdict = await check(schema, value)
  return 'problems' in verdict ? verdict.problems : [JSON.stringify(verdict)]
}
const ok = { ok: true }
const dialect = (name: string, rest: JsonObject): JsonObject => ({
  $schema: `https://json-schema.org/${name}/schema`,
  ...rest,
})

/** Never ends on 'aaaa…b'. */
const burning: JsonObject = { type: 'string', pattern: '^(a+)+$' }
const fuel = `${'a'.repeat(40)}b`

describe('a verdict', () => {
  test('[VAL-1] names the problems with their places and requirements', async () => {
    const schema = {
      type: 'object',
      properties: {
        count: { type: 'integer' },
        items: {
          type: 'array',
          items: { type: 'object', properties: { name: { type: 'string', minLength: 2 } }, required: ['name'] },
        },
        kind: { enum: ['a', 'b'] },
        when: { type: ['string', 'null'], format: 'date' },
      },
      required: ['count'],
      additionalProperties: false,
    }
    expect(await problems(schema, { count: 1.5 })).toEqual(['`count` must be a whole number'])
    expect(await problems(schema, {})).toEqual(['`count` needs a value'])
    expect(await problems(schema, 'no')).toEqual(['The value must be an object'])
    expect(await problems(schema, { count: 1, items: [{ name: 'ok' }, { name: 'x' }, {}], 'a b': 1 })).toEqual([
      '`a b` is not known',
      '`items[1].name` must have at least 2 characters',
      '`items[2].name` needs a value',
    ])
    expect(await problems(schema, { count: 1, kind: 'c', when: 'today' })).toEqual([
      '`kind` must be one of "a", "b"',
      '`when` must be a date such as 2026-01-31',
    ])
    expect(await check(schema, { count: 1, when: null })).toEqual(ok)
  })

  test('[VAL-1] reports at most ten problems of limited length', async () => {
    const found = await problems(
      { type: 'array', items: { type: 'string' } },
      Array.from({ length: 50 }, (_, i) => i),
    )
    expect(found).toHaveLength(10)
    expect(found.at(-1)).toBe('and 41 more problems')
    const [long] = await problems({ required: ['x'.repeat(5000)], type: 'object' }, {})
    expect(long?.length).toBeLessThanOrEqual(300)
  })

  test('[VAL-1] follows the declared dialect, or 2020-12 if none is declared', async () => {
    const tuple = { type: 'array', prefixItems: [{ type: 'string' }] }
    expect(await problems(tuple, [1])).toEqual(['`[0]` must be a text'])
    expect(await check(dialect('draft-07', tuple), [1])).toEqual(ok)
    const oldTuple = { items: [{ type: 'string' }] }
    for (const name of ['draft-07', 'draft-06', 'draft/2019-09'])
      expect(await problems(dialect(name, oldTuple), [1])).toEqual(['`[0]` must be a text'])
    expect(
      await problems({ ...dialect('draft-07', oldTuple), $schema: 'http://json-schema.org/draft-07/schema#' }, [1]),
    ).toHaveLength(1)
    expect(await check(dialect('draft-04', {}), 1)).toEqual({ unchecked: expect.stringContaining('dialect') })
    expect(await check({ $schema: 42 }, 1)).toEqual({ unchecked: expect.stringContaining('dialect') })
  })

  test('[VAL-1] accepts any JSON value, and takes prototype members as missing', async () => {
    expect(await check(true, null)).toEqual(ok)
    expect(await problems({ type: 'object', required: ['constructor', 'toString'] }, {})).toHaveLength(2)
    const own = JSON.parse('{"__proto__":{"a":1},"constructor":1}') as JsonObject
    expect(await problems({ required: ['constructor'], additionalProperties: { type: 'string' } }, own)).toContain(
      '`constructor` must be a text',
    )
  })

  test('[VAL-1] keeps schemas with the same $id apart', async () => {
    const loose = { $id: 'https://example.org/same', type: 'object' }
    const strict = { $id: 'https://example.org/same', type: 'object', properties: { a: { type: 'string' } } }
    expect(await check(loose, { a: 1 })).toEqual(ok)
    expect(await problems(strict, { a: 1 })).toEqual(['`a` must be a text'])
    const nested = (type: string) => ({
      $defs: { x: { $id: 'https://example.org/x', type } },
      $ref: 'https://example.org/x',
    })
    expect(await check(nested('string'), 'a')).toEqual(ok)
    expect(await problems(nested('number'), 'a')).toEqual(['The value must be a number'])
  })

  test('[VAL-1] follows names anywhere within a schema, and forgets them afterwards', async () => {
    const $defs = {
      person: {
        $id: 'https://example.org/person.json',
        type: 'object',
        properties: { name: { $ref: '#/$defs/word' }, boss: { $ref: '#' }, pet: { $ref: 'animal.json#kind' } },
        $defs: { word: { type: 'string' } },
      },
      animal: { $id: 'https://example.org/animal.json', $defs: { a: { $anchor: 'kind', enum: ['cat', 'dog'] } } },
      'odd/na~me %': { $id: 'urn:uuid:1', type: 'number' },
    }
    const schema = {
      $id: 'https://example.org/root.json',
      properties: {
        who: { $ref: 'person.json' },
        n: { $ref: 'urn:uuid:1' },
        $id: { type: 'string' },
        m: { $ref: '#/$defs/odd~1na~0me%20%25' },
      },
      $defs,
    }
    const value = { who: { name: 1, boss: { name: 2 }, pet: 'cow' }, n: 'x', $id: 3, m: 'y' }
    expect(await problems(schema, value)).toEqual([
      '`who.name` must be a text',
      '`who.boss.name` must be a text',
      '`who.pet` must be one of "cat", "dog"',
      '`n` must be a number',
      '`$id` must be a text',
      '`m` must be a number',
    ])
    const old = { $schema: 'http://json-schema.org/draft-07/schema#', definitions: { a: { $id: '#a', type: 'null' } } }
    expect(await problems({ ...old, items: { $ref: '#a' } }, [1])).toEqual(['`[0]` must be null'])
    const twins = { a: { $id: 'x:same', type: 'string' }, b: { $id: 'x:same', type: 'number' } }
    expect(await check({ $id: 'urn:not a name', $defs: twins, items: { $ref: '#/$defs/a' } }, ['a'])).toEqual(ok)
    const dynamic = { $dynamicAnchor: 'node', properties: { next: { $dynamicRef: '#node' }, n: { type: 'number' } } }
    expect(await problems(dynamic, { next: { n: 'x' } })).toEqual(['`next.n` must be a number'])
    expect(await check({ default: { $ref: 'https://example.org' }, const: { $id: 'kept' } }, { $id: 'kept' })).toEqual(
      ok,
    )
  })

  test('[VAL-1] never takes a schema’s constraints from the value', async () => {
    const schema = { properties: { a: {}, b: { type: 'string', pattern: { $data: '1/a' }, const: { $data: '1/a' } } } }
    expect(await check(schema, { a: '^(a+)+$', b: fuel })).not.toEqual(ok)
  })

  test('[VAL-1] reports only the problems of the nearest of several branches', async () => {
    const optional = { anyOf: [{ type: 'integer', minimum: 3 }, { type: 'null' }] }
    expect(await problems({ properties: { x: optional } }, { x: 1 })).toEqual(['`x` must be at least 3'])
    const kind = (of: string, size: JsonObject) => ({
      type: 'object',
      properties: { kind: { const: of }, size, inner: { $ref: `#/$defs/${of}` } },
      required: ['kind', 'size'],
    })
    const shapes = {
      oneOf: [{ $ref: '#/$defs/circle' }, { $ref: '#/$defs/word' }],
      $defs: { circle: kind('circle', { type: 'number' }), word: kind('word', { type: 'string' }) },
    }
    expect(await problems(shapes, { kind: 'word', size: 3 })).toEqual(['`size` must be a text'])
    expect(await problems(shapes, { kind: 'circle', size: 'x' })).toEqual(['`size` must be a number'])
    expect(await problems({ oneOf: [{ type: 'string' }, { minLength: 1 }] }, 'both')).toEqual([
      'The value must fit exactly one of the types the schema allows',
    ])
  })

  test('[VAL-3] accepts every cent from 0.01 to 100.00 as a multiple of 0.01, and refuses 0.075', async () => {
    const amounts = Array.from({ length: 10_000 }, (_, i) => Number(((i + 1) / 100).toFixed(2)))
    for (const name of ['draft-06', 'draft-07', 'draft/2019-09', 'draft/2020-12']) {
      const schema = dialect(name, { type: 'array', items: { type: 'number', multipleOf: 0.01 } })
      expect(await check(schema, amounts)).toEqual(ok)
      expect(await check(schema, [-0.07, 0, 1e21, 123456789012.34])).toEqual(ok)
      expect(await problems(schema, [0.07, 0.075, 0.0700000001])).toEqual([
        '`[1]` must be a multiple of 0.01',
        '`[2]` must be a multiple of 0.01',
      ])
    }
  })

  test('[VAL-3] handles multiples at the ends of the number range and with invalid factors', async () => {
    expect(await check({ multipleOf: 1e-8 }, 12_391_239_123)).toEqual(ok)
    expect(await check({ multipleOf: 5e-324 }, Number.MAX_VALUE)).toEqual(ok)
    expect(await problems({ multipleOf: 0.123456789 }, 1e308)).toEqual(['The value must be a multiple of 0.123456789'])
    expect(await problems({ multipleOf: 0 }, 1)).toEqual(['The value must be a multiple of 0'])
    expect(await check({ multipleOf: -2 }, 4)).toEqual(ok)
    expect(await check({ multipleOf: 'x' }, 4)).toEqual({ unchecked: expect.stringContaining('cannot be read') })
    expect(await check({ multipleOf: 3 }, 'a text')).toEqual(ok)
  })

  test('[VAL-1] supports patterns that only work without the "u" flag', async () => {
    expect(await check({ type: 'string', pattern: '^[\\w-.]+$' }, 'a-b.c')).toEqual(ok)
  })
})

describe('a difficult schema', () => {
  test('[VAL-2] never fetches a remote or missing reference', async () => {
    let hits = 0
    const canary = createServer((_request, response) => {
      hits++
      response.end('{}')
    })
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
    const { port } = canary.address() as AddressInfo
    const canaries = [`http://127.0.0.1:${port}/schema.json`, 'file:///etc/passwd', '#/nowhere', '//x/y', '#gone']
    for (const $ref of canaries) {
      const partly = `its schema refers to "${$ref}", which is not in it, and nothing is fetched`
      const schema = { properties: { a: { $ref, type: 'number' }, b: { type: 'string' } } }
      expect(await check(schema, { a: 1 })).toEqual({ ok: true, partly })
      expect(await problems(schema, { a: 'x', b: 1 })).toEqual(['`a` must be a number', '`b` must be a text'])
      // Its constraints are unknown, so nothing is rejected for their absence.
      for (const unsure of [{ not: { $ref } }, { oneOf: [{ $ref }, {}] }, { $ref, unevaluatedProperties: false }])
        expect(await check(unsure, { a: 1 })).toEqual({ unchecked: partly })
    }
    const many = { allOf: canaries.map(($ref) => ({ $ref })) }
    expect(await check(many, 1)).toHaveProperty('partly', expect.stringContaining(`"${canaries[0]}" and 4 more, which`))
    await new Promise((resolve) => canary.close(resolve))
    expect(hits).toBe(0)
  })

  test('[VAL-2] is not applied if it is broken, too large or too deep, and says so', async () => {
    expect(await check('x', 1)).toEqual({ unchecked: 'its schema is not an object' })
    expect(await check({ type: 'nonsense' }, 1)).toEqual({ unchecked: expect.stringContaining('cannot be read') })
    expect(await check({ pattern: '(' }, 'a')).toEqual({ unchecked: expect.stringContaining('cannot be read') })
    expect(await problems({ $async: true, type: 'string' }, 1)).toEqual(['The value must be a text'])
    expect(await problems({ $defs: { a: { $async: true, type: 'string' } }, $ref: '#/$defs/a' }, 1)).toEqual([
      'The value must be a text',
    ])
    expect(await check({ description: 'x'.repeat(600_000) }, 1)).toEqual({
      unchecked: 'its schema is larger than 512 KB',
    })
    let deep: JsonObject = {}
    for (let i = 0; i < 60; i++) deep = { not: deep }
    expect(await check(deep, 1)).toEqual({ unchecked: 'its schema is nested too deeply' })
  })

  test('[VAL-2] follows recursion as deep as the value', async () => {
    const tree = {
      type: 'object',
      properties: { kids: { type: 'array', items: { $ref: '#' } }, name: { type: 'string' } },
    }
    expect(await problems(tree, { kids: [{ kids: [{ name: 1 }] }] })).toEqual(['`kids[0].kids[0].name` must be a text'])
    expect(await check({ $ref: '#' }, 1)).toHaveProperty('unchecked')
  })

  test('[VAL-2] is stopped and blocked after a quarter of a second, and checks behind it are answered', async () => {
    const burnt = check(burning, fuel, 'bad')
    const again = check(burning, fuel, 'bad')
    const behind = Array.from({ length: 20 }, (_, i) => check({ type: 'number' }, i, `neighbour ${i % 3}`))
    const slow = { unchecked: 'checking takes longer than a quarter of a second' }
    expect(await burnt).toEqual(slow)
    expect(await again).toEqual(slow)
    expect(await Promise.all(behind)).toEqual(behind.map(() => ok))
    // It is blocked: nothing is checked by it again, not even values it would accept at once.
    expect(await check(burning, 'aaa', 'other')).toEqual(slow)
  })

  test('[VAL-2] continues until it has used a quarter of a second of processor time, whatever the clock says', async () => {
    const own = new Validator()
    const slow: JsonObject = { type: 'array', uniqueItems: true, items: { type: 'object' } }
    const value = Array.from({ length: 900 }, (_, i) => ({ i, same: 'x' }))
    const named = { hash: hashOf(slow), schema: slow }
    expect(await own.check({ hash: 'warm', schema: {} }, 1)).toEqual(ok)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      let verdict: SchemaVerdict | undefined
      const checked = own.check(named, value).then((it) => (verdict = it))
      // Quarters of a second pass on the clock while the thread used some milliseconds.
      let quarters = 0
      for (; quarters < 8; quarters++) {
        await vi.waitUntil(() => verdict ?? vi.getTimerCount() === 2, { interval: 1 })
        if (verdict) break
        vi.advanceTimersByTime(250)
      }
      expect(await checked).toEqual(ok)
      expect(quarters).toBeGreaterThan(0)
    } finally {
      vi.useRealTimers()
      await own.close()
    }
  })

  test('[VAL-2] is stopped if its combinations grow exponentially', async () => {
    const $defs: JsonObject = { d0: { type: 'string' } }
    for (let i = 1; i <= 40; i++)
      $defs[`d${i}`] = { allOf: [{ $ref: `#/$defs/d${i - 1}` }, { $ref: `#/$defs/d${i - 1}` }] }
    expect(await check({ $defs, $ref: '#/$defs/d40' }, 'x')).toHaveProperty('unchecked')
    expect(await check({ type: 'string' }, 'x')).toEqual(ok)
  })

  test('[VAL-2] waits its server’s turn, so one server’s queue doesn’t delay another', async () => {
    const order: string[] = []
    const ask = (server: string) => check({ type: 'number', multipleOf: 1 }, 1, server).then(() => order.push(server))
    await Promise.all([...Array.from({ length: 30 }, () => ask('busy')), ask('quiet'), ask('quiet')])
    expect(order.indexOf('quiet')).toBeLessThanOrEqual(2)
    expect(order.lastIndexOf('quiet')).toBeLessThanOrEqual(4)
  })

  test('[VAL-2] doesn’t block the host', async () => {
    const other = new Validator()
    const schema = { type: 'string', pattern: '^(b+)+$' }
    let turns = 0
    const beat = setInterval(() => turns++, 1)
    await other.check({ hash: hashOf(schema), schema }, `${'b'.repeat(40)}a`)
    clearInterval(beat)
    expect(turns).toBeGreaterThan(0)
    await other.close()
    expect(await other.check({ hash: 'x', schema: true }, 1)).toEqual({ unchecked: 'Atrium was closing' })
  })
})

describe('a server with schemas that exhaust the processor', () => {
  /** Counts the work of real threads. Each entry is a thread, with the schemas it was given. */
  function counted(): { given: string[][]; start: () => Worker } {
    const given: string[][] = []
    return {
      given,
      start: () => {
        const mine: string[] = []
        given.push(mine)
        const thread = startChecking()
        const post = thread.postMessage.bind(thread)
        vi.spyOn(thread, 'postMessage').mockImplementation((job: { hash: string }) => {
          mine.push(job.hash)
          post(job)
        })
        return thread
      },
    }
  }

  const leftOut = { unchecked: expect.stringContaining('five times, so none of them is checked for ten minutes') }
  const slow = { unchecked: expect.stringContaining('a quarter of a second') }

  test('[VAL-4] has five of 120 schemas checked beside its neighbours, and others again after ten minutes @all', async () => {
    const { given, start } = counted()
    let now = 0
    const own = new Validator({ start, now: () => now })
    const burn = (n: number) =>
      own.check({ hash: `bad ${n}`, schema: { type: 'string', pattern: `^(a+)+${n}$` } }, fuel, { server: 'bad' })
    const good = () => own.check({ hash: 'good', schema: { type: 'number', multipleOf: 1 } }, 1, { server: 'good' })
    const burnt = Array.from({ length: 120 }, (_, n) => burn(n))
    for (let n = 0; n < 200; n++) expect(await good()).toEqual(ok)
    const verdicts = await Promise.all(burnt)
    expect(verdicts.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => slow))
    expect(verdicts.slice(5)).toEqual(Array.from({ length: 115 }, () => leftOut))

    // The first thread gave up the first of them, the next serves only the neighbours, and five were used up
    // separately.
    expect(given[0]).toEqual(['bad 0'])
    expect(new Set(given.filter((hashes) => hashes.includes('good')).flat())).toEqual(new Set(['good']))
    expect(
      given
        .slice(1)
        .flat()
        .filter((hash) => hash !== 'good'),
    ).toEqual([0, 1, 2, 3, 4].map((n) => `bad ${n}`))

    // Its valid schemas aren't checked either, and nothing is retried before the time is over.
    const sound = () => own.check({ hash: 'sound', schema: { type: 'number' } }, 'no', { server: 'bad' })
    now += 10 * 60_000 - 1
    expect(await sound()).toEqual(leftOut)
    now += 1
    expect(await sound()).toMatchObject({ ok: false })
    await own.close()
  })

  test('[VAL-4] still has its other schemas checked after fewer than five @all', async () => {
    const { given, start } = counted()
    const own = new Validator({ start })
    const server = { server: 'slow' }
    const sound = { hash: 'sound', schema: { type: 'number', multipleOf: 1 } }
    const warmed = await own.check(sound, 1)
    const burnt = own.check({ hash: 'burning', schema: burning }, fuel, server)
    const behind = own.check(sound, 'no', server)
    expect([warmed, await burnt, await behind]).toMatchObject([ok, slow, { ok: false }])
    expect(await own.check(sound, 1, { server: 'good' })).toEqual(ok)
    // The shared thread gave it up once, and so did the slow one.
    expect(given.filter((hashes) => hashes.at(-1) === 'burning')).toHaveLength(2)
    expect(given.flat().filter((hash) => hash === 'burning')).toHaveLength(2)
    await own.close()
  })
})
