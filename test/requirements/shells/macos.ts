import type { Requirements } from '../types.ts'

/** Obligations on macOS alone: its sandbox, names, permissions and places. */
export const macos = {
  'MAC-1': {
    source: 'macOS: sandbox, network-outbound (connecting to a socket file is no operation on files)',
    behaviour:
      'On macOS a contained program connects to no socket file of another program outside the folders it can change, except to the system’s resolver and log.',
  },
  'MAC-2': {
    source: 'macOS: sandbox, file-link, job-creation, lsopen, user-preference-write, signal, process-info',
    behaviour:
      'On macOS a contained program has no other program act for it: it starts no job, opens no application, writes no settings, mounts and links nothing elsewhere, and neither signals nor looks at others’ processes, arguments or variables.',
  },
  'MAC-3': {
    source: 'docs/configuration.md, Containment',
    behaviour:
      'On macOS a sealed program reads the system’s and the package managers’ programs and libraries, and neither their settings nor their databases.',
  },
  'MAC-4': {
    source: 'macOS: dyld-support.sb; docs/configuration.md, Containment',
    behaviour:
      'On macOS a sealed program whose runtime is kept in the home folder, or in an application, reads that runtime’s libraries and loads native add-ons; it starts in a folder it can look at, with an empty home folder.',
  },
  'MAC-5': {
    source: 'docs/threat-model.md 253',
    behaviour:
      'On macOS a profile names every place of secrets, and each link that leads to it, whether anything is there yet or not; places of applications in Library are among them.',
  },
  'MAC-6': {
    source: 'macOS: APFS, case and normalization, firmlinks; node:fs, realpath.native',
    behaviour:
      'Two spellings of one folder get one verdict as a contained server’s folder: in another case, with other accents, or through the data volume.',
  },
  'MAC-7': {
    source: 'macOS: hardened runtime, entitlements; macOS: TCC, the responsible process; docs/threat-model.md, Limits',
    behaviour:
      'Each permission of macOS that a server can get when started from a terminal can be granted to Atrium: its package has the entitlement and the sentence that the system shows, and the sentence says that all open servers get it.',
  },
  'MAC-8': {
    source: 'macOS: TCC, error -1743; macOS: TN3179, EHOSTUNREACH without the permission for the local network',
    behaviour:
      'A server that fails because macOS keeps Atrium from other applications, or from the local network, is told of that permission and its place in System Settings, in every language of the system.',
  },
  'MAC-9': {
    source: 'macOS: lsof(8), fields of -F',
    behaviour:
      'On macOS the holder of a port, and the ports on which a silent server listens, are found without /proc.',
  },
  'MAC-10': {
    source: 'macOS: sandbox, EPERM; docs/configuration.md, Containment',
    behaviour:
      'A contained server that the sandbox of macOS refuses a file is told which, and is offered its folder: to change at the level limited, if it sees the place already.',
  },
  'MAC-11': {
    source: 'docs/threat-model.md, Against an MCP server: programs',
    behaviour: 'A missing program is looked for in the places that installers and package managers for macOS use.',
  },
} as const satisfies Requirements
