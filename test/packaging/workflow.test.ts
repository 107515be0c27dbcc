import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './packages.ts'

const read = (name: string): string =>
  readFileSync(path.join(root, '.github/workflows', name), 'utf8').replaceAll('\r\n', '\n')

const workflow = read('build.yml')
/** Asks weekly about a newer Electron. */
const weekly = read('electron.yml')

/** One job's steps and settings, by indentation: this project has no YAML parser. */
function job(name: string, within = workflow): string {
  const [, text = ''] = new RegExp(`^  ${name}:\\n((?:(?: {4}.*)?\\n)*)`, 'm').exec(within) ?? []
  return text
}

/** The steps of a job, each from its dash on. */
const stepsOf = (name: string): string[] =>
  job(name)
    .split(/^ {6}- /m)
    .slice(1)

const linesOf = (text: string, pattern: RegExp): string[] =>
  text.split('\n').flatMap((line) => pattern.exec(line)?.slice(1, 2) ?? [])

test('[PKG-11] pins every action to a commit and names its version', () => {
  const uses = linesOf(workflow + weekly, /\buses: *(.*)$/)
  expect(uses.length).toBeGreaterThan(3)
  for (const action of uses) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
})

test('[PKG-11] lets only the release job write, and only contents', () => {
  expect(workflow).toMatch(/^permissions:\n {2}contents: read\n\n/m)
  expect(linesOf(workflow, /^ *([\w-]+: *(?:write|write-all))\b/)).toEqual(['contents: write'])
  expect(job('release')).toMatch(/^ {4}permissions:\n {6}contents: write\n/m)
  expect(job('release')).toMatch(/^ {4}if: github\.ref_type == 'tag'$/m)
  expect(job('release')).toMatch(/^ {4}needs: \[test, package, intel\]$/m)
})

test('[PKG-11] uses no secrets, leaves no credentials, and runs no text that strangers can choose', () => {
  for (const text of [workflow, weekly]) {
    expect(text).not.toMatch(/secrets\.|pull_request_target|workflow_run/)
    const checkouts = text.match(/actions\/checkout@/g) ?? []
    expect(text.match(/persist-credentials: false/g)).toHaveLength(checkouts.length)
  }
  const allowed = ['ref', 'ref_type', 'token'].map((name) => `github.${name}`)
  allowed.push(...['runner', 'display', 'system', 'installers'].map((name) => `matrix.${name}`))
  const outcomes = ['steps.dist.outcome']
  const expressions = [...`${workflow}${weekly}`.matchAll(/\$\{\{(.*?)\}\}/g)].map(([, text = '']) => text)
  const used = expressions.flatMap((text) => text.match(/\b[a-z]\w*\.[\w.]+/g) ?? [])
  expect(used.length).toBeGreaterThan(5)
  expect(used.filter((name) => ![...allowed, ...outcomes].includes(name))).toEqual([])
})

test('[PKG-11] tests each system as developed, in full, with the real Electron, and as packed', () => {
  const orders = {
    test: ['npm ci', 'npm test -- --all', 'npm run test:deep', 'install-electron', 'playwright test --project=desktop'],
    package: [
      'npm ci',
      'npm run dist',
      'ATRIUM_PACKAGE: dist',
      'verify:package -- dist',
      'verify-report-',
      'installers-',
    ],
  }
  for (const [name, order] of Object.entries(orders)) {
    const text = job(name)
    for (const runner of ['ubuntu-', 'macos-', 'windows-']) expect(text).toContain(`runner: ${runner}`)
    expect(text).toMatch(/node-version: 24\n/)
    const places = order.map((step) => text.indexOf(step))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
  }
})

/** The condition of a step that needs only the packages, not that they start. */
const packed = /if: \$\{\{ !cancelled\(\) && steps\.dist\.outcome == 'success'/

test('[PKG-11] requires each installer by its name, and keeps them though a package didn’t start', () => {
  const promised = {
    linux: ['linux-x86_64.AppImage', 'linux-amd64.deb'],
    mac: ['mac-arm64.dmg', 'mac-arm64.zip', 'mac-x64.dmg', 'mac-x64.zip'],
    windows: ['win-x64.exe'],
  }
  const named = linesOf(job('package'), /^ +installers: (.*)$/)
  expect(named).toEqual(Object.values(promised).map((names) => names.join(' ')))
  const check = stepsOf('package').find((step) => step.includes('matrix.installers'))
  expect(check).toMatch(packed)
  expect(check).toContain('ls -l "dist/atrium-$version-$name"')
  expect(stepsOf('package').find((step) => step.includes('name: installers-'))).toMatch(packed)
})

test('[PKG-11] installs what Electron needs before it is started', () => {
  for (const name of ['test', 'package']) {
    const libraries = /apt-get install .*xvfb.* libasound2t64 libgbm1 libgtk-3-0t64 libnss3\n/.exec(job(name))?.index
    expect(libraries).toBeLessThan(job(name).indexOf('npm ci'))
  }
})

/** The steps that start a package, by what they start. */
const conversations = () => stepsOf('package').filter((step) => step.includes('verify:package'))

test('[PKG-34] has a conversation in the unpacked program on each system', () => {
  const [step = ''] = conversations()
  expect(step).toMatch(
    /run: \$\{\{ matrix\.display \}\} npm run verify:package -- dist --report verify-report\/unpacked\n/,
  )
  expect(step).not.toContain('matrix.system')
  expect(job('package')).toMatch(/system: linux\n +runner: \S+\n +display: xvfb-run -a\n/)
})

test('[PKG-34] has a conversation in what each system’s user gets', () => {
  const own = ['linux', 'mac', 'windows'].map((system) =>
    conversations()
      .filter((step) => step.includes(`matrix.system == '${system}'`))
      .join('\n'),
  )
  const [linux = '', mac = '', windows = ''] = own
  expect(linux).toMatch(/verify:package -- dist\/\*\.AppImage/)
  expect(linux).toMatch(/XDG_SESSION_TYPE=wayland(.|\n)*weston --backend=headless(.|\n)*verify:package -- dist/)
  expect(linux).toMatch(/apt-get install -y \.\/dist\/\*\.deb\n.*verify:package -- \/opt\/Atrium/)
  expect(mac).toMatch(/hdiutil attach .*\.dmg(.|\n)*verify:package -- "\$HOME\/Applications\/Atrium\.app"/)
  expect(windows).toMatch(/-win-x64\.exe \/\/S\n.*verify:package -- "\$LOCALAPPDATA\/Programs\/atrium"/)
})

test('[PKG-34] starts the app for Intel on a Mac that has such a processor', () => {
  const text = job('intel')
  expect(text).toMatch(/needs: package\n {4}runs-on: macos-15-intel\n/)
  expect(text).toMatch(/name: installers-mac\n {10}path: dist\n/)
  expect(text).toMatch(/hdiutil attach .*-mac-x64\.dmg(.|\n)*verify:package -- "\$HOME\/Applications\/Atrium\.app"/)
})

test('[PKG-34] starts the Debian package under the restriction that Ubuntu has for its users', () => {
  const [, before = '', after = ''] = /^(.*userns=0.*?)(userns=1.*)$/s.exec(job('package')) ?? []
  expect(before).toContain('verify:package -- dist')
  expect(after).toMatch(/^userns=1\n.*install.*\n.*verify:package/)
})

test('[PKG-34] starts each package after a failed step too, fails for a failed start, and saves each report', () => {
  for (const system of ['linux', 'mac', 'windows']) {
    const its = conversations().filter((step) => (/matrix\.system == '(\w+)'/.exec(step)?.[1] ?? system) === system)
    const places = its.flatMap((step) => step.match(/--report (\S+)/g) ?? [])
    expect(new Set(places).size).toBe(places.length)
  }
  for (const step of conversations()) {
    expect(step).toMatch(packed)
    expect(step).not.toContain('continue-on-error')
  }
  const upload = stepsOf('package').find((step) => step.includes('name: verify-report-'))
  expect(upload).toMatch(/if: always\(\)\n/)
  expect(upload).toMatch(/path: verify-report\n/)
  // A report is no installer.
  expect(job('release')).toMatch(/pattern: installers-\*\n/)
})

test('[PKG-34] signs the package of a pull request like any other', () => {
  expect(stepsOf('package').find((step) => step.includes('npm run dist\n'))).toMatch(/CSC_FOR_PULL_REQUEST: 'true'\n/)
})

test('[PKG-35] asks weekly about a newer Electron, apart from every build', () => {
  expect(weekly).toMatch(/^ {2}schedule:\n {4}- cron: '\d+ \d+ \* \* \d'$/m)
  expect(weekly).not.toMatch(/^ {2}push:/m)
  expect(weekly).toMatch(/^permissions:\n {2}contents: read\n\n/m)
  expect(job('line', weekly)).toMatch(/- run: node tools\/electron-line\.mjs\n$/)
  expect(linesOf(job('line', weekly), /^ {4}(timeout-minutes):/)).toEqual(['timeout-minutes'])
  expect(workflow).not.toContain('electron-line')
})

test('[PKG-11] requires a tag that names the version, and adds checksums to its installers', () => {
  expect(job('release')).toContain('sha256sum -- * > SHA256SUMS')
  expect(job('release')).toContain('test "v$(jq -r .version package.json)" = "$GITHUB_REF_NAME"')
  expect(job('release')).toContain('gh release create')
})

test('[PKG-11] limits every job’s time', () => {
  expect(linesOf(workflow, /^ {4}(runs-on|timeout-minutes):/)).toEqual(
    ['test', 'package', 'intel', 'release'].flatMap(() => ['runs-on', 'timeout-minutes']),
  )
})
