import { z } from 'zod'
import type { Candidate } from '../config/candidate.ts'
import { longestPassport, type Passport } from '../config/passport.ts'
import { command, id } from './command.ts'

/** A passport's text that may be damaged or hostile; the host checks the rest. */
export const passportText = z.string().max(longestPassport * 2)

/** A passport whose signature fits, and the short form of its key. */
export type CheckedPassport = { passport: Passport; fingerprint: string }

/** Commands that sign and check server passports. */
export const passportCommands = {
  /**
   * A server's passport as of now, signed: `text` is the file's content, `fingerprint` the short form of its key.
   * `conflict` for the playground, `unavailable` without a signing key.
   */
  getPassport: command('read', z.strictObject({ server: id })).returns<CheckedPassport & { text: string }>(),
  /** Writes exactly this text, which must be a valid passport, to a new file in the data folder. */
  savePassport: command('read', z.strictObject({ text: passportText })).returns<{ file: string }>(),
  /**
   * Checks a passport's form and signature, and changes nothing. In the candidate, `~` is this user's home folder.
   * `isOwn`: this Atrium signed it. `bad-input` says in a sentence what is wrong.
   */
  checkPassport: command('read', z.strictObject({ text: passportText })).returns<
    CheckedPassport & { isOwn: boolean; candidate: Candidate }
  >(),
} as const
