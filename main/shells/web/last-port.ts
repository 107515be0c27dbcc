import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { HostError } from '../../../shared/contract/errors.ts'
import type { WebServer } from './server.ts'

const fileName = 'port.json'

/**
 * Listens on the last run's port if it's free, so a tab of that run can sign in again at its URL; else on any free one.
 * `listen` gets 0 for that. Nothing of the earlier run is trusted: each run signs every tab in again.
 */
export async function listenAgain(
  dataDirectory: string,
  listen: (port: number) => Promise<WebServer>,
): Promise<WebServer> {
  const file = path.join(dataDirectory, fileName)
  const last = readPort(file)
  const server = await (last === undefined ? listen(0) : listen(last).catch(unlessTaken(() => listen(0))))
  if (server.port !== last) keepPort(file, server.port)
  return server
}

/** A port that can't be kept only costs the next run this URL. */
function keepPort(file: string, port: number): void {
  try {
    writeFileSync(file, JSON.stringify({ port }), { mode: 0o600 })
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error))
  }
}

const unlessTaken =
  <T>(otherwise: () => T) =>
  (error: unknown): T => {
    if (error instanceof HostError && error.code === 'conflict') return otherwise()
    throw error
  }

/** A damaged or missing file only costs the old URL. */
function readPort(file: string): number | undefined {
  try {
    const { port }: { port?: unknown } = JSON.parse(readFileSync(file, 'utf8'))
    return typeof port === 'number' && Number.isInteger(port) && port >= 1024 && port <= 65_535 ? port : undefined
  } catch {
    return undefined
  }
}
