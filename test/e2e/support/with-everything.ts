import { App } from './app.ts'
import { Steps } from './steps.ts'

/** A model, server-everything, and a new conversation. */
export async function withEverything(app: App): Promise<Steps> {
  const person = new Steps(app)
  await person.prepare({ servers: { everything: [App.script('everything')] } })
  await person.composer.focus()
  return person
}
