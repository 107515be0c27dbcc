/** Why a message can't be sent, as clauses about its server. */
export const wireWords = {
  ended: 'it has ended',
  notReading: 'it isn’t reading what it’s sent',
  stopped: 'it was stopped',
} as const
