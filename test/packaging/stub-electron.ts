import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { windowsProgram } from './windows-program.ts'

/** The fuses of an Electron as it is delivered, in the order of their numbers: 1 is on, 0 is off. */
const deliveredFuses = '101100011'

/** What a binary carries so that its fuses are found: a mark that nothing else contains, version 1, how many, each one. */
const wireOf = (fuses: string): Buffer =>
  Buffer.from(`dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01${String.fromCharCode(fuses.length)}${fuses}`)

/**
 * A program that does with three of its fuses what Electron documents for them, so that a test which asks a packed
 * Electron can be seen to fail. Everything after the last line is data.
 */
function posixProgram(fuses: string): Buffer {
  const script = `#!/bin/sh
fuse() { [ "$(tail -c ${fuses.length} "$0" | cut -c "$1")" = 1 ]; }
if [ -n "$ELECTRON_RUN_AS_NODE" ] && fuse 1; then exec node "$@"; fi
if [ -n "$NODE_OPTIONS" ] && fuse 3; then exec node -e 0; fi
case "$*" in *--inspect*) if fuse 4; then echo Debugger listening >&2; fi;; esac
exit
`
  return Buffer.concat([Buffer.from(script), wireOf(fuses)])
}

const plist = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>CFBundlePackageType</key><string>APPL</string></dict></plist>
`

type Layout = Record<string, string | Buffer>

function macLayout(fuses: string): Layout {
  const contents = 'Electron.app/Contents'
  const helpers = ['', ' (GPU)', ' (Plugin)', ' (Renderer)'].flatMap((suffix) => {
    const helper = `${contents}/Frameworks/Electron Helper${suffix}.app/Contents`
    return [
      [`${helper}/Info.plist`, plist],
      [`${helper}/MacOS/Electron Helper${suffix}`, ''],
    ]
  })
  const framework = `${contents}/Frameworks/Electron Framework.framework`
  return {
    [`${contents}/Info.plist`]: plist,
    [`${contents}/MacOS/Electron`]: '',
    [`${contents}/Resources/en.lproj/locale.pak`]: '',
    [`${framework}/Electron Framework`]: posixProgram(fuses),
    [`${framework}/Versions/A/Resources/en.lproj/locale.pak`]: '',
    ...Object.fromEntries(helpers),
  }
}

/** What electron-builder looks for in a distribution of Electron, by the name of its platform. */
const layouts: Record<string, (fuses: string) => Layout> = {
  linux: (fuses) => ({
    electron: posixProgram(fuses),
    'chrome-sandbox': '',
    'locales/en-US.pak': '',
    'locales/de.pak': '',
  }),
  win32: (fuses) => ({ 'electron.exe': windowsProgram(wireOf(fuses)), 'locales/en-US.pak': '', 'locales/de.pak': '' }),
  darwin: macLayout,
}

/**
 * Lays out what electron-builder takes for an unpacked Electron of each platform, for machines that have none. Except
 * for the fuses in the programs it is empty.
 */
export function makeStubElectron(folder: string, fuses = deliveredFuses): void {
  for (const [platform, layout] of Object.entries(layouts))
    for (const [name, content] of Object.entries(layout(fuses))) {
      const file = path.join(folder, platform, name)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, content, { mode: 0o755 })
    }
}
