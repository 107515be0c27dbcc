import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'

/** The built command, as "npm run atrium" runs it. */
const entry = path.resolve(import.meta.dirname, '../../../out/main/cli.js')

export type Ended = { code: number | null; stdout: string; stderr: string }

/** Starts the command in its own process, without a terminal. */
export function start(args: string[], input = ''): { process: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [entry, ...args], { env: { ...process.env, DISPLAY: '' } })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => (stdout += String(chunk)))
  child.stderr.on('data', (chunk) => (stderr += String(chunk)))
  child.stdin.end(input)
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })))
  return { process: child, ended }
}

export const atrium = (...args: string[]): Promise<Ended> => start(args).ended
