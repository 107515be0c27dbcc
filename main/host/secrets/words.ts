/** Texts about secrets that can't be used or kept. */
export const secretWords = {
  notItsOwn: 'isn’t this server’s',
  foreign: (what: string, server: string, secret: string) =>
    `${what} of ${server} refers to the secret ${secret}, which isn’t this server’s, so nothing was sent. Enter a value for it in this server’s setup.`,
  notHere: 'isn’t on this computer',
  notNow: 'can’t be read now',
  missing: (what: string) => `The secret for ${what} isn’t on this computer: enter it again in this server’s setup.`,
  enteredFor: (from: string, to: string) => `was entered for ${from}, not for ${to}`,
  moved: (what: string, server: string, of: { from: string; now: string }) =>
    `The secret for ${what} was entered for ${of.from}, but ${server} is now ${of.now}, so nothing was sent. Enter it again in this server’s setup, or confirm there that Atrium can use it.`,
  at: (url: string) => `at ${url}`,
  program: 'a program',
  unknownPlace: 'an unknown URL',
  notForHeader: (name: string) => `The secret for ${name} can’t be sent in a header: enter one line of Latin letters.`,
  looksLikeOne: '[looks like a secret]',
  short: (least: number) => `shorter than ${least} characters`,
  uniform: 'made of too few different characters',
  ordinary: 'an ordinary word of the protocol',
} as const
