import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { Call, Desktop, Launch, Person } from '../../double/launch.ts'
import { launch } from '../../double/real.ts'
import type { Bridge } from '../../../shared/contract/bridge.ts'
import { pageOf } from '../../e2e/support/desktop.ts'
import { root } from '../../e2e/support/root.ts'
import { instruct, takeCalls } from './person.ts'
import { openCollector, type Collector } from '../../e2e/support/collector.ts'

declare global {
  interface Window {
    atrium?: Bridge
  }
}

/** A running app to examine, with a foreign server next to it. */
export class Bench {
  readonly directory: string
  readonly desktop: Desktop
  readonly collector: Collector
  page: Page

  static async open(options: Partial<Launch> = {}, start = launch): Promise<Bench> {
    const directory = mkdtempSync(path.join(tmpdir(), 'atrium-bench-'))
    let desktop: Desktop | undefined
    try {
      desktop = await start({ appDirectory: root, args: [`--data-dir=${directory}`], ...options })
      const page = await pageOf(desktop)
      await page.waitForLoadState()
      return new Bench(directory, desktop, await openCollector(), page)
    } catch (error) {
      await desktop?.quit()
      rmSync(directory, { recursive: true, force: true })
      throw error
    }
  }

  private constructor(directory: string, desktop: Desktop, collector: Collector, page: Page) {
    this.directory = directory
    this.desktop = desktop
    this.collector = collector
    this.page = page
  }

  /** The page's URL in Chromium, without a fragment. */
  get address(): string {
    return this.page.url().split('#')[0] ?? ''
  }

  calls(api?: string): Promise<Call[]> {
    return takeCalls(this.desktop, api)
  }

  instruct(person: Person): Promise<void> {
    return instruct(this.desktop, person)
  }

  /** The page's reply to a command, as the bridge delivers it. */
  call(name: unknown, input: unknown = {}): Promise<{ result?: unknown; error?: { code: string; message: string } }> {
    return this.page.evaluate(
      async ([command, text]) => JSON.parse((await window.atrium?.call(command as string, text as string)) ?? 'null'),
      [name, JSON.stringify(input)],
    )
  }

  /** The page as after a start, with no requests recorded. */
  async reset(): Promise<void> {
    await this.instruct({})
    await this.calls()
    this.collector.forget()
    // A property of a running app. `run` throws if it doesn't hold.
    await this.page.goto(this.address)
    await this.page.getByRole('navigation').first().waitFor()
  }

  async close(): Promise<void> {
    await this.desktop.quit()
    this.collector.close()
    rmSync(this.directory, { recursive: true, force: true })
  }
}

/** Something that must hold of a running app, started with these variables. `run` throws when it does not. */
export type Check = { title: string; run: (bench: Bench) => Promise<void>; env?: Record<string, string> }
