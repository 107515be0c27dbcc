/** Scenarios of the suite that Atrium doesn't support, and why; all of them are optional. */
export const notOffered: Record<string, string> = {
  'auth/wif-jwt-bearer':
    'a draft for workloads that a platform identifies: Atrium runs on a computer, for a user or by a client of its own',
  ...each('the extension that binds tokens to a key of the client: Atrium takes bearer tokens only', [
    'auth/dpop',
    'auth/dpop-nonce',
  ]),
}

function each(reason: string, scenarios: string[]): Record<string, string> {
  return Object.fromEntries(scenarios.map((scenario) => [scenario, reason]))
}
