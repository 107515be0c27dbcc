import { isObject, type JsonValue } from './json.ts'

/** The place (RFC 6901) of a member of what is at `parent`. */
export const pointerTo = (parent: string, member: string): string =>
  `${parent}/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** The names and indices along a place (RFC 6901). */
export const stepsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

/** A copy of `root` with `value` at a place whose parent exists; elsewhere, `root` as it is. */
export function withValueAt(root: JsonValue, pointer: string, value: JsonValue): JsonValue {
  return placed(root, stepsOf(pointer), value)
}

function placed(at: JsonValue | undefined, [step, ...rest]: string[], value: JsonValue): JsonValue {
  if (step === undefined) return value
  if (Array.isArray(at)) return at.map((item, index) => (String(index) === step ? placed(item, rest, value) : item))
  if (!isObject(at)) return at ?? null
  if (rest.length > 0 && !Object.hasOwn(at, step)) return at
  return { ...at, [step]: placed(at[step], rest, value) }
}

/** A place as people write it, such as `items[2].name`. */
export const readablePlace = (pointer: string): string =>
  stepsOf(pointer)
    .map((step, index) => (/^\d+$/.test(step) ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('')
