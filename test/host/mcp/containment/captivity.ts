import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Levels } from '../../../../shared/config/bounds.ts'
import type { StdioEntry } from '../../../../shared/config/server-config.ts'
import type { JsonValue } from '../../../../shared/schema/json.ts'
import { expect } from 'vitest'
import { containmentWords as words } from '../../../../main/host/mcp/containment/words.ts'
import { findLevels } from '../../../../main/host/mcp/process/levels.ts'
import { Fleet, peer, peerFile } from '../../../support/fleet.ts'

/** The levels that work on this system; tests of another one assert why it doesn't. */
export const levels: Levels = await findLevels(path.join(tmpdir(), 'atrium-data'))

export type Tried = { value?: JsonValue; refused?: string }

/** An account's home folder with secrets, and a server in it that tries the given code. */
export class Captivity {
  /** A view replaces all of /tmp, so a home there would prove little. */
  readonly home = realpathSync(mkdtempSync(path.resolve('node_modules/.home-')))
  readonly fleet: Fleet
  readonly #homeBefore = process.env['HOME']

  constructor(options: ConstructorParameters<typeof Fleet>[0] = {}) {
    for (const [file, text] of Object.entries(secrets)) this.write(file, text)
    this.write('notes/list.txt', 'milk')
    this.write('given/mine.txt', 'mine')
    this.write('dotfiles/ssh/id_rsa', 'kept by a dotfile manager')
    symlinkSync(path.join(this.home, 'dotfiles/ssh'), path.join(this.home, '.ssh'))
    process.env['HOME'] = this.home
    this.fleet = new Fleet(options)
  }

  write(file: string, text: string): string {
    const to = path.join(this.home, file)
    mkdirSync(path.dirname(to), { recursive: true })
    writeFileSync(to, text)
    return to
  }

  /** Starts the server at this level: it can change `given`, and read its own program. */
  async start(level: 'limited' | 'sealed', rest: Partial<StdioEntry> = {}): Promise<void> {
    const own = level === 'sealed' ? { readable: [path.dirname(path.dirname(peerFile('captive.mjs')))] } : {}
    const writable = [path.join(this.home, 'given')]
    await this.fleet.ready(peer('captive.mjs', {}, { containment: level, writable, ...own, ...rest }))
  }

  async attempt(code: string, given: JsonValue = null): Promise<Tried> {
    return JSON.parse(await this.fleet.say('attempt', { code, given })) as Tried
  }

  async close(): Promise<void> {
    await this.fleet.close()
    if (this.#homeBefore === undefined) delete process.env['HOME']
    else process.env['HOME'] = this.#homeBefore
    rmSync(this.home, { recursive: true, force: true })
  }
}

/** By file below the home folder. */
export const secrets = {
  '.aws/credentials': 'aws_secret_access_key = canary',
  '.config/gcloud/credentials.db': 'canary',
  '.config/google-chrome/Default/Cookies': 'canary',
  '.docker/config.json': '{"auths":{"canary":{}}}',
  '.gnupg/private-keys-v1.d/key': 'canary',
  '.kube/config': 'canary',
  '.local/share/keyrings/login.keyring': 'canary',
  '.mozilla/firefox/x.default/logins.json': 'canary',
  '.bash_history': 'export TOKEN=canary',
  '.netrc': 'machine example.com password canary',
  '.npmrc': '//packages.example.com/:_authToken=canary',
  '.password-store/bank.gpg': 'canary',
  '.pypirc': 'password = canary',
}

/** A level that doesn't work here has a reason, and nothing starts at it. */
export async function isHeld(captivity: Captivity, level: 'limited' | 'sealed'): Promise<boolean> {
  const { [level]: found } = levels
  if (found === 'holds') return true
  expect(['namespaces', 'system', 'windows', 'perl']).toContain(found)
  await expect(captivity.start(level)).rejects.toThrow(words.impossible[found])
  return false
}
