import type { HttpConfig } from '../../../../shared/server-config.ts'
import type { SecretStore } from '../../platform.ts'

/** What is sent with every request, secrets included. A sentence where one is missing or cannot be sent. */
export async function resolveHeaders(
  configured: HttpConfig['headers'],
  store: SecretStore,
): Promise<{ headers: Record<string, string> } | { problem: string }> {
  const headers: Record<string, string> = {}
  for (const [name, setting] of Object.entries(configured)) {
    const value = typeof setting === 'string' ? setting : await store.get(setting.secret)
    if (value === undefined)
      return { problem: `The secret for ${name} is not on this machine: enter it again in this server's settings.` }
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      return { problem: `The secret for ${name} cannot be sent in a header: enter one line of Latin letters.` }
    headers[name] = value
  }
  return { headers }
}
