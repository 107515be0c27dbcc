import type { FileKind, Unread } from '../../../../shared/content/extracted.ts'

/** Ends the reading of a file, and says why. */
export class Unreadable extends Error {
  readonly because: Unread
  readonly kind: FileKind

  constructor(because: Unread, kind: FileKind = 'none') {
    super(because)
    this.because = because
    this.kind = kind
  }
}
