/** Texts about a server that doesn't run. The host says the cause; these say what the user can do about it. */
export const serverFailure = {
  affects: 'The model can’t use its tools. Nothing else is affected.',
  affectsUntilItRuns: 'The model can’t use its tools until it runs again. Nothing else is affected.',
  where: 'on standard error',
  showLog: 'Show log',
  changeSetup: 'Change setup',
  changeField: {
    arguments: 'Change arguments',
    command: 'Change command',
    environment: 'Add variable',
    folder: 'Choose folder',
    headers: 'Add header',
    'sign-in': 'Enter client ID',
    url: 'Change URL',
  },
  addToContainment: {
    writable: 'Let it change this folder…',
    readable: 'Let it read this folder…',
    hosts: 'Let it reach this host…',
  },
  reviewChange: 'Review suggested change',
  restart: 'Restart',
  copyCommand: 'Copy the command',
  forTerminal: 'In a terminal:',
  suggested: 'Suggested change',
  suggestedHelp: (fields: string) =>
    `Atrium filled in ${fields}. Nothing changes until you save, and you review the command before it runs.`,
  fields: {
    arguments: 'the arguments',
    command: 'the command',
    environment: 'a variable',
    folder: 'the working folder',
    inherit: 'a variable to pass on',
    network: 'proxy and certificate variables',
    url: 'the URL',
  },
} as const
