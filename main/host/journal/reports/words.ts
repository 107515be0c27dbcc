/** Texts about what servers report. */
export const reportWords = {
  messageGone: 'This message is no longer kept.',
  notKept: (reason: string) => `Atrium can’t keep what servers report: ${reason}.`,
} as const
