import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A local server that records every visitor: acts as a foreign host. */
export type Collector = {
  /** Without a trailing slash. */
  readonly address: string
  requests(): string[]
  /** Requests, and connections without a request. */
  visits(): string[]
  forget(): void
  close(): void
}

export async function openCollector(): Promise<Collector> {
  const silent = new Set<Socket>()
  let asked: string[] = []
  const server = createServer((request, response) => {
    silent.delete(request.socket)
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' })
    response.end('<!doctype html><title>A stranger</title>')
  })
  server.on('connection', (socket) => silent.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    requests: () => asked,
    visits: () => [...asked, ...Array.from(silent, () => 'a connection')],
    forget: () => {
      asked = []
      silent.clear()
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
