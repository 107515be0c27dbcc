import { z } from 'zod'

/** The name of a secret in the store. */
const secret = z.strictObject({ secret: z.string().min(1).max(4096) })

/** A client's ID at an authorization server. */
export const clientText = z.string().regex(/^[\x21-\x7e]{1,2048}$/, 'This is one word of Latin letters and signs')

/** How an authorization server knows Atrium if it supports neither registration nor client documents. */
const oauthFields = z.strictObject({
  /**
   * Lets Atrium sign in by itself, as this client and without a user (RFC 6749, 4.4), or through the user's company
   * (ext-auth, enterprise-managed authorization); if absent, the user signs in.
   */
  grant: z.enum(['client-credentials', 'enterprise-managed']).optional(),
  /** As issued by the authorization server's operator. */
  clientId: clientText.optional(),
  clientSecret: secret.optional(),
  /** Instead of a client secret, without a user: signs the client's assertions (RFC 7523). PEM or JWK. */
  privateKey: secret.optional(),
  /** The authorization server these belong to; if absent, the first one they're used with. */
  issuer: z
    .url({ protocol: /^https?$/ })
    .max(1000)
    .optional(),
  /** Scopes to request, separated by spaces; if absent, the server decides. */
  scopes: z.string().max(4096).optional(),
  /** The local port for the redirect, if one was registered; else random. */
  callbackPort: z.int().min(1024).max(65_535).optional(),
})

/** A server's `oauth` in `servers.json`. */
export const oauth = oauthFields.superRefine((config, context) => {
  for (const problem of grantProblems(config)) context.addIssue({ code: 'custom', ...problem })
})

/** Members that don't go together: a client of Atrium's own is never combined with a user's sign-in at the server. */
function grantProblems({ grant, clientId, clientSecret, privateKey, callbackPort }: z.infer<typeof oauthFields>) {
  const port =
    callbackPort === undefined
      ? []
      : [{ path: ['callbackPort'], message: 'No browser comes back to a port for this server' }]
  const key = privateKey
    ? [{ path: ['privateKey'], message: 'A private key is only for signing in without a user' }]
    : []
  if (grant === undefined) return key
  if (grant === 'enterprise-managed')
    return [
      ...(clientId === undefined
        ? [{ path: ['grant'], message: 'Signing in through a company needs a client ID' }]
        : []),
      ...key,
      ...port,
    ]
  return [
    ...port,
    ...(clientId === undefined ? [{ path: ['grant'], message: 'Signing in without a user needs a client ID' }] : []),
    ...(clientSecret === undefined && privateKey === undefined
      ? [{ path: ['grant'], message: 'Signing in without a user needs a client secret or a private key' }]
      : []),
    ...(clientSecret && privateKey
      ? [{ path: ['privateKey'], message: 'A client has either a secret or a private key' }]
      : []),
  ]
}
