import { isLoopbackHost, type ServerConfig } from '../../../shared/config/server-config.ts'
import { strings } from '../../strings/strings.ts'

/** Where an address leads: the host as it will be asked for, with its port. */
export type Destination = {
  host: string
  /** It is this computer. */
  isHere: boolean
  /** The host was written with other letters than it is asked for with: some of them may look like others. */
  isForeign: boolean
}

/** Undefined where the text is not an address yet. */
export function destinationOf(address: string): Destination | undefined {
  const url = URL.parse(address.trim())
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') return undefined
  return {
    host: url.host,
    isHere: isLoopbackHost(url.hostname),
    isForeign: /(^|\.)xn--/.test(url.hostname),
  }
}

/** Where a server is, in words that follow its name. */
export function placeOf(config: ServerConfig): string {
  const destination = config.type === 'http' ? destinationOf(config.url) : undefined
  return destination && !destination.isHere ? strings.servers.place.at(destination.host) : strings.servers.place.here
}
