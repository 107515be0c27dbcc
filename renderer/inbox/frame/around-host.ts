/**
 * An address in three pieces: what stands before its host, the host with its port, and what follows. One that a parser
 * reads otherwise than it is written has no piece that stands out.
 */
export function aroundHost(url: string): { before: string; host: string; after: string } {
  const parsed = URL.parse(url)
  const before = parsed ? `${parsed.protocol}//` : ''
  const end = before.length + (parsed?.host.length ?? 0)
  const isAsRead = parsed !== null && url.slice(0, end).toLowerCase() === `${before}${parsed.host}`
  if (!isAsRead || parsed.host === '' || !/^([/?#]|$)/.test(url.slice(end))) return { before: '', host: '', after: url }
  return { before, host: url.slice(before.length, end), after: url.slice(end) }
}
