import path from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  app,
  Menu,
  nativeTheme,
  powerMonitor,
  session,
  protocol,
  type Event,
  type Session,
  type ContextMenuParams,
  type MenuItemConstructorOptions,
  type WebContents,
  shell,
} from 'electron'
import type { HostLink } from '../shared/contract/commands.ts'
import { HostError } from '../shared/contract/errors.ts'
import type { HostState } from '../shared/state/state.ts'
import { createHost } from './host/host.ts'
import { openDataDirectory } from './shells/common/data-directory.ts'
import { exitCodeOf, Shutdown, exitCode, errorSentence } from './shells/common/ending.ts'
import { readProxyScript } from './shells/common/frame-documents.ts'
import { readPages, type Pages } from './shells/common/pages.ts'
import { parseSwitches } from './shells/electron/switches.ts'
import { trustSystem } from './host/network/trust.ts'
import { besideArchive, leaveAppImage } from './shells/electron/surroundings.ts'
import { Dialogs } from './shells/electron/dialogs.ts'
import { cutOff, guardContents, guardSession } from './shells/electron/guard.ts'
import { Leaving } from './shells/electron/leaving.ts'
import { Background } from './shells/electron/background.ts'
import { menuTemplate, oldestQuestion } from './shells/electron/menu.ts'
import { Notices } from './shells/electron/notices.ts'
import { tend } from './shells/electron/page-health.ts'
import { createWindowPlatform } from './shells/electron/platform.ts'
import { lockProblem, showProblem } from './shells/electron/problem.ts'
import { prepareSelfCheck, selfCheckIn } from './shells/electron/self-check/request.ts'
import { SelfCheck } from './shells/electron/self-check/self-check.ts'
import { unknownSwitch, weakened } from './shells/electron/switches.ts'
import { Watch } from './shells/electron/watch.ts'
import { WindowStateFile } from './shells/electron/window-state.ts'
import { MainWindow } from './shells/electron/window.ts'
import { WindowAppFrames } from './shells/electron/app-frames.ts'
import { scheme, answerPage, frameScheme } from './shells/electron/pages.ts'
import { desktopWords } from './shells/electron/words.ts'
import { externalAddress } from './shells/electron/external.ts'
import { claimLinks, openedBy, placeOf } from './shells/electron/opened.ts'
import { placeOfFile } from './shells/electron/opened-bundle.ts'

/** The checkout, or its counterpart in a package; this file is built into out/main/. */
const root = new URL('../../', import.meta.url)
const resources = new URL('main/shells/electron/resources/', root)
/** Matches electron-builder.yml: Windows uses it to attribute notifications. */
const appId = 'local.atrium.desktop'
const isMac = process.platform === 'darwin'

let window: MainWindow | undefined
/** A file or link that the system asked to open before the window was there. */
let early: Opened | undefined
let openNow: ((opened: Opened) => void) | undefined
const dialogs = new Dialogs(() => window?.visible)
const appFrames = new WindowAppFrames(() => readProxyScript(new URL('out/proxy/proxy.js', root)))

/** The scripted model's address if Atrium checks itself instead of serving a user. */
let selfCheck: string | undefined
/** The system has ended the session or shuts down: it waits for no question, and its signals are no impatience. */
let isSystemEnding = false
/** Shown to the user after everything is closed. */
let problem: string | undefined
const ending = new Shutdown((code) => {
  const told = problem
  problem = undefined
  const last = told !== undefined && code === exitCode.ok ? exitCode.failed : code
  // A self-check has no user to read it, and a system that shuts down doesn't wait for one.
  if (told === undefined || selfCheck !== undefined || isSystemEnding) app.exit(last)
  else void showProblem(told).finally(() => app.exit(last))
})

function fail(error: unknown): void {
  const sentence = errorSentence(error)
  problem ??= sentence
  process.stderr.write(`${sentence}\n`)
  // Parts that are closing already are closed to their end.
  if (!ending.began) void ending.end(exitCodeOf(error))
}

async function start(dataDirectory: string, wantsTools: boolean): Promise<void> {
  await app.whenReady()
  // By now Chromium has installed its own signal handlers.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => isSystemEnding || void ending.end(exitCode.ok))
  // On Windows, `npm start` asks for the end with this message; a signal would end Atrium at once.
  process.on('message', (message) => message === 'atrium:end' && void ending.end(exitCode.ok))
  guardSession(session.defaultSession)
  cutOff(session.defaultSession, appFrames)
  servePages(session.defaultSession, readPages(fileURLToPath(new URL('out/renderer', root))))
  const platform = createWindowPlatform({
    dataDirectory,
    dialogs,
    appFrames,
    notificationFailure: () => notices.failure,
  })
  void trustSystem()
  const host = await createHost(platform)
  ending.add(() => host.close())

  const end = (): void => {
    if (ending.began) return
    main.hide()
    void ending.end(exitCode.ok)
  }
  const quit = (): void => void leaving.quit()
  const stays = (): boolean => isMac || background.stays
  const developerTools = wantsTools || !app.isPackaged
  const main = new MainWindow({
    root,
    link: host.link({ actor: 'desktop', right: 'admin' }),
    states: new WindowStateFile(dataDirectory),
    developerTools,
    opened: (opened) => {
      tend(opened, dialogs, quit)
      offerEditing(opened.webContents)
      opened.on('session-end', end)
    },
    // Closing the window quits, except on macOS or if the user wants Atrium to stay.
    mayClose: () => {
      if (!ending.began && !stays()) quit()
      if (!ending.began && background.stays) background.closed()
      return ending.began || stays()
    },
  })
  window = main
  ending.add(() => main.remember())
  const notices = new Notices(main)
  const background = new Background({
    // Windows draws a small icon well only from one that has its size.
    icon: fileURLToPath(new URL(process.platform === 'win32' ? 'icon.ico' : 'tray.png', resources)),
    show: () => main.show(),
    answer: () => main.goTo(oldestQuestion()),
    quit,
  })
  const follow = (state: HostState): void => {
    const { theme } = state.configured.settings.appearance
    if (nativeTheme.themeSource !== theme) nativeTheme.themeSource = theme
    if (!isMac && !ending.began) background.take(state)
  }
  const watch = new Watch(host.link({ actor: 'desktop', right: 'read' }), {
    begin: (state) => {
      notices.begin(state)
      follow(state)
    },
    take: (events, state) => {
      notices.take(events, state)
      follow(state)
      leaving.look()
    },
  })
  const leaving = new Leaving({ window: main, dialogs, state: () => watch.state, end })
  ending.add(() => {
    watch.leave()
    notices.withdraw()
    background.leave()
  })
  answerSystem({ show: () => main.show(), quit, end, stays })
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate({ platform: process.platform, developerTools }, main)))
  main.show()
  const own = host.link({ actor: 'desktop', right: 'admin' })
  openNow = (opened) => void openIn(main, own, opened)
  const first = early ?? openedBy(process.argv, process.cwd())
  if (first) openNow(first)
  if (selfCheck === undefined) return
  const display = app.commandLine.getSwitchValue('ozone-platform')
  const state = () => watch.state
  const check = new SelfCheck({ directory: dataDirectory, window: main, state, version: app.getVersion(), display })
  if (await check.run()) app.quit()
  else void ending.end(exitCode.failed)
}

type Opened = NonNullable<ReturnType<typeof openedBy>>

function openSoon(opened: Opened): void {
  if (openNow) openNow(opened)
  else early = opened
}

/** Shows the page for a file or link. That page only fills in a form: nothing is added or started. */
async function openIn(main: MainWindow, link: HostLink, opened: Opened): Promise<void> {
  try {
    let place = 'link' in opened ? placeOf(opened.link) : undefined
    if ('file' in opened) place = await placeOfFile(link, opened.file)
    if (place === undefined) throw new Error(desktopWords.opened.badLink)
    main.goTo(place)
  } catch (error) {
    main.show()
    await dialogs.tell(desktopWords.opened.failed, error instanceof Error ? error.message : String(error))
  }
}

type Answers = { show(): void; quit(): void; end(): void; stays(): boolean }

/** Handles requests from the system. */
function answerSystem({ show, quit, end, stays }: Answers): void {
  app.on('activate', show)
  app.on('window-all-closed', () => stays() || quit())
  app.on('before-quit', (event) => {
    // The system doesn't wait for questions; everything important is on disk.
    if (isSystemEnding) return
    event.preventDefault()
    if (!ending.began) quit()
  })
  // Its types leave the event out.
  powerMonitor.on('shutdown', (event?: Event) => {
    isSystemEnding = true
    // The system waits a few seconds for an app that asks for it, and else ends it at once.
    event?.preventDefault()
    end()
  })
}

/**
 * Everything that must happen before Electron is ready. Returns the data folder once Atrium is the only instance using
 * it.
 */
function prepare(dataDirectory: string | undefined): string | undefined {
  app.enableSandbox()
  const leave = (written: string) =>
    void openOutside(written).catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
  registerSchemes()
  // macOS sends these, also before Atrium is ready.
  app.on('open-file', (event, file) => {
    event.preventDefault()
    openSoon({ file })
  })
  app.on('open-url', (event, link) => {
    event.preventDefault()
    openSoon({ link })
  })
  // Electron tells of a second start once, also before the window is there.
  app.on('second-instance', (_event, argv, folder) => {
    const opened = openedBy(argv, folder)
    if (opened) openSoon(opened)
    else window?.show()
  })
  app.on('session-created', guardSession)
  app.on('web-contents-created', (_event, contents) => guardContents(contents, leave, appFrames))
  if (process.platform === 'win32') app.setAppUserModelId(appId)
  const { electron, chrome, node } = process.versions
  const versions = desktopWords.versions({ app: app.getVersion(), electron, chromium: chrome, node })
  app.setAboutPanelOptions({
    applicationName: 'Atrium',
    applicationVersion: versions,
    iconPath: besideArchive(fileURLToPath(new URL('icon.png', resources))),
  })
  const given = process.argv.slice(1)
  const unknown = app.isPackaged ? unknownSwitch(given, process.platform) : undefined
  const weakness = weakened(given, process.platform, process.env, app.commandLine.hasSwitch('no-sandbox')) ?? unknown
  if (weakness !== undefined && app.isPackaged) throw new HostError('forbidden', refusalOf(weakness, given))
  if (weakness !== undefined) process.stderr.write(`${weakness}\n`)
  if (selfCheck !== undefined) prepareSelfCheck(selfCheck, dataDirectory)
  const directory = openDataDirectory(dataDirectory)
  // Chromium keeps its own files there, and uses it to detect a second start.
  const own = openDataDirectory(path.join(directory, 'electron'))
  app.setPath('userData', own)
  if (app.requestSingleInstanceLock()) {
    // On other systems, the package's installer registers links.
    if (process.platform === 'win32' && app.isPackaged && selfCheck === undefined) claimLinks(app, process.execPath)
    return directory
  }
  const unlocked = lockProblem(own)
  if (unlocked !== undefined) throw new HostError('conflict', unlocked)
  return undefined
}

/** An AppImage adds the switch itself on a system without user namespaces, so its user gets other advice. */
const refusalOf = (weakness: string, given: string[]): string =>
  process.env['APPIMAGE'] !== undefined && given.includes('--no-sandbox')
    ? desktopWords.appImageWithoutSandbox
    : desktopWords.startWithout(weakness)

/** Registers the schemes of Atrium's page and of servers' apps. Must run before the app is ready. */
function registerSchemes(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true }
  protocol.registerSchemesAsPrivileged([scheme, frameScheme].map((it) => ({ scheme: it, privileges })))
}

/** Serves the built pages, servers' apps and nothing else to a session's pages. */
function servePages(of: Session, pages: Pages): void {
  of.protocol.handle(scheme, (request) => answerPage(pages, request))
  of.protocol.handle(frameScheme, (request) => appFrames.answer(request))
}

/** A context menu for copy and paste, which pages don't have by default. */
function offerEditing(contents: WebContents): void {
  contents.on('context-menu', (_event, under) => {
    const items = itemsFor(under)
    if (items.length > 0) Menu.buildFromTemplate(items).popup()
  })
}

function itemsFor({ isEditable, selectionText, editFlags }: ContextMenuParams): MenuItemConstructorOptions[] {
  const copy = { role: 'copy', enabled: editFlags.canCopy } as const
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy]
  return [
    { role: 'cut', enabled: editFlags.canCut },
    copy,
    { role: 'paste', enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll' },
  ]
}

/**
 * The only way out: opens an address in the system's browser or mail program, if it's permitted and the user agrees.
 */
async function openOutside(written: string): Promise<void> {
  const external = externalAddress(written)
  if (external && (await dialogs.confirm(external.confirmation))) await openAddress(external.address)
}

async function openAddress(address: string): Promise<void> {
  try {
    await shell.openExternal(address)
  } catch (error) {
    const { failed, nothingOpened } = desktopWords.opened
    await dialogs.tell(failed, nothingOpened(address, error instanceof Error ? error.message : String(error)))
  }
}

leaveAppImage(process.env, process.execPath)
// A launcher that ends before Atrium closes them.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)
try {
  const options = parseSwitches(process.argv, process.platform)
  if ('problem' in options) throw new HostError('bad-input', options.problem)
  selfCheck = selfCheckIn(process.argv)
  const dataDirectory = prepare(options.dataDirectory)
  if (dataDirectory !== undefined) start(dataDirectory, options.developerTools).catch(fail)
  else {
    process.stderr.write(`${desktopWords.alreadyOpen}\n`)
    app.exit(exitCode.ok)
  }
} catch (error) {
  fail(error)
}
