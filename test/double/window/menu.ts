import { callApp, onlyKnown, strict, StrictEmitter } from '../strict.ts'

type Template = {
  id?: string
  label?: string
  role?: string
  type?: string
  click?: (...args: unknown[]) => void
  submenu?: Template[] | Menu
  enabled?: boolean
  visible?: boolean
  accelerator?: string
  registerAccelerator?: boolean
  checked?: boolean
}

const keys = [
  'id',
  'label',
  'role',
  'type',
  'click',
  'submenu',
  'enabled',
  'visible',
  'accelerator',
  'registerAccelerator',
  'checked',
]
/** Electron's own items, of lib/browser/api/menu-item-roles.ts; without a window frame they can't be pressed. */
const roles = [
  'undo',
  'redo',
  'cut',
  'copy',
  'paste',
  'pasteAndMatchStyle',
  'delete',
  'selectAll',
  'reload',
  'toggleDevTools',
  'resetZoom',
  'zoomIn',
  'zoomOut',
  'togglefullscreen',
  'window',
  'minimize',
  'close',
  'help',
  'about',
  'services',
  'hide',
  'hideOthers',
  'unhide',
  'quit',
  'zoom',
  'front',
  'appMenu',
  'fileMenu',
  'editMenu',
  'viewMenu',
  'windowMenu',
]

/** An item; `click` is the user's action. */
class MenuItem {
  readonly id: string
  readonly label: string
  readonly role: string | undefined
  readonly type: string
  readonly accelerator: string | undefined
  readonly enabled: boolean
  readonly visible: boolean
  readonly submenu: Menu | null
  readonly click: (event?: unknown, window?: unknown) => void

  constructor(template: Template) {
    onlyKnown('MenuItem', template, keys)
    if (template.role !== undefined && !roles.includes(template.role))
      throw new Error(`There is no role ${template.role}.`)
    this.id = template.id ?? ''
    this.label = (template.label ?? template.role ?? '').replace('&', '')
    this.role = template.role
    this.type = template.type ?? (template.submenu ? 'submenu' : 'normal')
    this.accelerator = template.accelerator
    this.enabled = template.enabled ?? true
    this.visible = template.visible ?? true
    this.submenu = Array.isArray(template.submenu)
      ? Menu.buildFromTemplate(template.submenu)
      : (template.submenu ?? null)
    // Electron: lib/browser/api/menu-item.ts, which passes the item first.
    this.click = (event, window) => callApp(() => template.click?.(this, window, event))
  }
}

let applicationMenu: Menu | null = null

class Menu extends StrictEmitter {
  readonly items: MenuItem[]

  constructor(items: MenuItem[] = []) {
    super('Menu', ['menu-will-show', 'menu-will-close'])
    this.items = items
  }

  static buildFromTemplate(template: Template[]): Menu {
    return strict('Menu', new Menu(template.map((item) => strict('MenuItem', new MenuItem(item)))))
  }

  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu
  }

  static getApplicationMenu(): Menu | null {
    return applicationMenu
  }

  /** The double shows no menus, but tells of it: docs/api/menu.md of Electron, menu.popup and menu-will-show. */
  popup(options: { window?: object; x?: number; y?: number } = {}): void {
    onlyKnown('popup', options, ['window', 'x', 'y'])
    if ((options.x === undefined) !== (options.y === undefined)) throw new TypeError('x and y belong together')
    this.emit('menu-will-show', {})
  }

  closePopup(): void {
    this.emit('menu-will-close', {})
  }

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id)
      if (found) return found
    }
    return null
  }
}

const face = strict('Menu', Menu)
export { face as Menu }
