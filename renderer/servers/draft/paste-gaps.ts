import { isObject, type JsonValue } from '../../../shared/schema/json.ts'
import { newNamedValue, type NamedValue } from './named-values.ts'
import { isSecretName, isSecretValue } from '../../../shared/text/secret-signs.ts'

/** The inputs VS Code asks for before it starts a server, by ID. */
export type Inputs = Map<string, { words: string; isSecret: boolean }>

export const inputsOf = (inputs: JsonValue | undefined): Inputs =>
  new Map(
    (Array.isArray(inputs) ? inputs : []).flatMap((input) => {
      if (!isObject(input) || typeof input['id'] !== 'string') return []
      const { id, description, password } = input
      return [[id, { words: typeof description === 'string' ? description : id, isSecret: password === true }]]
    }),
  )

/** Placeholders that the reader must fill in: ${input:token}, <your token>, YOUR_API_KEY, sk-..., xxxxx. */
const gap = /\$\{[^{}]{1,200}\}|<[^<>\n]{1,100}>|\byour[-_][\w-]+|[\w-]\.{3}$|…|x{5,}/gi

/** A text's placeholders. Atrium never fills them in by itself, least of all from its own environment. */
export const gapsIn = (text: string): string[] => text.match(gap) ?? []

/** A pasted config's environment variable or header; a value with a placeholder is left to be filled in. */
export function readNamedValue(name: string, value: string, inputs: Inputs): NamedValue {
  const gaps = gapsIn(value)
  if (gaps.length === 0) return newNamedValue({ name, value, secret: isSecretName(name) || isSecretValue(value) })
  const asked = gaps.map((found) => inputOf(found, inputs))
  return newNamedValue({
    name,
    secret: isSecretName(name) || asked.some(({ isSecret }) => isSecret),
    pattern: gaps.reduce((text, found, index) => text.replace(found, () => asked[index]?.words ?? found), value),
  })
}

/** A placeholder's meaning: a declared input, else the name inside it. */
function inputOf(found: string, inputs: Inputs): { words: string; isSecret: boolean } {
  const [, kind, rest = ''] = /^\$\{(?:(\w+):(?!-))?([^{}]*)\}$/.exec(found) ?? []
  const name = rest.replace(/:-.*$/, '')
  if (name === '') return { words: found, isSecret: isSecretName(found) }
  const declared = kind === 'input' ? inputs.get(name) : undefined
  const { words, isSecret } = declared ?? { words: name, isSecret: kind === 'input' || isSecretName(name) }
  return { words: `<${words}>`, isSecret }
}
