/**
 * A command's exit codes. `arguments`: they're wrong, or the server or tool doesn't exist. `asks`: Atrium had a
 * question, and no one to ask. `taken`: another Atrium has the data folder, or a port. `cancelled`: a shell's code for
 * Ctrl+C.
 */
export const commandCode = { done: 0, failed: 1, arguments: 2, asks: 3, taken: 4, cancelled: 130 } as const

/** Why a command ended without its result; each is an exit code. */
export type Why = Exclude<keyof typeof commandCode, 'done'>

/** Why a command didn't finish; the message is one sentence for its user, or a few. */
export class Unfinished extends Error {
  override readonly name = 'Unfinished'
  readonly why: Why

  constructor(why: Why, message: string) {
    super(message)
    this.why = why
  }

  get code(): number {
    return commandCode[this.why]
  }
}
