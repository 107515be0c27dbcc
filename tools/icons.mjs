// Renders the app icons from main/shells/electron/resources/icon.svg: node tools/icons.mjs. The results are committed,
// because a build has no Chromium, and electron-builder would have to download its converters.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium } from './chromium.mjs'
import { root } from './process.mjs'

const folder = path.join(root, 'main', 'shells', 'electron', 'resources')

/** Apple's type codes for square images by size; from ic11 on, for doubled pixels. */
const appleTypes = /** @type {const} */ ([
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
])
const windowsSizes = [16, 24, 32, 48, 64, 256]
/** Of menus, docks and lists of applications on Linux. */
const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512]

/** @param {number[]} sizes */
async function draw(sizes) {
  const svg = readFileSync(path.join(folder, 'icon.svg'), 'utf8')
  const executablePath = findChromium()
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args })
  try {
    const page = await browser.newPage()
    /** @type {Map<number, Buffer>} */
    const pictures = new Map()
    for (const size of sizes) {
      await page.setViewportSize({ width: size, height: size })
      // Small images have no room for the margin that macOS expects around large ones.
      const view = size < 128 ? svg.replace('0 0 1024 1024', '84 84 856 856') : svg
      await page.setContent(`<style>* { margin: 0 } svg { display: block; width: 100vw }</style>${view}`)
      pictures.set(size, await page.screenshot({ omitBackground: true }))
    }
    return pictures
  } finally {
    await browser.close()
  }
}

/**
 * @param {number} value
 * @returns {Buffer}
 */
function uint32(value) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** @param {(size: number) => Buffer} picture */
function icns(picture) {
  const entries = appleTypes.flatMap(([type, size]) => [
    Buffer.from(type),
    uint32(picture(size).length + 8),
    picture(size),
  ])
  const body = Buffer.concat(entries)
  return Buffer.concat([Buffer.from('icns'), uint32(body.length + 8), body])
}

/** @param {(size: number) => Buffer} picture */
function ico(picture) {
  const header = Buffer.alloc(6 + 16 * windowsSizes.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(windowsSizes.length, 4)
  let offset = header.length
  for (const [index, size] of windowsSizes.entries()) {
    const at = 6 + 16 * index
    // 256 is written as 0. One plane, 32 bits per pixel.
    header.writeUInt8(size % 256, at)
    header.writeUInt8(size % 256, at + 1)
    header.writeUInt16LE(1, at + 4)
    header.writeUInt16LE(32, at + 6)
    header.writeUInt32LE(picture(size).length, at + 8)
    header.writeUInt32LE(offset, at + 12)
    offset += picture(size).length
  }
  return Buffer.concat([header, ...windowsSizes.map(picture)])
}

const drawn = await draw([...new Set([...windowsSizes, ...linuxSizes, ...appleTypes.map(([, size]) => size)])])
const picture = (/** @type {number} */ size) => drawn.get(size) ?? Buffer.alloc(0)
writeFileSync(path.join(folder, 'icon.png'), picture(512))
writeFileSync(path.join(folder, 'tray.png'), picture(32))
// Electron takes it for denser screens by its name.
writeFileSync(path.join(folder, 'tray@2x.png'), picture(64))
writeFileSync(path.join(folder, 'icon.icns'), icns(picture))
writeFileSync(path.join(folder, 'icon.ico'), ico(picture))
// electron-builder reads the size in the name.
mkdirSync(path.join(folder, 'icons'), { recursive: true })
for (const size of linuxSizes) writeFileSync(path.join(folder, 'icons', `${size}x${size}.png`), picture(size))
