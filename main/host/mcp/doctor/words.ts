const theirs = (text: string): string => `“${text}”`

/**
 * Causes, as clauses without a capital, and advice, as clauses after a colon. `word` is quoted wherever it comes from a
 * program.
 */
export const doctorWords = {
  probably: (clause: string) => `Probably ${clause}`,
  sentence: (cause: string, advice: string) => `${cause}: ${advice}.`,

  accessDenied: (path: string | undefined) =>
    path === undefined ? 'the server lacks a permission' : `the server isn’t permitted to use ${theirs(path)}`,
  containedHost: (host = '') => `the server tried to reach ${theirs(host)}, which isn’t in its containment`,
  giveHost: 'add the host to its containment, if the server should reach it',
  containedPath: (file = '') => `the server tried to use ${theirs(file)}, which isn’t in its containment`,
  giveFolder: 'add the folder to its containment, if the server should have it',
  grantAccess: 'grant the permission, or enter another path in its arguments',

  automation: 'macOS doesn’t let Atrium’s servers control that application',
  allowAutomation: 'allow Atrium in System Settings under Privacy & Security, Automation',
  localNetwork: (place: string | undefined) =>
    `macOS keeps Atrium from the local network${place === undefined ? '' : `, and so from ${theirs(place)}`}`,
  allowLocalNetwork: 'allow Atrium in System Settings under Privacy & Security, Local Network',

  blockedOnMac: (program: string) => `macOS refuses to run ${program}, which was downloaded and isn’t signed`,
  allowOnMac: 'if you trust it, allow it in System Settings under Privacy & Security',
  blocked: (program: string) => `the system ended ${program} as soon as it started`,
  seeSystemLog: 'look for it in the system’s log and in your antivirus program',

  certificate: 'the server can’t verify certificates in this network',
  giveCertificate: 'give it your company’s certificates',
  expired: (host: string) => `the certificate of ${host} has expired`,
  tellOperator: 'tell its operator',
  issuedBy: (issuer: string) => `the server’s certificate was issued by ${theirs(issuer)}, which Atrium doesn’t trust`,

  wholeLine: (program: string) => `the command has arguments in it, and only ${program} is a program`,
  takeApart: 'move the arguments to their own field',
  elsewhere: (command: string, folder: string) => `${command} is in ${folder}, which isn’t in the server’s PATH`,
  addFolder: 'add that folder to its PATH',
  installedSince: (command: string, folder: string) => `${command} was installed in ${folder} after Atrium was opened`,
  openAgain: 'close Atrium and open it again, or add the folder to its PATH',
  noCommand: (command: string) => `no command named ${command}`,
  useOther: (name: string) => `use ${name}, which is installed`,
  installOrCorrect: (product: string | undefined) =>
    product === undefined ? 'check its spelling, or enter its full path' : `install ${product}, or enter its full path`,

  crashed: 'the server ended without an error that Atrium knows',
  seeOutput: 'see its error output',
  endedQuietly: 'the server ended by itself, without an error',
  checkArguments: 'check its arguments; it may expect others',
  missingLibrary: 'the server needs a library that Windows lacks (0xC0000135)',
  installLibrary: 'install what its documentation names, such as the Visual C++ runtime',

  dependency: (name: string | undefined) =>
    name === undefined ? 'a package of the server isn’t installed' : `the package ${theirs(name)} isn’t installed`,
  installDependencies: 'install the server’s packages in its folder, then restart it',

  dockerBackground: 'Docker ran the container in the background, where Atrium can’t talk to it',
  inForeground: 'remove -d from its arguments',
  dockerInput: 'Docker gave the container no input, so the server ended at once',
  withInput: 'add -i to its arguments',
  dockerTerminal: 'Docker is asked for a terminal, and a server has none',
  withoutTerminal: 'use -i instead of -it',
  dockerImage: (image: string | undefined) =>
    image === undefined ? 'Docker can’t get the image' : `Docker can’t get the image ${theirs(image)}`,
  checkImage: 'check its name, or sign in to its registry in a terminal',
  dockerPlatform: 'the image isn’t made for this computer’s processor',
  emulate: 'run it as linux/amd64, which is slower',
  dockerPort: 'the port of the container is already in use',
  freePort: 'end the program that uses it, or choose another port',
  dockerOff: 'Docker isn’t running',
  openDocker: 'open Docker, then restart this server',

  noFile: (file: string | undefined) =>
    file === undefined ? 'a file in its arguments doesn’t exist' : `the file ${theirs(file)} doesn’t exist`,
  quotesInside: 'an argument has quotation marks around it, which only a shell removes',
  withoutQuotes: 'remove them',
  buildFirst: 'build the server first, in its folder',
  correctPath: 'correct its path in the arguments',
  relativePath: 'choose a working folder, or enter its full path',

  noHelper: (name: string) => `the program ${theirs(name)}, which the server needs, isn’t found`,
  noVersion: (name: string) => `your version manager has no version chosen for ${theirs(name)}`,
  chooseVersion: 'choose one in a terminal',
  noBrowser: 'the browser that the server needs isn’t installed',
  installBrowser: 'install it in a terminal',
  installHelper: 'install it, or add its folder to the PATH of this server',

  otherNode: (built: number | undefined) =>
    built === undefined
      ? 'part of the server was built for another system or another Node.js'
      : `part of the server was built for Node.js ${built} and runs with another version`,
  unbuilt: 'part of the server, a native module, isn’t there',
  rebuild: 'install the server’s packages again',
  installAgain: 'use that Node.js for it, or install it again',
  otherLibrary: (name: string) => `the server needs ${theirs(name)}, which this system lacks`,
  otherBuild: 'use a build for this system',

  noNetwork: 'this computer has no network connection',
  connectIt: 'connect it',

  oldNode: (version: string | undefined) =>
    version === undefined
      ? 'the server needs another version of Node.js'
      : `the server got Node.js ${version}, which is too old`,
  nodeIn: (version: string) => `use Node.js ${version}, which is installed too`,
  newerNode: 'install a newer version, or enter its path as the command',

  notExecutable: (file: string) => `can’t run ${file}`,
  withInterpreter: (interpreter: string) => `run it with ${interpreter}`,
  windowsLineEnds: (file: string) => `${file} has Windows line ends, so the system can’t find its interpreter`,
  saveForUnix: 'save it with Unix line ends',
  foreign: (file: string, kind: string) => `${file} is a program for another system (${kind})`,
  permit: 'check that it’s a program and has permission to execute',

  nothingThere: (place: string | undefined) =>
    place === undefined ? 'nothing responds at the address the server connects to' : `nothing responds at ${place}`,
  startIt: 'start that program, or correct the address',
  otherFamily: (host: string) => `the server responds only at ${host}`,
  useLiteral: 'use that address in its URL',

  otherApp: (name: string | undefined) =>
    name === undefined
      ? 'another application that the server needs isn’t open'
      : `${theirs(name)}, which the server needs, isn’t open`,
  openApp: 'open it, then restart this server',

  memory: 'the server ran out of memory',
  moreMemory: 'give it more, or less to do',

  noPackage: (name: string | undefined) =>
    name === undefined
      ? 'the package registry lacks this package or version'
      : `the package registry has no ${theirs(name)}`,
  checkPackage: 'correct the package’s name or version in the arguments',

  store: 'the package runner’s cache is damaged',
  freshStore: 'let this server use its own cache',

  placeholder: (text: string) => `${theirs(text)} is an example that was never replaced`,
  placeholderIn: (name: string) => `the value of ${theirs(name)} is an example that was never replaced`,
  fillIn: 'enter your own value',

  port: (port: string | undefined, holder: string | undefined) =>
    port === undefined
      ? 'the server’s port is already in use'
      : `port ${port} is already in use${holder === undefined ? '' : ` by ${holder}`}`,
  otherPort: 'end the program that uses it, or give this server another port',

  protocol: (versions: string | undefined) =>
    versions === undefined
      ? 'the server and Atrium support no common protocol version'
      : `the server supports only protocol version ${versions}`,
  otherVersion: 'use another version of this server, or a newer Atrium',

  proxy: (host: string | undefined) =>
    host === undefined
      ? 'the server can’t reach the network directly'
      : `the server can’t reach ${theirs(host)} directly`,
  unreachable: (host: string | undefined) =>
    host === undefined ? 'the server can’t reach the network' : `the server can’t reach ${theirs(host)}`,
  checkNetwork: 'check the address that it uses, and this computer’s network',
  proxyUnused: (host: string) =>
    `this network needs the proxy ${theirs(host)}, which the settings go around for this host`,
  useProxy: 'change that under Settings, Network',
  passProxy: 'pass this computer’s proxy and certificates on to it, if the network needs them',

  python: {
    module: (name: string) => `Python can’t find the module ${theirs(name)}`,
    installModule: 'install it for the Python that runs this server, or enter another Python as the command',
    program: (name: string) => `the package has no program named ${theirs(name)}`,
    useOffered: 'use the one it offers',
    version: (wanted: string) => `the server needs Python ${wanted}`,
    chooseVersion: 'let uv use another Python',
    stub: 'python is only a link to the Microsoft Store here',
    installPython: 'install Python or uv',
    environment: 'the Python environment of the server is incomplete',
  },

  ill: (status: string | undefined) => `the server reports an internal error (HTTP ${status ?? ''})`,
  later: 'wait; if this continues, tell its operator',
  tooMany: 'the server is receiving too many requests',
  waitSeconds: (seconds: string | undefined) => (seconds === undefined ? 'wait a while' : `wait ${seconds} s`),

  setting: (name: string | undefined) =>
    name === undefined ? 'a setting of the server is missing' : `the server needs ${theirs(name)}`,
  enterSetting: 'enter it in its setup',
  passOn: 'pass it on from this computer, or enter it in its setup',
  unreadable: 'the server can’t read its own configuration as JSON',
  fixUnreadable: 'fix the file or the value that the log names',

  signIn: 'the server wants you to sign in',
  doSignIn: 'sign in',
  keyWanted: 'the server wants a key and doesn’t offer sign-in',
  addHeader: 'add the header that its documentation names',
  keyRefused: 'the server refused the key',
  enterKey: 'enter it again',
  noRegistration: 'the sign-in service doesn’t register applications by itself',
  enterClient: 'enter a client ID from its console',

  silent: 'the server runs and doesn’t respond',
  spaces: 'the path of the command has spaces, and the shell cut it there',
  wholePath: 'enter the whole path as the command',
  speaksHttp: (place: string | undefined) =>
    place === undefined
      ? 'the server listens at an address instead of using its standard streams'
      : `the server listens at ${theirs(place)} instead of using its standard streams`,
  openToAll: (clause: string) => `${clause}, and other computers can reach it there`,
  listensOn: (port: string) => `the server listens on port ${port} instead of using its standard streams`,
  listensAt: (places: string[]) => `the server listens at ${places.join(' and ')}`,
  onlyHere: 'set its host to 127.0.0.1 in its arguments or variables, or seal it',
  useStreams: 'add the argument for standard streams, often --stdio, or add its URL as a server',
  useAddress: 'add the argument for standard streams, often --stdio, or add that address as a server',
  noise: 'the server writes other text between its messages, which Atrium ignores',
  onlyNoise: 'the server writes other text instead of messages',
  quiet: 'turn that off in its arguments, or tell its maintainer',
  downloading: (what: string | undefined) =>
    what === undefined ? 'the package is still being downloaded' : `${what} is still being downloaded`,
  wait: 'wait',
  asksFirst: 'the package runner waits for an answer before it installs the package',
  answerYes: 'add -y to its arguments',
  batch: (command: string) => `${command} is a batch file, which Windows doesn’t start directly`,
  throughCmd: 'enter its full path as the command',
  folder: (folder: string | undefined) =>
    folder === undefined ? 'the server can’t write to its working folder' : `no folder named ${folder}`,
  chooseFolder: 'choose another working folder for this server',
  page: 'this URL is a web page, not a server',
  findUrl: 'look for the server’s URL in its documentation',
  neighbour: (path: string) => `this URL has no server, but ${path} on the same host has one`,
  useNeighbour: 'use that path',
  olderTransport: 'this URL refuses the first message',
  noServer: 'the server has nothing at this URL',
  unknownHost: (host: string) => `no host is named ${host}`,
  checkUrl: 'check the URL',
  checkUrlAndNetwork: 'check the URL and the network',
} as const
