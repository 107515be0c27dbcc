import crypto from 'node:crypto'

/** Small things that both model fakes need. */

export const S = (...xs) => new Set(xs)
export const isObj = (v) => v !== null && typeof v === 'object' && !Array.isArray(v)
/** Whether an object has a field with a value. */
export const has = (o, k) => isObj(o) && Object.hasOwn(o, k) && o[k] !== undefined
export const sha = (s) => crypto.createHash('sha256').update(s).digest('hex')

/** Random letters and digits. */
export function alnum(n) {
  let s = ''
  while (s.length < n)
    s += crypto
      .randomBytes(n)
      .toString('base64')
      .replace(/[^A-Za-z0-9]/g, '')
  return s.slice(0, n)
}

/** Pieces of `n` characters; one empty piece for an empty text. */
export function split(s, n) {
  const out = []
  const a = Array.from(s)
  for (let i = 0; i < a.length; i += n) out.push(a.slice(i, i + n).join(''))
  return out.length ? out : ['']
}

/** The value at a path such as `messages[-1].content`. */
export const getPath = (o, p) =>
  p
    .replace(/\[(-?\d+)\]/g, '.$1')
    .split('.')
    .filter(Boolean)
    .reduce((v, k) => (v == null ? undefined : Array.isArray(v) && /^-?\d+$/.test(k) ? v.at(+k) : v[k]), o)
