/** Facts that a provider finds in a file's bytes before any model reads it. */

export const B64 = /^[A-Za-z0-9+/]*={0,2}$/

/** The bytes of base64 as the providers take it: padded, in the usual alphabet; undefined for anything else. */
export const bytesOf = (data) =>
  typeof data === 'string' && data !== '' && data.length % 4 === 0 && B64.test(data)
    ? Buffer.from(data, 'base64')
    : undefined

/** Whether bytes begin like a PDF, as far as anyone looks. */
export const beginsAsPdf = (bytes) => bytes.toString('latin1', 0, 1024).includes('%PDF')

/**
 * A PDF's pages, by its tree, and whether it wants a password; undefined if its pages can't be found. Objects inside of
 * compressed streams aren't looked for.
 */
export function readPdf(bytes) {
  if (!beginsAsPdf(bytes)) return undefined
  const text = bytes.toString('latin1')
  const objects = new Map()
  for (const [, n, body] of text.matchAll(/(?<!\d)(\d{1,7}) \d{1,5} obj\b(.*?)(?:endobj|stream\b|$)/gs))
    objects.set(n, body)
  const catalog = [...objects.values()].find((body) => /\/Type\s*\/Catalog\b/.test(body))
  const [, root] = /\/Pages\s+(\d+) \d+ R/.exec(catalog ?? '') ?? []
  const pages = root === undefined ? 0 : pagesOf(root, objects, new Map())
  return pages > 0 ? { pages, locked: /\/Encrypt\s+\d+ \d+ R/.test(text) } : undefined
}

/** The pages below a node; not a number if it contains itself. */
function pagesOf(n, objects, known) {
  if (known.has(n)) return known.get(n)
  const body = objects.get(n) ?? ''
  if (!/\/Type\s*\/Pages\b/.test(body)) return /\/Type\s*\/Page\b/.test(body) ? 1 : 0
  known.set(n, Number.NaN)
  const [, kids = ''] = /\/Kids\s*\[([^\]]*)/.exec(body) ?? []
  const sum = [...kids.matchAll(/(\d+) \d+ R/g)].reduce((so, [, kid]) => so + pagesOf(kid, objects, known), 0)
  known.set(n, sum)
  return sum
}

/** The format that a sound's first bytes show; undefined unless it is one of two. */
export function soundOf(b) {
  if (b.length > 12 && b.toString('latin1', 0, 4) === 'RIFF' && b.toString('latin1', 8, 12) === 'WAVE') return 'wav'
  const isFrame = b.length > 4 && b[0] === 0xff && (b[1] & 0xe0) === 0xe0
  return isFrame || b.toString('latin1', 0, 3) === 'ID3' ? 'mp3' : undefined
}
