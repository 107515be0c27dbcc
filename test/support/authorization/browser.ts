/** Where a user's browser ended up, and all URLs on the way. */
export type Page = { status: number; url: URL; way: URL[]; html: string; headers: Headers }

const mostRedirects = 8

/** Opens a page like a user's browser, following redirects. */
export async function open(address: string | URL): Promise<Page> {
  const way: URL[] = []
  let url = new URL(address)
  for (;;) {
    way.push(url)
    const response = await fetch(url, { redirect: 'manual', headers: { accept: 'text/html' } })
    const location = response.headers.get('location')
    if (location === null || way.length > mostRedirects) {
      const { status, headers } = response
      return { status, url, way, html: await response.text(), headers }
    }
    await response.body?.cancel()
    url = new URL(location, url)
  }
}

/** Where the authorization server would redirect the browser with its answer, without going there. */
export async function answerOf(address: string): Promise<URL> {
  const response = await fetch(address, { redirect: 'manual' })
  await response.body?.cancel()
  return new URL(response.headers.get('location') ?? '', address)
}
