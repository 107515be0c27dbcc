/** Texts about the look for newer versions of Atrium. */
export const releaseWords = {
  failed: (host: string, clause: string, advice: string) =>
    `Atrium couldn’t check for a newer version: ${host} ${clause}. Next step: ${advice}.`,
  noAddress: 'This copy of Atrium doesn’t know where its releases are published, so it can’t check for newer ones.',
  none: 'lists no release of Atrium, HTTP 404',
  status: (status: number) => `refused the request, HTTP ${status}`,
  busy: (status: number) => `is receiving too many requests from this network, HTTP ${status}`,
  page: 'responded with a web page instead of a release',
  unreadable: 'sent something other than a release',
  otherVersion: 'names its newest release in a form that Atrium can’t compare',
  tooLong: 'sent more than a release needs and was cut off',
  tooSlow: (seconds: number) => `didn’t finish its response within ${seconds} s`,
  later: 'try again later',
  signInToNetwork: 'open a web page in your browser, in case this network needs a sign-in',
  openPage: 'open the releases page in your browser',
} as const
