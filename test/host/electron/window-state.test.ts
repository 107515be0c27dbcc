import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { fitted, WindowStateFile, type Area } from '../../../main/shells/electron/window-state.ts'
import { temporaryFolder } from '../web/site.ts'

const laptop: Area = { x: 0, y: 25, width: 1440, height: 875 }
const beside: Area = { x: 1440, y: 0, width: 2560, height: 1440 }
const usual = { size: { width: 1200, height: 800 }, isMaximized: false, zoom: 0 }

test('[ELE-13] restores the window’s position, size, zoom and maximized state', () => {
  const folder = temporaryFolder()
  new WindowStateFile(folder).write({ x: 1500, y: 40, width: 1000, height: 700 }, { isMaximized: true, zoom: 1.5 })
  expect(new WindowStateFile(folder).read([laptop, beside])).toEqual({
    place: { x: 1500, y: 40 },
    size: { width: 1000, height: 700 },
    isMaximized: true,
    zoom: 1.5,
  })
  expect(readdirSync(folder)).toEqual(['window.json'])
})

test('[ELE-13] opens the window in its usual size if its file can’t be read', () => {
  const folder = temporaryFolder()
  mkdirSync(path.join(folder, 'window.json'))
  expect(new WindowStateFile(folder).read([laptop])).toEqual(usual)
})

test('[ELE-13] changes nothing if its file can’t be written, and tries again', () => {
  const folder = temporaryFolder()
  const file = path.join(folder, 'window.json')
  mkdirSync(path.join(file, 'kept'), { recursive: true })
  const state = new WindowStateFile(folder)
  const write = () => state.write({ x: 1500, y: 40, width: 1000, height: 700 }, { isMaximized: false, zoom: 0 })
  write()
  expect(readdirSync(folder)).toEqual(['window.json'])
  rmSync(file, { recursive: true })
  write()
  expect(new WindowStateFile(folder).read([beside])).toMatchObject({ size: { width: 1000, height: 700 } })
})

test.each([
  ['its display is gone', { x: 1500, y: 40, width: 1000, height: 700 }],
  ['its upper edge is above the display', { x: 100, y: 0, width: 1000, height: 700 }],
  ['its upper edge is below the display', { x: 100, y: 890, width: 1000, height: 700 }],
  ['only a strip of it would be visible', { x: 1400, y: 40, width: 1000, height: 700 }],
  ['only a strip of it would be visible on the left', { x: -950, y: 40, width: 1000, height: 700 }],
])('[ELE-13] keeps the window’s size and lets the system choose its position if %s', (_what, area) => {
  expect(fitted({ ...area }, [laptop])).toEqual({ ...usual, size: { width: 1000, height: 700 } })
})

test('[ELE-13] keeps the window within its display and large enough to use', () => {
  expect(fitted({ x: 0, y: 25, width: 9000, height: 9000 }, [laptop, beside]).size).toEqual({
    width: 1440,
    height: 875,
  })
  expect(fitted({ x: 9999, y: 9999, width: 9000, height: 1 }, [laptop, beside]).size).toEqual({
    width: 1440,
    height: 480,
  })
  expect(fitted({ x: 0, y: 25, width: -5, height: 0 }, [laptop]).size).toEqual({ width: 360, height: 480 })
})

test.each(['', '{', 'null', '[]', '"x"', '{"x":"0","y":0,"width":"1","height":null}', '{"width":1e999,"height":10}'])(
  '[ELE-13] opens the default window if the file contains %j',
  (text) => {
    const folder = temporaryFolder()
    writeFileSync(path.join(folder, 'window.json'), text)
    expect(new WindowStateFile(folder).read([laptop])).toEqual(usual)
    expect(new WindowStateFile(folder).read([])).toEqual(usual)
  },
)

test('[ELE-13] limits a zoom that is too small or large to read', () => {
  expect(fitted({ zoom: 99 }, [laptop]).zoom).toBe(5)
  expect(fitted({ zoom: -99 }, [laptop]).zoom).toBe(-5)
})
