import { execFile } from 'node:child_process'
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from '@playwright/test'
import { root } from '../support/root.ts'
import { type Launch, WebShell } from '../support/web.ts'

const run = promisify(execFile)

/** An account that most systems don't know. */
const ordinary = 64_321

/** Whether another account can read this checkout and the Node.js that runs it. */
function isOpenToOthers(file: string): boolean {
  const folder = path.dirname(file)
  return (statSync(file).mode & 0o005) === 0o005 && (folder === file || isOpenToOthers(folder))
}

/**
 * A user's home folder, `/home/ada`, as only the programs in it see it: an ordinary account if these tests run as the
 * superuser, and bash as the system's `sh` if wanted. Linux only.
 */
export class AtHome {
  readonly home: string
  /** The account's folder in `home`. */
  readonly account: string
  readonly #before: string[]

  /** `sh` is the program that `/bin/sh` leads to there. */
  constructor(sh?: string) {
    const isRoot = process.getuid?.() === 0
    const isOther = isRoot && isOpenToOthers(root) && isOpenToOthers(process.execPath)
    this.home = mkdtempSync(path.join(root, 'node_modules/.home-'))
    chmodSync(this.home, 0o755)
    this.account = path.join(this.home, 'ada')
    mkdirSync(this.account)
    const uid = isOther ? ordinary : (process.getuid?.() ?? 0)
    const accounts = path.join(this.home, 'passwd')
    writeFileSync(accounts, `root:x:0:0::/root:/bin/sh\nada:x:${uid}:${uid}::/home/ada:/bin/sh\n`)
    if (isOther) chownSync(this.account, ordinary, ordinary)
    const mounts = [`'${this.home}' /home`, `'${accounts}' /etc/passwd`, ...(sh ? [`${sh} "$(realpath /bin/sh)"`] : [])]
    const mounting = mounts.map((it) => `mount -n --bind ${it}`).join('; ')
    const ids = ['--reuid', String(uid), '--regid', String(uid), '--clear-groups']
    this.#before = [
      ...(isOther ? ['setpriv', ...ids, '--'] : []),
      'unshare',
      '--user',
      '--map-current-user',
      '--keep-caps',
      '--mount',
      '--',
      '/bin/sh',
      '-ec',
      `${mounting}; cd /home/ada; exec setpriv --ambient-caps -all --inh-caps -all -- "$@"`,
      'sh',
    ]
  }

  /** A program started there, with nothing but a user's environment: their own programs come first. */
  launch(program: string[]): Launch {
    const { PATH, LANG } = process.env
    const env = { PATH: `/home/ada/.local/bin:${PATH}`, HOME: '/home/ada', ...(LANG && { LANG }) }
    return { command: [...this.#before, ...program], env }
  }

  /** Writes a file of the account. */
  write(file: string, text: string, mode = 0o644): void {
    const whole = path.join(this.account, file)
    const { uid, gid } = lstatSync(this.account)
    const folders = path.relative(this.account, path.dirname(whole)).split(path.sep)
    mkdirSync(path.dirname(whole), { recursive: true })
    writeFileSync(whole, text, { mode })
    for (let folder = this.account; folder !== whole;) {
      folder = path.join(folder, folders.shift() ?? path.basename(whole))
      chownSync(folder, uid, gid)
    }
  }

  /** Runs one of Atrium's other programs there; returns its output and exit code. */
  async run(program: 'audit' | 'cli', ...args: string[]): Promise<{ code: number; out: string }> {
    const { command, env } = this.launch([process.execPath, path.join(root, `out/main/${program}.js`), ...args])
    const [first = '', ...rest] = command
    return run(first, rest, { env }).then(
      ({ stdout }) => ({ code: 0, out: stdout }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        out: error.stdout + error.stderr,
      }),
    )
  }

  /** The owner of a file in the account. */
  ownerOf(file: string): number {
    return lstatSync(path.join(this.account, file)).uid
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true })
  }
}

/** The browser shell in a user's home folder, without any option: it finds its data folder by itself. */
export class HomeShell extends WebShell {
  readonly #home: AtHome

  constructor(browser: Browser, home: AtHome) {
    super(browser)
    this.#home = home
  }

  protected override launch(program: string[]): Launch {
    return this.#home.launch(program)
  }
}
