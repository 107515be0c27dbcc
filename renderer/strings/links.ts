/** What renderer/links says. */
export const links = {
  notTakenIn: 'A part of what Atrium sent could not be taken in.',
  noAnswer: 'Atrium does not answer. It may have been closed.',
  signedOut: 'This tab is not signed in. Open the address that Atrium printed in its terminal.',
  another:
    "This isn't the Atrium you were connected to. Another program answers at its address: close this tab and don't enter anything.",
  tooManyTabs: 'Atrium is open in too many tabs of this browser. Close one first.',
  status: (status: number) => `Atrium answered with status ${status}.`,
} as const
