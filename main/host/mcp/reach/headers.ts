import type { HttpConfig } from '../../../../shared/config/server-config.ts'
import { type Owner, ownSecret } from '../../secrets/own-secret.ts'

/** What is sent with every request, secrets included. A sentence where one is missing, not its own, or cannot be sent. */
export async function resolveHeaders(
  configured: HttpConfig['headers'],
  owner: Owner,
): Promise<{ headers: Record<string, string> } | { problem: string }> {
  const headers: Record<string, string> = {}
  for (const [name, setting] of Object.entries(configured)) {
    const found = typeof setting === 'string' ? { value: setting } : await ownSecret(setting.secret, name, owner)
    if ('problem' in found) return { problem: found.problem }
    const { value } = found
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      return { problem: `The secret for ${name} cannot be sent in a header: enter one line of Latin letters.` }
    headers[name] = value
  }
  return { headers }
}
