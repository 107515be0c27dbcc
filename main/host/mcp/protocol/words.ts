/** Texts about requests to a server that got no usable response. */
export const protocolWords = {
  mayHaveFinished: (server: string, why: string) => `${server} was told to stop: ${why}. It may have finished there.`,
  leftFirst: (server: string, how: string) => `${server} ${how} before it responded.`,
  discarded: (server: string, why: string) =>
    `Atrium discarded ${server}’s response because ${why}. Check what ${server} can read before you use it again.`,
  manySecrets: 'it contained more than three of your secrets',
  secretAsField: 'it contained one of your secrets as a field name',
  noText: 'no text',
  noMessage: 'no message',
  unreadable: (server: string, why: string) => `Can’t read ${server}’s response: ${why}.`,
  needsMore: (server: string, what: string) => `${server} needs something that Atrium doesn’t offer: ${what}`,
  refused: (server: string, what: 'call' | 'request', code: number, said: string) =>
    `${server} refused the ${what} with error ${code}: ${said}`,
  unknownResult: (server: string, kind: string) =>
    `${server} responded with a kind of result that Atrium doesn’t know (${kind}).`,
  inputFirst: (server: string) => `${server} asks for input before it continues.`,
  notSent: (what: 'call' | 'request', server: string, why: string) => `The ${what} wasn’t sent to ${server}: ${why}.`,
  withAdvice: (server: string, clause: string, advice: string) => `${server} ${clause}: ${advice}.`,
  noName: '(no name)',
  incompleteHandshake: 'its version, capabilities or name are missing',
  invalidResponse: (violation: string) => `its response was dropped (${violation})`,
  noResponse: 'it sent none',
  strayResponse: 'its response is for a request that Atrium didn’t send',
  notUtf8: (said: string) => `${said} (unreadable characters: its text isn’t UTF-8)`,
  malformedResponse: 'its response isn’t in the required format',
  /** Reasons that are sent to a server when a request is cancelled. Not translated. */
  toServer: {
    cancelledByUser: 'The user cancelled this.',
    closing: 'Atrium is closing.',
    noLongerWaits: (why: string) => `Atrium no longer waits: ${why}.`,
    endsConnection: 'Atrium ends this connection.',
    timedOut: 'Atrium no longer waits for a response.',
    notNeeded: 'The response is no longer needed.',
  },
  olderTransport: 'the older transport, HTTP with SSE',
  header: {
    badName: 'isn’t a valid header name',
    notPlain: 'isn’t for a plain argument',
    twice: 'appears twice',
  },
} as const
