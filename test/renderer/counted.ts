/**
 * A value that counts each member access, so work on it is measured without a clock. More than `most` accesses throw,
 * so an explosion ends.
 */
export function counted<T extends object>(value: T, most = Infinity): { value: T; looks: () => number } {
  let looks = 0
  const seen = new WeakMap<object, object>()
  const look = (times: number): void => {
    looks += times
    if (looks > most) throw new Error(`More than ${most} members were looked at.`)
  }
  const watched = (it: unknown): unknown => {
    if (typeof it !== 'object' || it === null) return it
    const known = seen.get(it)
    if (known) return known
    const proxy = new Proxy(it, {
      get: (target, key) => {
        look(1)
        return watched(Reflect.get(target, key))
      },
      ownKeys: (target) => {
        const keys = Reflect.ownKeys(target)
        look(keys.length)
        return keys
      },
    })
    seen.set(it, proxy)
    return proxy
  }
  return { value: watched(value) as T, looks: () => looks }
}
