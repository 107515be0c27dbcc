import type { Requirements } from '../types.ts'

/** The Electron shell: its window's rights, and questions outside any page. */
export const electron = {
  'ELE-1': {
    source: 'Electron: security checklist, 15; docs/threat-model.md 155',
    behaviour: 'Of addresses that others wrote, only web pages and mailboxes are opened outside.',
  },
  'ELE-2': {
    source: 'docs/interface.md, The window; Electron: security checklist, 15',
    behaviour:
      'What is opened was put together anew, and the person reads all of it, with the host as it is looked up.',
  },
  'ELE-3': {
    source: 'docs/architecture.md, Who can answer',
    behaviour:
      'Whatever could start a program, send a key elsewhere or loosen a limit is confirmed outside of the page.',
  },
  'ELE-4': {
    source: 'docs/architecture.md, Who can answer',
    behaviour: 'Brakes and what gives nobody anything are never held up by a question.',
  },
  'ELE-5': {
    source: 'docs/architecture.md, Who can answer',
    behaviour: 'What the person did not confirm, or would now be something else, is not done.',
  },
  'ELE-6': {
    source: 'MCP security best practices, local server compromise',
    behaviour: 'A question about a server shows all that will run or be reached, with every hidden character.',
  },
  'ELE-7': {
    source: 'docs/threat-model.md 148, 157',
    behaviour: 'The scheme serves the built pages, each under its name.',
  },
  'ELE-8': {
    source: 'docs/decisions.md 21',
    behaviour: 'Every answer of the scheme carries the content policy, which is that of the browser shell.',
  },
  'ELE-9': {
    source: 'docs/decisions.md 18; docs/threat-model.md 161',
    behaviour:
      'Secrets are on disk only as the keyring encrypted them; without a keyring only if the person agreed, once.',
  },
  'ELE-10': {
    source: 'docs/decisions.md 18',
    behaviour: 'Secrets that cannot be decrypted read as missing, and are kept beside new ones.',
  },
  'ELE-11': {
    source: 'docs/architecture.md, The contract',
    behaviour: 'A page that is behind makes the host wait; the feeds of a page that is gone end.',
  },
  'ELE-12': {
    source: 'Electron: security checklist, 17; docs/threat-model.md 154',
    behaviour: 'Commands come as text from the main frame of our own page, and errors go back as values.',
  },
  'ELE-13': {
    source: 'docs/interface.md, The window',
    behaviour: 'The window comes back as it was left, if that place is still on a display.',
  },
  'ELE-14': {
    source: 'docs/interface.md, The window',
    behaviour: 'npm start opens the window where it can, and else a browser tab, saying why in one sentence.',
  },
  'ELE-15': {
    source: 'docs/interface.md, Third-party text',
    behaviour: 'A notification says who asks, by the name the person gave, and nothing that a server wrote.',
  },
  'ELE-16': {
    source: 'docs/interface.md, The window',
    behaviour: 'Before quitting stops what runs, the person is asked how many of what that is.',
  },
  'ELE-17': {
    source: 'docs/interface.md, Keys; docs/interface.md, The window',
    behaviour: 'The menus show the keys that the page has, and lead only to places and keys that the page knows.',
  },
  'ELE-18': {
    source: 'Electron: security checklist, 4, 5, 6',
    behaviour: 'Switches that take the sandbox or the separation of pages away are noticed.',
  },
  'ELE-19': {
    source: 'docs/threat-model.md; Electron: security checklist, 1',
    behaviour:
      'The window fetches nothing but its own pages, and the privacy page says whether Atrium looks for newer versions.',
  },
  'ELE-20': {
    source: 'docs/decisions.md 29',
    behaviour:
      'The double of Electron refuses what it does not have, what Electron refuses, such as a use after the end, and preferences that weaken a page.',
  },
  'ELE-21': {
    source: 'Electron: context isolation, structured clone',
    behaviour: 'In the double, values cross between processes and worlds as in Electron; prototypes do not.',
  },
  'ELE-22': {
    source: 'Electron: security checklist, 5, 13, 14; docs/threat-model.md 158',
    behaviour: 'The double is as open as Electron where the app sets nothing, so that a missing guard is seen.',
  },
  'ELE-23': {
    source: 'Electron: security checklist',
    behaviour: 'Each of the twenty items of Electron’s list holds in the built app.',
  },
  'ELE-24': {
    source: 'Electron: security checklist, 17; docs/threat-model.md 154',
    behaviour: 'Frames inside, other origins, frames that are gone and unknown commands are refused.',
  },
  'ELE-25': {
    source: 'docs/threat-model.md 153',
    behaviour: 'Whatever script in the page gives to the bridge, main answers with an error and goes on.',
  },
  'ELE-26': {
    source: 'docs/threat-model.md P33; docs/architecture.md, Who can answer',
    behaviour: 'A page that was taken over starts no program, sends no key elsewhere and loosens no limit by itself.',
  },
  'ELE-27': { source: 'docs/threat-model.md 158', behaviour: 'A page saves nothing to the disk by itself.' },
  'ELE-28': {
    source: 'docs/threat-model.md 160',
    behaviour: 'A page that crashes comes back; open questions stay open and nothing runs meanwhile.',
  },
  'ELE-29': {
    source: 'docs/decisions.md 18; docs/threat-model.md 161',
    behaviour: 'Without a keyring a key is stored only when the person agreed, in a dialog of the system, once.',
  },
  'ELE-30': {
    source: 'docs/threat-model.md P5',
    behaviour:
      'A second start brings the window to the front with the keyboard and ends; a start that fails says why in one sentence and exits with its own code.',
  },
  'ELE-31': {
    source: 'docs/interface.md, The window; docs/threat-model.md P31',
    behaviour:
      'Quitting while something runs asks: refused, it goes on; agreed, the app ends with 0; or it ends without a window once that is done.',
  },
  'ELE-32': {
    source: 'docs/interface.md, The window',
    behaviour:
      'A question or the end of a turn while the window is away is told by a notification that leads to it, as the settings want.',
  },
  'ELE-33': {
    source: 'docs/interface.md, Keys; docs/interface.md, The window',
    behaviour: 'The items of the menu lead where they say.',
  },
  'ELE-34': {
    source: 'docs/decisions.md 29',
    behaviour: 'Mistakes seeded into the built shell are noticed by the tests of what they break.',
  },
  'ELE-35': {
    source: 'docs/decisions.md 21; docs/threat-model.md P18',
    behaviour: 'With the sanitiser switched off, the content policy alone keeps a hostile text from reaching anybody.',
  },
  'ELE-36': {
    source: 'docs/decisions.md 29',
    behaviour: 'What only Electron itself can show is listed with its reason, and is shown where Electron is.',
  },
  'ELE-70': {
    source: 'docs/decisions.md 18; Electron: shell/browser/browser_process_impl.cc and Chromium’s os_crypt_async.cc',
    behaviour:
      'On Linux, whose key encrypted a text is judged by the text itself, on every desktop: nothing is stored with the key that every program knows unless the user agreed, and a keyring is used wherever there is one',
  },
  'ELE-71': {
    source: 'docs/decisions.md 18; Electron: shell/browser/api/electron_api_safe_storage.cc',
    behaviour:
      'While the keyring that encrypted the secrets is away, their file stays, reading and writing are refused with a sentence, and everything is back after a start with the keyring',
  },
  'ELE-72': {
    source: 'docs/decisions.md 18',
    behaviour: 'The checkup says truly where secrets are, and what is missing',
  },
  'ELE-73': {
    source: 'docs/decisions.md 98; docs/configuration.md, Programs (`stdio`)',
    behaviour:
      'The user’s login shell is asked for PATH once, whichever shell it is; noise, a fault, a shell that can’t be started or one that hangs cost no more than a bounded wait',
  },
  'ELE-74': {
    source: 'docs/decisions.md 98; macOS: launchd starts apps with the system’s folders in PATH',
    behaviour:
      'An app that a launcher started finds programs where the user’s terminal finds them, for servers and for reviews of bundles',
  },
  'ELE-75': {
    source: 'docs/decisions.md 101; Electron: shell/common/node_bindings.cc; node:tls, setDefaultCACertificates',
    behaviour: 'In the window, models and servers at a URL are trusted if the system trusts their certificate',
  },
  'ELE-76': {
    source: 'docs/decisions.md 101; Electron: docs/tutorial/fuses.md, nodeOptions',
    behaviour:
      'The checkup says which certificates the installed app trusts, and that it ignores NODE_EXTRA_CA_CERTS; servers get the value that the user’s login shell sets',
  },
  'ELE-77': {
    source: 'electron-builder: out/targets/appimage/appImageUtil.js; Electron: shell/common/platform_util_linux.cc',
    behaviour:
      'No program that Atrium or Chromium starts gets an AppImage’s folders for programs and libraries; outside of one, PATH stays as it is',
  },
  'ELE-78': {
    source: 'docs/decisions.md 103; Electron: docs/tutorial/fuses.md, cookieEncryption',
    behaviour: 'The window keeps no cookies, and the package asks for no key to encrypt any',
  },
  'ELE-79': {
    source: 'Electron: docs/api/notification.md, failed',
    behaviour: 'If the system doesn’t show a notification, the checkup says so and quotes the reason',
  },
  'ELE-41': {
    source: 'docs/interface.md, The window',
    behaviour:
      'If the user wants that, Atrium continues when its window is closed: an icon in the tray counts requests, opens the window and quits, a second start opens it too, and turning the setting off takes the icon away.',
  },
  'ELE-40': {
    source: 'docs/configuration.md, Containment',
    behaviour:
      'In the window, folders of a contained server can be chosen in the system’s dialog; cancelling it changes nothing',
  },
  'ELE-50': {
    source: 'Electron: shell/app/electron_main_delegate.cc, shell/common/api/electron_api_command_line.cc',
    behaviour:
      'Switches are judged as the user gave them: those that Electron adds itself refuse no start, except one that turns off the sandbox.',
  },
  'ELE-51': {
    source: 'Electron: shell/app/command_line_args.cc, shell/browser/browser_win.cc',
    behaviour: 'A link or file that the system opens carries no option of Atrium’s own, whatever follows it.',
  },
  'ELE-52': {
    source: 'freedesktop.org: Desktop Entry Specification, The Exec key, %U',
    behaviour: 'A bundle that a file manager names by a URL is opened like one named by its path.',
  },
  'ELE-80': {
    source: 'docs/threat-model.md; GitHub: REST API, Get the latest release',
    behaviour:
      'Atrium looks for a newer version only if the user agreed, once a day, at the address in its own package, and sends nothing but the request.',
  },
  'ELE-81': {
    source: 'docs/interface.md, Empty, loading and error',
    behaviour: 'A look for a newer version that fails says why in the settings, and changes nothing.',
  },
  'ELE-82': {
    source: 'docs/threat-model.md; docs/interface.md, Third-party text',
    behaviour:
      'A release’s notes are bounded text of its publisher, and the button opens only a page of Atrium’s own repository.',
  },
  'ELE-83': {
    source: 'docs/interface.md, The window; Electron: docs/tutorial/installation.md, Proxies',
    behaviour:
      'npm start says what each step does; the download of Electron shows its progress, uses npm’s proxies, ends only if nothing comes, and says why it failed.',
  },
  'ELE-84': {
    source: 'docs/interface.md, The window; node:process signal events',
    behaviour: 'Ctrl+C at npm start lets the window end its servers, on Windows too; a second one ends it at once.',
  },
  'ELE-53': {
    source: 'Electron: docs/api/dialog.md, showErrorBox; Electron: shell/browser/ui/message_box_gtk.cc',
    behaviour: 'Whatever keeps Atrium from starting is shown in a dialog, also on Linux before Electron is ready.',
  },
  'ELE-54': {
    source: 'Electron: docs/api/browser-window.md, ready-to-show',
    behaviour:
      'The window shows when its page is drawn or loaded or after two seconds, whichever comes first, unless it was hidden by then.',
  },
  'ELE-55': {
    source: 'Electron: docs/api/app.md, second-instance; Electron: shell/browser/api/electron_api_app.cc',
    behaviour: 'A file or link of a second start counts, also if that came before the window was there.',
  },
  'ELE-56': {
    source: 'Electron: shell/browser/api/electron_api_app.cc, RequestSingleInstanceLock',
    behaviour: 'A data folder whose lock can’t be judged or made is named, with what to do, as a failed start.',
  },
  'ELE-57': {
    source: 'node: process I/O',
    behaviour: 'Atrium continues if nothing reads its output any longer.',
  },
  'ELE-58': {
    source: 'Electron: docs/api/power-monitor.md, shutdown; Electron: shell/browser/lib/power_observer_linux.cc',
    behaviour:
      'At a shutdown Atrium asks the system to wait and ends in order, and so it does when Windows ends the session of its window; the signals that follow change nothing.',
  },
  'ELE-59': {
    source: 'Electron: docs/api/dialog.md, Sheets',
    behaviour: 'A question over a window that can’t be seen has its own dialog.',
  },
  'ELE-60': {
    source: 'Electron: shell/browser/api/electron_api_web_frame_main.cc',
    behaviour: 'A frame that is gone can do nothing, and ends nothing.',
  },
  'ELE-85': {
    source: 'Electron: docs/api/menu-item.md, shell/browser/ui/accelerator_util.cc',
    behaviour:
      'A key that the page left alone runs no item of the menu, also on macOS, which registers every key; Ctrl or Cmd and = zooms in.',
  },
  'ELE-86': {
    source: 'Electron: lib/browser/desktop-name.ts, docs/api/native-image.md; docs/interface.md, The window',
    behaviour:
      'The window, the tray and the menu entry have Atrium’s name and icon in the sizes the system shows, and uninstalling takes the links away.',
  },
  'ELE-87': {
    source: 'Electron: docs/api/native-theme.md',
    behaviour: 'The theme chosen in Atrium is also that of the window’s frame, menus and dialogs.',
  },
  'ELE-88': {
    source: 'docs/interface.md, The window',
    behaviour: 'When the window closes and Atrium stays, Linux users read once how to open it again.',
  },
  'ELE-90': {
    source: 'Electron: shell/browser/browser_linux.cc, ShowAboutPanel; Electron: docs/tutorial/asar-archives.md',
    behaviour: 'The About panel’s icon is a real file in a package, because GTK can’t read one in an archive.',
  },
  'ELE-91': {
    source: 'Electron: shell/browser/api/electron_api_safe_storage.cc, pending_encrypts_',
    behaviour:
      'A keyring that doesn’t answer within three seconds holds up neither the window nor the host: the secret store is locked until it answers, and is then taken in.',
  },
  'ELE-92': {
    source: 'docs/electron.md',
    behaviour:
      'In the double, windows, notifications, the theme and the program of links are as in Electron, and told of when Electron tells of them, if at all.',
  },
  'ELE-93': {
    source: 'docs/cli.md',
    behaviour:
      '`npm start` with an option that Atrium doesn’t have says only that, and `npm test` with a file that isn’t there names it and runs nothing.',
  },
  'ELE-94': {
    source: 'docs/interface.md, The window',
    behaviour:
      'On Windows and Linux a single Alt opens the menu; Alt with another key, or on the way elsewhere, doesn’t.',
  },
  'ELE-95': {
    source:
      'Electron: lib/browser/init.ts, uncaughtException; Electron: shell/common/gin_helper/event_emitter_caller.cc',
    behaviour:
      'If a listener of Atrium’s throws, whatever of Electron called it, Atrium says why in its own dialog, closes everything and exits with 1; at a shutdown it asks no one.',
  },
} as const satisfies Requirements
