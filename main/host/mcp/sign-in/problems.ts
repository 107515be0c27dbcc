import { HttpProblem } from '../http/http-problem.ts'
import { quoted } from '../../base/text.ts'

const again = 'sign in again'
const tellThem = 'tell whoever runs it'
const useId = 'ask whoever runs it for a client ID and enter it in its settings'

const problem = (clause: string, advice: string): HttpProblem => new HttpProblem(clause, advice, { signIn: true })

/** The user declined, which isn't an error. */
export class NotWanted extends HttpProblem {}

const notWanted = (clause: string, advice: string) => new NotWanted(clause, advice, { signIn: true })

/** The host of a URL named by a server, as part of a sentence. */
const hostIn = (address: string): string => (URL.canParse(address) ? new URL(address).host : quoted(address))

/** Anyone may have caused an authorization server's message: only a code is repeated (RFC 6749, 4.1.2.1). */
const codeIn = (code: string): string => (/^[a-z_]{1,64}$/.test(code) ? code : 'it did not say why')

/** Why the sign-in failed. The words follow the server's name, like those of `HttpProblem`. */
export const problems = {
  needed: () => new HttpProblem('wants you to sign in', 'press Sign in', { signIn: true, isChallenge: true }),
  notNow: () => notWanted('wants you to sign in, and you left that for later', 'press Sign in'),
  cancelled: () => notWanted('wants you to sign in, and you cancelled it', 'press Sign in when you want to'),
  notAccepted: () => problem('does not accept the sign-in that was just made', `${again}, or ${tellThem}`),
  stillInsufficient: (scopes: string) =>
    problem(
      `says that the sign-in does not allow this, although you signed in for what it asked (${quoted(scopes) || 'nothing named'})`,
      `${again} with an account that may do it`,
    ),
  tooManySteps: () => problem('asks for more rights each time you sign in', tellThem),
  tooLate: (ms: number) =>
    problem(`wants you to sign in, and the browser did not come back within ${ms / 60_000} minutes`, 'press Sign in'),
  notEncrypted: (address: string) =>
    problem(`has you sign in at ${quoted(address)}, which is not encrypted and was not contacted`, tellThem),
  withPassword: (url: URL) => problem(`names an address with a password in it (${quoted(url.host)})`, tellThem),
  badAddress: (reason: HttpProblem) => problem(`names an address for signing in that ${reason.clause}`, tellThem),
  otherResource: (resource: string) =>
    problem(`says that its sign-in is for another server, ${quoted(resource)}`, `check the address, or ${tellThem}`),
  wrongIssuer: (issuer: string) =>
    problem(
      `has an authorization server that does not say it is ${hostIn(issuer)}, so nothing was sent there`,
      tellThem,
    ),
  mixedUp: (issuer: string) =>
    problem(
      `wants you to sign in at ${hostIn(issuer)}, but another authorization server answered, and its answer was thrown away`,
      `${again}, and stop if it happens once more`,
    ),
  noMetadata: (said: string) =>
    problem(`wants you to sign in but does not say where in a way that can be read (${quoted(said)})`, tellThem),
  noPkce: (issuer: string) =>
    problem(`has an authorization server (${hostIn(issuer)}) without PKCE, which is not safe to sign in at`, tellThem),
  badPage: (why: string) => problem(`names a sign-in page that was not opened, because ${why}`, tellThem),
  unknownClient: (issuer: string) =>
    problem(`wants you to sign in at ${hostIn(issuer)}, where Atrium is not known and cannot register itself`, useId),
  enteredForOther: (issuer: string, other: string) =>
    problem(
      `wants you to sign in at ${hostIn(issuer)}, but the client ID in its settings belongs to ${hostIn(other)}, so nothing of it was sent`,
      `enter the client ID and its secret again if they are for ${hostIn(issuer)}, or ${tellThem}`,
    ),
  refusedClient: (issuer: string, said: string) =>
    problem(`wants you to sign in at ${hostIn(issuer)}, which did not register Atrium (${quoted(said)})`, useId),
  portTaken: (port: number) =>
    problem(
      `needs port ${port} of this computer for signing in, which another program uses`,
      'end that program, or take the port out of its settings',
    ),
  denied: (issuer: string) => problem(`wants you to sign in, and ${hostIn(issuer)} says that it was denied`, again),
  refused: (issuer: string, code: string) =>
    problem(`could not be signed in to, because ${hostIn(issuer)} refused it (${codeIn(code)})`, again),
  badTokens: (issuer: string, why: string) =>
    problem(`could not be signed in to, because what ${hostIn(issuer)} gave ${why}`, tellThem),
  notStored: (why: string) =>
    problem(`could not be signed in to, because nothing could be kept in the secret store (${quoted(why)})`, again),
  unreachable: (issuer: string, reason: HttpProblem) =>
    new HttpProblem(
      `wants you to sign in, and its authorization server (${hostIn(issuer)}) ${reason.clause}`,
      reason.advice,
      { signIn: true, passing: reason.passing, askedMs: reason.askedMs },
    ),
}
