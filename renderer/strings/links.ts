/** What renderer/links says. */
export const links = {
  notTakenIn: 'A part of what Atrium sent could not be taken in.',
  noAnswer: 'Atrium does not answer. It may have been closed.',
  status: (status: number) => `Atrium answered with status ${status}.`,
} as const
