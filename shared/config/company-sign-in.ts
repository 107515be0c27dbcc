import { z } from 'zod'
import { clientText } from './oauth-config.ts'
import { addressProblem } from './server-config.ts'

/** The user's company's identity provider, and how it knows Atrium (OpenID Connect Core). Only the user sets it. */
export const companyProvider = z.strictObject({
  /** As the provider writes it, letter by letter. */
  issuer: z
    .url({ protocol: /^https?$/ })
    .max(1000)
    .refine((text) => addressProblem(text) === undefined, 'This URL must begin with https://'),
  clientId: clientText,
  /** The local port for the redirect, if the provider wants one; else random. */
  callbackPort: z.int().min(1024).max(65_535).optional(),
})

export type CompanyProvider = z.infer<typeof companyProvider>

/** The name of the client's secret at the provider, in the secret store. */
export const companySecret = 'company/client-secret'

/** The name of the tokens of the user's company sign-in, in the secret store. */
export const companyTokens = 'company/sign-in'

type Client = Pick<CompanyProvider, 'issuer' | 'clientId'>

/** Whether two settings mean the same client at the same provider, and so the same sign-in. */
export const isSameProvider = (a: Client | undefined, b: Client | undefined): boolean =>
  a?.issuer === b?.issuer && a?.clientId === b?.clientId
