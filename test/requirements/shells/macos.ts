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
} as const satisfies Requirements
