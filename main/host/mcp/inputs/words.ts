/** Texts about what servers ask of the user. Those sent to servers are in `peer-words.ts`. */
export const inputWords = {
  givenTo: (server: string) => `that you gave to ${server}`,
  notShown: (problem: string) => `This form can’t be shown, so it can only be declined: ${problem}.`,
  asksForSecret: 'This form seems to ask for a secret. To send it anyway, choose “Answer anyway”.',
  doesNotFit: (fields: string[]) => `These answers don’t fit the form: ${fields.join(', ')}.`,
  refused: (problems: string[]) => `The form doesn’t accept these answers: ${problems.join('; ')}.`,
  textOnly: 'You can only change the reply’s text.',
  notWanted: 'No longer needed.',
  limitReached: (obstacle: string) => `Limit reached: ${obstacle}.`,
  askedForCall: (limit: number) => `a model was asked ${limit} times for this call`,
  askedForServer: (limit: number) => `a model was asked ${limit} times for this server in the last hour`,
  doneThere: 'The server says you are done.',
  notAllowedHere: 'Servers with this protocol version can’t send requests, so Atrium didn’t respond.',
  beforeHandshake:
    'The server sent a request before the handshake was complete. Atrium responded with “invalid request”.',
  notOffered: 'Atrium didn’t offer this and responded with “method not found”.',
  manyOpen: (most: number) => `${most} of its requests were already open.`,
} as const
