import type { Passport } from '../../../shared/config/passport.ts'
import { formatCount } from '../format/time.ts'

type Line = Passport['history'][number]

const what = {
  added: 'Server added',
  changed: 'Command or URL changed',
  trusted: 'Command trusted',
  offered: 'New or changed definitions',
  withdrawn: 'Definitions withdrawn',
  accepted: 'Definitions accepted',
  blocked: 'Definitions blocked',
  passport: 'Added with a passport',
} as const satisfies Record<Line['what'], string>

const by = {
  user: 'by the user',
  host: 'by Atrium',
  file: 'in the file',
  server: 'by the server',
} as const satisfies Record<Line['by'], string>

const answers = {
  submitted: 'submitted',
  declined: 'declined',
  left: 'dismissed',
  none: 'not answered',
} as const satisfies Record<Passport['secretForms']['latest'][number]['answer'], string>

/** Texts of a server's passport and of adding a server with one. They load with that page, so the catalogue lacks them. */
export const passportPage = {
  title: 'Passport',
  page: {
    loading: 'Loading the passport…',
    label: (server: string) => `Passport of ${server}`,
    kind: 'Server passport',
    written: (day: string, time: string, release: string) => `As of ${day} at ${time}, written by Atrium ${release}`,
    print: 'Print',
    save: 'Save file',
    copy: 'Copy the passport',
    saved: 'Saved to {file}.',
    copyPath: 'Copy the path',
    again: 'Reload',
    check: 'Read it before you share it. It contains no known secrets, no call arguments and no results.',
  },
  signature: {
    title: 'Signature',
    fingerprint: 'Fingerprint',
    copyFingerprint: 'Copy the fingerprint',
    says: 'The holder of this key signed this page. Compare the fingerprint with the sender another way, such as by phone. If it matches, the page is as they signed it.',
    saysNot: 'The signature does not make the server safe.',
  },
  parts: {
    stdio: 'Program',
    http: 'URL',
    offers: 'Offers',
    history: 'History',
    use: 'Calls and starts',
    rules: 'Rules',
    forms: 'Forms that asked for secrets',
  },
  facts: {
    command: 'Command',
    folder: 'Folder',
    usualFolder: 'Atrium’s default',
    file: 'Program file',
    sha256: 'SHA-256',
    unreadable: 'The file couldn’t be read',
    trusted: 'Trusted',
    trustedOn: (day: string, time: string) => `${day} at ${time}`,
    notTrusted: 'Never trusted, so it never ran',
    environment: 'Environment',
    headers: 'Headers',
    secret: 'secret',
    none: 'None',
    url: 'URL',
  },
  offers: {
    counts: (accepted: number, resources: number) =>
      `${formatCount(accepted, 'accepted definition')}, ${formatCount(resources, 'resource')} listed.`,
    waiting: (count: number) =>
      `${formatCount(count, 'definition')} ${count === 1 ? 'needs' : 'need'} review and ${count === 1 ? 'isn’t' : 'aren’t'} included.`,
    none: 'No definition was accepted.',
    list: 'Accepted definitions',
    tool: 'tool',
    hash: (start: string) => `SHA-256 begins with ${start}`,
  },
  history: {
    list: 'History',
    what,
    by,
    andMore: (count: number) => `and ${count} more`,
    earlier: (count: number) => `${formatCount(count, 'earlier line')} left out.`,
  },
  use: {
    starts: (starts: number, failed: number) =>
      failed === 0
        ? `Started ${formatCount(starts, 'time')}, without failures.`
        : `Started ${formatCount(starts, 'time')}. Failed to start or crashed ${formatCount(failed, 'time')}.`,
    none: 'No calls yet.',
    label: 'Calls',
    figures: {
      allowedByUser: 'allowed by the user',
      allowedByRule: 'allowed by a rule',
      deniedByUser: 'denied by the user',
      deniedByRule: 'denied by a rule',
      succeeded: 'succeeded',
      failed: 'failed',
      unknown: 'timed out or interrupted',
    },
    tools: 'Calls by tool',
    tool: 'Tool',
    ran: 'Ran',
    denied: 'Denied',
    failed: 'Failed',
  },
  rules: {
    none: 'No rules.',
    effects: { allow: 'Allow', ask: 'Ask about', deny: 'Deny' },
    everything: 'every tool',
    conditions: (count: number) => (count === 0 ? 'with any arguments' : `under ${formatCount(count, 'condition')}`),
    more: (count: number) => `${formatCount(count, 'more rule')} left out.`,
  },
  forms: {
    none: 'None.',
    count: (count: number) => `${formatCount(count, 'form')} seemed to ask for a secret.`,
    unnamed: 'in its message',
    answers,
  },
  taken: {
    title: (server: string) => `Passport of ${server}`,
    checking: 'Checking the passport…',
    signedBy: 'Signed by',
    own: 'This Atrium signed it.',
    means:
      'Compare this fingerprint with the sender another way, such as by phone. If it matches, the passport is as they signed it.',
    meansNot: 'A signature does not make a server safe.',
    next: {
      stdio: 'You’ll review the command before it runs.',
      http: 'Atrium connects to the URL when you add the server. Check it in the form first.',
    },
    pins: (count: number) =>
      `Atrium will accept ${formatCount(count, 'definition')} if they’re exactly as in the passport and nothing in them is suspicious. All others need your review.`,
    noPins: 'The passport names no accepted definitions, so all of them need your review.',
    fill: 'Fill in the form',
    inForm: 'With the passport of {fingerprint}. Definitions that differ from it need your review.',
  },
} as const
