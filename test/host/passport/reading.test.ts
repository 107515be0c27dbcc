import { describe, expect, test } from 'vitest'
import { SigningKey, fingerprintOf } from '../../../main/host/journal/chain/heads.ts'
import { withHome, withoutHome } from '../../../main/host/passport/portable.ts'
import { readPassport } from '../../../main/host/passport/read-passport.ts'
import { passportWords } from '../../../main/host/passport/words.ts'
import { isPassportText, longestPassport, passportBody } from '../../../shared/config/passport.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { canonical } from '../../../shared/schema/canonical.ts'
import { passportWith } from '../../support/passport.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'

const key = SigningKey.generate()
const hash = (digit: string): string => digit.repeat(64)

/** A passport with every member. */
const body = passportWith(key.name)

const signed = (value: object = body): string => {
  const text = canonical(value as JsonObject)
  return canonical({ ...(value as JsonObject), signature: key.signPassport(text) })
}

/** The refusal of a text, or undefined if it's read. */
function refusalOf(text: string): string | undefined {
  try {
    readPassport(text)
    return undefined
  } catch (error) {
    if (error instanceof HostError && error.code === 'bad-input') return error.message
    throw error
  }
}

/** The paths of all values in a JSON value that aren't objects or lists. */
function leaves(value: JsonValue, at: (string | number)[] = []): (string | number)[][] {
  if (Array.isArray(value)) return value.flatMap((item, index) => leaves(item, [...at, index]))
  return isObject(value) ? Object.entries(value).flatMap(([name, item]) => leaves(item, [...at, name])) : [at]
}

/** Another valid value of the same kind. */
function other(value: JsonValue): JsonValue {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (typeof value !== 'string') return value
  return /^[0-9a-f]{64}$/.test(value) ? value.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) : `${value}x`
}

function withOther(value: JsonValue, [step, ...rest]: (string | number)[]): JsonValue {
  if (step === undefined) return other(value)
  if (Array.isArray(value)) return value.map((item, index) => (index === step ? withOther(item, rest) : item))
  return isObject(value) ? { ...value, [step]: withOther(value[step] ?? null, rest) } : value
}

describe('the format of a passport', () => {
  test('[PASS-2] comes back whole from its text, with the fingerprint of its key', () => {
    const { passport, fingerprint } = readPassport(`\n${signed()}\n`)
    const { signature: _signature, ...read } = passport
    expect(read).toEqual(body)
    expect(passportBody.parse(body)).toEqual(body)
    expect(fingerprint).toBe(fingerprintOf(key.name))
    expect(fingerprint).toMatch(/^([0-9A-F]{4} ){7}[0-9A-F]{4}$/)
  })

  test('[PASS-2] can be recognised by its beginning, even if it is cut', () => {
    expect(signed().startsWith('{"atriumPassport":1,')).toBe(true)
    expect(isPassportText(signed().slice(0, 40))).toBe(true)
    expect(isPassportText('{"mcpServers":{}}')).toBe(false)
  })

  const whole: JsonObject = JSON.parse(signed())

  test.each(leaves(whole).map((at) => [at.join('.'), at] as const))('[PASS-2] notices a changed %s', (_, at) => {
    expect(refusalOf(canonical(withOther(whole, [...at])))).toMatch(/Nothing was added\.$/)
  })

  test.each(Object.keys(whole))('[PASS-2] notices a missing %s', (name) => {
    const { [name]: _gone, ...rest } = whole
    expect(refusalOf(canonical(rest))).toMatch(/Nothing was added\.$/)
  })

  test('[PASS-2] is refused if another key signed it, or this one signed something else', () => {
    const stranger = SigningKey.generate()
    const text = canonical(body as JsonObject)
    expect(refusalOf(canonical({ ...body, signature: stranger.signPassport(text) } as JsonObject))).toBe(
      passportWords.unsigned,
    )
    const forHead = key.signHead(1, text, 1).sig
    expect(refusalOf(canonical({ ...body, signature: forHead } as JsonObject))).toBe(passportWords.unsigned)
  })
})

describe('a hostile passport', () => {
  test.each([
    ['cut', signed().slice(0, -20), passportWords.cut],
    ['too large', signed().padEnd(longestPassport + 2, '!'), passportWords.tooLarge],
    ['not an object', '["atriumPassport"]', passportWords.malformed('its names')],
    ['of another version', signed({ ...body, atriumPassport: 2 }), passportWords.version('2', 1)],
    ['of an odd version', signed({ ...body, atriumPassport: '1' }), passportWords.malformed('atriumPassport')],
    ['reformatted', JSON.stringify(JSON.parse(signed()), null, 2), passportWords.rewritten],
    ['with a name twice', signed().replace('"earlier":3', '"earlier":9,"earlier":3'), passportWords.rewritten],
    ['with a number in another form', signed().replace('"earlier":3', '"earlier":3.0'), passportWords.rewritten],
    ['with a foreign member', signed({ ...body, more: 1 }), passportWords.malformed('its names')],
    ['with a prototype', signed().replace('"earlier":3', '"__proto__":{"earlier":3}'), undefined],
    ['with a fraction', signed({ ...body, earlier: 0.5 }), passportWords.malformed('earlier')],
    ['with a huge number', signed().replace('"earlier":3', '"earlier":1e400'), passportWords.malformed('earlier')],
    [
      'with a reserved name',
      signed({ ...body, server: { ...body.server, id: 'constructor' } }),
      passportWords.malformed('server.id'),
    ],
    [
      'with a definition twice',
      signed({ ...body, offers: { ...body.offers, definitions: [0, 0].map(() => body.offers.definitions[0]) } }),
      passportWords.malformed('offers.definitions'),
    ],
    [
      'with too many definitions',
      signed({
        ...body,
        offers: {
          ...body.offers,
          definitions: Array.from({ length: 5001 }, (_, i) => ({ item: `tool/${i + 10_000}`, hash: hash('a') })),
        },
      }),
      passportWords.malformed('offers.definitions'),
    ],
  ])('[PASS-3] is refused if it is %s', (_, text, why) => {
    const refusal = refusalOf(text)
    if (why === undefined) expect(refusal).toMatch(/Nothing was added\.$/)
    else expect(refusal).toBe(why)
  })

  test.each(['[', '{"atriumPassport":'])('[PASS-3] is refused however deep it is: %s', (opening) => {
    const depth = 100_000
    const text = opening.repeat(depth) + (opening === '[' ? ']' : '1}').repeat(depth)
    expect(refusalOf(text)).toMatch(/Nothing was added\.$/)
    expect(refusalOf(signed().replace('"earlier":3', `"earlier":${'['.repeat(depth)}${']'.repeat(depth)}`))).toMatch(
      /Nothing was added\.$/,
    )
  })
})

describe('a path in a passport', () => {
  test('[PASS-1] begins with ~ in place of the home folder, and comes back on another computer', () => {
    for (const [here, there] of [
      ['/home/me/x', '~/x'],
      ['--dir=/home/me', '--dir=~'],
      ['file:///home/me/x', 'file://~/x'],
      ['/home/me2/x', '/home/me2/x'],
      ['/mnt/home/me', '/mnt/home/me'],
    ] as const)
      expect(withoutHome(here, '/home/me')).toBe(there)
    expect(['~/x', '--dir=~', '~', 'a~b', '~x'].map((text) => withHome(text, '/Users/you'))).toEqual([
      '/Users/you/x',
      '--dir=/Users/you',
      '/Users/you',
      'a~b',
      '~x',
    ])
  })
})
