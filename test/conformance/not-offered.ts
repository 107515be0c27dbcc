/** Scenarios of the suite that Atrium doesn't support, and why; all of them are optional. */
export const notOffered: Record<string, string> = {
  ...each(
    'the extension for programs that sign in by themselves: in Atrium the user signs in, and another key is a header',
    ['auth/client-credentials-basic', 'auth/client-credentials-jwt', 'auth/wif-jwt-bearer'],
  ),
  'auth/enterprise-managed-authorization':
    "the extension for access through a company's identity provider: in Atrium the user grants access",
  ...each('the extension that binds tokens to a key of the client: Atrium takes bearer tokens only', [
    'auth/dpop',
    'auth/dpop-nonce',
  ]),
  ...each('the extension for skills: Atrium does not read instructions for models from servers this way yet', [
    'sep-2640-client-no-prefetch',
    'sep-2640-client-verify-digest',
    'sep-2640-client-verify-frontmatter',
    'sep-2640-client-verify-size',
  ]),
}

function each(reason: string, scenarios: string[]): Record<string, string> {
  return Object.fromEntries(scenarios.map((scenario) => [scenario, reason]))
}
