import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import type { Session } from '../../../shared/contract/commands.ts'
import { webWords as words } from './words.ts'

const out = (line: string): void => void process.stdout.write(`${line}\n`)

/** The user's texts and keys at the terminal. */
export class Terminal {
  readonly #doorFile: string

  constructor(dataDirectory: string) {
    this.#doorFile = path.join(dataDirectory, 'open.html')
  }

  /** `newAddress` creates a one-time URL; the previous one is void then. */
  greet(newAddress: () => string, open: boolean): void {
    const address = newAddress()
    out(words.at(address))
    if (process.stdin.isTTY) {
      out(words.worksWithKeys)
      createInterface({ input: process.stdin }).on('line', () => out(words.at(newAddress())))
    } else out(words.works)
    if (open && hasDisplay(process.env)) this.#openBrowser(address)
  }

  signedIn({ actor, right }: Session): void {
    out(words.signedIn(actor, right))
    this.close()
  }

  /** Leaves no launch code behind. */
  close(): void {
    rmSync(this.#doorFile, { force: true })
  }

  /** Through a file that only this account can read: every account can see a command line's arguments. */
  #openBrowser(address: string): void {
    this.close()
    const page = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${address}"><title>Atrium</title>`
    writeFileSync(this.#doorFile, page, { mode: 0o600, flag: 'wx' })
    const file = pathToFileURL(this.#doorFile).href
    const [command, ...args] = opener(file)
    spawn(command, args, { detached: true, stdio: 'ignore' })
      .on('error', () => out(words.noBrowser))
      .unref()
  }
}

function hasDisplay(environment: NodeJS.ProcessEnv): boolean {
  if (process.platform === 'win32') return true
  if (process.platform === 'darwin') return environment.SSH_CONNECTION === undefined
  return Boolean(environment.DISPLAY ?? environment.WAYLAND_DISPLAY)
}

function opener(url: string): [string, ...string[]] {
  if (process.platform === 'darwin') return ['open', url]
  if (process.platform !== 'win32') return ['xdg-open', url]
  const system = path.join(process.env['SystemRoot'] ?? String.raw`C:\Windows`, 'System32')
  return [path.join(system, 'rundll32.exe'), 'url.dll,FileProtocolHandler', url]
}
