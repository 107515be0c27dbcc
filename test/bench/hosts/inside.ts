// Measures Atrium, a bare loop and the installed hosts, in a network of loopback only, and prints the figures as JSON.
//   MODULES=<a folder with one for each host>   BENCH_SHOWS=1: what the hosts print   --smoke: Atrium and the loop once
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inFull } from '../measure.ts'
import { atrium } from './atrium.ts'
import * as cases from './cases.ts'
import type { Case, Measured, Run } from './cases.ts'
import type { Figures } from './figures.ts'
import { ScriptedModel } from './model.ts'
import { bareLoop, folderOf, otherHosts } from './programs.ts'

/** A program is measured until it has taken this long in a case, in milliseconds, or this often. */
const longEnough = 4000
const mostRounds = inFull(3, 1)

/** Milliseconds to a first request: only programs that start so quickly are measured with many servers. */
const quickly = 2500

const homes = mkdtempSync(path.join(tmpdir(), 'atrium-bench-'))
const modules = process.env['MODULES'] ?? ''
const installed = otherHosts.filter((program) => modules !== '' && existsSync(path.join(modules, folderOf(program))))
const all = await Promise.all(
  [atrium, bareLoop, ...installed].map(async (program): Promise<Measured> => {
    const model = new ScriptedModel()
    const home = path.join(homes, folderOf(program))
    const work = path.join(home, 'work')
    mkdirSync(work, { recursive: true })
    const place = {
      home,
      work,
      modules: path.join(modules, folderOf(program), 'node_modules'),
      model: await model.listen(),
    }
    return { program, place, model }
  }),
)

const figures: Figures = { runs: {}, left: {}, besideBad: {} }
// The first start of a program writes what later ones find.
const once = cases.launchWith(1)
for (const measured of all) {
  await measured.program.prepare({ ...measured.place, servers: once.servers })
  await cases.runOf(measured, once)
}
figures.runs[1] = await rounds(all, cases.allCalls)
for (const count of inFull(1, 0) === 1 ? [10, 25] : []) {
  const it = cases.launchWith(count)
  const measured = quick()
  for (const { program, place } of measured) await program.prepare({ ...place, servers: it.servers })
  figures.runs[count] = await rounds(measured, it, 2)
}
// Their behaviour, not their speed: all at the same time.
const others = all.filter(({ program }) => program !== bareLoop)
figures.left = await atTheSameTime(cases.leftAfterKill)
figures.besideBad = await atTheSameTime(cases.besideBad)
for (const { model } of all) await model.close()
rmSync(homes, { recursive: true, force: true })
console.log(JSON.stringify(figures))
process.exit(0)

/** The programs that always started within `quickly` milliseconds with one server. */
function quick(): Measured[] {
  return all.filter(({ program }) => figures.runs[1]?.[program.name]?.every(({ first }) => first < quickly))
}

/** Interleaved rounds of a case, for each program; what failed has no figure. */
async function rounds(programs: Measured[], it: Case, most = mostRounds): Promise<Record<string, Run[]>> {
  const taken = new Map<string, { runs: Run[]; milliseconds: number }>()
  for (let round = 0; round < most; round++)
    for (const measured of programs) {
      const so = taken.get(measured.program.name) ?? { runs: [], milliseconds: 0 }
      taken.set(measured.program.name, so)
      if (so.milliseconds > longEnough) continue
      const since = performance.now()
      const run = await cases.runOf(measured, it)
      so.milliseconds += performance.now() - since
      if (run) so.runs.push(run)
    }
  return Object.fromEntries(Array.from(taken, ([name, so]) => [name, so.runs]))
}

async function atTheSameTime<Figure>(
  measure: (measured: Measured) => Promise<Figure | undefined>,
): Promise<Record<string, Figure[]>> {
  const taken = await Promise.all(
    others.map(async (measured) => {
      const figure = await measure(measured)
      return [measured.program.name, figure === undefined ? [] : [figure]] as const
    }),
  )
  return Object.fromEntries(taken)
}
