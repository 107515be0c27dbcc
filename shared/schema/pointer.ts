import { bare } from '../text/bare.ts'
import { isObject, type JsonObject, type JsonValue } from './json.ts'

/** The pointer (RFC 6901) to a member of the value at `parent`. */
export const pointerTo = (parent: string, member: string): string =>
  `${parent}/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** The names and indices along a pointer (RFC 6901). */
export const stepsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

/** The value at a pointer (RFC 6901), if it exists. */
export const valueAt = (root: JsonValue, pointer: string): JsonValue | undefined =>
  stepsOf(pointer).reduce<JsonValue | undefined>(memberOf, root)

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (Array.isArray(value)) return isIndex(name) ? value[Number(name)] : undefined
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

const isIndex = (step: string): boolean => /^(0|[1-9]\d*)$/.test(step)

/** An object with more members isn't searched for names that resemble one. */
const mostMembers = 1000

/**
 * Whether a program that isn't exact about names could find something else at a pointer: an object on its way has
 * another member whose name differs only in case, width, separators or characters that draw nothing, or one that joins
 * the names of several steps.
 */
export function isContested(root: JsonValue, pointer: string): boolean {
  let value: JsonValue | undefined = root
  let steps = stepsOf(pointer)
  for (const step of steps) {
    if (isObject(value) && resembles(value, steps)) return true
    value = memberOf(value, step)
    steps = steps.slice(1)
  }
  return false
}

function resembles(value: JsonObject, steps: readonly string[]): boolean {
  const names = Object.keys(value)
  const like = new Set(steps.map((_, index) => bareSteps(steps.slice(0, index + 1).join('.'))))
  return names.length > mostMembers || names.some((other) => other !== steps[0] && like.has(bareSteps(other)))
}

/** Without what can stand between the names of steps, as in `a.b`, `a[b]` and `a/b`. */
const bareSteps = (name: string): string => bare(name).replaceAll(/[/[\]:>]/g, '')

/**
 * Whether nothing is at a pointer, and its way ends at another kind of value that a program may look into: a text or a
 * list in place of an object, or no list in place of one.
 */
export function isAstray(root: JsonValue, pointer: string): boolean {
  let value: JsonValue | undefined = root
  for (const step of stepsOf(pointer)) {
    const member = memberOf(value, step)
    if (member === undefined) return mayHold(value ?? null, isIndex(step))
    value = member
  }
  return false
}

function mayHold(value: JsonValue, asList: boolean): boolean {
  if (value === null || typeof value !== 'object')
    return value !== null && value !== '' && (asList || typeof value === 'string')
  return Array.isArray(value) !== asList && Object.keys(value).length > 0
}

/** The value a reference within its document points to (`#`, `#/…`), if it exists. */
export const referenced = (root: JsonValue, reference: string): JsonValue | undefined =>
  reference === '#' || reference.startsWith('#/') ? valueAt(root, decoded(reference.slice(1))) : undefined

/** Decodes a fragment's percent-encoding; returns it unchanged if that is malformed. */
export function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** A copy of `root` with `value` at a pointer whose parent exists; otherwise `root` itself. */
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

/** A pointer in readable form, such as `items[2].name`. */
export const readablePath = (pointer: string): string =>
  stepsOf(pointer)
    .map((step, index) => (/^\d+$/.test(step) ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('')
