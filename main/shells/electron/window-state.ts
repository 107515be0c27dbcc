import path from 'node:path'
import { isObject, parseJson } from '../../../shared/schema/json.ts'
import { readIfThere, writeAtomically } from '../common/files.ts'

/** A rectangle of the desktop, in device-independent pixels. */
export type Area = { x: number; y: number; width: number; height: number }

/** The window's place. Without a place the system chooses one. */
export type WindowState = {
  size: { width: number; height: number }
  place?: { x: number; y: number }
  isMaximized: boolean
  /** Steps of Chromium's zoom; 0 is 100 %. */
  zoom: number
}

/** The window's min size, in device-independent pixels. */
export const smallest = { width: 360, height: 480 }
const usual: WindowState = { size: { width: 1200, height: 800 }, isMaximized: false, zoom: 0 }
/** Min pixels of the window's top edge that stay within reach, so it can be moved. */
const grip = 100
const zoomLimit = 5

/** The stored state, as far as valid, fitted to the current displays. */
export function fitted(stored: unknown, displays: Area[]): WindowState {
  if (!isObject(stored)) return usual
  const { x, y, width, height, zoom, isMaximized } = stored
  const rest = {
    isMaximized: isMaximized === true,
    zoom: isNumber(zoom) ? Math.min(Math.max(zoom, -zoomLimit), zoomLimit) : usual.zoom,
  }
  if (!isNumber(width) || !isNumber(height)) return { ...rest, size: usual.size }
  const here = isNumber(x) && isNumber(y) ? displays.find((display) => isInReach({ x, y, width }, display)) : undefined
  const room = here ?? displays[0] ?? usual.size
  const size = {
    width: Math.round(Math.max(smallest.width, Math.min(width, room.width))),
    height: Math.round(Math.max(smallest.height, Math.min(height, room.height))),
  }
  return { ...rest, size, ...(here && isNumber(x) && isNumber(y) && { place: { x: Math.round(x), y: Math.round(y) } }) }
}

const isInReach = ({ x, y, width }: Omit<Area, 'height'>, display: Area): boolean =>
  Math.min(x + width, display.x + display.width) - Math.max(x, display.x) >= grip &&
  y >= display.y &&
  y <= display.y + display.height - grip

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** The file in the data folder that stores it. Losing it loses nothing important. */
export class WindowStateFile {
  readonly #file: string
  #written = ''

  constructor(dataDirectory: string) {
    this.#file = path.join(dataDirectory, 'window.json')
  }

  read(displays: Area[]): WindowState {
    return fitted(parseJson(this.#stored()), displays)
  }

  #stored(): string {
    try {
      return readIfThere(this.#file)?.toString('utf8') ?? ''
    } catch {
      return ''
    }
  }

  write(area: Area, { isMaximized, zoom }: Pick<WindowState, 'isMaximized' | 'zoom'>): void {
    const text = JSON.stringify({ ...area, isMaximized, zoom })
    if (text === this.#written) return
    try {
      writeAtomically(this.#file, text)
      this.#written = text
    } catch {
      // On a full disk, for example: only the place is lost, and the next change is tried again.
    }
  }
}
