import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { pointerTo, stepsOf } from '../../../shared/schema/pointer.ts'
import { subschemas } from '../../../shared/schema/subschemas.ts'

/** A schema without references to others, and the references it had. */
export type Isolated = {
  /** References nothing outside itself, and has no name. */
  schema: JsonObject
  /** The dropped references, which leave the document or lead nowhere. */
  left: string[]
}

/** Keywords that name a schema, or configure processing; none of them constrains a value. */
const naming: ReadonlySet<string> = new Set(['$id', 'id', '$anchor', '$async', '$schema', '$vocabulary'])
const longestShown = 200

/**
 * A self-contained copy of a server's schema. Names of schemas are removed everywhere, so they can't collide;
 * references by name become references by position. Fetches nothing: an external reference's constraints are dropped,
 * and the reference is reported.
 */
export function isolate(schema: JsonObject): Isolated {
  const names = new Names(schema)
  const left = new Set<string>()
  const copy = (value: JsonObject, base: string): JsonObject => {
    const own = baseOf(value, base)
    const result: JsonObject = Object.fromEntries(
      Object.entries(value).filter(([keyword, it]) => !naming.has(keyword) || typeof it === 'object'),
    )
    for (const keyword of ['$ref', '$dynamicRef']) {
      const reference = result[keyword]
      if (typeof reference !== 'string') continue
      const place = names.placeOf(reference, own)
      if (place !== undefined) result[keyword] = place
      else if (keyword === '$ref' || !names.isDynamic(reference)) {
        delete result[keyword]
        left.add(reference.slice(0, longestShown))
      }
    }
    for (const { path, schema: inner } of subschemas(value)) put(result, path, copy(inner, own))
    return result
  }
  return { schema: copy(schema, root), left: [...left] }
}

/** Replaces a schema inside a copy, copying its ancestors too. */
function put(result: JsonObject, [keyword, name]: [string, ...string[]], schema: JsonObject): void {
  if (name === undefined) {
    result[keyword] = schema
    return
  }
  const container = result[keyword]
  if (Array.isArray(container)) result[keyword] = container.with(Number(name), schema)
  else if (isObject(container))
    result[keyword] = Object.fromEntries(
      Object.entries(container).map(([key, it]) => [key, key === name ? schema : it]),
    )
}

/** The URI of a schema that has none. */
const root = 'schema:/'

/** The base URI of relative references in a schema. */
function baseOf(schema: JsonObject, outer: string): string {
  const id = schema['$id']
  return typeof id === 'string' && !id.startsWith('#') ? resolved(id, outer).split('#', 1).join('') : outer
}

/** The names that parts of one schema give themselves, and their positions. */
class Names {
  readonly #schema: JsonObject
  /** JSON pointers, by URI. */
  readonly #places = new Map<string, string>()
  readonly #dynamic = new Set<string>()

  constructor(schema: JsonObject) {
    this.#schema = schema
    this.#places.set(root, '')
    this.#gather(schema, '', root)
  }

  /** A reference to the same position that needs no name. */
  placeOf(reference: string, base: string): string | undefined {
    const [address = '', fragment = ''] = resolved(reference, base).split('#', 2)
    if (fragment === '' || fragment.startsWith('/')) {
      const start = this.#places.get(address)
      const pointer = start === undefined ? undefined : `${start}${decoded(fragment)}`
      return pointer !== undefined && exists(this.#schema, pointer) ? `#${encoded(pointer)}` : undefined
    }
    const pointer = this.#places.get(`${address}#${decoded(fragment)}`)
    return pointer === undefined ? undefined : `#${encoded(pointer)}`
  }

  isDynamic(reference: string): boolean {
    return reference.startsWith('#') && this.#dynamic.has(reference.slice(1))
  }

  #gather(schema: JsonObject, pointer: string, outer: string): void {
    const base = baseOf(schema, outer)
    if (base !== outer) this.#places.set(base, pointer)
    const { $anchor: anchor, $id: id, $dynamicAnchor: dynamic } = schema
    if (typeof anchor === 'string') this.#places.set(`${base}#${anchor}`, pointer)
    // Before 2019-09, a name inside the schema was written as an id.
    if (typeof id === 'string' && id.startsWith('#')) this.#places.set(`${base}${id}`, pointer)
    if (typeof dynamic === 'string') this.#dynamic.add(dynamic)
    for (const { path, schema: inner } of subschemas(schema)) this.#gather(inner, path.reduce(pointerTo, pointer), base)
  }
}

function resolved(reference: string, base: string): string {
  try {
    return new URL(reference, base).href
  } catch {
    return reference
  }
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

function exists(schema: JsonObject, pointer: string): boolean {
  let at: JsonValue | undefined = schema
  for (const key of stepsOf(pointer)) {
    if (Array.isArray(at)) at = /^\d+$/.test(key) ? at[Number(key)] : undefined
    else at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined
  }
  return isObject(at) || typeof at === 'boolean'
}

const encoded = (pointer: string): string => pointer.split('/').map(encodeURIComponent).join('/')
