/** Texts about the system's keyring. */
export const keyringWords = {
  wallet: 'KWallet',
  service: 'Secret Service',
  withoutQuestion: 'Store secrets without a keyring?',
  withoutDetail:
    'Atrium can’t use a keyring on this system: there is none, or it’s locked. ' +
    'Keys and tokens would be stored in a file in your account, in a form that any program of your account can read. ' +
    'Atrium asks only once.',
  store: 'Store secrets',
  missing:
    'Atrium can’t use a keyring on this system, so nothing was stored. Unlock it, or set one up, such as GNOME Keyring or KWallet. Then restart Atrium.',
  deaf: 'The system’s keyring isn’t responding, so nothing was stored. Unlock it, or let Atrium use it. Then restart Atrium.',
  locked:
    'Your stored secrets can’t be read or changed: the system’s keyring isn’t responding. Unlock it, or let Atrium use it. Then restart Atrium.',
  silent:
    'The system’s keyring hasn’t answered yet, so your secrets can’t be read or changed. Look for its question, or unlock it. Atrium continues by itself.',
} as const
