import type { Containment, Era } from '../../../shared/events/events.ts'
import { formatCount } from '../format/time.ts'

const eras = {
  modern: 'each request stands alone',
  legacy: 'one lasting session',
} as const satisfies Record<Era, string>

const ends = {
  namespace: {
    words: 'Whatever it starts ends with it, also when Atrium is killed (a process namespace of its own)',
    gap: 'Only what another service starts for it is outside.',
  },
  guard: {
    words: 'Whatever it starts ends with it, also when Atrium is killed (a guard over its process group)',
    gap: 'A program that leaves its process group can live on.',
  },
  none: {
    words: 'Stopping it ends what it started',
    gap: 'If Atrium is killed, its processes can live on.',
  },
} as const satisfies Record<Containment, { words: string; gap: string }>

/** What renderer/servers says of what a server is, what holds it, and who let it. */
export const serverOverview = {
  parts: { connection: 'Connection', containment: 'Containment', trust: 'Trust' },
  times: {
    label: 'Its last calls',
    p50: 'half of its calls took at most this (p50)',
    p95: '95 in 100 took at most this (p95)',
    calls: (count: number) => `answered ${count === 1 ? 'call' : 'calls'} counted, of the latest`,
    tools: (count: number) => `${count === 1 ? 'tool' : 'tools'} offered now`,
  },
  facts: {
    protocol: 'Protocol',
    eras,
    runs: 'Runs',
    process: 'Process',
    up: (duration: string, since: string) => `, up ${duration}, since ${since}`,
    readySince: 'Ready since',
    saysItIs: 'Says it is',
    transport: 'Transport',
    stdio: 'Standard input and output',
    http: 'Streamable HTTP, or the older SSE',
    command: 'Command',
    arguments: 'Arguments',
    folder: 'Folder',
    homeFolder: 'Your home folder',
    environment: 'Environment',
    inherited: (count: number) => `${formatCount(count, 'variable')} inherited from Atrium`,
    address: 'Address',
    headers: 'Headers',
    none: 'None',
    nothingOfItsOwn: 'Nothing of its own',
    secrets: {
      kept: 'secret',
      lost: 'secret, missing: enter it again',
      moved: 'secret, entered for another address: enter it again',
    },
  },
  containment: {
    levels: { open: 'Open', limited: 'Limited', sealed: 'Sealed' },
    limits: {
      files: 'Files',
      network: 'Network',
      secrets: 'Secrets',
      sent: 'Is sent',
      end: 'Its end',
      time: 'Time',
    },
    none: 'None',
    playground: 'By how it is written: none of its tools reaches out.',
    http: 'It runs elsewhere: what it does there Atrium can neither see nor limit.',
    httpFiles: 'None of this computer, unless it runs here',
    httpSent: (host: string) => `Calls that were allowed, to ${host} only`,
    httpSignIn: 'What you signed in with, sent with each request',
    httpSecretsAndSignIn: (names: string) => `${names} and what you signed in with, sent with each request`,
    httpSecrets: (names: string) => `${names}, sent with each request`,
    stdio: 'It runs as you: Atrium does not fence it in.',
    stdioFiles: 'Whatever you can read and write',
    stdioNetwork: 'Whatever this computer reaches',
    stdioSecrets: (names: string) => `${names}, given at its start`,
    noSecrets: 'None of those that Atrium keeps',
    time: (idle: number, work: number) => `A call ends after ${idle} s of silence, or ${work} s of work`,
    ends,
  },
  trust: {
    asks: 'Each call asks you first.',
    asksExcept: (rules: number) =>
      `Each call asks you first, except where ${formatCount(rules, 'rule')} of a conversation ${rules === 1 ? 'allows' : 'allow'} it.`,
    notYet: 'Nobody has let its command run yet; it is asked about before its first start.',
    elsewhere: 'It runs elsewhere: no command of this computer is trusted for it.',
    playground: 'It comes with Atrium and has not to be trusted apart.',
    you: 'you',
    trustedBy: (who: string, day: string, time: string) =>
      `Its command was trusted by ${who} on ${day} at ${time}, until any of it changes.`,
    trusted: 'Its command was trusted, until any of it changes.',
    hash: (start: string) => `SHA-256 ${start}…`,
    copyHash: 'Copy the SHA-256',
  },
} as const
