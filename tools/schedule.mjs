import { sum } from './tally.mjs'

/** @typedef {import('./process.mjs').Keep} Keep */
/** @typedef {import('./tally.mjs').Tally} Tally */
/** @typedef {import('./runtime.mjs').Runtime & { keep?: Keep | undefined }} Way how a step runs; `keep` takes its output in place of the terminal */
/** @typedef {{ name: string, run: (way: Way) => Promise<Tally> }} Step */
/** @typedef {{ name: string, tally: Tally, seconds: number, output: string }} Ended */

/** How many steps of a phase run at the same time. */
const lanes = 2

/**
 * Runs every step, phase by phase, even after failures. Prints how long each took and, as the last line, the counts.
 * Returns whether all passed.
 * @param {Step[][]} phases each has steps that can run at the same time
 * @param {import('./runtime.mjs').Runtime} runtime
 */
export async function check(phases, runtime) {
  /** @type {Ended[]} */
  const ended = []
  const began = performance.now()
  for (const phase of phases) ended.push(...(await runBeside(phase, runtime)))
  const total = sum(ended.map(({ tally }) => tally))
  const problems = total.problems.map((problem) => `  ✗ ${problem}\n`).join('')
  say(`\n${table([...ended, { name: 'all', tally: total, seconds: secondsSince(began), output: '' }])}\n`)
  say(`${problems ? `What failed:\n${problems}\n` : ''}${counts(total)}\n`)
  return total.failed === 0
}

/**
 * Runs a phase's steps. The first one has the terminal; the output of the others is shown when all have ended.
 * @param {Step[]} steps
 * @param {import('./runtime.mjs').Runtime} runtime
 * @returns {Promise<Ended[]>}
 */
async function runBeside([first, ...rest], runtime) {
  if (!first) return []
  const waiting = [...rest]
  /** @type {Promise<Ended>[]} */
  const started = []
  const nextOnes = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      started.push(runKept(step, runtime))
      await started.at(-1)
    }
  }
  const others = Array.from({ length: lanes - 1 }, nextOnes)
  say(`\n── ${first.name}\n`)
  const front = await timed(first, runtime)
  say(closing(front))
  await Promise.all([...others, nextOnes()])
  const kept = await Promise.all(started)
  for (const it of kept) say(`\n── ${it.name}\n${it.output}${closing(it)}`)
  return [front, ...kept]
}

/**
 * @param {Step} step
 * @param {import('./runtime.mjs').Runtime} runtime
 */
async function runKept(step, runtime) {
  let output = ''
  const ended = await timed(step, { ...runtime, keep: (text) => void (output += text) })
  return { ...ended, output }
}

/**
 * @param {Step} step
 * @param {Way} way
 * @returns {Promise<Ended>}
 */
async function timed(step, way) {
  const began = performance.now()
  const tally = await step.run(way)
  return { name: step.name, tally, seconds: secondsSince(began), output: '' }
}

/** @param {number} began */
const secondsSince = (began) => (performance.now() - began) / 1000

/** @param {Ended} ended */
const closing = ({ name, tally, seconds }) => `── ${name}: ${counts(tally)} (${seconds.toFixed(1)} s)\n`

/**
 * One line for each step: its time and its counts.
 * @param {Ended[]} ended
 */
export function table(ended) {
  const wide = Math.max(...ended.map(({ name }) => name.length))
  const row = (/** @type {Ended} */ { name, tally, seconds }) =>
    `  ${name.padEnd(wide)}  ${seconds.toFixed(1).padStart(7)} s  ${counts(tally)}\n`
  return ended.map(row).join('')
}

/** @param {Tally} tally */
const counts = (tally) => `${tally.passed} passed, ${tally.failed} failed`

/** @param {string} text */
const say = (text) => void process.stdout.write(text)
