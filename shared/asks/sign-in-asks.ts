import { z } from 'zod'

/** Atrium's questions to the user before it has tokens for a server (basic/authorization). */
export const signInAsks = {
  /**
   * Can Atrium sign in to this server? Before the answer, Atrium only fetches the authorization server's metadata. All
   * members except `server` and `because` come from servers.
   */
  'sign-in': {
    question: z.object({
      server: z.string(),
      /** The server's own URL. */
      resource: z.string(),
      /** The audience of the tokens (RFC 8707), if wider than the server's own URL. */
      audience: z.string().optional(),
      /** The authorization server, by its issuer identifier. */
      issuer: z.string(),
      /**
       * Hosts: the page's, and another site's, which gets the sign-in at it, because the issuer says so and the page
       * doesn't name itself in its answer (RFC 9207).
       */
      handover: z.object({ page: z.string(), receiver: z.string() }).optional(),
      /** The permissions Atrium would get there, in the server's terms; empty if it named none. */
      scopes: z.array(z.string()),
      /** Not signed in yet, no longer valid, a call needs more scopes, or the user asked for it. */
      because: z.enum(['needed', 'ended', 'more', 'asked']),
      /** The previous sign-in, if any. */
      before: z.object({ issuer: z.string(), scopes: z.array(z.string()) }).optional(),
      /**
       * How the authorization server knows Atrium: by a client ID the user entered, a public document, an earlier
       * registration, or one to come.
       */
      client: z.enum(['entered', 'document', 'registered', 'registers']),
      /** The issuer of the entered client ID, if it isn't this one; then Atrium doesn't send the ID. */
      enteredFor: z.string().optional(),
    }),
    answer: z.strictObject({ decision: z.enum(['sign-in', 'leave']) }),
    consents: (answer: { decision: string }) => answer.decision === 'sign-in',
    right: 'use',
  },
  /** The page the user signs in on. The window opens it; withdrawn when the browser returns. */
  'sign-in-page': {
    question: z.object({
      /** Absent if the user signs in to their company. */
      server: z.string().optional(),
      issuer: z.string(),
      /** As the URL parser writes it; always https, or http on this computer. */
      url: z.string(),
      /** Epoch milliseconds after which Atrium stops waiting for the browser. */
      until: z.number(),
    }),
    answer: z.strictObject({ action: z.literal('cancel') }),
    consents: () => false,
    right: 'use',
  },
} as const
