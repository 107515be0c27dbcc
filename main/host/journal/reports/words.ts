/** Texts about what servers report. */
export const reportWords = {
  inMemory: (reason: string) => `Servers’ logs and traffic are kept in memory only: ${reason}.`,
  messageGone: 'This message is no longer kept.',
  notKept: (reason: string) => `Atrium can’t keep what servers report: ${reason}.`,
} as const
