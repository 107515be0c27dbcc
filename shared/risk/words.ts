/** Words about a program before it starts, shared by the window, the terminal and the system's dialogs. */
export const riskWords = {
  differences: {
    command: 'its command',
    args: 'its arguments',
    path: 'the location of its program',
    sha256: 'the content of its program file',
    cwd: 'its folder',
    names: 'the names in its environment',
    value: 'a value in its environment',
    bounds: 'its containment',
    looserBounds: 'its containment, which lets it reach more than before',
  },
  contained: {
    open: 'Open: reaches anything your account can',
    limited: 'Limited: changes only chosen folders, reads no other program’s secrets',
    sealed: 'Sealed: sees only chosen folders',
    writable: (folder: string): string => `Changes ${folder}`,
    readable: (folder: string): string => `Reads ${folder}`,
    shared: (folder: string, server: string): string => `Shares ${folder} with ${server}`,
    host: (host: string): string => `Connects to ${host}`,
    noNetwork: 'Connects to nothing',
  },
  secret: (name?: string): string => (name === undefined ? 'a secret' : `the secret ${name}`),
  looseVersion: {
    title: 'Version isn’t pinned',
    detail: (packages: string) => `${packages} can change at any time.`,
  },
  downloads: {
    title: 'Downloads code when it starts',
    detail: (runners: string) => `${runners} downloads it if it isn’t cached. Atrium can’t inspect it.`,
  },
  shell: {
    title: 'Runs a shell',
    detail: (shells: string) => `One line of ${shells} can start several programs.`,
  },
  mounts: {
    title: 'Shares files or folders with a container',
    detail: (places: string) => places,
  },
  moreRights: {
    title: 'Asks for elevated privileges',
    detail: (programs: string) => `${programs} runs it as another account.`,
  },
  loader: {
    title: 'A variable can load other code',
    detail: (variables: string) => `${variables} tells programs what else to load.`,
  },
  source: {
    title: 'A variable sets where packages come from',
    detail: (variables: string) => `${variables} tells a package manager what to download, and from where.`,
  },
  network: {
    title: 'A variable sets whom it trusts on the network',
    detail: (variables: string) => `${variables} can let someone else read or answer what it sends.`,
  },
  unusual: {
    title: 'A variable has an unusual name',
    detail: (variables: string) => `Shells can take ${variables} for something else, such as a function to run.`,
  },
  toRead: (place: string) => `${place} (read-only)`,
} as const
