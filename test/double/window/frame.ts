import { onlyKnown } from '../strict.ts'

/** The looks of the controls over the page. */
export type Overlay = { color?: string; symbolColor?: string; height?: number }

/** A window's options about its title bar. */
export type Frame = {
  titleBarStyle?: string
  titleBarOverlay?: boolean | Overlay
  trafficLightPosition?: { x: number; y: number }
}

/**
 * Stricter than Electron, which takes any style it doesn't know for the default one, and ignores a position for macOS
 * elsewhere: docs/api/structures/base-window-options.md. Returns whether the window has controls over its page, for
 * which its frame must be hidden.
 */
export function checkFrame({
  titleBarStyle = 'default',
  titleBarOverlay = false,
  trafficLightPosition,
}: Frame): boolean {
  const isMac = process.platform === 'darwin'
  if (!['default', 'hidden', ...(isMac ? ['hiddenInset', 'customButtonsOnHover'] : [])].includes(titleBarStyle))
    throw new Error(`There is no title bar style ${titleBarStyle} on this system.`)
  if (trafficLightPosition && !isMac) throw new Error('Only macOS has traffic lights.')
  if (typeof titleBarOverlay === 'object') checkOverlay(titleBarOverlay)
  if (titleBarOverlay !== false && titleBarStyle === 'default')
    throw new Error('Controls over the page need a title bar that is hidden.')
  return titleBarOverlay !== false
}

/** Its colours are for Windows and Linux, and its height is an integer: shell/browser/native_window_views.cc of Electron */
export function checkOverlay(overlay: Overlay): void {
  const { color, symbolColor, height } = overlay
  onlyKnown('titleBarOverlay', overlay, process.platform === 'darwin' ? ['height'] : ['color', 'symbolColor', 'height'])
  for (const one of [color, symbolColor]) if (one !== undefined) checkColor(one)
  if (height !== undefined && !Number.isInteger(height)) throw new Error(`${height} is no integer.`)
}

/** A colour in hex without its alpha, which reads the same in every format of Electron's. */
export function checkColor(color: string): void {
  if (!/^#[0-9a-f]{6}$/i.test(color)) throw new TypeError('Could not parse color as CSS color')
}
