import { isObject, type JsonObject, type JsonValue } from './json.ts'

/** By the JSON Pointer of a schema inside a definition, the names of its properties in the server's order. */
export type PropertyOrders = Record<string, string[]>

/** Limits of the orders that are kept: they only sort forms. */
const longest = { names: 60, characters: 1500, depth: 8 }

/** The orders that sorting would lose; a stored definition has sorted keys, because its hash is that of its canonical text. */
export function propertyOrders(schema: JsonValue | undefined): PropertyOrders | undefined {
  const orders: PropertyOrders = {}
  let left = { names: longest.names, characters: longest.characters }
  eachSchema(schema, '', (properties, at) => {
    const names = Object.keys(properties)
    const after = { names: left.names - names.length, characters: left.characters - names.join('').length - at.length }
    if (isSorted(names) || after.names < 0 || after.characters < 0) return
    left = after
    orders[at] = names
  })
  return Object.keys(orders).length === 0 ? undefined : orders
}

const isSorted = (names: readonly string[]): boolean =>
  names.every((name, index) => index === 0 || (names[index - 1] ?? '') < name)

function eachSchema(value: JsonValue | undefined, at: string, see: (properties: JsonObject, at: string) => void): void {
  if (typeof value !== 'object' || value === null || at.split('/').length > 2 * longest.depth) return
  if (isObject(value) && isObject(value['properties'])) see(value['properties'], at)
  for (const [key, inner] of Object.entries(value)) eachSchema(inner, `${at}/${key}`, see)
}

/** A schema with its properties in these orders; those that an order doesn't name follow. */
export function inOrder(schema: JsonObject, orders: PropertyOrders | undefined): JsonObject {
  if (!orders) return schema
  const sorted = (value: JsonValue, at: string): JsonValue => {
    if (Array.isArray(value)) return value.map((item, index) => sorted(item, `${at}/${index}`))
    if (!isObject(value)) return value
    const inner = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, sorted(item, `${at}/${key}`)]))
    const order = Object.hasOwn(orders, at) ? orders[at] : undefined
    const { properties } = inner
    return order && isObject(properties) ? { ...inner, properties: sortedBy(properties, order) } : inner
  }
  const result = sorted(schema, '')
  return isObject(result) ? result : schema
}

function sortedBy(properties: JsonObject, order: readonly string[]): JsonObject {
  const places = new Map(order.map((name, index) => [name, index]))
  const place = (name: string): number => places.get(name) ?? places.size
  return Object.fromEntries(Object.entries(properties).toSorted(([a], [b]) => place(a) - place(b)))
}
