import type { PassportBody } from '../../shared/config/passport.ts'

const hash = (digit: string): string => digit.repeat(64)

/** A passport with every member, without its signature. */
export const passportWith = (key: string): PassportBody => ({
  atriumPassport: 1,
  issuedAt: 1_790_000_000_000,
  release: '0.1.0',
  server: {
    id: 'files',
    name: 'My files',
    reached: {
      type: 'stdio',
      command: 'npx',
      args: ['-y', 'files@1', '~/notes'],
      cwd: '~',
      env: [{ name: 'TOKEN', secret: true }],
      trusted: { path: '/usr/bin/npx', sha256: hash('a'), at: 1_780_000_000_000 },
    },
  },
  offers: {
    definitions: [
      { item: 'prompt/brief', hash: hash('b') },
      { item: 'tool/read', hash: hash('c') },
    ],
    waiting: 1,
    resources: 12,
  },
  history: [{ at: 1_780_000_000_000, what: 'accepted', by: 'user', count: 1, names: ['tool/read'] }],
  earlier: 3,
  use: {
    starts: 4,
    failedStarts: 1,
    calls: {
      allowedByUser: 9,
      allowedByRule: 8,
      deniedByUser: 7,
      deniedByRule: 6,
      succeeded: 5,
      failed: 4,
      unknown: 3,
    },
    tools: [{ name: 'read', ran: 12, denied: 2, failed: 1 }],
    rules: [{ effect: 'allow', tool: 'read', conditions: 2 }],
    moreRules: 1,
  },
  secretForms: { count: 1, latest: [{ at: 1_785_000_000_000, fields: ['pin'], answer: 'declined' }] },
  key,
})
