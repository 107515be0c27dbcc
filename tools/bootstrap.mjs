// Starts every command of this project. Plain JavaScript without dependencies, because it runs before anything is
// installed, and on Node versions that the rest doesn't support.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { isInstalled, install } from './install.mjs'
import { root, run, Stop } from './process.mjs'
import { findRuntime } from './runtime.mjs'

/** @typedef {import('./runtime.mjs').Runtime} Runtime */

/** @type {Record<string, (runtime: Runtime, args: string[]) => Promise<number>>} */
const commands = {
  async start(runtime, args) {
    if ((await buildAll(runtime)) !== 0) return 1
    const { start } = await import('./window.mjs')
    return start(runtime, args)
  },
  async dev(runtime, args) {
    const { develop } = await import('./dev.mjs')
    // The host requires built pages; their content doesn't matter, because Vite serves its own.
    if (!existsSync(path.join(root, 'out', 'renderer')) && (await buildAll(runtime)) !== 0) return 1
    return develop(runtime, args)
  },
  build: buildAll,
  async check(runtime) {
    const { quickSteps } = await import('./checks.mjs')
    return checkAll(quickSteps, runtime)
  },
  async test(runtime, args) {
    if (args.length === 0) say('Tests that take seconds are left out. "npm test -- --all" runs them, too.')
    const { only } = await import('./checks.mjs')
    return checkAll(only(args), runtime)
  },
  async 'test:deep'(runtime) {
    const { deepSteps } = await import('./checks.mjs')
    return checkAll(deepSteps, runtime)
  },
  'test:anywhere': ({ node, env }, args) => run(node, ['tools/anywhere.mjs', ...args], { env }),
  async hostile(runtime) {
    const { hostileSteps } = await import('./checks.mjs')
    return checkAll(hostileSteps, runtime)
  },
  conformance({ node, env }, args) {
    return run(node, ['test/conformance/run.ts', ...args], { env })
  },
  async bench({ node, env }, args) {
    if ((await buildAll({ node, env })) !== 0) return 1
    return run(node, ['test/bench/run.ts', ...args], { env })
  },
  async pictures(runtime) {
    if ((await buildAll(runtime)) !== 0) return 1
    const { takePictures } = await import('./pictures.mjs')
    return takePictures(runtime)
  },
  audit: (runtime, args) => runBeside('audit.js', runtime, args),
  atrium: (runtime, args) => runBeside('cli.js', runtime, args),
  doctor: (runtime, args) => runBeside('cli.js', runtime, ['doctor', ...args]),
  async dist(runtime, args) {
    if ((await buildAll(runtime)) !== 0) return 1
    const { withProxy } = await import('./fetch-electron.mjs')
    return run(runtime.node, ['tools/pack.mjs', ...args], { env: withProxy(runtime.env) })
  },
  async 'verify:package'(runtime, args) {
    if ((await buildAll(runtime)) !== 0) return 1
    return run(runtime.node, ['test/packaging/verify/run.ts', ...args], { env: runtime.env })
  },
}

/**
 * The `--help` of commands whose programs don't have one.
 * @type {Record<string, string>}
 */
const usages = {
  dev: 'Starts Atrium for development.',
  build: 'Builds Atrium into out/, unless it is up to date.',
  check: 'Checks types, lint, unused code, format and architecture.',
  test: 'Runs every check and the fast tests, with --all every test. Takes names of steps, such as lint or "end to end", and test files.',
  'test:deep': 'Runs in full the tests that "npm test" repeats only a little.',
  hostile: 'Plays misbehaving servers beside a good one.',
  conformance: "Runs the protocol's official suite: every scenario required of clients, then all others.",
  bench: 'Measures Atrium beside bare libraries and, after "npm run bench -- --install-hosts", beside other hosts.',
  pictures: 'Takes the pictures of README.md and docs/ into docs/images. Needs Linux and Chromium.',
  dist: `Packs installers for this system into dist/. Names of targets, such as deb, pack only these.

  --dir               Pack only the folder that installers contain.
  --system <name>     Pack for linux, mac or win. Can be repeated.
  --arch <name>       Pack for this architecture, such as x64 or arm64. Can be repeated.
  --electron <path>   Take Electron from this folder, unpacked for each system, instead of downloading it.
  --output <path>     Write to this folder instead of dist/.
  --help              Print this help.`,
  'verify:package': `Starts a packaged Atrium, has one conversation in its window and writes a report. Name its program, its
folder or dist; "double:" packs the files and runs them in the double of Electron.

  --report <path>     Write the report to this folder instead of verify-report.
  --help              Print this help.`,
}

/**
 * npm runs this in the checkout, but a user's file names are relative to their own folder.
 * @param {string} entry
 * @param {Runtime} runtime
 * @param {string[]} args
 */
async function runBeside(entry, { node, env }, args) {
  if ((await buildAll({ node, env })) !== 0) return 1
  return run(node, [path.join(root, 'out', 'main', entry), ...args], { env, cwd: env.INIT_CWD ?? process.cwd() })
}

/**
 * @param {import('./schedule.mjs').Step[][]} phases
 * @param {Runtime} runtime
 */
async function checkAll(phases, { node, env }) {
  const { check } = await import('./schedule.mjs')
  return (await check(phases, { node, env })) ? 0 : 1
}

/** @param {Runtime} runtime */
async function buildAll(runtime) {
  const { build } = await import('./build.mjs')
  if (await build(runtime)) return 0
  say('Atrium could not be built. The reason is above.')
  return 1
}

/** @param {string} sentence */
const say = (sentence) => process.stderr.write(`${sentence}\n`)

const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
const usage = args.includes('--help') ? usages[name] : undefined
try {
  if (usage !== undefined) {
    process.stdout.write(`${usage}\n`)
    process.exit()
  }
  if (!command) throw new Stop(`There is no command "${name}". There are: ${Object.keys(commands).join(', ')}.`)
  const runtime = await findRuntime()
  if (!isInstalled(root)) {
    say('Installing the packages of package-lock.json. This takes a minute or two.')
    await install(root, runtime)
  }
  process.exitCode = await command(runtime, args)
} catch (error) {
  if (!(error instanceof Stop)) throw error
  say(error.message)
  process.exitCode = 1
}
