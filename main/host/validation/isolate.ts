import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { pointerTo, stepsOf } from '../../../shared/schema/pointer.ts'
import { subschemas } from '../../../shared/schema/subschemas.ts'

export type Isolated = {
  /** Refers to nothing but places within itself, and has no name. */
  schema: JsonObject
  /** The references that lead out of it, or nowhere, and were left out. */
  left: string[]
}

/** The keywords that name a schema, or say how it is to be run; none of them says anything about a value. */
const naming: ReadonlySet<string> = new Set(['$id', 'id', '$anchor', '$async', '$schema', '$vocabulary'])
const longestShown = 200

/**
 * A copy of a server's schema that stands by itself. Names of schemas are taken out, wherever they are, so that they can
 * meet no other; references by name become references by place. Nothing is fetched: what a reference to elsewhere would
 * demand is not demanded, and the reference is told.
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

/** Replaces a schema within a copy, of which what lies above it is copied too. */
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

/** Stands for the address of a schema that gives itself none. */
const root = 'schema:/'

/** What relative references within a schema are relative to. */
function baseOf(schema: JsonObject, outer: string): string {
  const id = schema['$id']
  return typeof id === 'string' && !id.startsWith('#') ? resolved(id, outer).split('#', 1).join('') : outer
}

/** The names that parts of one schema give themselves, and where these parts are. */
class Names {
  readonly #schema: JsonObject
  /** JSON pointers, by address. */
  readonly #places = new Map<string, string>()
  readonly #dynamic = new Set<string>()

  constructor(schema: JsonObject) {
    this.#schema = schema
    this.#places.set(root, '')
    this.#gather(schema, '', root)
  }

  /** A reference to the same place that needs no name. */
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
    // Before 2019-09, a name within the schema was written as an id.
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
