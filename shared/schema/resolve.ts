import { isObject, type JsonObject, type JsonValue } from './json.ts'
import { decoded, valueAt } from './pointer.ts'

/** Why a schema can't be resolved; `no-value`: nothing fits it. */
export type Unresolved = 'endless' | 'no-value' | 'refers-to-itself' | 'refers-to-nothing'

/** A schema with references followed and `allOf` merged, or why it can't become a form. */
export type Resolved = { schema: JsonObject } | { problem: Unresolved }

/** Max references and merges for one field. */
const mostSteps = 64

/**
 * Resolves one schema of a document (JSON Schema 2020-12, and older drafts' variants). Never throws and never fetches:
 * a reference that leaves the document, or leads nowhere, is a problem of this field alone.
 */
export function resolveSchema(schema: JsonValue | undefined, root: JsonObject): Resolved {
  let steps = 0
  const seen = new Set<string>()
  const follow = (it: JsonValue | undefined): Resolved => {
    if (++steps > mostSteps) return { problem: 'endless' }
    if (it === false) return { problem: 'no-value' }
    if (!isObject(it)) return { schema: {} }
    const { $ref, allOf, ...own } = it
    if (typeof $ref !== 'string') return Array.isArray(allOf) ? joinAll(own, allOf) : { schema: own }
    if (seen.has($ref)) return { problem: 'refers-to-itself' }
    seen.add($ref)
    const target = find($ref, root)
    if (target === undefined) return { problem: 'refers-to-nothing' }
    const found = follow(target)
    if ('problem' in found) return found
    return Array.isArray(allOf) ? joinAll(join(found.schema, own), allOf) : { schema: join(found.schema, own) }
  }
  const joinAll = (base: JsonObject, parts: JsonValue[]): Resolved => {
    let joined = base
    for (const part of parts) {
      const found = follow(part)
      if ('problem' in found) return found
      joined = join(joined, found.schema)
    }
    return { schema: joined }
  }
  return follow(schema)
}

/**
 * The conjunction of two schemas. Members that can't be merged take the second one's value; the whole is checked when
 * used.
 */
function join(first: JsonObject, second: JsonObject): JsonObject {
  const joined = { ...first, ...second }
  const { properties: a, required: needA } = first
  const { properties: b, required: needB } = second
  if (isObject(a) && isObject(b)) joined['properties'] = joinProperties(a, b)
  if (Array.isArray(needA) && Array.isArray(needB)) joined['required'] = [...new Set([...needA, ...needB])]
  if (first['additionalProperties'] === false) joined['additionalProperties'] = false
  return joined
}

function joinProperties(a: JsonObject, b: JsonObject): JsonObject {
  const both = Object.entries(b).map(([name, schema]): [string, JsonValue] => {
    const other = Object.hasOwn(a, name) ? a[name] : undefined
    return [name, other === undefined ? schema : { allOf: [other, schema] }]
  })
  return { ...a, ...Object.fromEntries(both) }
}

/** The target of a reference within the document: the whole, a pointer (RFC 6901), or an anchor. */
function find(ref: string, root: JsonObject): JsonValue | undefined {
  const id = typeof root['$id'] === 'string' ? root['$id'].replace(/#$/, '') : ''
  const local = id !== '' && ref.startsWith(id) ? ref.slice(id.length) : ref
  if (local === '' || local === '#') return root
  if (!local.startsWith('#')) return undefined
  const fragment = decoded(local.slice(1))
  if (!fragment.startsWith('/')) return findAnchor(fragment, root)
  return valueAt(root, fragment)
}

/** Max schemas searched for an anchor. */
const mostLooked = 5000

function findAnchor(name: string, root: JsonObject): JsonObject | undefined {
  const queue: JsonValue[] = [root]
  for (let looked = 0; looked < Math.min(queue.length, mostLooked); looked++) {
    const at = queue[looked]
    if (isObject(at) && (at['$anchor'] === name || at['$dynamicAnchor'] === name || at['$id'] === `#${name}`)) return at
    if (Array.isArray(at)) for (const item of at) queue.push(item)
    else if (isObject(at)) for (const value of Object.values(at)) queue.push(value)
  }
  return undefined
}
