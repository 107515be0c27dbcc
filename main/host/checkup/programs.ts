import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'
import type { CheckedPart } from '../../../shared/contract/checkup.ts'
import type { RunningServer } from '../journal/queries/running-servers.ts'
import { type SearchedComputer, usualFolders } from '../mcp/computer/usual-folders.ts'
import { checkupWords as words } from './words.ts'

/** Programs by which most servers are started. */
const names = ['node', 'npx', 'uvx', 'python3', 'docker']

/** A program's folder; `isInPath`: Atrium's own PATH leads to it. */
export type FoundProgram = { name: string; folder?: string | undefined; isInPath: boolean }

/** Looks for the usual programs, as servers would find them; runs none. */
export function findPrograms(computer: SearchedComputer): FoundProgram[] {
  const { delimiter } = computer.platform === 'win32' ? path.win32 : path.posix
  const own = (computer.environment['PATH'] ?? '').split(delimiter).filter((folder) => path.isAbsolute(folder))
  const usual = usualFolders(computer)
  return names.map((name) => {
    const has = (folder: string): boolean => endings(computer).some((end) => isProgram(path.join(folder, name + end)))
    const inPath = own.find(has)
    return { name, folder: inPath ?? usual.find(has), isInPath: inPath !== undefined }
  })
}

const endings = ({ platform }: SearchedComputer): string[] => (platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''])

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/** The usual programs: those in Atrium's PATH, and those that are only in other folders. */
export function programsPart(found: FoundProgram[]): CheckedPart {
  const its = { part: 'programs', title: words.titles.programs } as const
  const inPath = found.flatMap(({ name, isInPath }) => (isInPath ? name : []))
  const elsewhere = found.find(({ folder, isInPath }) => folder !== undefined && !isInPath)
  const missing = found.flatMap(({ name, folder }) => (folder === undefined ? name : []))
  if (elsewhere?.folder !== undefined) {
    const text = words.programs.elsewhere(elsewhere.name, elsewhere.folder)
    return { ...its, health: 'notice', text, advice: words.programs.addToPath }
  }
  return { ...its, health: 'fine', text: words.programs.found(inPath, missing) }
}

/** The running servers: what their pages say of those that run, and still need the user. Undefined: no Atrium runs. */
export function serversPart(running: RunningServer[] | undefined): CheckedPart {
  const its = { part: 'servers', title: words.titles.servers } as const
  const { servers: said } = words
  if (!running) return { ...its, health: 'fine', text: said.unused }
  const troubles = running.flatMap(({ name, says }) => says.map((it) => said.says(name, it)))
  if (troubles.length > 0) return { ...its, health: 'notice', text: troubles.join(' '), advice: said.seePages }
  return { ...its, health: 'fine', text: running.length === 0 ? said.none : said.fine(running.length) }
}
