import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stdioConfig, type StdioEntry } from '../../../../shared/config/server-config.ts'
import type { Degree, Finding, FindingReason, Remedy } from '../../../../shared/events/finding.ts'
import { failureOf } from '../../../../shared/state/server-state.ts'
import { Fleet } from '../../../support/fleet.ts'
import { patience } from '../../../support/waiting.ts'

const failing = path.resolve('test/support/servers/failing.mjs')
const home = mkdtempSync(path.join(tmpdir(), 'atrium-home-'))
const inHome = (...parts: string[]): string => path.join(home, ...parts)
const node = process.execPath

/** Whether this computer has Python by its short name. */
const isPythonHere = ['/usr/local/bin', '/usr/bin', '/bin'].some((folder) => existsSync(path.join(folder, 'python')))

/** A program in the home folder. */
function program(name: string, script: string, mode = 0o755): string {
  mkdirSync(path.dirname(inHome(name)), { recursive: true })
  writeFileSync(inHome(name), script)
  chmodSync(inHome(name), mode)
  return inHome(name)
}

type Wanted = { reason: FindingReason; degree: Degree; word?: string; first?: Remedy }
type Cause = { config: StdioEntry; wanted: () => Wanted }

const taken = createServer()
let port = 0
const folderWithNode14 = inHome('old/bin')
const newerNode = inHome('.nvm/versions/node/v99.1.0/bin')

const fails = (reason: string, ...args: string[]): Cause['config'] => ({
  command: node,
  args: [failing, reason, ...args],
})
const setting = (field: 'arguments' | 'command' | 'environment' | 'folder', name?: string): Remedy => ({
  kind: 'setting',
  field,
  ...(name && { name }),
})

const causes: Record<string, Cause> = {
  'command-elsewhere': {
    config: { command: 'tool-at-home' },
    wanted: () => ({ reason: 'command-elsewhere', degree: 'certain', word: inHome('.local/bin') }),
  },
  'command-in-shell': {
    config: { command: 'tool-of-the-shell' },
    wanted: () => ({ reason: 'command-elsewhere', degree: 'certain', word: inHome('shell-only') }),
  },
  'command-whole-line': {
    config: { command: 'tool-at-home --fast "one two"' },
    wanted: () => ({
      reason: 'command-elsewhere',
      degree: 'certain',
      first: { kind: 'change', change: { command: 'tool-at-home', args: ['--fast', 'one two'] } },
    }),
  },
  'command-missing': {
    config: { command: 'no-such-tool-anywhere' },
    wanted: () => ({ reason: 'command-missing', degree: 'certain', word: 'no-such-tool-anywhere' }),
  },
  'command-by-another-name': {
    config: { command: 'python', args: ['-V'], env: { PATH: inHome('python3/bin') } },
    wanted: () =>
      isPythonHere
        ? { reason: 'command-elsewhere', degree: 'certain' }
        : {
            reason: 'command-missing',
            degree: 'certain',
            word: 'python',
            first: { kind: 'change', change: { command: 'python3' } },
          },
  },
  'node-too-old': {
    config: { command: 'node', args: ['server.js'], env: { PATH: folderWithNode14 } },
    wanted: () => ({
      reason: 'node-too-old',
      degree: 'certain',
      first: { kind: 'change', change: { env: { PATH: `${newerNode}:${folderWithNode14}` } } },
    }),
  },
  'node-too-old-without-a-word': {
    config: { command: 'node', args: ['crashes'], env: { PATH: folderWithNode14 } },
    wanted: () => ({
      reason: 'node-too-old',
      degree: 'likely',
      first: { kind: 'change', change: { env: { PATH: `${newerNode}:${folderWithNode14}` } } },
    }),
  },
  'node-other-option': {
    config: { command: node, args: ['--no-such-option'] },
    wanted: () => ({ reason: 'node-too-old', degree: 'likely', word: '--no-such-option' }),
  },
  'setting-missing': {
    config: fails('setting-missing'),
    wanted: () => ({
      reason: 'setting-missing',
      degree: 'certain',
      word: 'EXAMPLE_KEY',
      first: { kind: 'change', change: { inherit: ['EXAMPLE_KEY'] } },
    }),
  },
  'sign-in-needed': {
    config: fails('sign-in-needed'),
    wanted: () => ({ reason: 'sign-in-needed', degree: 'likely' }),
  },
  'docker-not-running': {
    config: { command: inHome('docker/docker'), env: { PATH: inHome('docker') } },
    wanted: () => ({ reason: 'docker-not-running', degree: 'certain', first: { kind: 'restart' } }),
  },
  'docker-arguments': {
    config: { command: inHome('docker/no-terminal'), args: ['run', '-it', 'image'] },
    wanted: () => ({
      reason: 'docker-arguments',
      degree: 'likely',
      first: { kind: 'change', change: { args: ['run', '-i', 'image'] } },
    }),
  },
  'docker-without-input': {
    config: { command: inHome('docker/foreground/docker'), args: ['run', '--rm', '-e', 'KEY', 'example/mcp'] },
    wanted: () => ({
      reason: 'docker-arguments',
      degree: 'certain',
      first: { kind: 'change', change: { args: ['run', '-i', '--rm', '-e', 'KEY', 'example/mcp'] } },
    }),
  },
  'docker-in-background': {
    config: { command: inHome('docker/foreground/docker'), args: ['run', '-dit', 'example/mcp'] },
    wanted: () => ({
      reason: 'docker-arguments',
      degree: 'certain',
      first: { kind: 'change', change: { args: ['run', '-it', 'example/mcp'] } },
    }),
  },
  'helper-missing': {
    config: fails('helper-missing'),
    wanted: () => ({ reason: 'helper-missing', degree: 'certain', word: 'helper-of-the-server' }),
  },
  'helper-in-first-line': {
    config: { command: inHome('npm/first-line'), env: { PATH: inHome('docker') } },
    wanted: () => ({ reason: 'helper-missing', degree: 'certain', word: 'tool-at-home' }),
  },
  'package-not-found': {
    config: { command: inHome('npm/npx'), args: ['-y', 'example-mcp@9.9.9'] },
    wanted: () => ({ reason: 'package-not-found', degree: 'likely', word: 'example-mcp' }),
  },
  'python-environment': {
    config: { command: 'python3', args: ['-m', 'no_such_module_of_python'], env: { PATH: '/usr/bin:/bin' } },
    wanted: () => ({ reason: 'python-environment', degree: 'likely', word: 'no_such_module_of_python' }),
  },
  'file-missing': {
    config: { command: node, args: [inHome('build/index.js')] },
    wanted: () => ({
      reason: 'file-missing',
      degree: 'certain',
      word: inHome('build/index.js'),
      first: { kind: 'copy', text: 'npm install && npm run build' },
    }),
  },
  'file-in-quotes': {
    config: { command: node, args: [`"${failing}"`, 'silent'] },
    wanted: () => ({
      reason: 'file-missing',
      degree: 'certain',
      first: { kind: 'change', change: { args: [failing, 'silent'] } },
    }),
  },
  'certificate-not-trusted': {
    config: { command: inHome('npm/uncertified') },
    wanted: () => ({ reason: 'certificate-not-trusted', degree: 'likely' }),
  },
  'proxy-needed': {
    config: { command: inHome('npm/unreachable') },
    wanted: () => ({
      reason: 'proxy-needed',
      degree: 'likely',
      first: { kind: 'change', change: { networkEnvironment: true } },
    }),
  },
  'package-store-broken': {
    config: { command: inHome('npm/broken-cache') },
    wanted: () => ({ reason: 'package-store-broken', degree: 'likely' }),
  },
  'working-folder': {
    config: { command: node, args: ['x.js'], cwd: inHome('gone') },
    wanted: () => ({ reason: 'working-folder', degree: 'certain', word: inHome('gone'), first: setting('folder') }),
  },
  'port-in-use': {
    config: fails('port-in-use', 'PORT'),
    wanted: () => ({ reason: 'port-in-use', degree: 'certain', word: String(port) }),
  },
  'nothing-listening': {
    config: fails('nothing-listening', '1'),
    wanted: () => ({ reason: 'nothing-listening', degree: 'certain', word: '127.0.0.1:1' }),
  },
  'native-module': {
    config: { command: node, args: [inHome('native.cjs')] },
    wanted: () => ({ reason: 'native-module', degree: 'likely' }),
  },
  'blocked-by-system': {
    config: fails('killed-at-once'),
    wanted: () => ({ reason: 'blocked-by-system', degree: 'likely' }),
  },
  'not-executable': {
    config: { command: inHome('server.py') },
    wanted: () => ({
      reason: 'not-executable',
      degree: 'certain',
      first: { kind: 'change', change: { command: 'python3', args: [inHome('server.py')] } },
    }),
  },
  'not-executable-here': {
    config: { command: inHome('windows-lines.sh') },
    wanted: () => ({ reason: 'not-executable', degree: 'certain', word: inHome('windows-lines.sh') }),
  },
  'placeholder-left': {
    config: { command: node, args: ['/ABSOLUTE/PATH/TO/weather.js'] },
    wanted: () => ({ reason: 'placeholder-left', degree: 'certain', word: '/ABSOLUTE/PATH/TO/weather.js' }),
  },
  'example-in-variable': {
    config: { ...fails('sign-in-needed'), env: { EXAMPLE_TOKEN: '<your-token>' } },
    wanted: () => ({
      reason: 'placeholder-left',
      degree: 'certain',
      word: 'EXAMPLE_TOKEN',
      first: setting('environment', 'EXAMPLE_TOKEN'),
    }),
  },
  'secret-in-argument': {
    config: {
      ...fails('setting-missing', '--token=${token}'),
      secretArguments: { token: { secret: 'server/secret-in-argument/argument/token' } },
    },
    wanted: () => ({ reason: 'setting-missing', degree: 'certain', word: 'EXAMPLE_KEY' }),
  },
  'out-of-memory': {
    config: { command: node, args: ['--max-old-space-size=8', failing, 'out-of-memory'] },
    wanted: () => ({ reason: 'out-of-memory', degree: 'likely' }),
  },
  'other-app-needed': {
    config: fails('other-app-needed'),
    wanted: () => ({ reason: 'other-app-needed', degree: 'likely', word: 'Blender' }),
  },
  'protocol-version': {
    config: fails('protocol-version'),
    wanted: () => ({ reason: 'protocol-version', degree: 'certain', word: '2020-01-01' }),
  },
  'dependency-missing': {
    config: fails('dependency-missing'),
    wanted: () => ({ reason: 'dependency-missing', degree: 'likely', word: 'a-package-that-is-not-installed' }),
  },
}

let fleet: Fleet

const findingOf = (id: string): Finding | undefined => {
  const state = fleet.journal.state.servers[id]
  return state && failureOf(state)?.finding
}

beforeAll(async () => {
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  port = (taken.address() as AddressInfo).port
  program('.local/bin/tool-at-home', '#!/bin/sh\n')
  program('python3/bin/python3', '#!/bin/sh\n')
  program('shell-only/tool-of-the-shell', '#!/bin/sh\n')
  writeFileSync(inHome('.bash_profile'), `PATH=${inHome('shell-only')}:$PATH\n`)
  // Behaves as Node.js 14 did on a newer syntax.
  const old = `#!/bin/sh
if [ "$1" = --version ]; then echo v14.21.3; exit; fi
if [ "$1" = crashes ]; then exit 1; fi
echo "SyntaxError: Unexpected token '||='" >&2
exit 1
`
  program('old/bin/node', old)
  mkdirSync(newerNode, { recursive: true })
  writeFileSync(path.join(newerNode, 'node'), '#!/bin/sh\necho v99.1.0\n', { mode: 0o755 })
  symlinkSync(path.join(newerNode, 'node'), inHome('.local/bin/unrelated'))
  const stops = (text: string, code = 1) => `#!/bin/sh\necho "${text}" >&2\nexit ${code}\n`
  program(
    'docker/docker',
    `#!/bin/sh\nif [ "$1" = --version ]; then echo Docker 28; exit; fi\necho "Cannot connect to the Docker daemon at unix:///x" >&2\nexit 125\n`,
  )
  // As Docker does for a server that ends with its input.
  program('docker/foreground/docker', '#!/bin/sh\n')
  program('docker/no-terminal', stops('the input device is not a TTY'))
  program('npm/npx', stops("npm error code E404\nnpm error 404  'example-mcp@9.9.9' is not in this registry."))
  program('npm/first-line', '#!/usr/bin/env tool-at-home\n')
  program('npm/uncertified', stops("code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'"))
  program('npm/unreachable', stops('npm error code ETIMEDOUT'))
  program(
    'npm/broken-cache',
    stops(`npm error code ENOTEMPTY\nnpm error path ${home}/.npm/_npx/ab/node_modules/x`, 190),
  )
  program('server.py', 'print(1)\n', 0o644)
  program('windows-lines.sh', '#!/bin/sh\r\necho x\r\n')
  writeFileSync(inHome('broken.node'), '')
  writeFileSync(inHome('native.cjs'), `require(${JSON.stringify(inHome('broken.node'))})\n`)
  const environment = {
    PATH: '/usr/bin:/bin',
    SHELL: '/bin/bash',
    EXAMPLE_KEY: 'known',
    HTTPS_PROXY: 'http://proxy.example:8080',
  }
  fleet = new Fleet({
    computer: { platform: process.platform, home, environment, limits: { program: patience, shell: patience } },
  })
  fleet.secrets.set('server/secret-in-argument/argument/token@program', 'the-token')
  const configs = Object.entries(causes).map(([id, { config }]) => [
    id,
    stdioConfig.parse({
      ...config,
      ...(config.args && { args: config.args.map((arg) => (arg === 'PORT' ? String(port) : arg)) }),
    }),
  ])
  fleet.apply(Object.fromEntries(configs))
})

afterAll(async () => {
  await fleet.close()
  taken.close()
  rmSync(home, { recursive: true, force: true })
})

describe('a server that really fails', () => {
  test.each(Object.entries(causes))('[DOC-1] [DOC-3] gets its cause, from a real start: %s', async (id, { wanted }) => {
    const { first, ...its } = wanted()
    const isFound = (): boolean => {
      const found = findingOf(id)
      return (
        found?.reason === its.reason &&
        found.degree === its.degree &&
        (its.word === undefined || found.word === its.word)
      )
    }
    await fleet.until(isFound).catch(() => undefined)
    expect(findingOf(id)).toMatchObject(its)
    if (first) expect(findingOf(id)?.remedies[0]).toEqual(first)
  })

  test('[DOC-3] has its cause in one sentence, the same in the state and in the journal', () => {
    for (const id of Object.keys(causes)) {
      const state = fleet.journal.state.servers[id]
      const reason = (state && failureOf(state)?.reason) ?? ''
      const isLikely = findingOf(id)?.degree === 'likely'
      expect(reason.startsWith('Probably '), reason).toBe(isLikely)
      const said = fleet.events.flatMap(({ event }) => {
        if (event.type === 'server.examined' && event.server === id) return [event.reason]
        return event.type === 'server.changed' && event.server === id && event.to.state === 'failed'
          ? [event.to.reason]
          : []
      })
      expect(said.at(-1)).toBe(reason)
    }
  })
})
