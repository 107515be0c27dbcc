import { secretPrefixOf } from '../../../../shared/config/secret-prefixes.ts'
import type { HttpConfig } from '../../../../shared/config/server-config.ts'
import { company } from '../../../strings/settings/company.ts'
import { serverForm } from '../../../strings/servers/servers-form.ts'
import { signIn } from '../../../strings/servers/sign-in.ts'

const words = signIn.form

/** The user signs in, or their company for them, or Atrium itself with a client secret or a private key. */
export const signers = ['user', 'company', 'secret', 'key'] as const
export type Signer = (typeof signers)[number]

/** The OAuth client in the form: text, empty if not set. */
export type ClientDraft = {
  by: Signer
  clientId: string
  /** The client secret or private key as typed; never a stored one. */
  secret: string
  /** The stored secret's name. */
  kept?: string | undefined
  /** The stored private key's name. */
  keptKey?: string | undefined
  /** The expected form of the secret, if a pasted config had a placeholder. */
  pattern?: string | undefined
  scopes: string
  port: string
  /** The authorization server; while the user signs in, as in the file. */
  issuer: string
}

/** Fields of the OAuth client, named as in the configuration. */
export const clientNames = ['clientId', 'clientSecret', 'privateKey', 'scopes', 'callbackPort', 'issuer'] as const
/** A sentence for each field that can't be saved as it is. */
export type ClientProblems = Partial<Record<(typeof clientNames)[number], string>>

/** The form of a server that the user signs in to themselves. */
export const noClient: ClientDraft = { by: 'user', clientId: '', secret: '', scopes: '', port: '', issuer: '' }

/** The configured client as a form. Stored secrets appear by name only. */
export const clientOf = (oauth: HttpConfig['oauth']): ClientDraft => ({
  by: signerOf(oauth),
  clientId: oauth?.clientId ?? '',
  secret: '',
  kept: oauth?.clientSecret?.secret,
  keptKey: oauth?.privateKey?.secret,
  scopes: oauth?.scopes ?? '',
  port: oauth?.callbackPort?.toString() ?? '',
  issuer: oauth?.issuer ?? '',
})

function signerOf(oauth: HttpConfig['oauth']): Signer {
  if (oauth?.grant === undefined) return 'user'
  if (oauth.grant === 'enterprise-managed') return 'company'
  return oauth.privateKey ? 'key' : 'secret'
}

/** Whether nothing is filled in, so this part of the form can start folded. */
export const isClientEmpty = ({ by, clientId, secret, kept, pattern, scopes, port }: ClientDraft): boolean =>
  by === 'user' && [clientId, secret, kept, pattern, scopes, port].every((text) => text === undefined || text === '')

/** The name of the stored secret or key that the chosen way uses. */
export const keptIn = ({ by, kept, keptKey }: ClientDraft): string | undefined => (by === 'key' ? keptKey : kept)

/** Splits a client into its configuration and the values for the secret store. */
export function settleClient(draft: ClientDraft, server: string): { oauth?: object; secrets: Record<string, string> } {
  const secretPrefix = secretPrefixOf(server)
  const [clientId, scopes, port, issuer] = [draft.clientId, draft.scopes, draft.port, draft.issuer].map((it) =>
    it.trim(),
  )
  const secret = draft.secret.trim()
  const isTyped = secret !== ''
  const kept = keptIn(draft)
  const isKey = draft.by === 'key'
  const place = kept?.startsWith(secretPrefix)
    ? kept
    : `${secretPrefix}${isKey ? 'oauth-private-key' : 'oauth-client-secret'}`
  const name = isTyped ? place : kept
  const oauth = {
    ...(draft.by !== 'user' && { grant: draft.by === 'company' ? 'enterprise-managed' : 'client-credentials' }),
    ...(clientId && { clientId }),
    ...(name !== undefined && { [isKey ? 'privateKey' : 'clientSecret']: { secret: name } }),
    ...(scopes && { scopes }),
    ...(port && draft.by === 'user' && { callbackPort: Number(port) }),
    ...(issuer && { issuer }),
  }
  return { ...(Object.keys(oauth).length > 0 && { oauth }), secrets: isTyped ? { [place]: secret } : {} }
}

/** A client's problems that the server schema doesn't find. */
export function clientProblems(draft: ClientDraft): ClientProblems {
  const { by, clientId, secret, pattern } = draft
  const hasSecret = secret.trim() !== '' || keptIn(draft) !== undefined
  if (by === 'company') return clientId.trim() === '' ? { clientId: company.server.withoutId } : {}
  if (by !== 'user')
    return {
      ...(clientId.trim() === '' && { clientId: words.own.withoutId }),
      ...(!hasSecret && { [by === 'key' ? 'privateKey' : 'clientSecret']: words.own.without[by] }),
    }
  if (!hasSecret && pattern !== undefined)
    return { clientSecret: serverForm.namedValues.enterWhole(pattern.slice(0, 100)) }
  return hasSecret && clientId.trim() === '' ? { clientId: words.secret.withoutId } : {}
}

/** The schema's message about one of its values, in plain words. */
export function clientSentence(name: (typeof clientNames)[number], message: string): string {
  if (name === 'callbackPort') return words.port.invalid
  if (name === 'issuer') return words.issuer.invalid
  return name === 'scopes' ? words.scopes.invalid : `${message}.`
}
