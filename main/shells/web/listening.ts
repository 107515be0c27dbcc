import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HostError } from '../../../shared/contract/errors.ts'
import { webWords as words } from './words.ts'

/**
 * Listens on this port of the loopback interface, or on a free one for 0; returns the port. Throws `conflict` if it is
 * unavailable.
 */
export async function listenLocally(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new HostError('conflict', sentenceOf(port, error)))
    })
    server.listen({ port, host: '127.0.0.1', exclusive: true })
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens at a port has such an address
  return (server.address() as AddressInfo).port
}

function sentenceOf(port: number, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return words.portInUse(port)
  return code === 'EACCES' ? words.portForbidden(port) : words.portUnavailable(port, message)
}
