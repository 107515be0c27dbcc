import type { Candidate, Template } from '../../../../shared/config/candidate.ts'
import { starters, type Starter } from '../../../../shared/config/starters.ts'
import { freeId } from '../../../../shared/config/suggest-id.ts'
import { starterWords } from '../../../strings/servers/starters.ts'

/** Starters with every word of a search in their texts. More than a few plain words aren't a search. */
export function findStarters(query: string): Starter[] {
  const text = query.trim().toLowerCase()
  if (text === '') return starters
  if (!/^[\p{L}\p{N} ]{2,40}$/u.test(text)) return []
  const words = text.split(/\s+/)
  return starters.filter(({ id }) => {
    const { title, does, by } = starterWords[id]
    const said = `${id} ${title} ${does} ${by}`.toLowerCase()
    return words.every((word) => said.includes(word))
  })
}

/** A starter as a server to be added. Answers to secret questions go to the secret store. */
export function candidateOfStarter(starter: Starter, taken: readonly string[]): Candidate {
  const secret = new Set(starter.fields.flatMap(({ key, isSecret }) => (isSecret ? [key] : [])))
  const template = (text: string): Template =>
    text.split(/(\{\w+\})/).flatMap((part): (string | { ask: string })[] => {
      const [, key] = /^\{(\w+)\}$/.exec(part) ?? []
      return key !== undefined ? [{ ask: key }] : part === '' ? [] : [part]
    })
  const named = (values: Record<string, string> = {}) =>
    Object.entries(values).map(([name, text]) => {
      const value = template(text)
      return { name, value, secret: value.some((part) => typeof part === 'object' && secret.has(part.ask)) }
    })
  return {
    id: freeId(starter.id, new Set(taken)),
    launch:
      'url' in starter
        ? { type: 'http', url: template(starter.url), headers: named(starter.headers) }
        : {
            type: 'stdio',
            command: [starter.command],
            args: starter.args.map(template),
            env: named(starter.env),
          },
    questions: starter.fields.map(({ key, example, isSecret = false }) => {
      const { label = key, help = '' } = starterWords[starter.id].fields?.[key] ?? {}
      return { id: key, label, help, example, secret: isSecret, required: true }
    }),
  }
}
