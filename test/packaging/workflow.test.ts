import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './packages.ts'

const workflow = readFileSync(path.join(root, '.github/workflows/build.yml'), 'utf8').replaceAll('\r\n', '\n')

/** One job's steps and settings, by indentation: this project has no YAML parser. */
function job(name: string): string {
  const [, text = ''] = new RegExp(`^  ${name}:\\n((?:(?: {4}.*)?\\n)*)`, 'm').exec(workflow) ?? []
  return text
}

const linesOf = (text: string, pattern: RegExp): string[] =>
  text.split('\n').flatMap((line) => pattern.exec(line)?.slice(1, 2) ?? [])

test('[PKG-11] pins every action to a commit and names its version', () => {
  const uses = linesOf(workflow, /\buses: *(.*)$/)
  expect(uses.length).toBeGreaterThan(3)
  for (const action of uses) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
})

test('[PKG-11] lets only the release job write, and only contents', () => {
  expect(workflow).toMatch(/^permissions:\n {2}contents: read\n\n/m)
  expect(linesOf(workflow, /^ *([\w-]+: *(?:write|write-all))\b/)).toEqual(['contents: write'])
  expect(job('release')).toMatch(/^ {4}permissions:\n {6}contents: write\n/m)
  expect(job('release')).toMatch(/^ {4}if: github\.ref_type == 'tag'$/m)
  expect(job('release')).toMatch(/^ {4}needs: build$/m)
})

test('[PKG-11] uses no secrets, leaves no credentials, and runs no text that strangers can choose', () => {
  expect(workflow).not.toMatch(/secrets\.|pull_request_target|workflow_run/)
  const checkouts = workflow.match(/actions\/checkout@/g) ?? []
  expect(workflow.match(/persist-credentials: false/g)).toHaveLength(checkouts.length)
  const allowed = ['github.ref', 'github.ref_type', 'github.token', 'matrix.runner', 'matrix.display', 'matrix.system']
  const used = [...workflow.matchAll(/\$\{\{ *([\w.]+)/g)].map(([, name]) => name)
  expect(used.filter((name) => !allowed.includes(name ?? ''))).toEqual([])
})

test('[PKG-11] tests each system as developed, in full, with the real Electron, and as packed', () => {
  const build = job('build')
  for (const runner of ['ubuntu-', 'macos-', 'windows-']) expect(build).toContain(`runner: ${runner}`)
  expect(build).toMatch(/node-version: 24\n/)
  const order = [
    'npm ci',
    'npm test -- --all',
    'npm run test:deep',
    'install-electron',
    'playwright test --project=desktop',
    'npm run dist',
    'ATRIUM_PACKAGE: dist',
  ]
  const places = order.map((step) => build.indexOf(step))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
})

test('[PKG-11] requires a tag that names the version, and adds checksums to its installers', () => {
  expect(job('release')).toContain('sha256sum -- * > SHA256SUMS')
  expect(job('release')).toContain('test "v$(jq -r .version package.json)" = "$GITHUB_REF_NAME"')
  expect(job('release')).toContain('gh release create')
})

test('[PKG-11] limits every job’s time', () => {
  expect(linesOf(workflow, /^ {4}(runs-on|timeout-minutes):/)).toEqual(
    ['build', 'release'].flatMap(() => ['runs-on', 'timeout-minutes']),
  )
})
