/** Texts about a configured server: its state, its reviews, its sign-in. */
export const serverWords = {
  neverStarted: 'was never started',
  stopped: 'was stopped',
  noSignIn: (server: string) => `${server} doesn’t ask you to sign in. Check its headers and sign-in settings.`,
  signInAsked: (server: string) => `Atrium is already asking you to sign in to ${server}.`,
  configurationChanged: (server: string) => `${server}’s configuration changed after this was allowed.`,
  toolChanged: (tool: string, server: string) => `${server} changed ${tool} after this was allowed.`,
  toolGone: (tool: string, server: string) => `${server} no longer offers ${tool}.`,
  definitionChanged: 'its tool was redefined',
  notAReading: 'This wasn’t allowed as reading a resource.',
  cannotUse: (server: string, clause: string) => `${server} ${clause}.`,
  noEndpoint: (endpoint: string) => `No endpoint named ${endpoint}.`,
  nothingToReview: (server: string) => `Nothing from ${server} needs your review.`,
  acceptsOther: 'The answer accepts something that wasn’t asked about.',
} as const
