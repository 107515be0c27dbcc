import { HttpProblem } from '../http/http-problem.ts'
import { quoted } from '../../base/text.ts'
import { codeIn, hostIn, tellThem } from './problems.ts'

const problem = (clause: string, advice: string): HttpProblem => new HttpProblem(clause, advice, { signIn: true })

/** The user has to sign in to their company first, which isn't a fault of the server. */
export class CompanyNeeded extends HttpProblem {}

const needed = (clause: string, advice: string) => new CompanyNeeded(clause, advice, { signIn: true })

const askThem = 'ask your company’s administrator'

/** Why a server can't be reached through the user's company. The words follow the server's name. */
export const companyProblems = {
  notSetUp: () =>
    needed(
      'is reached through your company, and no company sign-in is set up',
      'set it up in Settings, Company sign-in',
    ),
  needed: () => needed('requires you to sign in to your company', 'press Sign in'),
  ended: () => needed('requires you to sign in to your company again', 'press Sign in, there or in Settings'),
  notTaken: (issuer: string) =>
    problem(
      `has an authorization server (${hostIn(issuer)}) that doesn’t accept company sign-ins`,
      'choose in this server’s setup to sign in yourself',
    ),
  notExchanged: (provider: string, code: string) =>
    problem(`isn’t allowed for you by your company: ${hostIn(provider)} refused (${codeIn(code)})`, askThem),
  stale: (provider: string, code: string) =>
    needed(
      `isn’t open to you now: ${hostIn(provider)} refused your company sign-in (${codeIn(code)})`,
      `press Sign in to sign in to your company again, or ${askThem}`,
    ),
  unknownClient: (provider: string, code: string) =>
    problem(
      `is reached through your company, but ${hostIn(provider)} refused Atrium’s client (${codeIn(code)})`,
      'check the client ID and its secret in Settings, Company sign-in',
    ),
  noGrant: (provider: string, why: string) =>
    problem(`can’t be reached through your company, because the response from ${hostIn(provider)} ${why}`, askThem),
  refused: (issuer: string, code: string) =>
    problem(
      `couldn’t be signed in to, because ${hostIn(issuer)} refused your company’s grant (${codeIn(code)})`,
      `check the client ID and its secret in this server’s setup, or ${askThem}`,
    ),
  unreachable: (provider: string, reason: HttpProblem) =>
    new HttpProblem(
      `is reached through your company, whose provider (${hostIn(provider)}) ${reason.clause}`,
      reason.advice,
      {
        signIn: true,
        passing: reason.passing,
        askedMs: reason.askedMs,
      },
    ),
  insufficient: (scopes: string) =>
    problem(
      `says your company doesn’t allow you this (${quoted(scopes) || 'nothing named'})`,
      'ask your company’s administrator for these permissions',
    ),
  notAccepted: () => problem('rejected the token that its authorization server just issued', tellThem),
}

/** Why a provider can't be used, or what it gave: clauses after the company, or in brackets. */
export const companyFaults = {
  otherIssuer: (issuer: string) => `names another issuer, ${quoted(issuer)}`,
  otherIssuerAdvice: 'enter the issuer exactly as the provider writes it',
  unreadable: (issuer: string) => `has no readable description at ${hostIn(issuer)}`,
  unreadableAdvice: `check the issuer, or ${askThem}`,
  token: {
    absent: 'has no ID token',
    unreadable: 'has an ID token that can’t be read',
    issuer: 'has an ID token of another issuer',
    audience: 'has an ID token for another client',
    nonce: 'has an ID token of another sign-in',
    expired: 'has an ID token that has expired',
    subject: 'has an ID token of another account',
  },
  notAGrant: 'has no grant for this server',
}
