/** Texts for people that every shell uses. */
export const commonWords = {
  fault: (error: string) => `Atrium has to close because of an error: ${error}`,
  endedLate: 'Atrium took too long to close and was stopped.',
  pagesNotBuilt: `Atrium’s pages aren’t built. Build them with “npm run build”.`,
  pagesUnreadable: (reason: string) => `Can’t read Atrium’s pages: ${reason}.`,
  secretsUnreadable: (name: string, reason: string) =>
    `Your secrets can’t be read or changed: ${name} in the data folder can’t be read (${reason}). Fix it or move it away. Then restart Atrium.`,
  directoryWithoutName: 'The data folder must have a name.',
  /** Follows a sentence of Node's about an option, or one of ours. */
  seeHelp: (problem: string) => `${problem} Use --help to list the options.`,
  unexpectedArgument: (argument: string) => `Unexpected argument “${argument}”.`,
  nothingHere: 'There’s nothing here.',
  readOnly: 'Read-only.',
  internal: 'Something went wrong in Atrium. See Atrium’s error output for details.',
} as const
