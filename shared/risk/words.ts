/** What the window, the terminal and the system's dialogs say about a program before it starts, in the same words. */
export const riskWords = {
  differences: {
    command: 'its command',
    args: 'its arguments',
    path: 'where its program lies',
    sha256: 'the content of its program file',
    cwd: 'its folder',
    names: 'the names in its environment',
    value: 'a value in its environment',
  },
  secret: (name?: string): string => (name === undefined ? 'a secret' : `the secret ${name}`),
  looseVersion: {
    title: 'Version is not fixed',
    detail: (packages: string) => `${packages} can be a different program tomorrow.`,
  },
  downloads: {
    title: 'Downloads code when it starts',
    detail: (runners: string) => `${runners} fetches it unless it is here already; Atrium cannot look into it.`,
  },
  shell: {
    title: 'Runs a shell',
    detail: (shells: string) => `${shells} reads a script, and one line of it can start several programs.`,
  },
  mounts: {
    title: 'Opens places of this computer to a container',
    detail: (places: string) => places,
  },
  moreRights: {
    title: 'Asks for more rights than you have',
    detail: (programs: string) => `${programs} starts it as another account.`,
  },
  loader: {
    title: 'A variable can load other code',
    detail: (variables: string) => `${variables} tells programs what else to load.`,
  },
  source: {
    title: 'A variable decides where packages come from',
    detail: (variables: string) => `${variables} tells a package manager what to download, and from where.`,
  },
  network: {
    title: 'A variable decides whom it trusts on the network',
    detail: (variables: string) => `${variables} can let another party read or answer what it sends.`,
  },
  toRead: (place: string) => `${place} (to read)`,
} as const
