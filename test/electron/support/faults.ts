import * as leaving from '../checks/leaving.ts'
import * as pages from '../checks/pages.ts'
import * as permissions from '../checks/permissions.ts'
import * as person from '../checks/person.ts'
import * as policy from '../checks/policy.ts'
import * as secrets from '../checks/secrets.ts'
import * as senders from '../checks/senders.ts'
import * as start from '../checks/start.ts'
import * as surroundings from '../checks/surroundings.ts'
import type { Mutation } from '../../e2e/support/app-copy.ts'
import type { Options } from '../../double/window/state.ts'
import type { Check } from './bench.ts'

/** A possible mistake, the check that must notice it, and what the check reports. */
export type Fault = { title: string; mutations: Mutation[]; check: Check; seen: RegExp; double?: Partial<Options> }

const main = (text: string, becomes: string): Mutation => ({ folder: 'main', text, becomes })
const preload = (text: string, becomes: string): Mutation => ({ folder: 'preload', text, becomes })

/** A window that shows itself after a while only in theory. */
const hidden = main('var hiddenMs = 2e3', 'var hiddenMs = 2e9')

export const faults: Fault[] = [
  {
    title: 'the sandbox is off',
    mutations: [main('sandbox: true,', 'sandbox: false,')],
    check: pages.sandboxed,
    seen: /weak preference sandbox/,
  },
  {
    title: 'the worlds are not isolated',
    mutations: [main('contextIsolation: true,', 'contextIsolation: false,')],
    check: pages.isolated,
    seen: /weak preference contextIsolation/,
  },
  {
    title: 'pages get Node',
    mutations: [main('nodeIntegration: false,', 'nodeIntegration: true,')],
    check: pages.noNode,
    seen: /weak preference nodeIntegration/,
  },
  {
    title: 'the content policy is not sent',
    mutations: [main('"content-security-policy": contentPolicy(proxyOrigin),', '')],
    check: policy.contentPolicy,
    seen: /toEqual/,
  },
  {
    title: 'the content policy lets inline scripts run',
    mutations: [main("script-src 'self'; ", "script-src 'self' 'unsafe-inline'; ")],
    check: policy.contentPolicy,
    seen: /unsafe-inline/,
  },
  {
    title: 'the content policy lets text become code',
    mutations: [main("require-trusted-types-for 'script'; trusted-types 'none'", '')],
    check: policy.contentPolicy,
    seen: /trusted-types/,
  },
  {
    title: 'the page can become another one',
    mutations: [
      main('!isStartPage(navigation.url)) navigation.preventDefault()', '!isStartPage(navigation.url)) void 0'),
    ],
    check: leaving.staysOnItsPage,
    seen: /toBe\(|toBeVisible|isStillHere|toEqual/,
  },
  {
    title: 'windows can be opened',
    mutations: [main('return { action: "deny" }', 'return { action: "allow" }')],
    check: leaving.opensNoWindow,
    seen: /Expected: 1|toEqual/,
  },
  {
    title: 'main answers any sender',
    mutations: [main('sender.id === contents.id && place?.isMain === true && place.origin === "atrium://app"', 'true')],
    check: senders.knowsWhoSpeaks,
    seen: /answered/,
  },
  {
    title: 'main answers frames inside the page',
    mutations: [main('place?.isMain === true && place.origin', 'place?.origin')],
    check: senders.framesInsideAreStrangers,
    seen: /answered/,
    double: { preloadEverywhere: true },
  },
  {
    title: 'main answers pages of another origin',
    mutations: [main('place?.isMain === true && place.origin === "atrium://app"', 'place?.isMain === true')],
    check: senders.otherPagesAreStrangers,
    seen: /forbidden/,
  },
  {
    title: 'every request is granted',
    mutations: [main('answer(isGranted(permission, isMainFrame, requestingUrl))', 'answer(true)')],
    check: permissions.grantsNothing,
    seen: /granted|toEqual/,
  },
  {
    title: 'every permission check is granted',
    mutations: [
      main(
        'requestingOrigin, { isMainFrame }) => isGranted(permission, isMainFrame, requestingOrigin)',
        '_it) => true',
      ),
    ],
    check: permissions.grantsNothing,
    seen: /granted|toEqual/,
  },
  {
    title: 'any URL is opened',
    mutations: [main('default: return;\n\t}\n}\nfunction page(', 'default: return page(url);\n\t}\n}\nfunction page(')],
    check: leaving.opensOnlyWhatIsWanted,
    seen: /toEqual/,
  },
  {
    title: 'a URL is opened without asking',
    mutations: [main('external && await dialogs.confirm(external.confirmation)', 'external')],
    check: leaving.opensOnlyWhatIsWanted,
    seen: /dialog\.showMessageBox|toBeGreaterThanOrEqual/,
  },
  {
    title: 'webviews are allowed',
    mutations: [main('contents.on("will-attach-webview", (event) => event.preventDefault());', '')],
    check: pages.noWebviews,
    seen: /Expected: true/,
  },
  {
    title: 'the preload hands out ipcRenderer',
    mutations: [
      preload('exposeInMainWorld("atrium", {', 'exposeInMainWorld("atrium", { ipcRenderer: electron.ipcRenderer,'),
    ],
    check: pages.onlyTwoFunctions,
    seen: /ipcRenderer/,
  },
  {
    title: 'the preload goes around the bridge',
    mutations: [
      preload('electron.contextBridge.exposeInMainWorld("atrium", {', 'Object.assign(globalThis, { atrium: 1 }, {'),
    ],
    check: pages.speaksWithMain,
    seen: /toBe|undefined/,
  },
  {
    title: 'a channel has another name in main',
    mutations: [main('call: "atrium:call"', 'call: "atrium:calls"')],
    check: pages.speaksWithMain,
    seen: /No handler registered for 'atrium:call'/,
  },
  {
    title: 'the user is not asked',
    mutations: [main('if (!await ask(shown)) throw', 'if (false) throw')],
    check: person.asksThePerson,
    seen: /forbidden/,
  },
  {
    title: 'the user is not asked before a program starts',
    mutations: [main('if (!await ask(shown)) throw', 'if (false) throw')],
    check: person.startsNothing,
    seen: /forbidden/,
  },
  {
    title: 'the page can ask the user many things at once',
    mutations: [main('this.#asking = true;', '')],
    check: person.waitsForThePerson,
    seen: /conflict|Timeout/,
  },
  {
    title: 'requests to other hosts are allowed',
    mutations: [main(': isOwnPage(url)) && !frames.isServed(url)', ': true) && !frames.isServed(url)')],
    check: leaving.fetchesNothing,
    seen: /GET \/load/,
  },
  {
    title: 'downloads are allowed',
    mutations: [main('session.on("will-download", (event) => event.preventDefault());', '')],
    check: leaving.savesNothing,
    seen: /completed/,
  },
  {
    title: 'the key that every program knows is taken for a keyring',
    mutations: [main('v10: "anyone"', 'v10: "keyring"')],
    check: secrets.asksWithoutKeyring,
    seen: /toEqual/,
    double: { keyring: 'away' },
  },
  {
    title: 'Electron’s own switches are judged',
    mutations: [
      main(
        'switchIn(arg, platform)?.name ?? []))',
        'switchIn(arg, platform)?.name ?? []).concat("allow-file-access-from-files"))',
      ),
    ],
    check: start.startsPacked,
    seen: /--allow-file-access-from-files weakens Atrium/,
    double: { packaged: true },
  },
  {
    title: 'the window waits for being drawn',
    mutations: [main('process.platform === "linux" ? ["did-finish-load"] : []', '[]'), hidden],
    check: start.showsItsWindow,
    seen: /toBe\(/,
    double: { withheld: ['ready-to-show'] },
  },
  {
    title: 'the system isn’t asked to wait at a shutdown',
    mutations: [main('event?.preventDefault();', '')],
    check: start.endsInOrder,
    seen: /toEqual/,
  },
  {
    title: 'a signal during a shutdown counts as impatience',
    mutations: [main('isSystemEnding || void ending.end', 'void ending.end')],
    check: start.endsInOrder,
    seen: /toEqual/,
  },
  {
    title: 'a frame that is gone is looked at',
    mutations: [
      main(
        '{\n\ttry {\n\t\treturn frame ? {',
        '{\n\ttry {} finally {\n\t\tif (frame?.origin === "") {}\n\t}\n\ttry {\n\t\treturn frame ? {',
      ),
    ],
    check: start.survivesGoneFrames,
    seen: /disposed|ended with 1/,
  },
  {
    title: 'an AppImage’s folders stay in the environment',
    mutations: [main('leaveAppImage(process.env, process.execPath);', '')],
    check: surroundings.leavesAppImage,
    seen: /toBe\(/,
  },
  {
    title: 'the system’s certificates aren’t read',
    mutations: [main('trustSystem();', '')],
    check: surroundings.trustsTheSystem,
    seen: /toBe\(/,
  },
  {
    title: 'the theme stays in the page',
    mutations: [main('if (nativeTheme.themeSource !== theme) nativeTheme.themeSource = theme;', '')],
    check: surroundings.followsTheme,
    seen: /toBe\(/,
  },
  {
    title: 'the window closes without a word',
    mutations: [main('if (!ending.began && background.stays) background.closed();', '')],
    check: surroundings.tellsHowToComeBack,
    seen: /toEqual\(/,
  },
  {
    title: 'nothing listens for failed notifications',
    mutations: [main('notification.on("failed", (_event, error) => this.#failure = clip(error, mostReason));', '')],
    check: surroundings.hearsOfFailures,
    seen: /The app isn’t signed/,
  },
  {
    title: 'the key for zooming in needs Shift',
    mutations: [main('accelerator: "CmdOrCtrl+=",', 'accelerator: "CmdOrCtrl+Plus",')],
    check: surroundings.zoomsByTheUsualKey,
    seen: /toContain/,
  },
  {
    title: 'a window that is gone is asked for its page',
    mutations: [main('webContents.off(event, shown)', 'window.webContents.off(event, shown)'), hidden],
    check: start.endsUnseen,
    seen: /Object has been destroyed/,
    double: { withheld: ['ready-to-show', 'did-finish-load'] },
  },
  {
    title: 'an icon that is gone is used again',
    mutations: [main('this.#tray?.destroy();\n\t\tthis.#tray = void 0;', 'this.#tray?.destroy();')],
    check: surroundings.takesItsIconAway,
    seen: /toBe\(/,
  },
  {
    title: 'a minimized window stays in the task bar',
    mutations: [main('if (window.isMinimized()) window.restore();', '')],
    check: start.comesBack,
    seen: /minimize[^]*toEqual/,
  },
  {
    title: 'the window comes back without the keyboard',
    mutations: [main('window.show();\n\t\twindow.focus();', 'window.showInactive();')],
    check: start.comesBack,
    seen: /toEqual/,
  },
  {
    title: 'a server’s app is granted what its page is',
    mutations: [
      permissions.openedFrames,
      permissions.withoutPolicy,
      main('permission === granted && isMainFrame && (from', 'permission === granted && (true || from'),
    ],
    check: permissions.framesGetNothing,
    seen: /"frame": true/,
  },
  {
    title: 'links aren’t set apart from options',
    mutations: [surroundings.asOnWindows, main('linkScheme, program, ["--"])', 'linkScheme, program, [])')],
    check: surroundings.claimsLinks,
    seen: /toBe\(/,
    double: { packaged: true },
  },
  {
    title: 'the window’s icon isn’t where Atrium looks for it',
    mutations: [
      main('"main/shells/electron/resources/icon.png", root', '"main/shells/electron/resources/none.png", root'),
    ],
    check: start.endsUnseen,
    seen: /Failed to load image from path/,
  },
]
