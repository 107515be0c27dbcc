/** Why a command was refused. Expected outcomes (denied, failed tool, dead server) are events, not errors. */
export type HostErrorCode = 'bad-input' | 'not-found' | 'conflict' | 'forbidden' | 'unavailable' | 'internal'

/** The only error that crosses the link. `message` is one plain sentence for the user. */
export class HostError extends Error {
  override readonly name = 'HostError'
  readonly code: HostErrorCode
  constructor(code: HostErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
