import { HttpProblem } from '../http/http-problem.ts'
import { quoted } from '../../base/text.ts'
import type { KeyFault } from './client-key.ts'

const again = 'sign in again'
/** Advice about a fault of a server. */
export const tellThem = 'tell its operator'
const useId = 'ask its operator for a client ID and enter it in its setup'

const problem = (clause: string, advice: string): HttpProblem => new HttpProblem(clause, advice, { signIn: true })

/** The user declined, which isn't an error. */
export class NotWanted extends HttpProblem {}

const notWanted = (clause: string, advice: string) => new NotWanted(clause, advice, { signIn: true })

/** The host of a URL named by a server, as part of a sentence. */
export const hostIn = (address: string): string => (URL.canParse(address) ? new URL(address).host : quoted(address))

/** Anyone may have caused an authorization server's message: only a code is repeated (RFC 6749, 4.1.2.1). */
export const codeIn = (code: string): string => (/^[a-z_]{1,64}$/.test(code) ? code : 'no reason given')

/** A refusal's code, or the words of a token endpoint that gives none. */
const refusalWords = (code: string, said: string): string =>
  said === '' || said === code ? codeIn(code) : quoted(said)

/** Why the sign-in failed. The words follow the server's name, like those of `HttpProblem`. */
export const signInProblems = {
  needed: () => new HttpProblem('requires you to sign in', 'press Sign in', { signIn: true, isChallenge: true }),
  notNow: () => notWanted('requires you to sign in, and you left it for later', 'press Sign in'),
  cancelled: () => notWanted('requires you to sign in, and you cancelled it', 'press Sign in when you want to'),
  notAccepted: () => problem('rejected the sign-in you just completed', `${again}, or ${tellThem}`),
  stillInsufficient: (scopes: string) =>
    problem(
      `says your sign-in doesn’t allow this, although you granted what it asked for (${quoted(scopes) || 'nothing named'})`,
      `${again} with an account that is allowed to do it`,
    ),
  tooManySteps: () => problem('asks for more permissions each time you sign in', tellThem),
  tooLate: (ms: number) =>
    problem(`requires you to sign in, and the browser didn’t come back within ${ms / 60_000} minutes`, 'press Sign in'),
  notEncrypted: (address: string) =>
    problem(`requires a sign-in at ${quoted(address)}, which isn’t encrypted, so Atrium didn’t contact it`, tellThem),
  withPassword: (url: URL) => problem(`names a URL that contains a password (${quoted(url.host)})`, tellThem),
  badAddress: (reason: HttpProblem) => problem(`names a sign-in URL that ${reason.clause}`, tellThem),
  otherResource: (resource: string) =>
    problem(`says its sign-in is for another server, ${quoted(resource)}`, `check the URL, or ${tellThem}`),
  wrongIssuer: (issuer: string) =>
    problem(
      `has an authorization server that doesn’t identify itself as ${hostIn(issuer)}, so Atrium sent nothing there`,
      tellThem,
    ),
  mixedUp: (issuer: string) =>
    problem(
      `requires you to sign in at ${hostIn(issuer)}, but another authorization server responded, so Atrium discarded the response`,
      `${again}, and stop if it happens again`,
    ),
  noMetadata: (said: string) =>
    problem(`requires a sign-in but doesn’t say where in a readable way (${quoted(said)})`, tellThem),
  noPkce: (issuer: string) =>
    problem(`has an authorization server (${hostIn(issuer)}) without PKCE, where signing in isn’t safe`, tellThem),
  badPage: (why: string) => problem(`names a sign-in page that Atrium didn’t open, because ${why}`, tellThem),
  unknownClient: (issuer: string) =>
    problem(
      `requires you to sign in at ${hostIn(issuer)}, where Atrium isn’t registered and can’t register itself`,
      useId,
    ),
  enteredForOther: (issuer: string, other: string) =>
    problem(
      `requires a sign-in at ${hostIn(issuer)}, but the client ID in its setup belongs to ${hostIn(other)}, so Atrium sent neither the ID nor its secret`,
      `enter the client ID and its secret again if they are for ${hostIn(issuer)}, or ${tellThem}`,
    ),
  refusedClient: (issuer: string, said: string) =>
    problem(`requires you to sign in at ${hostIn(issuer)}, which refused to register Atrium (${quoted(said)})`, useId),
  portTaken: (port: number) =>
    problem(
      `needs port ${port} on this computer for signing in, but another program is using it`,
      'close that program, or remove the port from its setup',
    ),
  denied: (issuer: string) => problem(`requires you to sign in, and ${hostIn(issuer)} says that was denied`, again),
  refused: (issuer: string, code: string, said = '') =>
    problem(`couldn’t be signed in to, because ${hostIn(issuer)} refused (${refusalWords(code, said)})`, again),
  badTokens: (issuer: string, why: string) =>
    problem(`couldn’t be signed in to, because the response from ${hostIn(issuer)} ${why}`, tellThem),
  notStored: (why: string) =>
    problem(`couldn’t be signed in to, because the secret store couldn’t save the tokens (${quoted(why)})`, again),
  unreachable: (issuer: string, reason: HttpProblem) =>
    new HttpProblem(
      `requires a sign-in, and its authorization server (${hostIn(issuer)}) ${reason.clause}`,
      reason.advice,
      { signIn: true, passing: reason.passing, askedMs: reason.askedMs },
    ),
  badClientSecret: (because: string) =>
    problem(`needs a client secret that ${because}`, 'enter it again in this server’s setup'),
  busy: () => new HttpProblem('didn’t renew the sign-in just now', 'try again in a while', { passing: true }),
}

const ofItsClient = 'in this server’s setup'
const whichClient = 'ask its operator how a program can sign in'

/** Why signing in by Atrium's own client failed. The words follow the server's name. */
export const ownClientProblems = {
  missing: (what: string, because: string) =>
    problem(`needs a ${what} that ${because}`, `enter it again ${ofItsClient}`),
  badKey: (fault: KeyFault) =>
    problem(`needs a private key, and the one entered ${keyFaults[fault]}`, `enter a PEM or JWK key ${ofItsClient}`),
  noSecrets: (issuer: string) =>
    problem(`has an authorization server (${hostIn(issuer)}) that doesn’t accept client secrets`, whichClient),
  noKeys: (issuer: string) =>
    problem(`has an authorization server (${hostIn(issuer)}) that doesn’t accept private keys`, whichClient),
  otherAlgorithms: (issuer: string) =>
    problem(
      `has an authorization server (${hostIn(issuer)}) that doesn’t accept signatures by a key of this kind`,
      'ask its operator which kind of key it accepts',
    ),
  noGrant: (issuer: string) =>
    problem(
      `has an authorization server (${hostIn(issuer)}) that doesn’t let programs sign in without a user`,
      `choose ${ofItsClient} to sign in yourself`,
    ),
  noEndpoint: (issuer: string) =>
    problem(`has an authorization server (${hostIn(issuer)}) that doesn’t describe itself`, tellThem),
  refused: (issuer: string, code: string, said = '') =>
    problem(
      `couldn’t be signed in to, because ${hostIn(issuer)} refused Atrium’s client (${refusalWords(code, said)})`,
      `check the client ID and its secret or key ${ofItsClient}`,
    ),
  notAccepted: () => problem('rejected the token that its authorization server just issued', tellThem),
  insufficient: (scopes: string) =>
    problem(
      `says Atrium’s client isn’t allowed to do this (${quoted(scopes) || 'nothing named'})`,
      'ask its operator for these permissions',
    ),
}

/** Faults of a private key: clauses after it. */
export const keyFaults: Record<KeyFault, string> = {
  unreadable: 'can’t be read',
  locked: 'is locked by a password',
  kind: 'isn’t an RSA, P-256, P-384, P-521 or Ed25519 key',
}

/** Why what an authorization server gave can't be used: clauses after it, or in brackets. */
export const unusableWords = {
  noCode: 'has no code',
  unreadable: 'can’t be read',
  lacks: (member: string) => `has no ${member}`,
  longId: 'its client ID is too long',
  roundedId: 'its client ID can’t be read',
  clientSecret: (odd: string) => `it issued an unusable client secret, ${odd}`,
  response: 'its response can’t be read',
  status: (status: number) => `HTTP ${status}`,
  notBearer: 'isn’t a bearer token',
  notForHeader: 'can’t be sent in a header',
  token: (odd: string) => `is an unusable token (${odd})`,
  longUrl: 'its URL is too long',
  leadsHere: 'it leads to this computer',
  noCodes: 'it doesn’t issue authorization codes',
  itsUrl: 'its URL',
  metadata: 'its metadata is malformed',
}
