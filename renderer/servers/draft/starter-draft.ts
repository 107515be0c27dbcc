import { starters, type Starter } from '../../../shared/config/starters.ts'
import { freeId } from './found-configs.ts'
import { newNamedValue, type NamedValue } from './named-values.ts'
import { emptyDraft, type ServerDraft } from './server-draft.ts'

/** Values by field key. */
export type StarterValues = Readonly<Record<string, string>>

/** Starters with every word of a search in what they say. More than a few plain words are no search. */
export function findStarters(query: string): Starter[] {
  const text = query.trim().toLowerCase()
  if (text === '') return starters
  if (!/^[\p{L}\p{N} ]{2,40}$/u.test(text)) return []
  const words = text.split(/\s+/)
  return starters.filter(({ id, title, does, by }) => {
    const said = `${id} ${title} ${does} ${by}`.toLowerCase()
    return words.every((word) => said.includes(word))
  })
}

/** The keys of the fields without a value. */
export const missingIn = ({ fields }: Starter, values: StarterValues): string[] =>
  fields.flatMap(({ key }) => ((values[key] ?? '').trim() === '' ? [key] : []))

/** The server as the form shows it. Values of secret fields go to the secret store. */
export function draftOfStarter(starter: Starter, values: StarterValues, taken: readonly string[]): ServerDraft {
  const secret = new Set(starter.fields.flatMap(({ key, isSecret }) => (isSecret ? [key] : [])))
  const fill = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (_all, key: string) => (values[key] ?? '').trim())
  const rows = (texts: Record<string, string> = {}): NamedValue[] =>
    Object.entries(texts).map(([name, text]) => {
      const isSecret = [...text.matchAll(/\{(\w+)\}/g)].some(([, key = '']) => secret.has(key))
      return newNamedValue({ name, value: fill(text), secret: isSecret })
    })
  const draft = { ...emptyDraft(), id: freeId(starter.id, new Set(taken)) }
  if ('url' in starter) return { ...draft, kind: 'http', url: starter.url, headers: rows(starter.headers) }
  return { ...draft, command: starter.command, args: starter.args.map(fill).join('\n'), env: rows(starter.env) }
}
