/** Texts about records and values that can't be read from the journal. */
export const queryWords = {
  behind: (reason: string) =>
    `Can’t bring views.db up to the log: ${reason}. Make room on the disk and let Atrium write to its data folder.`,
  noConversation: 'No such conversation.',
  noRecord: (seq: number) => `No record ${seq}.`,
  noCall: (seq: number) => `No call begins at record ${seq}.`,
  valueGone: 'This value isn’t stored, or no longer is.',
  resultGone: 'This result isn’t stored, or no longer is.',
  unreadable: (reason: string) => `Can’t read the journal: ${reason}.`,
  closing: 'Atrium is closing.',
  threadEnded: 'its thread ended',
} as const
