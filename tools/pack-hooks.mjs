import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'
import { copyFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './process.mjs'

/** Nothing in node_modules is compiled or collected: electron-builder.yml names the files. */
export const beforeBuild = () => false

/**
 * Adds Atrium's license and sets every fuse of the packed Electron. Fails if the binary has a fuse that neither
 * electron-builder.yml nor this file names.
 * @param {import('electron-builder').AfterPackContext} context
 */
export async function afterPack({ appOutDir, electronPlatformName, packager }) {
  const { appInfo, config } = packager
  // Listed in extraResources, its name would keep the licenses of packages out of the archive.
  copyFileSync(path.join(root, 'LICENSE'), path.join(packager.getResourcesDir(appOutDir), 'licenses', 'atrium.txt'))
  // electron-builder has no option for this fuse. It keeps WebAssembly as fast as Electron ships it, and permits
  // nothing.
  const said = { ...config.electronFuses, wasmTrapHandlers: true }
  const fuses = Object.fromEntries(Object.entries(said).map(([name, on]) => [numberOf(name), on]))
  const all = { version: FuseVersion.V1, strictlyRequireAllFuses: true, ...fuses }
  /** @type {Partial<Record<string, string>>} */
  const programs = { darwin: `${appInfo.productFilename}.app`, win32: `${appInfo.productFilename}.exe` }
  const program = path.join(appOutDir, programs[electronPlatformName] ?? config.linux?.executableName ?? '')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are checked one by one
  await flipFuses(program, /** @type {import('@electron/fuses').FuseConfig} */ (all))
}

/** @param {string} name of a fuse, as electron-builder writes it */
function numberOf(name) {
  const theirs = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the version that is packed
  return FuseV1Options[/** @type {keyof typeof FuseV1Options} */ (theirs)]
}
