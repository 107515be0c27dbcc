import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A server on this machine that counts who comes, whatever for: a stranger's place on the network. */
export type Collector = {
  /** Without a slash at the end. */
  readonly address: string
  requests(): string[]
  /** What was asked for, and connections that asked for nothing. */
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
