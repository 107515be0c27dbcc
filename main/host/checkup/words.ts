import type { PartHealth, PartName } from '../../../shared/contract/checkup.ts'

const list = (names: string[]): string => names.join(', ')

/** Texts of the checkup: each part's name, what was found, and what to do. */
export const checkupWords = {
  titles: {
    database: 'Database',
    disk: 'Disk',
    log: 'Audit log',
    folder: 'Data folder',
    settings: 'Settings files',
    secrets: 'Secrets',
    containment: 'Containment',
    programs: 'Programs',
    servers: 'Servers',
    network: 'Network',
    clock: 'Clock',
    node: 'Node.js',
    window: 'Window',
    browser: 'Browser',
  } satisfies Record<PartName, string>,
  health: { fine: 'fine', notice: 'notice', problem: 'PROBLEM' } satisfies Record<PartHealth, string>,
  reportHead: (version: string, shell: string, system: string) => `Atrium ${version}, ${shell}, ${system}`,
  line: (health: string, title: string, text: string) => `${health.padEnd(7)}  ${title}: ${text}`,
  megabytes: (amount: number) => `${amount} MB`,
  gigabytes: (amount: string) => `${amount} GB`,

  database: {
    none: 'No database yet.',
    startOnce: 'Atrium creates it when it first starts.',
    closed: (reason: string) => `Atrium can’t read its database: ${reason}.`,
    damaged: (said: string) => `The database is damaged: ${said}.`,
    restore:
      'Quit Atrium, copy the data folder to a safe place, then replace journal.db with your own backup or with the newest journal.db.v….backup in the folder.',
    noWal: (mode: string) => `The database uses the journal mode ${mode}, not WAL.`,
    localDisk: 'Restart Atrium. If this stays, move the data folder to a local disk.',
    intact: (sqlite: string, version: number, size: string) =>
      `Intact, ${size}, with a write-ahead log. SQLite ${sqlite}, schema ${version}.`,
  },
  disk: {
    unknown: 'The disk doesn’t report its free space.',
    look: 'Check that the data folder has room for a few hundred megabytes.',
    free: (amount: string) => `${amount} free for the data folder.`,
    makeRoom: 'Free up some space: without room for its log, Atrium runs nothing.',
  },
  log: {
    intact: (records: number, signed: number) => `All ${records} records are as written, signed up to ${signed}.`,
    broken: (seq: number) => `Record ${seq} isn’t as it was written.`,
    cut: (signed: number) => `Records are missing at the end: ${signed} were signed.`,
    stopped: 'The check didn’t finish.',
    again: 'Check again.',
    replaced: (at: number[]) => `The log was replaced or cut while Atrium was closed (record ${list(at.map(String))}).`,
    newKeys: (at: number[]) => `A new signing key without the old one’s signature (record ${list(at.map(String))}).`,
    seeKeys: 'If you deleted secrets or changed computers, this is why. Otherwise compare with a backup.',
    seeLog: 'Keep the folder as it is, and compare the log with a backup or an export of yours.',
    unsigned: (records: number) => `None of the ${records} records is signed yet.`,
    sign: 'Atrium signs within a minute while it runs, if its secret store works.',
  },
  folder: {
    absent: (folder: string) => `${folder} doesn’t exist yet.`,
    noFolder: (folder: string, file: string) =>
      folder === file
        ? `Atrium can’t keep data in ${folder}: it’s a file, not a folder.`
        : `Atrium can’t keep data in ${folder}: ${file} is a file, not a folder.`,
    noRights: (folder: string, above: string) =>
      folder === above
        ? `Atrium can’t keep data in ${folder}: your account has no right to read and write there.`
        : `Atrium can’t create ${folder}: your account has no right to write to ${above}.`,
    readOnlyDisk: (folder: string) => `Atrium can’t keep data in ${folder}: its file system is read-only.`,
    unusable: (folder: string, reason: string) => `Atrium can’t keep data in ${folder}: ${reason}.`,
    chooseFolder: 'Choose another folder with --data-dir.',
    makeWritable: 'Give your account the right to write to it, or choose another folder with --data-dir.',
    foreign: (folder: string) => `${folder} belongs to another account.`,
    takeOwn: 'Start Atrium as the account that owns it, or choose another folder with --data-dir.',
    foreignFile: (folder: string, file: string) =>
      `Atrium can’t keep data in ${folder}: ${file} belongs to another account.`,
    shared: (folder: string, place: string, by: 'group' | 'all') =>
      `Atrium can’t keep data in ${folder}: ${by === 'all' ? 'all accounts' : 'its group'} can write to ${place === folder ? 'it' : place}.`,
    closeFolder: (command: string) => `Run ${command}, or choose another folder with --data-dir.`,
    network: (folder: string, system: string) =>
      `${folder} is on a network file system (${system}), where a lost connection can damage the log.`,
    moveLocal: 'Quit Atrium and move the folder to a local disk.',
    sync: (folder: string, service: string) => `${folder} is in a folder that ${service} copies to other computers.`,
    moveOut: 'Quit Atrium and move the folder out of there: a copied database can be damaged or read by others.',
    open: (folder: string) => `Other accounts can read or change ${folder}.`,
    unsure: (folder: string) => `Atrium can’t tell which accounts can read or change ${folder}.`,
    close: 'Allow only your account to use it: with chmod 700, or on Windows in its properties under Security.',
    openFiles: (names: string[]) => `Other accounts can read ${list(names)} in the data folder.`,
    startAgain: 'Restart Atrium: it removes their access when it starts.',
    memory: (folder: string, system: string) => `${folder} is in memory (${system}), so it’s lost on a restart.`,
    moveDisk: 'Move it to a disk if you want to keep your conversations.',
    fine: (folder: string, system: string | undefined) =>
      `${folder}${system === undefined ? '' : ` on ${system}`}, for your account only.`,
  },
  settings: {
    fix: 'Fix the file in an editor. Until then Atrium uses what it read last.',
    none: 'No servers or settings yet.',
    readable: (names: string[]) => `${list(names)} can be read.`,
  },
  secrets: {
    none: 'No secrets yet.',
    keyFile: 'The encrypted file in the data folder',
    keyring: (backend: string | undefined) =>
      backend === undefined ? 'The system’s keyring' : `The system’s keyring (${backend})`,
    works: (store: string) => `${store} kept a text and returned it.`,
    failed: 'Atrium can’t reach the secret store.',
    doesNotReturn: (store: string) => `${store} didn’t return a text it was given.`,
    seeFolder: 'Check that Atrium can write to its data folder.',
    seeKeyring: 'Unlock the keyring, or let Atrium use it. Then restart Atrium.',
    openFile: 'The file in the data folder',
    unreadable: (store: string) => `${store} works, but the secrets stored before can’t be read.`,
    enterAgain: 'Enter your keys and secrets again. The unreadable file is kept under another name.',
    hides: {
      agreed:
        'Atrium can’t use a keyring, so your secrets are in a file that every program of your account can read, as you agreed.',
      unasked:
        'Atrium can’t use a keyring. It asks you before it stores secrets in a file that every program of your account can read.',
    },
    installKeyring: 'Unlock the keyring, or set one up, such as GNOME Keyring or KWallet. Then restart Atrium.',
  },
  containment: {
    levels: {
      limited: 'limited servers',
      sealed: 'sealed servers',
      hosts: 'named hosts',
      sockets: 'keeping limited servers from other programs’ sockets',
    },
    ends: {
      namespace: 'Programs end with Atrium, by the kernel.',
      guard: 'Programs end with Atrium, except those that leave their process group.',
      none: 'Programs can outlive Atrium if it crashes.',
    },
    all: (end: string) =>
      `Servers can be limited or sealed: a check at the start tried to get out and couldn’t. ${end}`,
    failed: (levels: string[], end: string) =>
      `A check at the start tried to get out and couldn’t, but later Atrium couldn’t start a server that way: ${list(levels)}. ${end}`,
    seeServer: 'Read the reason on that server’s page.',
    lacks: (lacking: string[], why: string, end: string) =>
      `Not possible here: ${list(lacking)}. The reason: ${why}. ${end}`,
    why: {
      windows: 'Atrium can’t contain programs on Windows',
      system: 'Atrium knows no way to contain programs on this system',
      namespaces: 'programs can’t create user namespaces',
      perl: 'Perl is missing',
      unbuilt: 'a check at the start couldn’t build a program’s view of the files',
      leaks: 'a program got out in a check at the start',
    },
    advice: {
      windows: 'Run servers you only half trust in a container, for example with Docker.',
      system: 'Run servers you only half trust in a container, for example with Docker.',
      namespaces: 'Permit user namespaces for Atrium, for example with an AppArmor profile, then restart it.',
      perl: 'Install Perl, then restart Atrium.',
      unbuilt: 'This needs Linux 5.12 or later. If this system has that, tell us about it.',
      leaks: 'Run servers you only half trust in a container, and tell us about this system.',
    },
  },
  programs: {
    elsewhere: (name: string, folder: string) => `${name} is in ${folder}, which isn’t in Atrium’s PATH.`,
    addToPath: 'Add the folder to the PATH that Atrium starts with, or to the PATH of the servers that need it.',
    found: (found: string[], missing: string[]) =>
      `${found.length === 0 ? 'None of the usual programs are' : `In PATH: ${list(found)}`}${found.length === 0 ? ' in PATH' : ''}${missing.length === 0 ? '' : `. Not found: ${list(missing)}`}.`,
  },
  servers: {
    unused: 'None is running: Atrium isn’t open.',
    none: 'None is running.',
    fine: (running: number) => `${running} running, with nothing to report.`,
    says: (name: string, said: string) => `${name}: ${said}`,
    seePages: 'The server’s page has the next step.',
  },
  network: {
    unchecked: 'NODE_TLS_REJECT_UNAUTHORIZED=0 is set, so certificates aren’t checked.',
    check: 'Remove that variable, then restart Atrium. With it, others can read and change what Atrium sends.',
    unreadable: (file: string, reason: string | undefined) =>
      reason === undefined
        ? `NODE_EXTRA_CA_CERTS names ${file}, which doesn’t exist.`
        : `NODE_EXTRA_CA_CERTS names ${file}, which can’t be read: ${reason}.`,
    noCertificate: (file: string) => `NODE_EXTRA_CA_CERTS names ${file}, which has no certificate.`,
    nameCertificates: 'Name a PEM file with certificates there, or remove the variable. Then restart Atrium.',
    direct: (certificates: string[]) =>
      `No proxy is set${certificates.length === 0 ? '' : `; certificates come from ${list(certificates)}`}.`,
    installed:
      'Atrium trusts this system’s certificates. The installed app ignores NODE_EXTRA_CA_CERTS, and servers get it only from your login shell’s start files or their own settings.',
    oldNode: 'This Node.js can’t trust the certificates that your system trusts, such as a company’s.',
    newerNode: 'Install Node.js 22.19 or newer, or name the certificates’ file in NODE_EXTRA_CA_CERTS.',
    settings: 'Settings',
    proxy: (host: string, source: string) =>
      `The proxy is ${host}, from ${source}. Models and servers at a URL are reached through it.`,
    unusable: (source: string) =>
      `The proxy from ${source} is of a kind that Atrium can’t use, so nothing outside this network is reached.`,
    nameProxy: 'Name an HTTP proxy there, or choose another way under Settings, Network.',
  },
  clock: {
    behind: (seconds: number) => `The clock is at least ${seconds} s behind the newest signed record.`,
    set: 'Set the computer’s clock, with the network’s time if possible.',
    moved: (seconds: number) => `The clock was set back by ${seconds} s since Atrium started.`,
    setBack: (times: number, first: number) =>
      `The clock was set back ${times === 1 ? 'once' : `${times} times`} while Atrium was writing (first at record ${first}).`,
    keep: 'Let the network set the clock. The order of the records is right in any case.',
    fine: 'Steady, and later than the newest signed record.',
    steady: 'Steady since Atrium started.',
  },
  node: {
    fine: (version: string, modules: string | undefined) => `Node.js ${version}, modules ${modules ?? ''}.`,
    old: (version: string) => `Node.js ${version} is too old.`,
    install: 'Install Node.js 22.14 or newer.',
    options: (version: string) => `Node.js ${version} runs with NODE_OPTIONS, which can change what Atrium does.`,
    unset: 'Remove NODE_OPTIONS unless you need it.',
  },
  window: {
    none: 'Not in use: Atrium runs without its window.',
    fromSource: (version: string) => `Electron ${version} from source, with its fuses as delivered.`,
    fine: (version: string) => `Electron ${version}, with all fuses as packaged.`,
    wrong: (version: string, fuses: string[]) => `Electron ${version} has been changed: ${list(fuses)}.`,
    untold: (reason: string) =>
      `The system didn’t show Atrium’s last notification. ${reason === '' ? 'It gave no reason.' : `It said: “${reason}”`}`,
    allow: 'Allow notifications from Atrium in the system’s settings.',
    unreadable: (version: string) => `Electron ${version} has no readable fuses.`,
    install: 'Install Atrium again from its own package: this program isn’t as it was made.',
  },
  browser: {
    none: 'Not in use: this check ran in a terminal.',
    chromium: (version: string) => `Chromium ${version}.`,
    old: (version: string) => `Chromium ${version} is too old for Atrium’s pages.`,
    update: (oldest: number) => `Update the browser to ${oldest} or newer.`,
    other: 'This browser isn’t based on Chromium, and Atrium is tested only in Chromium.',
    useChromium: 'If something looks wrong, open Atrium in Chrome, Edge or Chromium.',
  },
} as const
