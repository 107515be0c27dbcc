/** What of the suite Atrium does not offer, and why; all of it is optional. */
export const notOffered: Record<string, string> = {
  ...each('the extension for machines that sign in by themselves: in Atrium a person signs in', [
    'auth/client-credentials-basic',
    'auth/client-credentials-jwt',
    'auth/wif-jwt-bearer',
  ]),
  'auth/enterprise-managed-authorization':
    'the extension for tokens by an identity provider of a company: Atrium has no administrator who could set one up',
  ...each('the extension that binds tokens to a key: no authorization server in use asks for it yet', [
    'auth/dpop',
    'auth/dpop-nonce',
  ]),
  ...each('the extension for skills is experimental: Atrium neither lists nor reads them', [
    'sep-2640-client-no-prefetch',
    'sep-2640-client-verify-digest',
    'sep-2640-client-verify-frontmatter',
    'sep-2640-client-verify-size',
  ]),
}

function each(reason: string, scenarios: string[]): Record<string, string> {
  return Object.fromEntries(scenarios.map((scenario) => [scenario, reason]))
}
