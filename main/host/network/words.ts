/** Why a request didn't get through the proxy: a clause after the name of whom it was for, and advice. */
export const networkWords = {
  sentence: (clause: string, advice: string) => `It ${clause}: ${advice}.`,
  unknownProxy: (proxy: string, source: string) =>
    `couldn’t be reached, because no computer has the name of the proxy ${proxy}, which ${source} names`,
  joinNetwork: 'check whether you are in the company’s network or VPN',
  noResponse: (proxy: string) => `couldn’t be reached, because the proxy ${proxy} doesn’t respond`,
  wantsPassword: (proxy: string) => `couldn’t be reached, because the proxy ${proxy} wants a name and password`,
  addPassword:
    'set HTTPS_PROXY to the proxy’s URL with them before the host, choose Automatic in Settings, and restart Atrium',
  refusedPassword: (proxy: string) => `couldn’t be reached, because the proxy ${proxy} refused the name and password`,
  correctPassword: (source: string) => `correct them in ${source}`,
  wantsSignIn: (proxy: string, scheme = 'a method') =>
    `couldn’t be reached, because the proxy ${proxy} wants to sign you in with ${scheme}, which Atrium can’t do here`,
  useHelper: 'use a helper such as Px on this computer, and name it as the proxy',
  blocked: (proxy: string, host: string, said: string) =>
    `couldn’t be reached, because the proxy ${proxy} doesn’t let Atrium reach ${host}${said === '' ? '' : ` (${said})`}`,
  askToAllow: (place: string) => `ask for ${place} to be allowed`,
  notFound: (proxy: string, host: string, status: number) =>
    `couldn’t be reached, because the proxy ${proxy} couldn’t reach ${host} (HTTP ${status})`,
  checkHost: 'check the URL',
  webPage: (host: string, said: string) =>
    `couldn’t be reached, because something between Atrium and ${host} answered with a web page${said === '' ? '' : ` (${said})`}`,
  openBrowser: 'open a page in your browser; a login page or filter may be waiting there',
  notAProxy: (proxy: string) => `couldn’t be reached, because ${proxy} doesn’t answer as a proxy does`,
  checkProxy: (source: string) => `check the proxy in ${source}`,
  untrustedProxy: (proxy: string, code: string) =>
    `couldn’t be reached, because Atrium doesn’t trust the certificate of the proxy ${proxy} (${code})`,
  forbiddenProxy: (proxy: string) => `couldn’t be reached, because no proxy is allowed at ${proxy}`,
  otherScheme: (source: string) =>
    `wasn’t contacted, because ${source} names a kind of proxy that Atrium can’t use, such as SOCKS`,
  nameHttpProxy: 'name an HTTP proxy there, or set Atrium to use none',
  unreadable: (source: string) => `wasn’t contacted, because ${source} doesn’t name a proxy that can be read`,
  systemFailed: 'wasn’t contacted, because this computer’s proxy settings gave no answer',
  checkSystem: 'check them in the system’s settings',
  trial: {
    leads: (host: string, address: string) => (host === address ? address : `${host} is ${address}`),
    unknown: (host: string) => `No computer has the name ${host}. Check the URL and the network.`,
    connected: (place: string) => `Reached ${place}`,
    password: 'Accepted',
    noPassword: 'Not needed',
    issued: (issuer: string) => (issuer === '' ? 'Trusted' : `Trusted, from ${issuer}`),
    untrusted: (host: string, issuer: string, code: string) =>
      `${host} shows a certificate${issuer === '' ? '' : ` of ${issuer}`} that Atrium doesn’t trust (${code}). If your company opens encrypted traffic, install its root certificate in this system.`,
    status: (status: number) => `HTTP ${status}`,
    failed: (code: string) => `The connection failed (${code}).`,
  },
  sources: { setting: 'Settings', system: 'this computer’s settings' },
} as const
