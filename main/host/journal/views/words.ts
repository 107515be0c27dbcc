/** Texts about what is computed from the log. */
export const viewsWords = {
  behind: (reason: string) => `Can’t bring the lists up to the log: ${reason}. They lack the latest events.`,
} as const
