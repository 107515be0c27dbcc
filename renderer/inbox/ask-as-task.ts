import type { Ask } from '../../shared/asks/asks.ts'
import { displayName, type ServerConfigs } from '../../shared/config/server-config.ts'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { inbox } from '../strings/inbox/inbox.ts'
import { palette } from '../strings/palette.ts'
import { definitionsInWords } from './definitions/definition-words.ts'

const words = palette.asks

/** A question as a task of the user, in a few words. */
export function askAsTask(ask: Ask, servers: ServerConfigs): string {
  const { server } = ask.question
  const name = server === undefined ? inbox.announced.company : plainLabel(displayName(server, servers[server]))
  switch (ask.kind) {
    case 'approval':
      return words.answer(name, plainLabel(ask.question.title ?? ask.question.tool))
    case 'trust':
      return words.trust(name)
    case 'address':
      return words.address(name)
    case 'definitions':
      return words.definitions(name, definitionsInWords(ask.question.items))
    case 'form':
      return words.form(name)
    case 'url':
      return words.url(name)
    case 'visit':
      return words.visit(name)
    case 'sampling':
      return words.sampling(name)
    case 'review':
      return words.review(name)
    case 'sign-in':
      return words.signIn(name)
    case 'sign-in-page':
      return words.signInPage(name)
    case 'server-page':
    case 'page-wish':
      return words.serverApp(name)
    default:
      return ask satisfies never
  }
}
