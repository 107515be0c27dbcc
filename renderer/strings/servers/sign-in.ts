import { formatCount } from '../format/time.ts'

/** Texts of signing in to servers: its two requests, and its part of a server's page. */
export const signIn = {
  ask: {
    titles: {
      needed: (server: string) => `${server} needs you to sign in`,
      ended: (server: string) => `${server} needs you to sign in again`,
      more: (server: string) => `${server} needs more permissions`,
      asked: (server: string) => `Sign in to ${server}`,
    },
    sentences: {
      needed: '{server} requires you to sign in.',
      ended: 'Your sign-in to {server} is no longer valid.',
      more: 'A request to {server} needs more permissions than you granted.',
      asked: 'You chose to sign in to {server}.',
    },
    where: {
      own: 'You’ll sign in at {host}, the server’s own host.',
      another: 'You’ll sign in at {host}, not at the server’s own host.',
    },
    another: 'The authorization server changed.',
    before: 'It used to be {issuer}. Sign in only if you know why it changed.',
    issuer: 'Authorization server',
    facts: {
      resource: 'For',
      signsInAt: 'Signs in at',
      client: 'Client',
    },
    clients: {
      entered: 'The client ID you entered',
      document: 'A public document that describes Atrium',
      registered: 'Registered earlier',
      registers: 'Registers when you sign in',
    },
    audience: 'Valid for all of {audience}, not just {server}.',
    audienceMeans: (server: string) =>
      `${server} could use this sign-in anywhere at that URL. Sign in only if everything there belongs to it.`,
    handover: '{receiver} gets this sign-in, not {page}.',
    handoverMeans:
      'The page belongs to one site, and another one receives what it gives Atrium. Sign in only if you know that they belong together.',
    counted: (title: string, count: number) => `${title} (${count})`,
    may: 'Permissions requested',
    enteredFor: 'The client ID you entered belongs to {issuer}. Atrium doesn’t send it or its secret here.',
    mayEntered: 'Permissions requested, as entered in the server’s setup',
    mayMore: 'Additional permissions',
    mayStill: 'Already granted',
    mayUnsaid: (server: string) => `${server} doesn’t list permissions. The sign-in page may show them.`,
    means: (server: string) =>
      `Nothing opens yet; you’ll see the page’s URL first. Atrium keeps the tokens in its secret store and sends them only to ${server} and this authorization server.`,
    notNow: 'Not now',
    signIn: 'Sign in',
  },
  page: {
    title: (server: string) => `Sign in to ${server} in your browser`,
    notOfIssuer: 'This page isn’t on the authorization server’s host.',
    means: (server: string) =>
      `Anything you type there goes to that site. Atrium and the model can’t see it. When you’re done there, ${server} continues automatically.`,
    open: 'Open in browser',
    again: 'Open again',
    opened: 'Opened. Finish signing in there.',
    minutes: (minutes: number) => `Atrium waits about ${formatCount(minutes, 'more minute')}.`,
    lastMinute: 'Atrium waits less than another minute.',
    copied: 'URL copied.',
  },
  waitingHere: {
    'sign-in': (server: string) => `${server} needs you to sign in.`,
    'sign-in-page': (server: string) => `The sign-in page for ${server} is ready to open.`,
  },
  done: (server: string) => `You’re signed in to ${server}.`,
  /** One line of a server that waits for it, beside its name. */
  place: {
    needed: 'Not signed in',
    ended: 'Sign-in no longer valid',
    more: 'Needs more permissions',
    asked: 'You chose to sign in',
    page: 'Waiting for you to sign in',
  },
  server: {
    signIn: 'Sign in',
    signInOf: (name: string) => `Sign in to ${name}`,
    again: 'Sign in again',
    signOut: 'Sign out…',
    facts: {
      signedIn: 'Signed in',
      account: 'Account',
      nameless: 'Yes (account unknown)',
      company: 'Through your company',
      since: (moment: string) => `since ${moment}`,
      issuer: 'Signed in at',
      may: 'Permissions',
      unsaid: 'Not specified',
      expires: 'Expires',
      unlimited: 'Not specified',
      until: (moment: string) => `${moment}. Atrium then renews it or asks you.`,
      past: (moment: string) => `${moment}, in the past. The next request renews it, or Atrium asks you.`,
    },
  },
  signOut: {
    title: (name: string) => `Sign out of ${name}?`,
    help: (issuer: string) =>
      `Atrium deletes its tokens for this server and, if ${issuer} supports it, revokes them. Nothing more is sent in your name until you sign in again. Running calls may fail.`,
    keep: 'Stay signed in',
    signOut: 'Sign out',
  },
  form: {
    label: 'Sign-in',
    help: 'For servers that need a client ID from their operator. Most servers need nothing here.',
    by: {
      label: 'Signed in by',
      choices: {
        user: 'You, in the browser',
        company: 'Your company',
        secret: 'Atrium, with a client secret',
        key: 'Atrium, with a private key',
      },
      help: {
        user: 'Atrium asks you if the server needs a sign-in.',
        secret: 'For servers without users. Atrium signs in as this client and never opens a browser.',
        key: 'For servers without users. Atrium signs in as this client and never opens a browser.',
      },
    },
    own: {
      withoutId: 'Atrium needs a client ID to sign in by itself.',
      without: {
        secret: 'Atrium needs a client secret to sign in by itself.',
        key: 'Atrium needs a private key to sign in by itself.',
      },
    },
    key: {
      label: 'Private key',
      help: 'In PEM or JWK form, without a password. Saved in Atrium’s secret store and never shown again.',
      remove: 'Remove the private key',
    },
    issuer: {
      label: 'Authorization server',
      help: 'Its URL. Leave empty to use the first one that the server names. No other one gets this client.',
      invalid: 'A complete URL of up to 1,000 characters.',
    },
    clientId: { label: 'Client ID', help: 'From the authorization server’s operator.' },
    secret: {
      label: 'Client secret',
      help: 'Saved in Atrium’s secret store and never shown again.',
      remove: 'Remove the client secret',
      withoutId: 'A client secret needs its client ID.',
    },
    scopes: {
      label: 'Scopes',
      help: 'Separate with spaces. Leave empty to use the server’s scopes.',
      invalid: 'Up to 4,096 characters.',
    },
    port: {
      label: 'Callback port',
      help: 'The port on this computer that the browser returns to, if one was registered.',
      example: 'any',
      invalid: 'A whole number from 1024 to 65535.',
    },
    gapInClientId: (gap: string) =>
      `The client ID contains ${gap}, which Atrium doesn’t expand. Enter the real value in the form.`,
    secretMoves:
      'Your saved client secret or key was entered for another host. Atrium won’t send it for this one unless you enter it again, or confirm it after saving.',
    secretName: 'clientSecret',
  },
} as const
