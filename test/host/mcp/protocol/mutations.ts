import type { JsonObject, JsonValue } from '../../../../shared/schema/json.ts'

/** A random number below `n`, the same for the same seed (mulberry32). */
export type Dice = (n: number) => number

export function diceFrom(seed: number): Dice {
  let state = seed
  return (n) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % n
  }
}

const strange: JsonValue[] = [null, true, -1, 1.5, 1e308, '', '7', '__proto__', [], {}, [[]], { then: 'x' }, '\u202E']

/** A message with something missing, doubled, of another type or under another name, or with damaged bytes. */
export function mutate(message: JsonObject, dice: Dice): Buffer {
  const text = Buffer.from(JSON.stringify(dice(3) === 0 ? message : alter(message, dice)))
  const damaged = dice(2) === 0 ? damage(text, dice) : text
  return Buffer.concat([damaged, Buffer.from('\n')])
}

function alter(value: JsonValue, dice: Dice): JsonValue {
  if (typeof value !== 'object' || value === null || dice(8) === 0) return strange[dice(strange.length)] ?? null
  if (Array.isArray(value)) {
    const at = dice(value.length + 1)
    const item = value[at]
    return item === undefined ? [...value, strange[dice(strange.length)] ?? null] : value.with(at, alter(item, dice))
  }
  const names = Object.keys(value)
  const name = names[dice(names.length)] ?? 'x'
  const { [name]: member = null, ...rest } = value
  switch (dice(4)) {
    case 0:
      return rest
    case 1:
      return { ...rest, [names[dice(names.length)] ?? 'y']: member }
    case 2:
      return { ...value, [JSON.stringify(strange[dice(strange.length)])]: member }
    default:
      return { ...rest, [name]: alter(member, dice) }
  }
}

function damage(bytes: Buffer, dice: Dice): Buffer {
  const at = dice(bytes.length)
  const copy = Buffer.from(bytes)
  switch (dice(5)) {
    case 0:
      copy[at] = (copy[at] ?? 0) ^ (1 << dice(8))
      return copy
    case 1:
      return copy.subarray(0, at)
    case 2:
      return Buffer.concat([copy.subarray(0, at), copy.subarray(Math.min(copy.length, at + 1 + dice(8)))])
    case 3:
      return Buffer.concat([
        copy.subarray(0, at),
        Buffer.from([[0x0a, 0x00, 0xff, 0x22][dice(4)] ?? 0]),
        copy.subarray(at),
      ])
    default:
      return Buffer.concat([copy, copy])
  }
}
