import { asksIn, type Answers, type LaunchTemplate, type Template } from '../../../shared/config/candidate.ts'
import type { ServerConfig } from '../../../shared/config/server-config.ts'

/** Max gaps to look for in one text, max arguments that are a gap alone, and max characters: the search stays short. */
const most = { inText: 2, alone: 3, characters: 4000 }

/** The answers with which a template became a configuration, as far as they can be read from it. Secrets can't. */
export function knownAnswers(launch: LaunchTemplate, config: ServerConfig): Answers {
  if (launch.type === 'http' && config.type === 'http')
    return { ...ofNamed(launch.headers, config.headers), ...fromUrl(launch.url, config.url) }
  if (launch.type !== 'stdio' || config.type !== 'stdio') return {}
  return { ...fromArguments(launch.args, config.args), ...ofNamed(launch.env, config.env) }
}

type Setting = string | { secret: string }

function ofNamed(templates: { name: string; value: Template }[], values: Record<string, Setting>): Answers {
  return Object.assign(
    {},
    ...templates.map(({ name, value }) => {
      const given = values[name]
      return typeof given === 'string' ? matched(value, given) : {}
    }),
  )
}

function fromUrl(template: Template, url: string): Answers {
  const found = Object.entries(matched(template, url))
  return Object.fromEntries(found.map(([id, value]) => [id, typeof value === 'string' ? decoded(value) : value]))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

function matched(template: Template, text: string): Answers {
  const asks = asksIn(template)
  if (asks.length > most.inText || text.length > most.characters) return {}
  const pattern = template.map((part) => (typeof part === 'string' ? literal(part) : '(.*?)')).join('')
  const found = new RegExp(`^${pattern}$`, 's').exec(text)
  return found ? Object.fromEntries(asks.map((ask, at) => [ask, found[at + 1] ?? ''])) : {}
}

/** Joins arguments with NULs, which none contains. An argument that is only a gap can occur any number of times. */
function fromArguments(templates: Template[], args: string[]): Answers {
  const asks = templates.flatMap(asksIn)
  const alone = templates.filter(([only]) => typeof only === 'object' && only.option === undefined).length
  const isLong = args.reduce((length, arg) => length + arg.length, 0) > most.characters
  if (isLong || alone > most.alone || templates.some((it) => asksIn(it).length > most.inText)) return {}
  const pattern = templates.map(patternOf).join('')
  const found = new RegExp(`^${pattern}$`, 's').exec(args.map((arg) => `${arg}\0`).join(''))
  if (!found) return {}
  const options = new Map(
    templates.flatMap((it) =>
      it.flatMap((part) => (typeof part === 'string' ? [] : [[part.ask, part.option] as const])),
    ),
  )
  return Object.fromEntries(
    asks.flatMap((ask, at) => {
      const texts = found[at + 1]?.split('\0').slice(0, -1) ?? []
      const option = options.get(ask)
      const values = option === undefined ? texts : texts.filter((_text, index) => index % 2 === 1)
      if (values.length === 0) return found[at + 1] ? [[ask, found[at + 1] ?? '']] : []
      return [[ask, values.length === 1 ? (values[0] ?? '') : values]]
    }),
  )
}

function patternOf(template: Template): string {
  const [only] = template
  if (template.length === 1 && typeof only === 'object')
    return only.option === undefined ? '((?:[^\\0]*\\0)*?)' : `((?:${literal(only.option)}\\0[^\\0]*\\0)*)`
  return `${template.map((part) => (typeof part === 'string' ? literal(part) : '([^\\0]*?)')).join('')}\\0`
}
