import { execFile } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { patience } from '../support/waiting.ts'
import { makeStubElectron } from './stub-electron.ts'

/** A system by electron-builder's name, and Node's name for it. */
export const systems = { linux: 'linux', mac: 'darwin', win: 'win32' } as const

export type System = keyof typeof systems

/** A folder as in an installer. */
export type Packed = {
  system: System
  arch: string
  /** Where app.asar is. */
  resources: string
  /** The input of @electron/fuses: the program, or on macOS the bundle. */
  program: string
}

/** The checkout. */
export const root = path.resolve(import.meta.dirname, '../..')

/** A new folder outside the checkout; the caller removes it. */
export const temporaryFolder = (): string => mkdtempSync(path.join(realpathSync(tmpdir()), 'atrium-packaging-'))

/** Removes such a folder. */
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true })

/** Runs tools/pack.mjs; an error contains its output. The signal ends it. */
export function pack(args: string[], env: NodeJS.ProcessEnv = {}, signal?: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const all = { ...process.env, ...env }
    const options = { cwd: root, env: all, encoding: 'utf8', timeout: patience, ...(signal && { signal }) } as const
    execFile(process.execPath, ['tools/pack.mjs', ...args], options, (error, stdout, stderr) => {
      if (error) reject(new Error(`${stdout}${stderr}`))
      else resolve(stdout)
    })
  })
}

type Stubs = { arch?: string; fuses?: string; signal?: AbortSignal | undefined }

/** Packs for these systems around a stub of Electron. */
export async function packStubs(
  folder: string,
  names: System[],
  { arch = 'x64', fuses, signal }: Stubs = {},
): Promise<Packed[]> {
  const [electron, output] = [path.join(folder, 'electron'), path.join(folder, 'dist')]
  makeStubElectron(electron, fuses)
  const chosen = names.flatMap((system) => ['--system', system])
  await pack(['--dir', ...chosen, '--arch', arch, '--electron', electron, '--output', output], {}, signal)
  return names.map((system) => packedIn(output, system, arch))
}

/** The current system. */
export const here: System =
  (Object.keys(systems) as System[]).find((name) => systems[name] === process.platform) ?? 'linux'

/** The folder with a real Electron that `npm run dist` made, if ATRIUM_PACKAGE names its parent. */
export function realPackage(): Packed | undefined {
  const output = process.env['ATRIUM_PACKAGE']
  return output ? packedIn(path.resolve(root, output), here, process.arch) : undefined
}

function packedIn(output: string, system: System, arch: string): Packed {
  const suffix = arch === 'x64' ? '' : `-${arch}`
  if (system === 'mac') {
    const program = path.join(output, `mac${suffix}`, 'Atrium.app')
    return { system, arch, program, resources: path.join(program, 'Contents', 'Resources') }
  }
  const folder = path.join(output, `${system}${suffix}-unpacked`)
  const program = path.join(folder, system === 'win' ? 'Atrium.exe' : 'atrium')
  return { system, arch, program, resources: path.join(folder, 'resources') }
}
