import type { Requirements } from '../types.ts'

/** The browser shell: who can reach a host, and what a browser or a script gets from it. */
export const web = {
  'WEB-1': {
    source: 'docs/threat-model.md 149',
    behaviour: 'It listens on 127.0.0.1 and nowhere else; no argument changes that.',
  },
  'WEB-2': {
    source: 'docs/threat-model.md 139',
    behaviour: 'A request under any other name than ours is turned away before it is looked at.',
  },
  'WEB-3': {
    source: 'docs/threat-model.md 140, 141',
    behaviour: 'A page of another origin or site can neither read nor change anything.',
  },
  'WEB-4': {
    source: 'docs/threat-model.md 140, 147',
    behaviour:
      'A body is JSON, unencoded and within its limit (24 MiB for a call, 1 MiB for the rest), or it is not read.',
  },
  'WEB-5': {
    source: 'docs/threat-model.md 143',
    behaviour: 'A launch code opens one session, within ten minutes; a newer one voids it.',
  },
  'WEB-6': {
    source: 'docs/threat-model.md 146',
    behaviour:
      'After ten wrong codes in a minute further ones are told to wait; the right one is still taken, and sessions go on.',
  },
  'WEB-7': {
    source: 'docs/threat-model.md 144',
    behaviour: 'A session needs the cookie of the browser and the token of the tab, of the same instance.',
  },
  'WEB-8': {
    source: 'docs/decisions.md 21; docs/threat-model.md 145',
    behaviour: 'Every answer carries the content policy and keeps other origins and openers out.',
  },
  'WEB-9': {
    source: 'docs/threat-model.md 148',
    behaviour: 'Only the built pages are served, each under its exact name.',
  },
  'WEB-10': { source: 'docs/threat-model.md 142', behaviour: 'The page without a session holds no secret.' },
  'WEB-11': {
    source: 'docs/threat-model.md 147',
    behaviour: 'Slow and many connections are cut off while others are served.',
  },
  'WEB-12': {
    source: 'docs/architecture.md, The contract',
    behaviour: 'A call answers with the result, or with the code and sentence of a HostError and a fitting status.',
  },
  'WEB-13': {
    source: 'docs/architecture.md, The contract; docs/decisions.md 20',
    behaviour:
      'The feed is one message a line; a slow reader makes the host wait, a closed one is forgotten, silence is broken by empty lines.',
  },
  'WEB-14': {
    source: 'HTTP/1.1, six connections per origin',
    behaviour: 'A browser with too many tabs is told so; its calls still get through.',
  },
  'WEB-15': {
    source: 'docs/architecture.md, Who can answer; docs/threat-model.md 151',
    behaviour: 'A code printed for a person gives admin; one from --json gives use, unless --admin.',
  },
  'WEB-16': {
    source: 'docs/threat-model.md 150; docs/decisions.md 19',
    behaviour: 'A taken port or data folder ends the start with one sentence and code 3; no other is taken instead.',
  },
  'WEB-17': {
    source: 'README.md',
    behaviour: 'An argument that does not exist or does not fit ends the start with one sentence and code 2.',
  },
  'WEB-18': {
    source: 'docs/threat-model.md P14',
    behaviour: 'A signal closes the host and exits with 0; a second one exits at once.',
  },
  'WEB-19': {
    source: 'docs/decisions.md 18; docs/threat-model.md P8',
    behaviour:
      'Secrets are on disk only encrypted and for their owner; what cannot be decrypted reads as missing and is kept.',
  },
  'WEB-20': { source: 'docs/decisions.md 18', behaviour: 'A new data folder belongs to its owner alone.' },
  'WEB-26': {
    source: 'docs/threat-model.md',
    behaviour:
      'Each file of the data folder is its owner’s alone, also in a folder that was there before; a folder that other accounts can open is pointed out.',
  },
  'WEB-28': {
    source: 'docs/cli.md, Starting Atrium',
    behaviour:
      'A data folder that can’t be used is refused in one sentence that names it and says what to do, by every shell and by the check of the installation, and nothing is changed.',
  },
  'WEB-31': {
    source: 'docs/decisions.md 106',
    behaviour:
      'A data folder is refused if another ordinary account can write to it or to a file of Atrium’s in it, by every shell and by the check, in one sentence with the command that repairs it; nothing is changed.',
  },
  'WEB-29': {
    source: 'docs/decisions.md 18',
    behaviour:
      'If a file of the secret store can’t be read, Atrium starts with a locked store whose sentence names the file, and changes neither file.',
  },
  'WEB-30': {
    source: 'docs/cli.md',
    behaviour:
      'Whichever file of the data folder can’t be read, a start works without it or refuses in one sentence, and leaves the file as it is.',
  },
  'WEB-27': {
    source: 'docs/threat-model.md',
    behaviour:
      'A new start takes the last port again if it is free and trusts no earlier session; an old tab signs in again where it is, and sends a code only to the address it was printed with.',
  },
  'WEB-21': {
    source: 'docs/threat-model.md 143',
    behaviour:
      'A launch code is never on a command line; the file that opens the browser is only its owner’s and goes when the code is spent.',
  },
  'WEB-22': {
    source: 'docs/threat-model.md 152',
    behaviour: 'After a restart an old tab is told that it is not signed in.',
  },
  'WEB-23': {
    source: 'docs/threat-model.md',
    behaviour:
      'A tab believes a feed only from the host that opened its session, sends commands to no other, and says so if another program answers.',
  },
  'WEB-25': {
    source: 'docs/threat-model.md',
    behaviour:
      'Tabs that are signed in are listed in Settings, and one that is signed out there loses its feed at once.',
  },
  'WEB-24': {
    source: 'docs/threat-model.md',
    behaviour: 'A session ends a day after its last use and a week after its first; an open feed is use.',
  },
} as const satisfies Requirements
