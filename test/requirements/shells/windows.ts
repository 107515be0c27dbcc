import type { Requirements } from '../types.ts'

/** Atrium on Windows and macOS: what differs there from Linux, as far as it is decided here. */
export const windows = {
  'WIN-1': {
    source: 'Windows: cmd; npm: cmd-shim',
    behaviour:
      'No argument of a batch file can end its own quotation: npm’s batch files are replaced by Node with the same script, and for others an argument or path that cmd could read otherwise is refused with a sentence',
  },
  'WIN-2': {
    source: 'libuv: src/win/process.c',
    behaviour:
      'A program that isn’t a batch file is started without cmd, also if it is a store app, whose file can’t be read',
  },
  'WIN-3': {
    source: 'Windows: cmd, UNC paths',
    behaviour: 'A batch file isn’t started in a network folder, where cmd would work in the Windows folder instead',
  },
  'WIN-4': {
    source: 'Windows: PATHEXT',
    behaviour: 'Only .com, .exe, .bat and .cmd files are programs, whatever PATHEXT says',
  },
  'WIN-5': {
    source: 'docs/threat-model.md',
    behaviour: 'A failure between a program’s start and its use ends the program',
  },
  'WIN-6': {
    source: 'node:path win32.resolve; docs/threat-model.md',
    behaviour:
      'A rule that denies a folder of Windows lets no path through that Windows places in it, whatever form it has',
  },
  'WIN-7': {
    source: 'macOS: firmlinks, volfs, /private; docs/threat-model.md',
    behaviour: 'A rule that denies a folder asks about each other name that macOS has for it, and about no other path',
  },
  'WIN-8': {
    source: 'Windows: sharing violations; node:fs rename',
    behaviour:
      'A file that Windows or a scanner holds for a moment is replaced a moment later; otherwise the old content stays, and a bundle’s folder is never without its files',
  },
  'WIN-9': {
    source: 'libuv: src/win/fs-event.c',
    behaviour:
      'A watched folder is named by its real path; a change without a name counts for each file, the end of a watch is a stated problem, and the watch is set up again',
  },
  'WIN-10': {
    source: 'Windows: Win32_Process; libuv: src/win/process.c; docs/threat-model.md',
    behaviour:
      'On Windows everything below a server ends with it, also what its package runner left behind; an Atrium that was killed is followed up at the next start; a reused number never counts',
  },
  'WIN-11': {
    source: 'macOS: ps; Windows: process identifiers; docs/threat-model.md',
    behaviour:
      'The lock of a data folder is the system’s: no language, time zone or reused process number keeps it from being taken, or takes it from its owner, and a process is identified alike whoever asks',
  },
  'WIN-12': {
    source: 'node:fs realpath; Windows: short names; macOS: APFS',
    behaviour:
      'A folder chosen in another case, with other accents or by a short name is that folder, and files in it are found by both spellings; a link, or a drive of another place, stays one',
  },
  'WIN-13': {
    source: 'Windows: icacls, SDDL; docs/threat-model.md',
    behaviour:
      'On Windows the data folder is the account’s alone, or Atrium says so, whatever the system’s language; if Windows doesn’t say, the checkup doesn’t claim it',
  },
  'WIN-14': {
    source: 'Windows: roaming profiles; macOS: mount; docs/configuration.md',
    behaviour:
      'The data folder is kept on this computer by default, and a folder on a network file system or in a service’s copied folder is named before the journal opens',
  },
  'WIN-15': {
    source: 'docs/decisions.md',
    behaviour: 'A checkout has the committed bytes, whatever line ends its git prefers',
  },
  'WIN-16': {
    source: 'Windows: recognised environment variables; docs/threat-model.md',
    behaviour:
      'A server gets the common folders of Windows, and nothing that changes how a runtime loads code; the doctor looks for programs where today’s installers and version managers put them',
  },
  'WIN-17': {
    source: 'Windows: system error codes, cmd, netstat; macOS: lsof',
    behaviour:
      'The doctor decides by exit codes, error numbers and its own looks, so it finds the cause in every language and code page, and names the holder of a port on every system',
  },
  'WIN-18': {
    source: 'Windows: NTFS, case; macOS: APFS, case and normalization; docs/threat-model.md',
    behaviour:
      'Two names that NTFS or APFS takes for one count as one wherever files are compared by name: in archives, for bundles’ folders and for folders of a check',
  },
} as const satisfies Requirements
