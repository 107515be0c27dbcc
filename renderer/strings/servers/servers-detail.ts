import type { Era } from '../../../shared/events/server-events.ts'
import type { Containment } from '../../../shared/events/events.ts'
import { formatCount } from '../format/time.ts'

const eras = {
  modern: 'stateless requests',
  legacy: 'one long-lived session',
} as const satisfies Record<Era, string>

const ends = {
  namespace: {
    words: 'Everything it starts ends with it, even if Atrium is killed (own process namespace)',
    gap: 'Except processes another service starts for it.',
  },
  guard: {
    words: 'Everything it starts ends with it, even if Atrium is killed (process group guard)',
    gap: 'A program that leaves its process group can keep running.',
  },
  none: {
    words: 'Everything it starts ends with it; after a kill, at Atrium’s next start',
    gap: 'A program whose parent ended before Atrium saw either.',
  },
} as const satisfies Record<Containment, { words: string; gap: string }>

/** Texts of a server's page: its connection, containment and trust. */
export const serverDetail = {
  passport: {
    title: 'Passport',
    help: 'One signed page about this server, to print or share.',
    open: 'Passport…',
  },
  facts: {
    title: 'Connection',
    protocol: 'Protocol',
    eras,
    process: 'Process',
    up: (duration: string, since: string) => `, up ${duration}, since ${since}`,
    readySince: 'Ready since',
    saysItIs: 'Identifies as',
  },
  containment: {
    title: 'Containment',
    rest: 'Details',
    limits: {
      files: 'Files',
      network: 'Network',
      secrets: 'Secrets',
      sent: 'Receives',
      end: 'Shutdown',
      time: 'Time',
    },
    none: 'None',
    playground: 'Contained. Built in, and its tools access nothing outside Atrium.',
    http: 'Not contained. Runs elsewhere, and Atrium can’t see or limit what it does there.',
    httpFiles: 'None on this computer, unless it runs here',
    httpSent: (host: string) => `Allowed calls, sent only to ${host}`,
    httpSignIn: 'Your sign-in, sent with every request',
    httpSecretsAndSignIn: (names: string) => `${names} and your sign-in, sent with every request`,
    httpSecrets: (names: string) => `${names}, sent with every request`,
    stdio: {
      open: 'Open. Runs as you, with your permissions.',
      limited: 'Limited. Changes only the folders you chose.',
      sealed: 'Sealed. Sees only the folders you chose.',
    },
    files: {
      open: 'Anything you can read or write',
      limited: 'Reads what you can, except other programs’ secrets',
      sealed: 'Itself and the system’s programs',
    },
    changes: (folder: string) => `Changes ${folder}`,
    reads: (folder: string) => `Reads ${folder}`,
    changesNothing: 'Changes none of your folders',
    secretsGap: 'Copies of secrets in other places aren’t hidden, and neither are places Atrium doesn’t know.',
    network: { open: 'Anything this computer can reach', sealed: 'None' },
    hosts: (hosts: string) => `Only ${hosts}`,
    networkGap: 'Including other programs here that listen for connections.',
    stdioSecrets: (names: string) => `${names}, passed when it starts`,
    noSecrets: 'None from Atrium',
    choice: {
      open: 'Change containment…',
      title: (name: string) => `Containment of ${name}`,
      level: 'Level',
      levels: {
        open: { label: 'Open', help: 'Reads and changes anything you can, and reaches any network.' },
        limited: {
          label: 'Limited',
          help: 'Changes only chosen folders. Can’t read other programs’ secrets, such as SSH keys, browser profiles and cloud sign-ins. Reaches any network.',
        },
        sealed: {
          label: 'Sealed',
          help: 'Sees only chosen folders and the system’s programs. Reaches no network, or only chosen hosts.',
        },
      },
      writable: 'Folders it can change',
      readable: 'Folders it can read',
      hosts: 'Hosts it can reach',
      folderHelp: 'One per line, with the full path.',
      pick: 'Choose folder…',
      pickFor: (list: string) => `Choose folder: ${list}`,
      hostHelp: 'One per line, such as api.example.com or localhost:5432. Empty means no network.',
      folderExample: '/home/me/project',
      hostExample: 'api.example.com',
      wrongFolder: (folder: string) => `Enter the full path instead of “${folder}”.`,
      wrongHost: (host: string) => `“${host}” isn’t a host. Enter a name such as api.example.com.`,
      most: (count: number) => `Up to ${count} entries.`,
      checking: 'Checking what this computer can do…',
      why: {
        windows: 'Not possible on Windows.',
        system: 'Not possible on this system yet. It needs Linux.',
        namespaces: 'Not possible here: this system doesn’t let programs make user namespaces.',
        perl: 'Not possible here: Perl is missing. Install it to contain servers.',
        unbuilt: 'Not possible here: a check couldn’t build a program’s view of the files.',
        leaks: 'Not possible here: a check showed that a program can get out.',
      },
      suggested: {
        writable: 'Atrium added {value} to the folders it can change. Nothing changes until you save.',
        readable: 'Atrium added {value} to the folders it can read. Nothing changes until you save.',
        hosts: 'Atrium added {value} to the hosts it can reach. Nothing changes until you save.',
      },
      looser: 'This lets the server reach more than before.',
      restarts: 'Saving restarts the server after you review its command, and cancels running calls.',
      save: 'Save and review',
      cancel: 'Cancel',
    },
    time: (idle: number, work: number) => `Calls time out after ${idle} s idle or ${work} s of work`,
    ends,
  },
  trust: {
    title: 'Trust',
    asks: 'Every call needs your approval.',
    asksExcept: (rules: number) =>
      `Every call needs your approval, unless ${formatCount(rules, 'rule')} ${rules === 1 ? 'allows' : 'allow'} it.`,
    rules: 'Rules',
    trustedBy: (who: string, day: string, time: string) => `${who} trusted this command on ${day} at ${time}.`,
    trusted: 'This command is trusted.',
    again: 'Atrium asks again if any part of it changes.',
    details: 'The command as trusted',
    program: 'Program',
    hash: 'SHA-256',
    copyHash: 'Copy the SHA-256',
    folder: 'Folder',
    inherited: 'Inherited',
  },
} as const
