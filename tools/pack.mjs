// Packages out/ with electron-builder, by electron-builder.yml: node tools/pack.mjs [options] [targets]. A separate
// script, because it runs on the Node that tools/runtime.mjs finds.
import builder from 'electron-builder'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { downloadProblem } from './fetch-electron.mjs'
import { root } from './process.mjs'

/** @type {Partial<Record<NodeJS.Platform, string>>} */
const systems = { linux: 'linux', darwin: 'mac', win32: 'win' }

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        // Stops at the folder that installers contain.
        dir: { type: 'boolean', default: false },
        system: { type: 'string', multiple: true, default: [systems[process.platform] ?? 'linux'] },
        arch: { type: 'string', multiple: true, default: [] },
        // A folder with an unpacked Electron for each platform. Without it, Electron is downloaded.
        electron: { type: 'string' },
        output: { type: 'string', default: 'dist' },
      },
    })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    process.stderr.write(`${error.message.split('. ')[0]}. Use --help to list the options.\n`)
    return process.exit(2)
  }
}

const { values, positionals } = readArguments()
const { electron, output } = values

/**
 * The expected checksums of a downloaded Electron. They come with the package, which package-lock.json pins by its own.
 */
const checksums = JSON.parse(readFileSync(path.join(root, 'node_modules', 'electron', 'checksums.json'), 'utf8'))

/** @param {string} folder */
function unpackedIn(folder) {
  return { electronDist: (/** @type {{ platformName: string }} */ it) => path.join(folder, it.platformName) }
}

try {
  await builder.build({
    projectDir: root,
    publish: 'never',
    ...Object.fromEntries(values.system.map((system) => [system, values.dir ? ['dir'] : positionals])),
    ...Object.fromEntries(values.arch.map((arch) => [arch, true])),
    config: {
      directories: { output },
      electronDownload: { checksums },
      ...(electron ? unpackedIn(electron) : {}),
    },
  })
} catch (error) {
  const [reason, next] = downloadProblem(error, process.env)
  process.stderr.write(`Atrium was not packed: ${reason}. ${next}`.trimEnd() + '\n')
  // At once: electron-builder's hooks would end an idle process with 0.
  process.exit(1)
}
