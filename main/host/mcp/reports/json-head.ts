import { isObject, type JsonValue } from '../../../../shared/schema/json.ts'

/**
 * The start of a value's JSON text, slightly more than `limit` characters: costs only as much as that, however long the
 * rest is.
 */
export function jsonHead(value: JsonValue, limit: number): string {
  let text = ''
  const write = (item: JsonValue): void => {
    if (text.length > limit) return
    if (typeof item === 'string') text += JSON.stringify(item.slice(0, limit - text.length + 1))
    else if (Array.isArray(item)) writeAll('[', item.entries(), ']')
    else if (isObject(item)) writeAll('{', Object.entries(item), '}')
    else text += JSON.stringify(item)
  }
  const writeAll = (open: string, items: Iterable<[string | number, JsonValue]>, close: string): void => {
    text += open
    let isFirst = true
    for (const [key, item] of items) {
      if (text.length > limit) return
      if (!isFirst) text += ','
      isFirst = false
      if (typeof key === 'string') text += `${JSON.stringify(key.slice(0, limit))}:`
      write(item)
    }
    text += close
  }
  write(value)
  return text
}
