import { app } from './app.ts'
import { webContents } from './window/contents.ts'
import { ipcMain } from './ipc.ts'
import { Menu } from './window/menu.ts'
import { protocol } from './protocol.ts'
import { session } from './session.ts'
import { strict } from './strict.ts'
import {
  dialog,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  safeStorage,
  screen,
  shell,
  Tray,
} from './system.ts'
import { utilityProcess } from './utility/utility-process.ts'
import { BrowserWindow } from './window/window.ts'

const modules = {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
  webContents,
}

/** The app's `electron` module. Importing a name that isn't here fails. */
export { app, BrowserWindow, dialog, ipcMain, Menu, nativeImage, nativeTheme, Notification, powerMonitor }
export { protocol, safeStorage, screen, session, shell, Tray, utilityProcess, webContents }

const electron: object = strict('electron', modules)
export { electron, electron as 'module.exports' }
