/** Milliseconds for one path, and characters read of its answer. */
const limits = { ms: 2000, characters: 4096 }

/** The paths where servers usually are, on the same origin. */
const usualPaths = ['/mcp', '/sse', '/']

/**
 * The other usual paths of a URL of this computer: `mcp` or `sse` if a server answers there, else the status. Nothing
 * of the configuration is sent, and the request opens no session.
 */
export async function neighboursOf(url: string): Promise<Record<string, string | number>> {
  const { origin, pathname } = new URL(url)
  const other = pathname.endsWith('/') ? pathname.slice(0, -1) : `${pathname}/`
  const paths = [...new Set([...usualPaths, other])].filter((path) => path !== pathname && path !== '')
  const found = await Promise.all(paths.map(async (path) => [path, await answerAt(`${origin}${path}`)] as const))
  return Object.fromEntries(found.flatMap(([path, is]) => (is === undefined ? [] : [[path, is]])))
}

async function answerAt(url: string): Promise<string | number | undefined> {
  const isOlder = url.endsWith('/sse')
  const headers = { accept: isOlder ? 'text/event-stream' : 'application/json, text/event-stream' }
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  const posted = {
    method: 'POST',
    body: JSON.stringify(ping),
    headers: { ...headers, 'content-type': 'application/json' },
  }
  const abort = AbortSignal.timeout(limits.ms)
  try {
    const response = await fetch(url, { ...(isOlder ? { headers } : posted), redirect: 'manual', signal: abort })
    const text = await beginningOf(response)
    if (isOlder) return /^event: ?endpoint\b/m.test(text) ? 'sse' : response.status
    // Without a session most servers refuse a ping, and say so in the protocol.
    return /"jsonrpc"\s{0,8}:\s{0,8}"2\.0"/.test(text) ? 'mcp' : response.status
  } catch {
    return undefined
  }
}

/** Leaving the loop ends the stream, which may never end by itself. */
async function beginningOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of body ?? []) {
    text += decoder.decode(part, { stream: true })
    if (text.length >= limits.characters || /\n\s*\n/.test(text)) break
  }
  return text
}
