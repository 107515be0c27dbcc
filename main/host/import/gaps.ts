import path from 'node:path'
import { asksIn, type NamedTemplate, type GapQuestion, type Template } from '../../../shared/config/candidate.ts'
import { defined, isObject, type JsonValue } from '../../../shared/schema/json.ts'
import { isSecretName, isSecretValue } from '../../../shared/text/secret-signs.ts'
import type { ClientDialect } from './clients.ts'
import { importWords as words } from '../settings/words.ts'

/** Folders that gaps can stand for. */
export type ImportFacts = { system: NodeJS.Platform; home: string; project?: string | undefined }

/** A text's place in the entry. */
type Place = {
  /** The variable or header whose value it is. */
  name?: string
  /** The entry's own variables, which arguments can name. */
  own?: ReadonlyMap<string, string>
  /** A line for a shell, which fills in `$NAME` itself. */
  isScript?: boolean
}

/** Values that usually hold an address with a password in it. */
const connection = /(^|_)(DATABASE|DB|MONGO|POSTGRES|REDIS|MYSQL)\w*_UR[IL]$|(^|_)DSN$|CONNECTION_?STRING$/i

const isSecret = (name: string): boolean => isSecretName(name) || connection.test(name)

const shapes = {
  action: String.raw`\$\{\{\s*(?:secrets|inputs|env)\.[\w.-]+\s*\}\}`,
  user: String.raw`\{\{\s*\w+\s*\}\}`,
  braces: String.raw`\$\{[^{}]{1,200}\}`,
  // A variable that is a whole value or a part of one: Bearer $TOKEN, https://$HOST/mcp; not 5$, ^a$ or pa$word.
  part: String.raw`(?<=^|[\s"'=:/,;@&?(|])\$[A-Za-z_]\w*(?=$|[\s"'/,;:@&?)|])`,
  // Placeholders of documentation: <your token>, YOUR_API_KEY, figd_YOUR_TOKEN_HERE, api_key_here, REPLACE_ME.
  written: String.raw`<[^<>\n]{1,100}>|(?<![A-Za-z0-9])(?:[A-Za-z0-9]{1,12}[-_])??(?:your[-_][\w-]+|(?:insert|replace|paste|enter)[-_](?:me\b|here\b|with[-_]|the[-_]|api[-_]|token\b|key\b)[\w-]*|changeme\b)|(?<![\w-])[A-Za-z_]*(?:token|key|secret|password)[-_]here(?![\w-])`,
}
const general = Object.values(shapes).join('|')
const opencode = String.raw`(?<!\$)\{(?:env|file):[^{}]{1,200}\}`
const bare = String.raw`\$[A-Za-z_]\w*`

/** Values of documentation that stand for the whole: sk-..., xxxxx. */
const stub = /[\w-]\.{3}$|…|x{5,}/i

/** A file's declarations about its gaps: inputs, and an entry's variables of users and in a keyring. */
type Declared = { inputs: JsonValue[]; userVariables?: JsonValue | undefined; stored?: JsonValue | undefined }

/** How a variable is asked for. */
type Asking = { isStored?: boolean; initial?: string; at?: string }

/** Finds the gaps in one entry's texts, and what to ask for them. Nothing is filled in from Atrium's environment. */
export class Gaps {
  readonly questions: GapQuestion[] = []
  readonly fromEnvironment: string[] = []
  /** Inputs that run a command in an editor. */
  readonly commandInputs: string[] = []
  usesProject = false
  readonly #dialect: ClientDialect
  readonly #facts: ImportFacts
  readonly #inputs: JsonValue[]
  readonly #userVariables: JsonValue | undefined
  readonly #stored: JsonValue | undefined

  constructor(dialect: ClientDialect, facts: ImportFacts, { inputs, userVariables, stored }: Declared) {
    this.#dialect = dialect
    this.#facts = facts
    this.#inputs = inputs
    this.#userVariables = userVariables
    this.#stored = stored
  }

  /** Arguments can name the entry's own variables. */
  get takesOwn(): boolean {
    return this.#dialect.ownVariables === true
  }

  /** Splits a text at its gaps; those that stand for known folders are filled in. */
  read(text: string, place: Place = {}): Template {
    const { bareVariables, braceVariables } = this.#dialect
    const pattern = [general, ...(bareVariables ? [bare] : []), ...(braceVariables ? [opencode] : [])].join('|')
    const parts: (string | { ask: string })[] = []
    let from = 0
    for (const { 0: found, index } of text.matchAll(new RegExp(pattern, 'gi'))) {
      if (place.isScript === true && /^\$\w/.test(found)) continue
      const part = this.#partOf(found, place)
      if (part === undefined) continue
      parts.push(text.slice(from, index), part)
      from = index + found.length
    }
    parts.push(text.slice(from))
    return joined(parts)
  }

  /** An environment variable's or header's value. An empty secret is asked for, and so is a stub of one. */
  named(name: string, text: string): NamedTemplate {
    if (this.#dialect.bareVariables && text.includes('$$')) return this.#whole(name, text)
    if (text === '' && isSecretName(name)) return this.#whole(name, text)
    const value = this.read(text, { name })
    const asked = asksIn(value)
    if (asked.length === 0 && stub.test(text)) return this.#whole(name, text)
    const gaps = this.questions.filter(({ id }) => asked.includes(id))
    const secret = isSecretName(name) || gaps.some((it) => it.secret) || (asked.length === 0 && isSecretValue(text))
    if (secret) for (const gap of gaps) this.questions[this.questions.indexOf(gap)] = { ...gap, secret }
    return { name, value, secret }
  }

  /** A variable whose value another application takes from its environment or its own store. */
  variable(name: string, { isStored = false, initial, at }: Asking = {}): { ask: string } {
    const id = `env:${name}`
    const isInKeyring = isStored || (Array.isArray(this.#stored) && this.#stored.includes(name))
    if (!isInKeyring && !this.fromEnvironment.includes(id)) this.fromEnvironment.push(id)
    const secret = isSecret(name) || (at !== undefined && isSecret(at))
    return this.ask({ id, label: name, secret, ...defined({ initial }) })
  }

  ask(question: Omit<GapQuestion, 'required'>): { ask: string } {
    const before = this.questions.find(({ id }) => id === question.id)
    if (!before) this.questions.push({ ...question, required: true })
    else if (question.secret) before.secret = true
    return { ask: question.id }
  }

  #whole(name: string, text: string): NamedTemplate {
    const example = text === '' ? {} : { example: text.slice(0, 200) }
    const secret = isSecret(name) || text !== ''
    return { name, value: [this.ask({ id: `env:${name}`, label: name, secret, ...example })], secret }
  }

  /** Undefined if the text isn't a gap after all. */
  #partOf(found: string, { name, own }: Place): string | { ask: string } | undefined {
    const [, stored] = /^\$\{\{\s*(?:secrets|inputs|env)\.([\w.-]+)/.exec(found) ?? []
    if (stored !== undefined) return this.variable(stored, { isStored: true, ...defined({ at: name }) })
    const [, user] = /^\{\{\s*(\w+)/.exec(found) ?? []
    if (user !== undefined) return this.#ofUser(user, name)
    if (!/^[${]/.test(found)) return this.#written(found, name)
    const inside = found.replace(/^\$?\{?/, '').replace(/\}$/, '')
    const ownValue = own?.get(inside)
    if (ownValue !== undefined) return this.#dialect.ownVariables && !isSecret(inside) ? ownValue : undefined
    return this.#meaning(inside, name)
  }

  #meaning(inside: string, name: string | undefined): string | { ask: string } {
    const { system, home } = this.#facts
    const at = name === undefined ? {} : { at: name }
    if (inside === '/' || inside === 'pathSeparator') return system === 'win32' ? '\\' : '/'
    if (inside === 'userHome') return home
    if (/^(workspaceFolder(Basename)?|cwd|CLAUDE_PROJECT_DIR)$/.test(inside)) return this.#ofProject(inside)
    const [, kind = '', rest = ''] = /^(\w+):(?!-)(.*)$/s.exec(inside) ?? []
    if (kind === 'env') return this.variable(rest, at)
    if (kind === 'input') return this.#input(rest)
    const [, variable, initial] = /^(\w+)(?::-(.*))?$/s.exec(inside) ?? []
    if (variable !== undefined) return this.variable(variable, { ...at, ...defined({ initial }) })
    if (kind === 'file')
      return this.ask({ id: inside, label: name ?? rest, example: rest, secret: name === undefined || isSecret(name) })
    const format = kind === 'workspaceFolder' ? { format: 'folder' as const } : {}
    return this.ask({ id: inside, label: inside, secret: false, ...format })
  }

  #ofProject(inside: string): string | { ask: string } {
    const { project } = this.#facts
    const isBase = inside === 'workspaceFolderBasename'
    if (project === undefined)
      return this.ask(
        isBase
          ? { id: inside, label: inside, secret: false }
          : { id: 'workspaceFolder', label: 'workspaceFolder', secret: false, format: 'folder' },
      )
    this.usesProject = true
    return isBase ? path.basename(project) : project
  }

  #ofUser(user: string, name: string | undefined): { ask: string } {
    const declared = isObject(this.#userVariables) ? this.#userVariables[user] : undefined
    const { title, description } = isObject(declared) ? declared : {}
    return this.ask({
      id: `user:${user}`,
      label: typeof title === 'string' && title !== '' ? title : user,
      secret: isSecret(user) || (name !== undefined && isSecret(name)),
      ...(typeof description === 'string' && { help: description.slice(0, 500) }),
    })
  }

  #written(found: string, name: string | undefined): { ask: string } {
    const label = found.replace(/^<|>$/g, '')
    const secret =
      isSecret(label.replaceAll(' ', '_').replace(/[-_]here$/i, '')) || (name !== undefined && isSecret(name))
    return this.ask({ id: `gap:${label}`, label, secret })
  }

  /** A declared input; an undeclared one may be a secret. */
  #input(id: string): { ask: string } {
    const declared = this.#inputs.filter(isObject).find((it) => it['id'] === id)
    if (!declared) return this.ask({ id: `input:${id}`, label: id, secret: true })
    const { type, description, password, default: initial, options } = declared
    if (type === 'command' && !this.commandInputs.includes(id)) this.commandInputs.push(id)
    const choices = (Array.isArray(options) ? options : [])
      .map((it) => (isObject(it) ? it['value'] : it))
      .filter((it) => typeof it === 'string')
    return this.ask({
      id: `input:${id}`,
      label: typeof description === 'string' && description !== '' ? description : id,
      secret: password === true,
      ...(typeof initial === 'string' && initial !== '' && { initial }),
      ...(choices.length > 0 && { choices }),
    })
  }

  /** The folder to start in, if it depends on where the other application was started. */
  folder(text: string): Template {
    return [this.ask({ id: 'cwd', label: words.folder, example: text, secret: false, format: 'folder' })]
  }
}

/** Joins neighbouring texts, and leaves out empty ones. */
function joined(parts: (string | { ask: string })[]): Template {
  const result: (string | { ask: string })[] = []
  for (const part of parts) {
    const last = result.at(-1)
    if (typeof part === 'string' && typeof last === 'string') result[result.length - 1] = last + part
    else if (part !== '') result.push(part)
  }
  return result.length === 0 ? [''] : result
}
