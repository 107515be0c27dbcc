import {
  asksIn,
  type Gap,
  type NamedTemplate,
  type GapQuestion,
  type Template,
} from '../../../shared/config/candidate.ts'
import type { JsonObject, JsonValue } from '../../../shared/schema/json.ts'
import { isAbsolute } from '../../../shared/text/paths.ts'
import { recordFields, listOf, recordText } from './fields.ts'
import { defined } from '../../../shared/schema/json.ts'

/** Collects a way's questions. Inputs with the same ID are one question: the stricter of each counts. */
export class Inputs {
  readonly questions: GapQuestion[] = []

  /** A fixed value with its gaps, or one gap that is the whole value. */
  template(id: string, label: string, input: JsonObject): Template {
    const value = recordText(input['value'], 32_768)
    if (value === undefined) return [this.#gap(id, label, input)]
    return this.filled(value, variablesOf(input['variables']))
  }

  /** A text in which `{name}` is a gap if there is a variable of this name. */
  filled(text: string, variables: Map<string, JsonObject>): Template {
    const parts: (string | Gap)[] = []
    let literal = ''
    for (const piece of text.split(/(\{[^{}]*\})/)) {
      const name = /^\{(.*)\}$/s.exec(piece)?.[1]
      const variable = name === undefined ? undefined : variables.get(name)
      if (name === undefined || variable === undefined) {
        literal += piece
        continue
      }
      if (literal !== '') parts.push(literal)
      literal = ''
      const fixed = recordText(variable['value'], 32_768)
      parts.push(fixed ?? this.#gap(`var:${name}`, name, variable))
    }
    return literal === '' && parts.length > 0 ? parts : [...parts, literal]
  }

  /** An environment variable or a header. */
  named(kind: 'env' | 'header', name: string, input: JsonObject): NamedTemplate {
    const value = this.template(`${kind}:${name}`, name, input)
    return { name, value, secret: input['isSecret'] === true || this.isSecret(value) }
  }

  isSecret(template: Template): boolean {
    const asked = new Set(asksIn(template))
    return this.questions.some(({ id, secret }) => secret && asked.has(id))
  }

  /** Whether a path in a field doesn't say where it begins. */
  get hasRelativePath(): boolean {
    return this.questions.some(({ format, initial }) => format === 'file' && [initial ?? []].flat().some(isRelative))
  }

  #gap(id: string, label: string, input: JsonObject): Gap {
    const question = questionOf(id, label, input)
    const at = this.questions.findIndex((it) => it.id === id)
    const known = this.questions[at]
    if (!known) this.questions.push(question)
    else {
      const { secret, required } = question
      this.questions[at] = { ...known, secret: known.secret || secret, required: known.required || required }
    }
    return { ask: id }
  }
}

const isRelative = (path: string): boolean => path !== '' && !path.startsWith('~') && !isAbsolute(path)

const formats = new Map<JsonValue | undefined, GapQuestion['format']>([
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['filepath', 'file'],
])

function questionOf(id: string, label: string, input: JsonObject): GapQuestion {
  const help = recordText(input['description'])
  const example = recordText(input['placeholder'], 200)
  const initial = recordText(input['default'], 4096)
  const choices = listOf(input['choices']).flatMap((it) => recordText(it, 200) ?? [])
  const format = formats.get(input['format'])
  return {
    id,
    label,
    secret: input['isSecret'] === true,
    required: input['isRequired'] === true,
    ...defined({ help, example, initial }),
    ...(choices.length > 0 && { choices }),
    ...(format && { format }),
    ...(input['isRepeated'] === true && { isMultiple: true as const }),
  }
}

/** Variables by name; the names are the publisher's. */
export function variablesOf(value: JsonValue | undefined): Map<string, JsonObject> {
  const named = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
  return new Map(named.slice(0, 100).map(([name, variable]) => [name.slice(0, 100), recordFields(variable)]))
}
