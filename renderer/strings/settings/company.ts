/** Texts of the company sign-in: its settings, its page, and its part of a server's form. Loaded with them. */
export const company = {
  /** The subject in sentences about a sign-in. */
  name: 'your company',
  page: {
    means: 'Anything you type there goes to that site. Atrium and the model can’t see it.',
    provider: 'Provider',
  },
  lede: 'Sign in once, and reach the servers that your company allows you.',
  server: {
    help: 'Uses your company sign-in from Settings. The client ID is the one that the server’s operator gave you.',
    withoutId: 'Enter the client ID that the server’s operator gave you.',
  },
  provider: {
    title: 'Provider',
    help: 'Your company’s identity provider (OpenID Connect). Servers and imported files can’t set it.',
    issuer: {
      label: 'Issuer',
      help: 'Its URL, exactly as your administrator writes it.',
      missing: 'Enter the issuer’s URL.',
      invalid: 'A complete URL with https://, up to 1,000 characters.',
    },
    clientId: {
      label: 'Client ID',
      help: 'The provider knows Atrium by this ID. Ask your company’s administrator.',
      missing: 'Enter the client ID.',
      invalid: 'Use Latin letters, digits and signs, without spaces.',
    },
    secret: {
      label: 'Client secret',
      help: 'Saved in Atrium’s secret store and never shown again.',
      kept: 'Saved. Enter another to replace it.',
    },
    port: {
      label: 'Callback port',
      help: 'The port on this computer that the browser returns to, if the provider wants one.',
      example: 'any',
      invalid: 'A whole number from 1024 to 65535.',
    },
    save: 'Save provider',
    cancel: 'Cancel',
    edit: 'Edit provider',
    remove: 'Remove provider…',
    client: (id: string) => `Client ID ${id}`,
  },
  removal: {
    title: 'Remove your company’s provider?',
    help: 'Atrium signs you out there and deletes the client secret. Servers that you reach through your company stop working.',
    keep: 'Keep it',
    remove: 'Remove provider',
  },
  account: {
    title: 'Your sign-in',
    help: 'For servers whose settings choose your company, under Sign-in. Your company decides which you reach.',
    none: 'Not signed in.',
    notSetUp: 'Save the provider first.',
    nameless: 'Signed in (account unknown)',
    as: 'Signed in as {account}',
    since: (moment: string) => `since ${moment}`,
    until: (moment: string) => `Valid until ${moment}. Atrium then renews it, or servers ask you to sign in again.`,
    past: (moment: string) => `Ended ${moment}. The next request renews it, or the server asks you to sign in again.`,
    signIn: 'Sign in',
    again: 'Sign in again',
    open: 'Go to the sign-in page',
    signOut: 'Sign out',
  },
} as const
