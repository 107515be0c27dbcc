import type { LaunchTemplate, NamedTemplate, Template } from '../../../shared/config/candidate.ts'
import type { ImportSuggestion } from '../../../shared/config/imported.ts'
import { bridge, launchedIn } from '../../../shared/config/launched.ts'
import { isOwnHeader } from '../../../shared/config/server-config.ts'
import { isSecretName, isSecretValue } from '../../../shared/text/secret-signs.ts'
import { templateText } from './identity.ts'
import type { ImportedProgram } from './program.ts'

/** Better launches, offered and never chosen by themselves. */
export function suggestionsFor(launch: LaunchTemplate): ImportSuggestion[] {
  if (launch.type === 'http') return []
  const direct = directly(launch)
  const yes = withYes(launch)
  const kept = withVariables(launch)
  return [
    ...(direct ? [{ what: 'direct-address' as const, launch: direct }] : []),
    ...(yes ? [{ what: 'npx-yes' as const, launch: yes }] : []),
    ...(kept ? [{ what: 'secret-variables' as const, launch: kept }] : []),
  ]
}

/** npx can wait for an answer that never comes. */
function withYes(launch: ImportedProgram): ImportedProgram | undefined {
  if (!/(^|[\\/])npx$/.test(templateText(launch.command))) return undefined
  const words = launch.args.map(templateText)
  const first = words.findIndex((word) => !word.startsWith('-'))
  const options = first < 0 ? words : words.slice(0, first)
  if (options.some((word) => /^(-\w*y\w*|--yes|--no-install|--no)$/.test(word))) return undefined
  return { ...launch, args: [['-y'], ...launch.args] }
}

/** A container's `-e NAME=value` as `-e NAME`, which passes on the variable that its engine has, if it is a secret. */
function withVariables(launch: ImportedProgram): ImportedProgram | undefined {
  const { command, args, env } = launch
  if (!/(^|[\\/])(docker|podman|nerdctl)(\.exe)?$/i.test(templateText(command))) return undefined
  const words = args.map(templateText)
  const image = words.indexOf(launchedIn([templateText(command), ...words]))
  const own = new Map(env.map((it) => [it.name, it]))
  const rest = args.map((arg, at) => {
    const [first, ...more] = arg
    const isNext = /^(-e|--env)$/.test(words[at - 1] ?? '')
    const said = typeof first === 'string' && (isNext ? /^()(\w+)=(.*)$/s : /^(-e|--env=)(\w+)=(.*)$/s).exec(first)
    if (!said || at >= image) return arg
    const [, option = '', name = '', text = ''] = said
    const isAsked = more.length > 0
    if (own.has(name) || !(isSecretName(name) || isSecretValue(text) || isAsked)) return arg
    own.set(name, { name, value: text === '' ? more : [text, ...more], secret: true })
    return [`${option}${name}`]
  })
  return own.size === env.length ? undefined : { ...launch, args: rest, env: [...own.values()] }
}

/** A program that only passes messages on to a URL: Atrium can reach the URL itself. */
function directly({ args, env }: ImportedProgram): LaunchTemplate | undefined {
  const words = args.map(templateText)
  if (!words.some((word) => bridge.test(word))) return undefined
  const url = args.find((arg) => /^https:\/\/[^/?#@\\\s]+/.test(templateText(arg)))
  if (!url) return undefined
  const headers: NamedTemplate[] = words.flatMap((word, index) => {
    const [, name = '', value = ''] = /^([\w-]+):\s*(.*)$/s.exec(words[index + 1] ?? '') ?? []
    if (!/^(--header|-H)$/.test(word) || name === '' || isOwnHeader(name)) return []
    return [headerOf(name, value, env)]
  })
  return { type: 'http', url, headers }
}

/** A header for the URL, with the program's own variables filled in. */
function headerOf(name: string, text: string, env: NamedTemplate[]): NamedTemplate {
  const value: Template = text.split(/(\$\{\w+\})/).flatMap((part) => {
    const [, variable] = /^\$\{(\w+)\}$/.exec(part) ?? []
    const known = env.find((it) => it.name === variable)
    return known ? known.value : part === '' ? [] : [part]
  })
  const isAsked = value.some((part) => typeof part === 'object')
  return { name, value, secret: isAsked || isSecretName(name) || isSecretValue(templateText(value)) }
}
