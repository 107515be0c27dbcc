import { formatCount } from '../format/time.ts'

/** What signing in to servers says: its two questions, and what of it stands on the page of a server. */
export const signIn = {
  ask: {
    titles: {
      needed: (server: string) => `${server} needs you to sign in`,
      ended: (server: string) => `${server} needs you to sign in again`,
      more: (server: string) => `${server} needs you to allow more`,
      asked: (server: string) => `Sign in to ${server}`,
    },
    sentences: {
      needed: '{server} answers only whoever has signed in.',
      ended: 'You had signed in to {server}. What it gave Atrium for that does not hold any more.',
      more: 'Something that was wanted of {server} needs more than you allowed when you signed in.',
      asked: 'You want to sign in to {server}.',
    },
    where: {
      own: 'You sign in at {host}, the host of the server itself.',
      another: 'You sign in at {host}, which is another host than the server’s.',
    },
    another: 'This is another authorization server than before.',
    before: 'Before it was {issuer}. Sign in only if you know why that changed.',
    issuer: 'Authorization server',
    facts: {
      resource: 'For',
      signsInAt: 'Signs in at',
      client: 'Known there',
    },
    clients: {
      entered: 'By the client ID that you entered',
      document: 'By a public document that describes Atrium',
      registered: 'As it registered itself there before',
      registers: 'Not yet: it registers itself when you sign in',
    },
    audience: 'Valid for all of {audience}, not just {server}.',
    audienceMeans: (server: string) =>
      `${server} could use this sign-in anywhere at that address. Sign in only if everything there belongs to it.`,
    counted: (title: string, count: number) => `${title} (${formatCount(count, 'permission')})`,
    may: 'What Atrium will be able to do there',
    enteredFor: 'The client ID that you entered belongs to {issuer}. It isn’t sent here, and neither is its secret.',
    mayEntered: 'What Atrium will be able to do there, as you entered it in the settings of the server',
    mayMore: 'What Atrium will be able to do there besides',
    mayStill: 'What you allowed before',
    mayUnsaid: (server: string) =>
      `${server} does not say what Atrium will be able to do there. The page may ask you about that.`,
    means: (server: string) =>
      `Nothing is opened yet: you see the address of the page first. Atrium keeps what it is given there in its secret store, and shows it to nobody but ${server} and this authorization server.`,
    notNow: 'Not now',
    signIn: 'Sign in',
  },
  page: {
    title: (server: string) => `Sign in to ${server} in your browser`,
    notOfIssuer: 'This page is not on the host of the authorization server.',
    means: (server: string) =>
      `What you type there goes to that site; Atrium and the model do not see it. When you are done there, ${server} goes on by itself.`,
    open: 'Open in browser',
    again: 'Open again',
    opened: 'Opened. Waiting for the browser to come back.',
    minutes: (minutes: number) => `Atrium waits for about ${formatCount(minutes, 'minute')} more.`,
    lastMinute: 'Atrium waits for less than a minute more.',
    copied: 'Address copied.',
  },
  waitingHere: {
    'sign-in': (server: string) => `${server} needs you to sign in.`,
    'sign-in-page': (server: string) => `The page on which you sign in to ${server} is ready to be opened.`,
  },
  done: (server: string) => `You are signed in to ${server}.`,
  /** One line of a server that waits for it, beside its name. */
  place: {
    needed: 'Nobody has signed in yet',
    ended: 'Your sign-in does not hold any more',
    more: 'Something needs more than you allowed',
    asked: 'You want to sign in',
    page: 'Waits until you have signed in on its page',
  },
  server: {
    signIn: 'Sign in',
    signInOf: (name: string) => `Sign in to ${name}`,
    again: 'Sign in again',
    signOut: 'Sign out…',
    facts: {
      signedIn: 'Signed in',
      nameless: 'Yes, under a name that was not said',
      since: (moment: string) => `since ${moment}`,
      issuer: 'By',
      may: 'Allowed',
      unsaid: 'What it allows was not said',
      expires: 'Holds',
      unlimited: 'For how long was not said',
      until: (moment: string) => `Until ${moment}; then it is renewed by itself, or you are asked`,
      past: (moment: string) => `Until ${moment}; the next request renews it, or you are asked`,
    },
  },
  signOut: {
    title: (name: string) => `Sign out of ${name}?`,
    help: (issuer: string) =>
      `Atrium forgets what ${issuer} gave it for this server, and tells it so where it takes that. Nothing is sent in your name after that until you sign in again; calls that run may fail.`,
    keep: 'Stay signed in',
    signOut: 'Sign out',
  },
  form: {
    label: 'Sign-in',
    help: 'For a server that asks for a sign-in and gave you a client ID for it. Most servers need nothing here.',
    clientId: { label: 'Client ID', help: 'As whoever runs the authorization server gave it.' },
    secret: {
      label: 'Client secret',
      help: 'Kept in the secret store of this installation and never shown again.',
      remove: 'Remove the client secret',
      withoutId: 'A client secret needs the client ID that it belongs to.',
    },
    scopes: {
      label: 'Scopes',
      help: 'What to ask for, with spaces between. Without any, what the server says.',
      invalid: 'At most 4,096 characters.',
    },
    port: {
      label: 'Callback port',
      help: 'The port of this computer that the browser comes back to, if one was registered.',
      example: 'any',
      invalid: 'A whole number from 1024 to 65535.',
    },
    gapInClientId: (gap: string) => `The client ID holds ${gap}, which Atrium does not replace: fill the form.`,
    secretMoves:
      'The kept client secret was entered for another host. It is not sent for this one unless you enter it again, or confirm it after saving.',
    secretName: 'clientSecret',
  },
} as const
