// Measures Atrium, a bare loop and the installed hosts, in a network of loopback only, and prints the figures as JSON.
//   MODULES=<a folder with one for each host>   --smoke: Atrium and the loop once
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inFull } from '../measure.ts'
import { atrium } from './atrium.ts'
import * as cases from './cases.ts'
import type { Measured } from './cases.ts'
import type { Figures } from './figures.ts'
import { ScriptedModel } from './model.ts'
import { bareLoop, folderOf, otherHosts } from './programs.ts'

/** A program is measured until it has taken this long in a case, in milliseconds, or this often. */
const longEnough = 4000
const mostRounds = inFull(3, 1)

/** Only programs that start quickly are measured with this many servers. */
const mostServers = 25
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

const figures: Figures = { launches: {}, inARow: {}, atOnce: {}, left: {}, besideBad: {} }
for (const count of inFull(1, 0) === 1 ? [1, 10, mostServers] : [1]) {
  const it = cases.launchWith(count)
  const measured = count === mostServers ? quick() : all
  for (const { program, place } of measured) await program.prepare({ ...place, servers: it.servers })
  // The first start of a program writes what later ones find.
  if (count === 1) for (const one of measured) await cases.launch(one, it)
  figures.launches[count] = await rounds(measured, (one) => cases.launch(one, it))
}
for (const { program, place } of all) await program.prepare({ ...place, servers: cases.inARow.servers })
figures.inARow = await rounds(all, cases.stepsInARow)
figures.atOnce = await rounds(all, cases.callsAtOnce)
// Their behaviour, not their speed: all at the same time.
const others = all.filter(({ program }) => program !== bareLoop)
figures.left = await atTheSameTime(cases.leftAfterKill)
figures.besideBad = await atTheSameTime(cases.besideBad)
for (const { model } of all) await model.close()
rmSync(homes, { recursive: true, force: true })
console.log(JSON.stringify(figures))
process.exit(0)

/** The programs that started within `quickly` milliseconds with one server. */
function quick(): Measured[] {
  return all.filter(({ program }) => figures.launches[1]?.[program.name]?.some(({ first }) => first < quickly))
}

/** Interleaved rounds of a case, for each program; what failed has no figure. */
async function rounds<Figure>(
  programs: Measured[],
  measure: (measured: Measured) => Promise<Figure | undefined>,
): Promise<Record<string, Figure[]>> {
  const taken = new Map<string, { figures: Figure[]; rounds: number; milliseconds: number }>()
  for (let round = 0; round < mostRounds; round++)
    for (const measured of programs) {
      const so = taken.get(measured.program.name) ?? { figures: [], rounds: 0, milliseconds: 0 }
      taken.set(measured.program.name, so)
      if (so.milliseconds > longEnough) continue
      const since = performance.now()
      const figure = await measure(measured)
      so.milliseconds += performance.now() - since
      if (figure !== undefined) so.figures.push(figure)
      if (process.env['BENCH_SHOWS']) console.error(measured.program.name, figure)
    }
  return Object.fromEntries(Array.from(taken, ([name, so]) => [name, so.figures]))
}

async function atTheSameTime<Figure>(
  measure: (measured: Measured) => Promise<Figure | undefined>,
): Promise<Record<string, Figure[]>> {
  const taken = await Promise.all(
    others.map(async (measured) => {
      const figure = await measure(measured)
      if (process.env['BENCH_SHOWS']) console.error(measured.program.name, figure)
      return [measured.program.name, figure === undefined ? [] : [figure]] as const
    }),
  )
  return Object.fromEntries(taken)
}
