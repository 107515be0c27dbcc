import { realpathSync } from 'node:fs'
import path from 'node:path'

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

/**
 * The real file of one in the app's archive, for system libraries that know no archives, such as GTK. It must be listed
 * in asarUnpack of electron-builder.yml. Other files are returned as they are.
 */
export const besideArchive = (file: string): string => file.replace(/(?<=[\\/]app\.asar)(?=[\\/])/, '.unpacked')
