import { isLoopbackHost, type ServerConfig } from '../../../shared/config/server-config.ts'
import { servers } from '../../strings/servers/servers.ts'

/** Where a URL leads: the host as it will be looked up, with its port. */
export type Destination = {
  host: string
  /** It is this computer. */
  isHere: boolean
  /** The host is written with other letters than it is looked up with: some may be look-alikes. */
  isForeign: boolean
}

/** A typed URL's destination; undefined if the text isn't a URL yet. */
export function urlDestination(address: string): Destination | undefined {
  const url = URL.parse(address.trim())
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') return undefined
  return {
    host: url.host,
    isHere: isLoopbackHost(url.hostname),
    isForeign: /(^|\.)xn--/.test(url.hostname),
  }
}

/** A server's location, in words that follow its name. */
export function locationOf(config: ServerConfig): string {
  const destination = config.type === 'http' ? urlDestination(config.url) : undefined
  return destination && !destination.isHere ? servers.place.at(destination.host) : servers.place.here
}
