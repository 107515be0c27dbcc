// Replaces fpm, the packager that electron-builder downloads: takes electron-builder's arguments for a Debian package
// and builds it with dpkg-deb. Shows electron-builder's requests, not fpm's additions.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const options = new Map<string, string[]>()
const installed: [from: string, to: string][] = []
const switches = new Set(['--force'])

for (const rest = process.argv.slice(2); rest.length > 0;) {
  const word = rest.shift() ?? ''
  const mapping = /^(.+?)=(\/.*)$/.exec(word)
  if (switches.has(word)) continue
  if (word.startsWith('-')) options.set(word, [...(options.get(word) ?? []), rest.shift() ?? ''])
  else if (mapping?.[1] && mapping[2]) installed.push([mapping[1], mapping[2]])
  else throw new Error(`fpm would not understand "${word}".`)
}

const all = (name: string): string[] => options.get(name) ?? []
const one = (name: string): string => all(name)[0] ?? ''

const stage = mkdtempSync(path.join(tmpdir(), 'atrium-deb-'))
try {
  for (const [from, to] of installed) {
    const place = path.join(stage, to)
    mkdirSync(statSync(from).isDirectory() ? place : path.dirname(place), { recursive: true })
    cpSync(from, place, { recursive: true })
  }
  const control = path.join(stage, 'DEBIAN')
  mkdirSync(control, { mode: 0o755 })
  const [summary = '', ...more] = one('--description').split('\n')
  const fields = {
    Package: one('--name'),
    Version: one('--version'),
    Architecture: one('--architecture'),
    Maintainer: one('--maintainer'),
    Section: 'default',
    Priority: one('--deb-priority'),
    Homepage: one('--url'),
    Depends: all('-d').join(', '),
    Recommends: all('--deb-recommends').join(', '),
    Description: [summary, ...more.map((line) => ` ${line.trim()}`)].join('\n'),
  }
  const lines = Object.entries(fields).filter(([, value]) => value !== '')
  writeFileSync(path.join(control, 'control'), lines.map(([name, value]) => `${name}: ${value}\n`).join(''))
  cpSync(one('--after-install'), path.join(control, 'postinst'))
  cpSync(one('--after-remove'), path.join(control, 'postrm'))
  execFileSync('chmod', ['755', stage, path.join(control, 'postinst'), path.join(control, 'postrm')])
  execFileSync('dpkg-deb', ['--root-owner-group', '-Znone', '-b', stage, one('--package')])
} finally {
  rmSync(stage, { recursive: true, force: true })
}
