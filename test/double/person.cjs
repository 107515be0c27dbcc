// Runs inside the main process before the app, in Electron as in its double: puts a scripted user in place of the real
// one at the system's own dialogs, and records all requests to the system.
const { app, dialog, shell, Notification, Tray } = require('electron')

/** @typedef {import('electron').MessageBoxOptions} Question */
/**
 * @typedef {object} Person
 * @property {{ api: string, args: unknown[] }[]} calls the requests to the system, in order
 * @property {boolean} agrees whether they confirm dialogs
 * @property {boolean} opens whether their system has a program for addresses
 * @property {{ when: string, press: string | null }[]} exceptions the button they press in questions with these words; null leaves them open
 * @property {string} folder the folder they choose in dialogs
 * @property {{ tray: import('electron').Tray, menu: import('electron').Menu | null } | undefined} tray the last icon in their tray, with its menu
 * @property {import('electron').Notification[]} notifications those that are or were on their screen
 * @property {'shown' | 'refused' | 'unsaid'} notices the system's answer to notifications
 */

/** @type {Person} */
const person = {
  calls: [],
  agrees: true,
  opens: true,
  exceptions: [],
  folder: process.cwd(),
  tray: undefined,
  notifications: [],
  notices: 'shown',
  .../** @type {Partial<Person>} */ (JSON.parse(process.env.ATRIUM_PERSON ?? '{}')),
}
Object.assign(globalThis, { person })

/** @type {(api: string, ...args: unknown[]) => void} */
const note = (api, ...args) => void person.calls.push({ api, args: JSON.parse(JSON.stringify(args)) })

/**
 * The button that the user presses: the one that an exception names, else the one that agrees or cancels.
 * @param {Question} question
 */
function choice({ message, detail = '', buttons = ['OK'], cancelId = 0 }) {
  const exception = person.exceptions.find(({ when }) => `${message}\n${detail}`.includes(when))
  if (exception) return exception.press === null ? undefined : buttons.indexOf(exception.press)
  return person.agrees && buttons.length > 1 ? buttons.findIndex((_, index) => index !== cancelId) : cancelId
}

/**
 * @param {unknown} it
 * @returns {it is import('electron').BrowserWindow}
 */
const isWindow = (it) => it instanceof Object && !('message' in it)

/** @param {unknown[]} args */
dialog.showMessageBox = (...args) => {
  const { signal, ...question } = /** @type {Question} */ (args.at(-1))
  note('dialog.showMessageBox', question)
  const [window] = args
  // A sheet of a window that isn't there to be seen: docs/api/dialog.md of Electron, Sheets
  if (isWindow(window) && !window.isVisible()) return new Promise(() => undefined)
  const response = choice(question)
  return new Promise((resolve) => {
    if (response !== undefined) resolve({ response, checkboxChecked: false })
    signal?.addEventListener('abort', () => resolve({ response: question.cancelId ?? 0, checkboxChecked: false }))
  })
}
dialog.showOpenDialog = async (...args) => {
  note('dialog.showOpenDialog', args.at(-1))
  return { canceled: !person.agrees, filePaths: person.agrees ? [person.folder] : [] }
}
dialog.showErrorBox = (title, content) => {
  // Before Electron is ready, Linux only prints it: shell/browser/ui/message_box_gtk.cc of Electron.
  const isSeen = process.platform !== 'linux' || app.isReady()
  if (isSeen) note('dialog.showErrorBox', title, content)
  process.stderr.write(`${isSeen ? 'Dialog: ' : ''}${title}\n${content}\n`)
}
shell.openExternal = async (url) => {
  note('shell.openExternal', url)
  // Linux without xdg-open: shell/common/platform_util_linux.cc of Electron, OpenExternal
  if (!person.opens) throw new Error('Failed to open path')
}
/** Those that their app hasn't closed: of others it hears nothing. @type {WeakSet<object>} */
const open = new WeakSet()
/** @this {import('electron').Notification} */
Notification.prototype.show = function () {
  note('Notification.show', { title: this.title, body: this.body })
  person.notifications.push(this)
  open.add(this)
  // Linux refuses at once, without a reason: shell/browser/notifications/linux/libnotify_notification.cc of Electron
  if (person.notices === 'refused') this.emit('failed', {}, '')
  // macOS says later that it showed one: shell/browser/notifications/mac/cocoa_notification.mm of Electron
  if (person.notices === 'shown') setImmediate(() => open.has(this) && this.emit('show', {}))
}
const { close } = Notification.prototype
/** @this {import('electron').Notification} */
Notification.prototype.close = function () {
  open.delete(this)
  return close.call(this)
}
const { setContextMenu } = Tray.prototype
/** @this {import('electron').Tray} */
Tray.prototype.setContextMenu = function (menu) {
  person.tray = { tray: this, menu }
  return setContextMenu.call(this, menu)
}
const { setToolTip } = Tray.prototype
/** @this {import('electron').Tray} */
Tray.prototype.setToolTip = function (text) {
  note('Tray.setToolTip', text)
  return setToolTip.call(this, text)
}
