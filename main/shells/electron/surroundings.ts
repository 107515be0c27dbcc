import { realpathSync } from 'node:fs'
import path from 'node:path'
import tls from 'node:tls'
import { Worker } from 'node:worker_threads'

/** The variables that an AppImage's start script changes, each a list of folders. */
const lists = ['PATH', 'LD_LIBRARY_PATH', 'XDG_DATA_DIRS', 'GSETTINGS_SCHEMA_DIR']

/**
 * Removes the AppImage's own folders from this environment, which every program inherits that Chromium starts: the
 * browser that opens a link would load libraries from there. Does nothing if this program isn't in an AppImage: its
 * variables alone prove nothing, because an AppImage's other programs inherit them.
 */
export function leaveAppImage(environment: NodeJS.ProcessEnv, program: string): void {
  const { APPDIR: folder, APPIMAGE: image } = environment
  if (!folder || !image || !isInside(program, folder)) return
  for (const name of lists) {
    const all = environment[name]?.split(':') ?? []
    const others = all.filter((it) => it !== '' && it !== folder && !it.startsWith(`${folder}/`))
    if (others.length > 0) environment[name] = others.join(':')
    else delete environment[name]
  }
}

function isInside(program: string, folder: string): boolean {
  try {
    // The system names the program by its real path.
    return realpathSync(program).startsWith(`${realpathSync(folder)}${path.sep}`)
  } catch {
    return false
  }
}

/** Milliseconds that the window waits for the certificates; later ones count from then on. */
const patienceMs = 1000

/** Reading them takes a noticeable moment on some systems, in which the window could not be drawn. */
const reader = `
  const { parentPort } = require('node:worker_threads')
  parentPort.postMessage(require('node:tls').getCACertificates('system'))`

/**
 * Makes this process trust the certificates that the system trusts, such as a company's, beside its own. Electron
 * removes NODE_EXTRA_CA_CERTS from a packaged app. Resolves when that is done, or after a moment. Never rejects: a
 * runtime that can't do it trusts what it trusted before, and says so in its error output.
 */
export async function trustSystemCertificates(patience = patienceMs): Promise<void> {
  const done = readSystem()
    .then((found) => tls.setDefaultCACertificates([...new Set([...tls.getCACertificates('default'), ...found])]))
    .catch((error: unknown) => void process.stderr.write(`${String(error)}\n`))
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, patience)
  await Promise.race([done, late])
  clearTimeout(timer)
}

function readSystem(): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(reader, { eval: true })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.unref()
  })
}

/**
 * The real file of one in the app's archive, for system libraries that know no archives, such as GTK. It must be listed
 * in asarUnpack of electron-builder.yml. Other files are returned as they are.
 */
export const besideArchive = (file: string): string => file.replace(/(?<=[\\/]app\.asar)(?=[\\/])/, '.unpacked')
