import type { Requirements } from '../types.ts'

/** A package's contents, and its limits under attack. */
export const packaging = {
  'PKG-1': {
    source: 'Electron: security checklist, 19',
    behaviour:
      'Every fuse of the packed program is set as electron-builder.yml says, on every system; one that is not said stops the packing.',
  },
  'PKG-2': {
    source: 'docs/threat-model.md 159',
    behaviour: 'A packed program runs nobody else’s code: not as Node, not by NODE_OPTIONS, not through an inspector.',
  },
  'PKG-3': {
    source: 'docs/decisions.md 47',
    behaviour: 'app.asar holds exactly the files that are listed, as they were built: no source, map, test or package.',
  },
  'PKG-4': {
    source: 'docs/decisions.md 47',
    behaviour: 'Beside it lies one file, the binary of SQLite for that system, as its package brought it; it loads.',
  },
  'PKG-5': {
    source: 'docs/threat-model.md P34',
    behaviour: 'On macOS and Windows the program holds the hash of app.asar that Electron compares it with.',
  },
  'PKG-6': {
    source: 'docs/decisions.md 47',
    behaviour: 'A word in electron-builder.yml that electron-builder does not know stops the packing.',
  },
  'PKG-7': {
    source: 'docs/threat-model.md P34',
    behaviour: 'Electron is the version that package.json pins, and a download with another content is refused.',
  },
  'PKG-8': {
    source: 'docs/decisions.md 47',
    behaviour: 'Pages, archive and binary stay within their sizes.',
  },
  'PKG-9': {
    source: 'docs/decisions.md 29',
    behaviour:
      'A Debian package installs the program, an entry and an icon, and claims only bundles and links of its own scheme.',
  },
  'PKG-10': {
    source: 'docs/decisions.md 29; docs/threat-model.md P34',
    behaviour: 'What is packed starts from its own files alone, opens the database and holds a conversation.',
  },
  'PKG-11': {
    source: 'docs/decisions.md 29',
    behaviour: 'The workflow tests and packs on three systems with no secret, the least rights and pinned actions.',
  },
  'PKG-12': {
    source: 'docs/threat-model.md',
    behaviour:
      'Each promise of docs/threat-model.md names tests that exist, or says that it is shown on a user’s machine.',
  },
  'PKG-13': {
    source: 'docs/decisions.md 47',
    behaviour: 'Each system gets the icon in the sizes that it shows.',
  },
  'PKG-14': {
    source: 'docs/decisions.md 47',
    behaviour: 'A package carries the licence of everything that is bundled in it.',
  },
  'PKG-15': {
    source: 'Electron: security checklist, 4',
    behaviour: 'A package does not start without the sandbox around its pages, nor under somebody else’s control.',
  },
  'PKG-16': {
    source: 'docs/threat-model.md',
    behaviour:
      'A package starts only with options that are known to take nothing away, however the system lets them be written, and with no word that Chromium reads otherwise.',
  },
  'PKG-36': {
    source: 'docs/threat-model.md',
    behaviour: 'Atrium’s own options count in one spelling; in any other, Atrium doesn’t start.',
  },
  'PKG-17': {
    source: 'docs/threat-model.md',
    behaviour:
      'Every package that Atrium is built from or runs has its content fixed in the lockfile, and none is installed without that.',
  },
  'PKG-20': {
    source: 'Electron: shell/app/electron_main_delegate.cc',
    behaviour:
      'A package starts with no arguments, and not if the environment turns off the sandbox or the check of certificates.',
  },
  'PKG-30': {
    source: 'docs/first-release.md',
    behaviour:
      'npm run verify:package starts a packed Atrium with a new data folder in the home folder, has one conversation in its window, and writes a report of every step, with pictures, its output and the audit log’s records, and without names of the user.',
  },
  'PKG-31': {
    source: 'docs/first-release.md',
    behaviour:
      'A package that does not start, never reports, shows no answering page or no colours, asks with a hash that isn’t that of its content, has a problem in its installation, records another call or result than the one asked for, ends with another code or leaves a broken chain fails that check, with one sentence that says what to do.',
  },
  'PKG-32': {
    source: 'docs/threat-model.md',
    behaviour:
      'Atrium checks itself only in a new folder that was named, with a model on this computer, and allows only the one call that it asked for.',
  },
  'PKG-33': {
    source: 'docs/cli.md',
    behaviour:
      'The check finds the one program with Atrium’s archive beside it for this system and processor in what was unpacked, installed or packed, and says what to name instead of an installer, another file, none or several. It changes no file and runs nothing else.',
  },
  'PKG-34': {
    source: 'docs/decisions.md 29',
    behaviour:
      'The workflow has a conversation in what it packed on each system: unpacked and installed, as an AppImage and under Wayland on Linux. Reports are kept also if it fails.',
  },
  'PKG-35': {
    source: 'Electron: electron-timelines.md',
    behaviour:
      'A weekly check says whether Atrium’s Electron lags behind its line or the supported ones, and fails nothing.',
  },
  'PKG-37': {
    source: 'docs/cli.md',
    behaviour:
      'A check of a package that is stopped by Ctrl+C or a signal ends what it started, removes its folders and ends with the signal’s code.',
  },
  'PKG-21': {
    source: 'electron-builder: app-builder-lib/out/targets/appimage',
    behaviour:
      'An AppImage needs no library of the system and starts with no option; where its launcher turns off the sandbox, a dialog says what to do.',
  },
} as const satisfies Requirements
