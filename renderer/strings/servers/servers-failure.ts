/**
 * Texts about a server that doesn't run. A cause says what its error means: `plain` if the error names nothing, else
 * `says`.
 */
export const serverFailure = {
  affects: 'The model can’t use its tools. Nothing else is affected.',
  affectsUntilItRuns: 'The model can’t use its tools until it runs again. Nothing else is affected.',
  where: 'on standard error',
  showLog: 'Show log',
  changeSettings: 'Change settings',
  changeField: { arguments: 'Change arguments', command: 'Change command', environment: 'Add variable' },
  causes: {
    file: {
      says: 'The file {name} doesn’t exist.',
      plain: 'A file that the server needs doesn’t exist.',
      fix: 'Correct its path in the arguments.',
    },
    package: {
      says: 'The Node.js package {name} isn’t installed.',
      plain: 'A Node.js package isn’t installed.',
      fix: 'Install the server’s packages in its folder, then restart it.',
    },
    pythonModule: {
      says: 'Python can’t find the module {name}.',
      plain: 'Python can’t find a module.',
      fix: 'Install it for the Python that runs this server, or enter another Python as the command.',
    },
    registry: {
      says: 'The package registry has no {name}.',
      plain: 'The package registry doesn’t have this package.',
      fix: 'Correct the package’s name in the arguments.',
    },
    port: {
      says: 'Port {name} is already in use.',
      plain: 'The server’s port is already in use.',
      fix: 'End the program that uses it, or choose another port in the arguments.',
    },
    variable: {
      says: 'The variable {name} isn’t set.',
      plain: 'A variable isn’t set.',
      fix: 'Add it to the server’s environment.',
    },
    denied: {
      says: 'The server isn’t permitted to use {name}.',
      plain: 'The server lacks a permission.',
      fix: 'Grant the permission, or enter another path in the arguments.',
    },
    program: {
      says: 'The program {name} isn’t installed, or the server can’t find it.',
      plain: 'The server can’t find a program that it needs.',
      fix: 'Install it, or enter its full path.',
    },
    node: {
      plain: 'The server needs another version of Node.js.',
      fix: 'Enter the path of that version as the command.',
    },
    syntax: {
      plain: 'The server’s program has a syntax error.',
      fix: 'Fix the file, or use another version of the server.',
    },
    json: {
      plain: 'The server can’t read its data as JSON.',
      fix: 'Fix the file that the log names.',
    },
    docker: {
      plain: 'Docker isn’t running.',
      fix: 'Start Docker, then restart this server.',
    },
    unreachable: {
      says: 'The server can’t reach {name}.',
      plain: 'The server can’t reach what it connects to.',
      fix: 'Start that service, or correct its address in the server’s settings.',
    },
    usage: {
      says: 'The server doesn’t accept the argument {name}.',
      plain: 'The server doesn’t accept its arguments.',
      fix: 'Correct them.',
    },
  },
} as const
