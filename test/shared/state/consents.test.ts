import { expect, test } from 'vitest'
import { type ServerConfigs, serverConfig } from '../../../shared/config/server-config.ts'
import { type ServerConsent, consentOf, lastingConsents } from '../../../shared/state/consents.ts'

const all: Required<ServerConsent> = {
  trusted: { command: 'it', path: '/it', args: [], cwd: '/', environment: [], hash: 'h' },
  address: { url: 'https://one.example/', headers: {} },
  pins: {},
  keptOff: {},
  passport: { key: 'k', fingerprint: 'f', items: {} },
  guided: 'g',
  allowedApps: [{ tool: 't', definition: 'd', app: 'a', reach: [] }],
  signedIn: { issuer: 'https://login.example', scopes: [], at: 0 },
}
const one = serverConfig.parse({ url: 'https://one.example/' })

/** The consents that end when the server changes like this. */
function ended(after: ServerConfigs): string[] {
  const kept = consentOf({ consents: lastingConsents({ it: all }, { it: one }, after) }, 'it')
  return Object.keys(all).filter((name) => !Object.hasOwn(kept, name))
}

test('ends all consents with their server, and some when its program or address changes', () => {
  expect(ended({ it: one })).toEqual([])
  expect(ended({ it: { ...one, name: 'Other' } })).toEqual([])
  expect(ended({ it: serverConfig.parse({ url: 'https://two.example/' }) })).toEqual(['allowedApps', 'signedIn'])
  expect(ended({ it: serverConfig.parse({ command: 'it' }) })).toEqual(['address', 'allowedApps', 'signedIn'])
  expect(ended({})).toEqual(Object.keys(all))
})
