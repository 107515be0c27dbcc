/** An encoded host in readable letters (RFC 3492); undefined if it isn't encoded. */
export function readableHost(hostname: string): string | undefined {
  const readable = hostname
    .split('.')
    .map((label) => (label.startsWith('xn--') ? decoded(label.slice(4)) : label))
    .join('.')
  return readable === hostname ? undefined : readable
}

const [base, tMin, tMax, skew, damp, initialBias, initialCode] = [36, 1, 26, 38, 700, 72, 128]

/** Decodes one label without its `xn--`. The URL parser rejects labels that can't be decoded. */
function decoded(label: string): string {
  const end = label.lastIndexOf('-')
  const output = end > 0 ? Array.from(label.slice(0, end)) : []
  const digits = end >= 0 ? label.slice(end + 1) : label
  let [code, at, bias, read] = [initialCode, 0, initialBias, 0]
  while (read < digits.length) {
    const before = at
    let weight = 1
    for (let k = base; ; k += base) {
      const digit = Number.parseInt(toBase36(digits[read++] ?? ''), base)
      if (Number.isNaN(digit)) return `xn--${label}`
      at += digit * weight
      const threshold = Math.min(Math.max(k - bias, tMin), tMax)
      if (digit < threshold) break
      weight *= base - threshold
    }
    const length = output.length + 1
    bias = adapted(at - before, length, before === 0)
    code += Math.floor(at / length)
    at %= length
    if (code > 0x10ffff) return `xn--${label}`
    output.splice(at++, 0, String.fromCodePoint(code))
  }
  return output.join('')
}

/** In an address a to z are 0 to 25, and 0 to 9 are 26 to 35. */
function toBase36(digit: string): string {
  if (/^[a-z]$/.test(digit)) return ((digit.codePointAt(0) ?? 0) - 97).toString(base)
  return /^\d$/.test(digit) ? (Number(digit) + 26).toString(base) : ''
}

function adapted(delta: number, length: number, isFirst: boolean): number {
  let left = Math.floor(isFirst ? delta / damp : delta / 2)
  left += Math.floor(left / length)
  let k = 0
  for (; left > ((base - tMin) * tMax) / 2; k += base) left = Math.floor(left / (base - tMin))
  return k + Math.floor(((base - tMin + 1) * left) / (left + skew))
}
