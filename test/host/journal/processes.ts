import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** A process that runs `appender.ts`. `lines` is its output so far. */
export type Appender = {
  child: ChildProcess
  lines: string[]
  printed: (count: number) => Promise<void>
  kill: () => Promise<void>
}

/** `inside` is a command that runs the process, for example in a namespace. */
export function startAppender(directory: string, mode: 'append' | 'hold' | 'report', inside: string[] = []): Appender {
  const script = fileURLToPath(new URL('./appender.ts', import.meta.url))
  const [program, ...args] = [...inside, process.execPath, script, directory, mode]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'close')
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => void lines.push(line))
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await exited
  }
  onTestFinished(kill)
  const printed = async (count: number): Promise<void> => {
    while (lines.length < count)
      await Promise.race([once(reader, 'line'), exited.then(() => Promise.reject(new Error('It ended.')))])
  }
  return { child, lines, printed, kill }
}
