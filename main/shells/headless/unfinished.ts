/**
 * What a command ends with. `arguments`: they are wrong, or there is no such server or tool. `asks`: a person would have
 * been asked, and nobody could. `taken`: another Atrium has the data directory, or a port. `cancelled`: as a shell says
 * of what Ctrl+C ended.
 */
export const exitCode = { done: 0, failed: 1, arguments: 2, asks: 3, taken: 4, cancelled: 130 } as const

export type Why = Exclude<keyof typeof exitCode, 'done'>

/** Why a command did not come to its end; the message is one sentence for whoever gave it, or a few. */
export class Unfinished extends Error {
  override readonly name = 'Unfinished'
  readonly why: Why

  constructor(why: Why, message: string) {
    super(message)
    this.why = why
  }

  get code(): number {
    return exitCode[this.why]
  }
}
