import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AskKind } from '../../../shared/asks/asks.ts'
import type { Input } from '../../../shared/contract/commands.ts'
import type { JsonValue } from '../../../shared/schema/json.ts'
import { Headless, type Answerer, type Options } from '../../../main/shells/headless/headless.ts'
import { createPlatform } from '../../../main/shells/web/platform.ts'

/** A data folder, and everything opened in it. */
export class Place {
  readonly directory = mkdtempSync(path.join(tmpdir(), 'atrium-'))
  readonly #opened: Headless[] = []

  async open(answer: Answerer, options: Partial<Options> = {}): Promise<Headless> {
    const platform = createPlatform(this.directory, '0.0.0-test', 'terminal')
    const headless = await Headless.open({ platform, answer, ...options })
    this.#opened.push(headless)
    return headless
  }

  /** Adds a server and trusts it, so its tools are pinned; with rules for these tools. */
  async furnish(
    id: string,
    config: Input<'addServer'>['config'],
    { allow = [], deny = [] }: { allow?: string[]; deny?: string[] } = {},
  ): Promise<void> {
    const headless = await this.open(answering({ trust: { decision: 'trust' } }))
    await headless.link.call('addServer', { id, config })
    const tools = await headless.tools(id)
    for (const { name, hash } of tools.filter((it) => allow.includes(it.name)))
      await headless.link.call('changeRules', {
        add: [{ effect: 'allow', scope: 'always', server: id, tool: name, definition: hash, destructive: true }],
      })
    for (const tool of deny)
      await headless.link.call('changeRules', { add: [{ effect: 'deny', scope: 'always', server: id, tool }] })
    await headless.close()
  }

  async close(): Promise<void> {
    for (const headless of this.#opened) await headless.close()
    rmSync(this.directory, { recursive: true, force: true })
  }
}

/** Someone with these answers by kind of question, and none to others. */
export const answering =
  (answers: Partial<Record<AskKind, JsonValue>>): Answerer =>
  async ({ kind }) =>
    answers[kind]

export const nobody: Answerer = async () => undefined
