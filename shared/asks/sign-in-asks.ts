import { z } from 'zod'

/** What a person is asked before Atrium has tokens for a server at an address (basic/authorization). */
export const signInAsks = {
  /**
   * May Atrium sign in to this server? Until it is answered, the authorization server was only asked for its metadata.
   * Everything in it but `server` and `because` comes from servers.
   */
  'sign-in': {
    question: z.object({
      server: z.string(),
      /** The server's own address. */
      resource: z.string(),
      /** What the tokens will be good for (RFC 8707), where that is more than the server's own address. */
      audience: z.string().optional(),
      /** The authorization server, by its issuer identifier. */
      issuer: z.string(),
      /** What Atrium would be allowed to do there, in the server's terms; empty where it named nothing. */
      scopes: z.array(z.string()),
      /** Nobody has signed in, what was there does not hold any more, a call needs more than was given, or the person wants it. */
      because: z.enum(['needed', 'ended', 'more', 'asked']),
      /** What was signed in to before, where it was. */
      before: z.object({ issuer: z.string(), scopes: z.array(z.string()) }).optional(),
      /** How Atrium is known there: by what the person entered, by a public document, as it registered itself before, or as it will. */
      client: z.enum(['entered', 'document', 'registered', 'registers']),
      /** The issuer that the client ID which the person entered belongs to, where it is not this one: nothing of it is sent. */
      enteredFor: z.string().optional(),
    }),
    answer: z.strictObject({ decision: z.enum(['sign-in', 'leave']) }),
    consents: (answer: { decision: string }) => answer.decision === 'sign-in',
    right: 'use',
  },
  /** The page on which the person signs in. The window opens it; it is withdrawn when the browser has come back from there. */
  'sign-in-page': {
    question: z.object({
      server: z.string(),
      issuer: z.string(),
      /** As the URL parser writes it; always https, or http on this computer. */
      url: z.string(),
      /** Epoch milliseconds after which nobody waits for the browser any more. */
      until: z.number(),
    }),
    answer: z.strictObject({ action: z.literal('cancel') }),
    consents: () => false,
    right: 'use',
  },
} as const
