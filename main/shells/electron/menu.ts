import type { MenuItemConstructorOptions } from 'electron'
import type { Key } from './window.ts'
import { desktopWords } from './words.ts'

const words = desktopWords.menu

type Item = MenuItemConstructorOptions

/** The menu items' actions. */
export type MenuActions = {
  /** Goes to a place in the interface, by its fragment. */
  goTo(fragment: string): void
  press(key: Key): void
}

/** The key of shortcuts on this system. */
export const controlOf = (platform: NodeJS.Platform) => (platform === 'darwin' ? 'meta' : 'control')

/** The place that leads to the oldest question: of a conversation, or else of all. */
export const oldestQuestion = (conversation?: string): string =>
  conversation === undefined ? '#/ask' : `#/ask/${encodeURIComponent(conversation)}`

type Options = { platform: NodeJS.Platform; developerTools: boolean }

/**
 * The system menu. Its items open a place by its URL or press an action's key, as the user could, so the page has one
 * way in for both and the preload none. The page itself listens for the keys; the menu only shows them.
 */
export function menuTemplate(options: Options, actions: MenuActions): Item[] {
  const isMac = options.platform === 'darwin'
  const control = controlOf(options.platform)
  const place = (label: string, fragment: string, keys?: string): Item => ({
    label,
    click: onClick(() => actions.goTo(fragment)),
    ...(keys !== undefined && shown(keys)),
  })
  const action = (label: string, keys: string, key: Key): Item => ({
    label,
    click: onClick(() => actions.press(key)),
    ...shown(keys),
  })
  const settings = place(words.settings, '#/settings', 'CmdOrCtrl+,')
  return [
    ...(isMac ? [applicationMenu(settings)] : []),
    {
      label: words.file,
      submenu: [
        place(words.newConversation, '#/', 'CmdOrCtrl+Shift+O'),
        ...(isMac ? [closing] : [settings, separator, { role: 'quit' } as const]),
      ],
    },
    { label: words.edit, submenu: editing },
    {
      label: words.view,
      submenu: [
        place(words.oldestRequest, oldestQuestion(), 'CmdOrCtrl+.'),
        action(words.previousRequest, 'CmdOrCtrl+Shift+.', { key: '.', modifiers: [control, 'shift'] }),
        separator,
        place(words.servers, '#/servers'),
        place(words.audit, '#/audit'),
        separator,
        action(words.sidebar, 'CmdOrCtrl+B', { key: 'B', modifiers: [control] }),
        action(words.nextRegion, 'F6', { key: 'F6' }),
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        // Its usual key is a plus, which needs Shift on most keyboards.
        { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
        ...(options.developerTools
          ? [separator, { role: 'reload' } as const, { role: 'toggleDevTools' } as const]
          : []),
      ],
    },
    { label: words.window, role: 'window', submenu: isMac ? macWindows : [{ role: 'minimize' }, closing] },
    {
      label: words.help,
      role: 'help',
      submenu: [action(words.allKeys, 'F1', { key: 'F1' }), ...(isMac ? [] : [separator, { role: 'about' } as const])],
    },
  ]
}

/**
 * For a choice of the item. macOS registers every key and runs the item after a page left the key alone, for example
 * because a dialog is open; then it must do nothing either. Without a window, no page could have taken the key.
 */
const onClick =
  (act: () => void): NonNullable<Item['click']> =>
  (_item, window, event) => {
    if (!event.triggeredByAccelerator || window === undefined) act()
  }

/** The page handles the key first; if it were registered here too, some systems would act twice. */
const shown = (accelerator: string): Item => ({ accelerator, registerAccelerator: false })

const separator: Item = { type: 'separator' }
const closing: Item = { role: 'close' }

const editing: Item[] = [
  { role: 'undo' },
  { role: 'redo' },
  separator,
  { role: 'cut' },
  { role: 'copy' },
  { role: 'paste' },
  { role: 'delete' },
  separator,
  { role: 'selectAll' },
]

const macWindows: Item[] = [{ role: 'minimize' }, { role: 'zoom' }, separator, { role: 'front' }]

const applicationMenu = (settings: Item): Item => ({
  role: 'appMenu',
  submenu: [
    { role: 'about' },
    separator,
    settings,
    separator,
    { role: 'services' },
    separator,
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    separator,
    { role: 'quit' },
  ],
})
