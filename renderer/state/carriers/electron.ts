import type { Bridge } from '../../../shared/contract/bridge.ts'
import type { CommandName, FeedMessage, HostLink, Input, Result } from '../../../shared/contract/commands.ts'
import { HostError, type HostErrorCode } from '../../../shared/contract/errors.ts'
import { links } from '../../strings/frame.ts'

declare global {
  interface Window {
    /** Present in the Electron window, absent in a browser. */
    atrium?: Bridge
  }
}

type Reply<T> = { result: T } | { error: { code: HostErrorCode; message: string } }

/** The link of the Electron window: everything crosses the preload's bridge as JSON text. */
export class ElectronLink implements HostLink {
  readonly #bridge: Bridge

  constructor(bridge: Bridge) {
    this.#bridge = bridge
  }

  async call<N extends CommandName>(name: N, input: Input<N>): Promise<Result<N>> {
    const reply: Reply<Result<N>> = JSON.parse(await this.#bridge.call(name, JSON.stringify(input)))
    if ('error' in reply) throw new HostError(reply.error.code, reply.error.message)
    return reply.result
  }

  /** An error while handling a message is reported as such, and ends the subscription like a lost connection. */
  subscribe(listener: (message: FeedMessage) => void, ended?: (why: HostError) => void): () => void {
    const leave = this.#bridge.subscribe((text) => {
      try {
        const message: FeedMessage = JSON.parse(text)
        listener(message)
      } catch (error) {
        reportError(error)
        leave()
        ended?.(new HostError('internal', links.notTakenIn))
      }
    })
    return leave
  }
}
