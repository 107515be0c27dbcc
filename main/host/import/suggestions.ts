import type { LaunchTemplate, NamedTemplate, Template } from '../../../shared/config/candidate.ts'
import type { ImportSuggestion } from '../../../shared/config/imported.ts'
import { bridge } from '../../../shared/config/launched.ts'
import { isOwnHeader } from '../../../shared/config/server-config.ts'
import { isSecretName, isSecretValue } from '../../../shared/text/secret-signs.ts'
import { templateText } from './identity.ts'
import type { ImportedProgram } from './program.ts'

/** Better launches, offered and never chosen by themselves. */
export function suggestionsFor(launch: LaunchTemplate): ImportSuggestion[] {
  if (launch.type === 'http') return []
  const direct = directly(launch)
  const yes = withYes(launch)
  return [
    ...(direct ? [{ what: 'direct-address' as const, launch: direct }] : []),
    ...(yes ? [{ what: 'npx-yes' as const, launch: yes }] : []),
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
