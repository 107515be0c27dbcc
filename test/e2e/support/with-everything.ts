import { App } from './app.ts'
import { Steps } from './steps.ts'

/** A model, server-everything, and a new conversation. */
export async function withEverything(app: App): Promise<Steps> {
  const person = new Steps(app)
  await person.connectModel()
  await person.chooseModel()
  await person.addServer('everything', [App.script('everything')])
  await person.ready('everything')
  await person.newConversation()
  await person.composer.focus()
  return person
}
