import { companySecret, isSameProvider } from '../../../shared/config/company-sign-in.ts'
import type { Handlers, Parsed } from '../../../shared/contract/commands.ts'
import { urlOrigin } from '../../../shared/risk/secret-names.ts'
import type { Confirmation } from '../platform.ts'
import { reveal } from './confirmation-text.ts'
import type { HostParts } from './parts.ts'
import { dialogWords as words } from './words.ts'

/** The user's company: its provider, and signing in there and out again. */
export function companyHandlers({ journal, configuration, secrets, servers }: HostParts) {
  return {
    setCompanyProvider: async ({ provider, secret }, { actor }) => {
      const next = provider ?? undefined
      const isOther = !isSameProvider(configuration.settings.companySignIn, next)
      if (isOther) await servers.signOutOfCompany(actor, 'moved')
      configuration.setCompany(next, actor)
      if (next && secret !== undefined)
        await secrets.setAll({ values: { [companySecret]: secret }, destination: urlOrigin(next.issuer) }, actor)
      // It was another client's.
      else if (isOther && journal.state.secrets.includes(companySecret)) await secrets.deleteAll([companySecret], actor)
      await journal.durable()
    },
    signInToCompany: (_nothing, { actor }) => servers.signInToCompany(actor),
    signOutOfCompany: (_nothing, { actor }) => servers.signOutOfCompany(actor),
  } satisfies Partial<Handlers>
}

/** The system's question before a provider is set; undefined if one is only removed. */
export function confirmCompany({ provider, secret }: Parsed<'setCompanyProvider'>): Confirmation | undefined {
  if (!provider) return undefined
  const lines = [words.companyAt, reveal(provider.issuer), ...(secret === undefined ? [] : [words.companySecret])]
  return { question: words.useCompany, detail: lines.join('\n'), action: words.actions.use }
}
