/** Texts about what a server's program can reach: why it can't be contained, and what it was refused. */
export const containmentWords = {
  refused: (host: string) => `Atrium: this server isn’t allowed to reach ${host}.`,
  noPerl: (variable: string) => `Atrium: the variable ${variable} can’t be set without Perl.`,
  staysOpen: (file: string) =>
    `Atrium: a file open in the program that started it (${file}) can’t be closed without Perl or bash.`,
  /** Lines of the program that builds a view. */
  notChecked: (path: string) => `Atrium: ${path} is gone, or was replaced while the server started.`,
  notMade: (path: string) => `Atrium: ${path} is gone. Nothing was made in its place.`,
  impossible: {
    windows: 'Atrium can’t contain programs on Windows',
    system: 'this system has no way to contain a program',
    namespaces: 'this system doesn’t let programs make user namespaces',
    perl: 'Perl, which builds a program’s view of the files, is missing',
    unbuilt: 'a check at the start couldn’t build a program’s view of the files',
    leaks: 'a check at the start showed that a program can get out',
  },
  cannotStart: (level: string, why: string) =>
    `The server can’t run ${level} here, so Atrium didn’t start it: ${why}. Fix that, or choose another containment under Access.`,
  notBuilt: (level: string, line: string | undefined) =>
    `The server couldn’t be ${level}, so Atrium didn’t start it${line === undefined ? '' : ` (${line})`}. Check its folders, or choose another containment under Access.`,
  noFolder: (folder: string) => `No folder named ${folder}: choose another one in this server’s containment.`,
  broadFolder: (folder: string) =>
    `${folder} contains your whole home folder, so it can’t be given to a contained server. Choose a folder inside it.`,
  ownFolder: (folder: string) => `${folder} is Atrium’s own, so it can’t be given to a server. Choose another folder.`,
  holdsOwn: (folder: string) =>
    `${folder} contains an Atrium’s data, so it can’t be given to a contained server. Choose a folder inside it.`,
  tooManyFolders: (folder: string) =>
    `${folder} has too many folders to look for another Atrium’s data in it. Choose a folder inside it.`,
  holdsHidden: (folder: string) =>
    `${folder} contains a place for other programs’ secrets, so it can’t be given to a contained server. Choose a folder inside it.`,
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
