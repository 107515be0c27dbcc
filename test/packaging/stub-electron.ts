import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { windowsProgram } from './windows-program.ts'

/** Electron's default fuses, in order of their numbers: 1 is on, 0 is off. */
const deliveredFuses = '101100011'

/** The part of a binary that contains the fuses: a unique mark, version 1, their number, and each value. */
const wireOf = (fuses: string): Buffer =>
  Buffer.from(`dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01${String.fromCharCode(fuses.length)}${fuses}`)

/**
 * A program that behaves as Electron documents for three of its fuses. A test that runs a packed Electron can thus be
 * seen to fail. Everything after the last line is data.
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

/** The files that electron-builder looks for in an Electron distribution, by platform. */
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
 * Creates what electron-builder accepts as an unpacked Electron of each platform, for machines without one. Empty
 * except for the programs' fuses.
 */
export function makeStubElectron(folder: string, fuses = deliveredFuses): void {
  for (const [platform, layout] of Object.entries(layouts))
    for (const [name, content] of Object.entries(layout(fuses))) {
      const file = path.join(folder, platform, name)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, content, { mode: 0o755 })
    }
}
