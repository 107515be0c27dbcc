import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { only } from '../tools/checks.mjs'
import { packageScript } from '../tools/process.mjs'

const root = path.resolve(import.meta.dirname, '..')
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...readdirSync(path.join(root, 'docs'), { encoding: 'utf8' }).flatMap((it) =>
    it.endsWith('.md') ? `docs/${it}` : [],
  ),
]

/** The lines of shell blocks, and code in a sentence that is a command. */
function commandsIn(page: string): string[] {
  const source = readFileSync(path.join(root, page), 'utf8').replaceAll('\r\n', '\n')
  const blocks = [...source.matchAll(/^ *```sh\n(.*?)^ *```/gms)].flatMap(([, lines = '']) => lines.split('\n'))
  const inline = [...source.matchAll(/`((?:npm|npx|node) [^`]+)`/g)].map(([, command = '']) => command)
  return [...blocks.map((line) => line.trim()).filter(Boolean), ...inline]
}

/**
 * How a command is run. `built`: in full, by the built program that npm starts. `started`: until it prints its line.
 * `help`: with --help, because in full it takes long, stays open or packs. `selects`: what it names is looked up and not
 * run. `npm`: with --help, because it changes packages. `list`: by Playwright, which lists its tests.
 */
type How = 'built' | 'started' | 'help' | 'selects' | 'npm' | 'list'

const table: Record<How, string[]> = {
  built: [
    'npm start -- --help',
    'npm run --silent atrium -- tools playground',
    'npm run --silent atrium -- call playground measure_text --arg text="Good morning"',
    'npm run --silent atrium -- import mcp.json',
    'npm run --silent atrium -- import mcp.json --add',
    'npm run --silent atrium -- serve --help',
    'npm run --silent atrium -- --help',
    'npm run --silent doctor',
    'npm run --silent atrium -- doctor --json',
    'npm run audit -- verify',
    'npm run audit -- export --out records.jsonl',
    'npm run audit -- verify records.jsonl',
    'npm run audit -- show 17',
    'npm run audit -- --help',
  ],
  started: ['npm start --silent -- --json'],
  help: [
    'npm start',
    'npm start -- --browser',
    'npm test',
    'npm run atrium',
    'npm run audit',
    'npm run doctor',
    ...[
      'dev',
      'build',
      'check',
      'test:deep',
      'test:anywhere',
      'hostile',
      'conformance',
      'bench',
      'pictures',
      'dist',
      'verify:package',
      'verify:package -- dist',
      'verify:package -- double:',
    ].map((name) => `npm run ${name}`),
    'npm run test:anywhere -- --runs 1 --only test/host/recovery/crash.test.ts',
  ],
  selects: ['npm test -- --all', 'npm test -- lint "end to end"', 'npm test -- test/shared/schema/forms.test.ts'],
  npm: ['rm -rf node_modules package-lock.json && npm i --package-lock-only', 'npm ci', 'npm link'],
  list: ['npx playwright test test/e2e/pictures.spec.ts --update-snapshots'],
}

/** Exit codes other than 0: without a terminal, Atrium can't ask; only the app signs an export as a whole. */
const codes: Record<string, number> = {
  'npm run audit -- verify records.jsonl': 6,
  'npm run --silent atrium -- call playground measure_text --arg text="Good morning"': 3,
}

const programs: Record<string, string> = { start: 'web.js', atrium: 'cli.js', audit: 'audit.js', doctor: 'cli.js' }

/** Scripts that are a command of their program. */
const subcommands: Record<string, string[]> = { doctor: ['doctor'] }

/** The script of package.json that npm would run, and its arguments. */
function scriptIn(command: string): { name: string; args: string[] } {
  const [, name = '', rest = ''] =
    /^npm (?:run )?(?:--silent )?([\w:]+)(?: --silent)?(?: -- (.*))?$/.exec(command) ?? []
  const scripts = (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: object }).scripts
  expect(Object.keys(scripts)).toContain(name)
  return { name, args: (rest.match(/(?:[^\s"]|"[^"]*")+/g) ?? []).map((it) => it.replaceAll('"', '')) }
}

let folder = ''
beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'atrium-docs-')))
  writeFileSync(path.join(folder, 'servers.json'), '{ "mcpServers": { "playground": { "type": "playground" } } }')
  writeFileSync(path.join(folder, 'mcp.json'), '{ "mcpServers": { "notes": { "command": "notes" } } }')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Ended = { code: number | null; problem: string }

async function run(command: string, args: string[]): Promise<Ended> {
  const child = spawn(command, args, { cwd: folder, env: { ...process.env, DISPLAY: '' }, stdio: 'pipe' })
  child.stdin.end()
  const [out, problem] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, problem: child.exitCode === 0 ? '' : out + problem }
}

const runs: Record<How, (command: string) => Promise<Ended> | Ended> = {
  built(command) {
    const { name, args } = scriptIn(command)
    const where = args.includes('--help') ? [] : ['--data-dir', folder]
    return run(process.execPath, [
      path.join(root, 'out/main', programs[name] ?? ''),
      ...(subcommands[name] ?? []),
      ...args,
      ...where,
    ])
  },
  async started(command) {
    const { name, args } = scriptIn(command)
    const file = path.join(root, 'out/main', programs[name] ?? '')
    const child = spawn(process.execPath, [file, ...args, '--data-dir', folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
    const ended = once(child, 'exit')
    child.kill()
    await ended
    return { code: JSON.parse(line).pid === child.pid ? 0 : 1, problem: line }
  },
  help(command) {
    const { name, args } = scriptIn(command)
    const own = programs[name]
    const file = own === undefined ? 'tools/bootstrap.mjs' : `out/main/${own}`
    const asked = [...(own === undefined ? [name] : []), ...args.filter((it) => it !== '--browser'), '--help']
    return run(process.execPath, [path.join(root, file), ...asked])
  },
  selects(command) {
    const { args } = scriptIn(command)
    const lost = args.filter((it) => it.includes('/') && !existsSync(path.join(root, it)))
    const isFound = only(args).flat().length > 0 && lost.length === 0
    return { code: isFound ? 0 : 1, problem: `Nothing is selected by ${lost.join(', ') || command}.` }
  },
  npm(command) {
    const [, subcommand = ''] = /npm (\w+)/.exec(command) ?? []
    const isWindows = process.platform === 'win32'
    return run(isWindows ? 'cmd' : 'npm', [...(isWindows ? ['/c', 'npm'] : []), subcommand, '--help'])
  },
  list(command) {
    const tests = command.split(' ').filter((it, index) => index > 2 && !it.startsWith('--'))
    const config = ['--config', path.join(root, 'playwright.config.ts')]
    return run(process.execPath, [
      packageScript('@playwright/test', 'playwright'),
      'test',
      ...config,
      ...tests,
      '--list',
    ])
  },
}

const found = [...new Set(pages.flatMap(commandsIn))]

test('lists exactly the commands in the documents', () => {
  expect(Object.values(table).flat().toSorted()).toEqual(found.toSorted())
})

// In this order: they share a data folder, and the audit log needs the records of the calls before.
const order = ['started', 'built', 'help', 'selects', 'npm', 'list'] as const

test.each(order.flatMap((how) => table[how].map((command) => ({ command, how }))))(
  'runs $command ($how) @all',
  async ({ command, how }) => {
    const { code, problem } = await runs[how](command)
    expect(code, problem).toBe(codes[command] ?? 0)
  },
)
