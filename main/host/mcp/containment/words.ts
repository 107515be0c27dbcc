/** Texts about what a server's program can reach: why it can't be contained, and what it was refused. */
export const containmentWords = {
  refused: (host: string) => `Atrium: this server isn’t allowed to reach ${host}.`,
  noPerl: (variable: string) => `Atrium: the variable ${variable} can’t be set without Perl.`,
  staysOpen: (file: string) =>
    `Atrium: a file open in the program that started it (${file}) can’t be closed without Perl or bash.`,
  impossible: {
    windows: 'Atrium can’t contain programs on Windows',
    system: 'this system has no way to contain a program',
    namespaces: 'this system doesn’t let programs make user namespaces',
    tools: 'mount, umount or pivot_root is missing',
    perl: 'Perl, which carries connections to the chosen hosts, is missing',
    leaks: 'a check at the start showed that a program can get out',
  },
  cannotStart: (level: string, why: string) =>
    `The server can’t run ${level} here, so Atrium didn’t start it: ${why}. Fix that, or choose another containment in its settings.`,
  notBuilt: (level: string, line: string | undefined) =>
    `The server couldn’t be ${level}, so Atrium didn’t start it${line === undefined ? '' : ` (${line})`}. Check its folders, or choose another containment in its settings.`,
  noFolder: (folder: string) => `No folder named ${folder}: choose another one in this server’s containment.`,
  broadFolder: (folder: string) =>
    `${folder} contains your whole home folder, so it can’t be given to a contained server. Choose a folder inside it.`,
  ownFolder: (folder: string) => `${folder} is Atrium’s own, so it can’t be given to a server. Choose another folder.`,
  tooManyFiles: (folder: string) =>
    `Atrium couldn’t look at every file in the places of other programs’ secrets: it stopped in ${folder}. Move what doesn’t belong there to another folder.`,
  hiddenFolder: (folder: string) =>
    `${folder} is a place for other programs’ secrets, so it can’t be given to a contained server. Choose another folder.`,
  workingFolder: (folder: string) =>
    `The server can’t see its working folder ${folder}: add it to the folders it can read, or choose another one.`,
  bundle: (level: string) =>
    `Atrium can’t run a bundle ${level} yet, so it didn’t start this server. Choose Open in its containment.`,
  hiddenProgram: (file: string) =>
    `The server’s program ${file} is in a place that contained servers can’t see. Install it in another folder.`,
} as const
