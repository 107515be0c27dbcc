/** A value that only one kind of message can carry, with its encoding there. */
type Special = { encode: (value: object) => unknown; decode: (stand: never) => unknown }

type Entry = [tag: string, ...content: unknown[]]

/**
 * The values that structured cloning carries, as text. Self-contained: its source also runs inside Chromium. Refuses
 * unknown values, with Electron's words.
 */
export function wire() {
  const kind = (value: object): string => Object.prototype.toString.call(value).slice(8, -1)
  const refused = () => new TypeError('An object could not be cloned.')

  function toBase64(bytes: Uint8Array): string {
    let text = ''
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
    return btoa(text)
  }

  function encode(root: unknown, special?: Special): string {
    const table: Entry[] = []
    const seen = new Map<object, number>()

    function put(value: unknown): number {
      const known = typeof value === 'object' && value !== null ? seen.get(value) : undefined
      if (known !== undefined) return known
      const at = table.push(['json', null]) - 1
      if (typeof value === 'object' && value !== null) seen.set(value, at)
      table[at] = entry(value)
      return at
    }

    function entry(value: unknown): Entry {
      if (typeof value === 'number') return ['number', Object.is(value, -0) ? '-0' : String(value)]
      if (typeof value === 'bigint') return ['bigint', String(value)]
      if (value === undefined) return ['undefined']
      if (typeof value === 'object' && value !== null) return object(value)
      if (typeof value === 'function') return unusual(value)
      if (typeof value === 'symbol') throw refused()
      return ['json', value]
    }

    function unusual(value: object): Entry {
      const stand = special?.encode(value)
      if (stand === undefined) throw refused()
      return ['special', stand]
    }

    const place = (view: ArrayBufferView) => {
      const { length } = view as Partial<Uint8Array>
      return [put(view.buffer), view.byteOffset, length ?? view.byteLength]
    }

    function object(value: object): Entry {
      if (Array.isArray(value)) return ['array', value.length, Object.keys(value).map((key) => [key, put(value[+key])])]
      if (ArrayBuffer.isView(value)) return ['view', kind(value), place(value)]
      switch (kind(value)) {
        case 'Date':
          return ['date', (value as Date).getTime()]
        case 'RegExp':
          return ['regexp', (value as RegExp).source, (value as RegExp).flags]
        case 'ArrayBuffer':
          return ['buffer', toBase64(new Uint8Array(value as ArrayBuffer))]
        case 'Map':
          return ['map', [...(value as Map<unknown, unknown>)].map(([key, item]) => [put(key), put(item)])]
        case 'Set':
          return ['set', [...(value as Set<unknown>)].map(put)]
        case 'Error':
          return special ? unusual(value) : ['error', (value as Error).name, (value as Error).message]
        case 'Object':
          return ['object', Object.entries(value).map(([key, item]) => [key, put(item)])]
        default:
          return unusual(value)
      }
    }

    put(root)
    return JSON.stringify(table)
  }

  function decode(text: string, special?: Special): unknown {
    const table = JSON.parse(text) as Entry[]
    const made: unknown[] = []
    const errors = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError }
    const views = { Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array }
    const wideViews = { Float32Array, Float64Array, BigInt64Array, BigUint64Array, DataView }

    function take(at: number): unknown {
      if (at in made) return made[at]
      const [tag, ...content] = table[at] as [string, ...never[]]
      return makers[tag]?.(at, ...content)
    }

    const keep = <T>(at: number, value: T): T => ((made[at] = value), value)
    const makers: Record<string, (at: number, ...content: never[]) => unknown> = {
      json: (_at, value: unknown) => value,
      undefined: () => undefined,
      number: (_at, digits: string) => Number(digits),
      bigint: (_at, digits: string) => BigInt(digits),
      date: (at, time: number) => keep(at, new Date(time)),
      regexp: (at, source: string, flags: string) => keep(at, new RegExp(source, flags)),
      special: (at, stand: never) => keep(at, special?.decode(stand)),
      buffer: (at, bytes: string) => keep(at, Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)).buffer),
      view: (at, name: keyof typeof views, [buffer, offset, length]: [number, number, number]) =>
        keep(at, new { ...views, ...wideViews }[name](take(buffer) as ArrayBuffer, offset, length)),
      error: (at, name: keyof typeof errors, message: string) =>
        keep(at, Object.hasOwn(errors, name) ? new errors[name](message) : new Error(message)),
      array: (at, length: number, items: [string, number][]) => {
        const array: unknown[] = keep(at, [])
        array.length = length
        for (const [key, item] of items) array[+key] = take(item)
        return array
      },
      object: (at, items: [string, number][]) => {
        const object = keep(at, {})
        for (const [key, item] of items)
          Object.defineProperty(object, key, {
            value: take(item),
            enumerable: true,
            writable: true,
            configurable: true,
          })
        return object
      },
      map: (at, items: [number, number][]) => {
        const map = keep(at, new Map())
        for (const [key, item] of items) map.set(take(key), take(item))
        return map
      },
      set: (at, items: number[]) => {
        const set = keep(at, new Set())
        for (const item of items) set.add(take(item))
        return set
      },
    }
    return take(0)
  }

  return { encode, decode }
}
