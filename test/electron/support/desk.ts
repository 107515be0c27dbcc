import type { Launch, Person } from '../../double/launch.ts'
import { App, expect, test } from '../../e2e/support/app.ts'
import { DesktopShell } from '../../e2e/support/desktop.ts'
import { instruct, takeCalls } from './person.ts'
import { Steps } from '../../e2e/support/steps.ts'

/** A user with a window, a scripted model and a scripted system. */
export class Desk {
  readonly shell: DesktopShell
  readonly app: App

  constructor(options: Partial<Launch> = {}) {
    this.shell = new DesktopShell(options)
    this.app = new App(this.shell)
  }

  get desktop() {
    if (!this.shell.desktop) throw new Error('The app has not been started.')
    return this.shell.desktop
  }

  get person(): Steps {
    return new Steps(this.app)
  }

  /** A model, a server with tools, and an open conversation. */
  async settle(): Promise<Steps> {
    const { person } = this
    await person.prepare({ servers: { everything: [App.script('everything'), 'stdio'] } })
    return person
  }

  /** The system dialogs' questions and messages since the last look. */
  async dialogs(): Promise<string[]> {
    const asked = await takeCalls(this.desktop, 'dialog.showMessageBox')
    return asked.map(({ args: [question] }) => (question as { message: string }).message)
  }

  instruct(person: Person): Promise<void> {
    return instruct(this.desktop, person)
  }
}

/** Opens a desk for one test and always closes it. */
export async function atDesk(work: (desk: Desk) => Promise<void>, options: Partial<Launch> = {}): Promise<void> {
  const desk = new Desk(options)
  try {
    await desk.app.start()
    await work(desk)
  } finally {
    await desk.instruct({}).catch(() => undefined)
    await desk.app.close()
  }
}

export { expect, test }
