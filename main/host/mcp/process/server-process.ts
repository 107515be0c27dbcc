import { spawn, type ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import { setImmediate as immediately, setTimeout as delay } from 'node:timers/promises'
import type { Bounds } from '../../../../shared/config/bounds.ts'
import { withArguments } from '../../../../shared/config/server-config.ts'
import type { Containment } from '../../../../shared/events/events.ts'
import type { Enclosure } from '../containment/enclosure.ts'
import { windowsTool } from '../../base/windows.ts'
import { contain, enclose, endGroup, signalIn } from './containment.ts'
import type { ReadLong } from '../wire/frame.ts'
import { Framer, type FrameSink } from '../wire/framing.ts'
import { StreamPace } from '../wire/stream-pace.ts'
import { IdleWatch } from './idle-watch.ts'
import { StartFailure } from './reasons.ts'
import type { RunFile } from './run-file.ts'
import { StderrRing } from '../wire/stderr-ring.ts'
import { Unsent, type Ending } from '../wire/wire.ts'
import { wireWords } from '../wire/words.ts'
import { type Member, WindowsFamily } from './windows-family.ts'
import { type WindowsLaunch, windowsStart } from './windows-start.ts'
import { processWords } from './words.ts'

/** The program to execute, without a shell. */
export type LaunchSpec = {
  command: string
  /** Its file's hash, which the user trusts. */
  sha256?: string
  /** As in the configuration: only the process gets the values. */
  args: string[]
  argumentValues?: Readonly<Record<string, string>>
  cwd: string
  env: Record<string, string>
  /** Removes secrets' values from a text. */
  redact(text: string): string
  /** Its containment; open if absent. */
  bounds?: Bounds
  /** The view of the file system that was prepared for it, if it is contained. */
  enclosure?: Enclosure
}

/** Callbacks for a process's owner. `server` is the process's server, `now` the monotonic clock for floods. */
export type ProcessOwner = {
  server: string
  containment: Containment
  runFile: RunFile
  stopGraceMs: number
  readLong: ReadLong
  now(): number
  /** Receives each line of its stderr, cleaned and limited. */
  printed(line: string): void
  /** Called whenever it wrote to stderr, a message, or part of one. */
  wrote(): void
  /** Called whenever it wrote anything else to stdout. */
  printedText(): void
}

/** Receives a program's messages and its end. */
export type ProcessSink = Omit<FrameSink, 'overflow'> & {
  /** Called once. Nothing is read or written any more; the process itself may still be ending. */
  ended(ending: Ending): void
}

const unsentBytes = 8 * 1024 * 1024
/** Milliseconds between two checks whether the server still has its stdin open. */
const lookMs = 1000
/** Milliseconds for the last output of a process that has ended. */
const settleMs = 150
/** Milliseconds for the end of a process that has closed a pipe. */
const closingMs = 1000
/** Milliseconds a killed group takes to be gone; if no process reaps the dead, it never seems to be. */
const killedMs = 300
/** Characters kept of a process's first output that isn't a message. */
const keptNoise = 4096
/** Max bytes of one pipe read. */
const fullChunk = 64 * 1024

/** One running server: its three pipes, and its end. The process leads its own group, so all of it can be stopped. */
export class ServerProcess {
  readonly pid: number
  readonly stderr: StderrRing
  readonly #noise: string[] = []
  #noiseRoom = keptNoise
  readonly #child: ChildProcess
  readonly #sink: ProcessSink
  readonly #owner: ProcessOwner
  readonly #redact: LaunchSpec['redact']
  readonly #framer: Framer
  readonly #family: WindowsFamily | undefined
  #hasSpoken = false
  #ending: Ending | undefined
  #ended = false
  #midLine = false
  /** Resolves when no long line is being read. */
  #reading: Promise<void> = Promise.resolve()
  #batch: string[] | undefined
  readonly #exit = Promise.withResolvers<true>()
  #gone = false
  #stopped: Promise<void> | undefined

  /** Rejects with the system's error if it can't be started. */
  static async start(spec: LaunchSpec, sink: ProcessSink, owner: ProcessOwner): Promise<ServerProcess> {
    const given = withArguments(spec.args, spec.argumentValues ?? {})
    const { command, args, leash, env } = spec.enclosure
      ? enclose(spec.enclosure, spec.command, given)
      : contain(owner.containment, spec.command, given, spec.env)
    const { isVerbatim, ...own } = onThisSystem({ command, args, cwd: spec.cwd, variables: env, own: process.env })
    const child = spawn(own.command, own.args, {
      cwd: spec.cwd,
      env,
      stdio: leash ? ['pipe', 'pipe', 'pipe', 'pipe'] : ['pipe', 'pipe', 'pipe'],
      shell: false,
      detached: process.platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: isVerbatim === true,
    })
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve)
      child.on('error', reject)
    })
    const { pid } = child
    if (pid === undefined) throw new Error(processWords.noProcessId)
    try {
      owner.runFile.add(owner.server, pid)
      return new ServerProcess(child, { pid, redact: spec.redact }, sink, owner)
    } catch (error) {
      // No one else could end it later.
      signalGroup(pid, 'SIGKILL')
      throw error
    }
  }

  private constructor(
    child: ChildProcess,
    { pid, redact }: { pid: number; redact: LaunchSpec['redact'] },
    sink: ProcessSink,
    owner: ProcessOwner,
  ) {
    this.#child = child
    this.pid = pid
    this.stderr = new StderrRing(redact, owner.printed)
    this.#sink = sink
    this.#owner = owner
    this.#redact = redact
    const frames: FrameSink = {
      message: (message, digest) => {
        owner.wrote()
        // By now a package runner has started what it runs.
        if (!this.#hasSpoken) void this.#family?.look()
        this.#hasSpoken = true
        return this.#ended || sink.message(message, digest)
      },
      wanted: sink.wanted,
      noise: (line) => {
        if (this.#noiseRoom > 0) this.#noise.push(redact(line).slice(0, this.#noiseRoom))
        this.#noiseRoom -= line.length
      },
      violation: (violation, remains) => {
        owner.printedText()
        this.#midLine ||= violation === 'half-a-line'
        sink.violation(violation, remains)
      },
      overflow: (how) => this.#end({ how }),
    }
    const noted = (members: Member[]): void => owner.runFile.addFamily(owner.server, pid, members)
    this.#family = process.platform === 'win32' ? new WindowsFamily(pid, noted) : undefined
    this.#framer = new Framer(frames, owner.readLong, new StreamPace({ now: owner.now }))
    this.#listen()
  }

  /** The first text on stdout that wasn't a message, line by line: third-party text. */
  get noise(): string[] {
    const { open } = this.#framer
    const isText = open?.canBeMessage === false && this.#noiseRoom > 0
    return isText ? [...this.#noise, this.#redact(open.start).slice(0, this.#noiseRoom)] : [...this.#noise]
  }

  /** Writes a line to the pipe. Throws `Unsent` if the connection has ended, or 8 MiB are waiting to be read. */
  write(line: string): void {
    const { stdin } = this.#child
    if (this.#ended || !stdin?.writable) throw new Unsent(wireWords.ended)
    if (stdin.writableLength > unsentBytes) throw new Unsent(wireWords.notReading)
    if (this.#batch) this.#batch.push(line)
    else stdin.write(line)
  }

  /**
   * Closes stdin, then SIGTERM, then SIGKILL to the whole group, each after a grace period, or earlier if the program
   * does nothing. Resolves when it is gone, or after two grace periods and a second.
   */
  stop(): Promise<void> {
    this.#end({ how: 'stopped' })
    return (this.#stopped ??= this.#stopStepwise())
  }

  #listen(): void {
    const { stdin, stdout, stderr } = this.#child
    stdout?.on('data', (chunk: Buffer) => {
      this.#read(chunk)
      const { open } = this.#framer
      if (open?.canBeMessage === true) this.#owner.wrote()
      else if (open) this.#owner.printedText()
    })
    stderr?.on('data', (chunk: Buffer) => {
      this.#owner.wrote()
      this.stderr.push(chunk)
      if (chunk.length === fullChunk) yieldToOthers(stderr)
    })
    // Any other fault of a pipe shows as its end; the exit that usually causes it gives the better reason.
    stdout?.on('error', () => this.#endSoon({ how: 'closed-stdout' }))
    stderr?.on('error', () => stderr.destroy())
    stdin?.on('error', () => this.#endSoon({ how: 'closed-stdin' }))
    stdout?.once('end', () => this.#endSoon({ how: 'closed-stdout' }))
    this.#lookAtInput()
    const ended = (code: number | null, own: NodeJS.Signals | null): void => {
      if (this.#gone) return
      const signal = own ?? (this.#owner.containment === 'none' ? null : (signalIn(code) ?? null))
      this.#gone = true
      this.#exit.resolve(true)
      void this.#drained().then(() => {
        this.#framer.end()
        this.#end({ how: 'exited', code, signal, midLine: this.#midLine })
      })
    }
    this.#child.once('exit', ended)
    // If its end is reported as an error only, as Node does for a negative code.
    this.#child.once('close', ended)
  }

  /** A closed reader shows only on a write, and an empty one suffices. */
  #lookAtInput(): void {
    const timer = setInterval(() => {
      const { stdin } = this.#child
      if (this.#ended || !stdin?.writable) clearInterval(timer)
      else if (stdin.writableLength === 0) stdin.write('')
    }, lookMs).unref()
  }

  /** The server's last output may still be in the pipe, and a grandchild may hold that pipe open forever. */
  async #drained(): Promise<void> {
    await this.#reading
    const { stdout, stderr } = this.#child
    const open = [stdout, stderr].filter((pipe) => pipe && !pipe.readableEnded && !pipe.destroyed)
    const closed = Promise.all(open.map((pipe) => new Promise((resolve) => pipe?.once('close', resolve))))
    if (open.length > 0) await Promise.race([closed, elapsed(settleMs)])
    await this.#reading
  }

  #read(chunk: Buffer): void {
    if (this.#ended) return
    const { stdin, stdout } = this.#child
    // All replies to one chunk go out in one write.
    this.#batch = []
    const reading = this.#framer.push(chunk)
    const answers = this.#batch.join('')
    this.#batch = undefined
    if (answers !== '' && stdin?.writable) stdin.write(answers)
    if (reading) {
      stdout?.pause()
      this.#reading = reading.then(() => void stdout?.resume())
      return
    }
    if (chunk.length === fullChunk && stdout) yieldToOthers(stdout)
  }

  /** Unless the process ends by itself: its containment takes a moment longer than its pipes. */
  #endSoon(ending: Ending): void {
    void elapsed(closingMs).then(() => this.#gone || this.#end(ending))
  }

  #end(ending: Ending): void {
    if (this.#ended) return
    this.#ended = true
    this.#ending = ending
    this.#sink.ended(ending)
    void this.stop()
  }

  async #stopStepwise(): Promise<void> {
    const { stdin, stdout } = this.#child
    const { stopGraceMs, runFile } = this.#owner
    if (this.#ending?.how === 'line-too-long' || this.#ending?.how === 'flood') stdout?.destroy()
    if (!this.#gone) await this.#family?.look()
    stdin?.end()
    const watch = new IdleWatch(this.pid)
    const hasEnded = await Promise.race([this.#allGone(stopGraceMs), watch.idle.then(() => false)])
    watch.end()
    if (!hasEnded && !(await this.#endsWhenAsked())) {
      signalGroup(this.pid, 'SIGKILL')
      await this.#exited(1000 - killedMs)
      await this.#allGone(killedMs)
    }
    const areGone = (await this.#family?.endRest(hasEnded ? stopGraceMs : 0)) ?? true
    // The leash last: when it closes, the guard ends the rest of its group.
    for (const stream of this.#child.stdio) stream?.destroy()
    if (this.#gone && areGone) runFile.remove(this.pid)
  }

  /** Windows has no signal that asks. */
  async #endsWhenAsked(): Promise<boolean> {
    if (this.#family) return false
    signalGroup(this.pid, 'SIGTERM')
    return this.#allGone(this.#owner.stopGraceMs)
  }

  /** True as soon as the process and its group are gone; false after `ms`. */
  async #allGone(ms: number): Promise<boolean> {
    const until = performance.now() + ms
    if (!(await this.#exited(ms))) return false
    while (signalGroup(this.pid, 0)) {
      if (performance.now() >= until) return false
      await delay(20)
    }
    return true
  }

  #exited(ms: number): Promise<boolean> {
    return Promise.race([this.#exit.promise, delay(ms, false, { ref: false })])
  }
}

/** The command as this system starts it. */
function onThisSystem(launch: WindowsLaunch): { command: string; args: string[]; isVerbatim?: true } {
  const start = process.platform === 'win32' ? windowsStart(launch) : launch
  if ('problem' in start) throw new StartFailure(start.problem)
  return start
}

/** True if a process received it. Windows has no groups: its own tool ends the tree. */
function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
  try {
    if (process.platform !== 'win32') return signal === 'SIGKILL' ? endGroup(pid) : process.kill(-pid, signal)
    if (signal !== 'SIGKILL') return process.kill(pid, 0)
    const killer = spawn(windowsTool('taskkill.exe', process.env), ['/pid', String(pid), '/T', '/F'], {
      windowsHide: true,
      stdio: 'ignore',
    })
    killer.once('error', () => killer.unref())
    return true
  } catch {
    return false
  }
}

/** More is waiting to be read, possibly without end: yields to other events first. */
function yieldToOthers(pipe: Readable): void {
  pipe.pause()
  setImmediate(() => pipe.resume())
}

/** After `ms`, and after everything that had arrived by then, even if this thread was busy all the while. */
const elapsed = (ms: number): Promise<void> => delay(ms, undefined, { ref: false }).then(() => immediately())
