import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'

/** A way to make Electron run foreign code, and its visible effect. */
type Intrusion = { args: string[]; env: NodeJS.ProcessEnv; seen: string }

/** Intrusions that Electron permits as delivered, by name. */
const intrusions = {
  'as Node': () => ({ args: ['-p', '6 * 7', '--'], env: { ELECTRON_RUN_AS_NODE: '1' }, seen: '42' }),
  'by NODE_OPTIONS': (folder: string) => {
    const intruder = path.join(folder, 'intruder.cjs')
    writeFileSync(intruder, `console.log('the intruder runs')`)
    return { args: [], env: { NODE_OPTIONS: `--require=${intruder}` }, seen: 'the intruder runs' }
  },
  'through an inspector': () => ({ args: ['--inspect=0'], env: {}, seen: 'Debugger listening' }),
} satisfies Record<string, (folder: string) => Intrusion>

/** Returns the intrusions that work with a program; each gets eight seconds. Its data goes into the folder. */
export async function openTo(program: string, folder: string): Promise<string[]> {
  const executable = program.endsWith('.app') ? path.join(program, 'Contents', 'MacOS', 'Atrium') : program
  const open: string[] = []
  for (const [way, prepare] of Object.entries(intrusions)) {
    const { args, env, seen } = prepare(folder)
    if ((await saidBy(executable, [...args, `--data-dir=${path.join(folder, 'data')}`], env)).includes(seen))
      open.push(way)
  }
  return open
}

/** Returns a program's output, without the tests' own NODE_OPTIONS; the program is ended after eight seconds. */
export async function saidBy(program: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const child = spawn(program, args, {
    env: { ...process.env, NODE_OPTIONS: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const tired = setTimeout(() => child.kill('SIGKILL'), 8000)
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  clearTimeout(tired)
  return `${out}${errors}`
}
