import type { MenuItemConstructorOptions } from 'electron'
import type { Key } from './window.ts'

type Item = MenuItemConstructorOptions

/** What the items of the menu do. */
export type MenuActions = {
  /** Goes to a place of the interface, by its fragment. */
  goTo(fragment: string): void
  press(key: Key): void
}

const controlOf = (platform: NodeJS.Platform) => (platform === 'darwin' ? 'meta' : 'control')

/** The key that leads to the oldest question. */
export const oldestQuestion = (platform: NodeJS.Platform): Key => ({ key: '.', modifiers: [controlOf(platform)] })

type Options = { platform: NodeJS.Platform; developerTools: boolean }

/**
 * The menu of the system. An item does what the person could do by hand: a place is gone to by its address, an action
 * is done by its key, so that the page has one way in for both and the preload none. The page itself listens to the
 * keys; the menu only shows them.
 */
export function menuTemplate(options: Options, actions: MenuActions): Item[] {
  const isMac = options.platform === 'darwin'
  const control = controlOf(options.platform)
  const place = (label: string, fragment: string, keys?: string): Item => ({
    label,
    click: () => actions.goTo(fragment),
    ...(keys !== undefined && shown(keys)),
  })
  const action = (label: string, keys: string, key: Key): Item => ({
    label,
    click: () => actions.press(key),
    ...shown(keys),
  })
  const settings = place('Settings…', '#/settings', 'CmdOrCtrl+,')
  return [
    ...(isMac ? [applicationMenu(settings)] : []),
    {
      label: '&File',
      submenu: [
        place('New Conversation', '#/'),
        ...(isMac ? [closing] : [settings, separator, { role: 'quit' } as const]),
      ],
    },
    { label: '&Edit', submenu: editing },
    {
      label: '&View',
      submenu: [
        action('Oldest Question', 'CmdOrCtrl+.', oldestQuestion(options.platform)),
        action('Question Before That', 'CmdOrCtrl+Shift+.', { key: '.', modifiers: [control, 'shift'] }),
        separator,
        place('Servers', '#/servers'),
        place('Audit', '#/audit'),
        separator,
        action('Show or Hide Sidebar', 'CmdOrCtrl+B', { key: 'B', modifiers: [control] }),
        action('Next Region', 'F6', { key: 'F6' }),
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
        ...(options.developerTools
          ? [separator, { role: 'reload' } as const, { role: 'toggleDevTools' } as const]
          : []),
      ],
    },
    { label: '&Window', role: 'window', submenu: isMac ? macWindows : [{ role: 'minimize' }, closing] },
    {
      label: '&Help',
      role: 'help',
      submenu: [action('All Keys', 'F1', { key: 'F1' }), ...(isMac ? [] : [separator, { role: 'about' } as const])],
    },
  ]
}

/** The page hears the key first and acts; were it registered here as well, some systems would act twice. */
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
