/**
 * Texts of sign-in that aren't problems with a server: its page in the browser, and the audit log's words for requests.
 */
export const signInWords = {
  otherSignIn: 'This isn’t the sign-in that Atrium is waiting for.',
  closePage: 'You can close this page and return to Atrium to see the result.',
  page: (sentence: string) =>
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Atrium</title><p>${sentence}</p></html>`,
  /** A request's purpose, for the audit log. */
  sent: {
    discovery: 'where to sign in',
    code: (host: string) => `the code for tokens, to ${host}`,
    registration: (host: string) => `client registration, to ${host}`,
    ownClient: (host: string) => `a token for Atrium’s own client, to ${host}`,
    companyDiscovery: (host: string) => `where to sign in to your company, to ${host}`,
    exchange: (host: string) => `your company sign-in for this server’s grant, to ${host}`,
    companyGrant: (host: string) => `your company’s grant for a token, to ${host}`,
    renewal: (host: string) => `the renewal of a sign-in, to ${host}`,
  },
  company: {
    failed: (clause: string, advice: string) => `Your company ${clause}: ${advice}.`,
    notSetUp: 'No company sign-in is set up. Enter the issuer and the client ID first.',
    isOpen: 'Atrium is already asking you to sign in to your company.',
  },
  clientSecret: 'its client secret',
  privateKey: 'its private key',
} as const
