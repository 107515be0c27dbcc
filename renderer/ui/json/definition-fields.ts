import { diffWordsWithSpace } from 'diff'
import { canonical } from '../../../shared/schema/canonical.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import type { DiffMark } from '../../../shared/text/diff-lines.ts'
import { diffDefinitions, type DiffPart } from './definition-rows.ts'

/** A piece of text, and whether it stayed, went or came. */
export type MarkedRun = { text: string; mark: DiffMark }

/** One field of a tool's or a prompt's input. `more` is what its schema says apart from type and description. */
export type FieldRow = { name: string; mark: DiffMark } & Record<
  'type' | 'required' | 'description' | 'more',
  MarkedRun[]
>

/** The members of `annotations` that are claims. */
const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const
type Hint = (typeof hints)[number]
const texts = ['title', 'description', 'instructions'] as const

/** A definition in parts. Nothing is left out: members without a part are in `rest`. */
export type DefinitionFields = {
  lines: { name: (typeof texts)[number] | Hint; isClaim: boolean; runs: MarkedRun[] }[]
  rows: FieldRow[]
  /** The other members; compared if there is an earlier definition. */
  rest: JsonObject | DiffPart[]
}

/** Limits for comparing word by word: edits in one text, and milliseconds in total. */
const mostEdits = 2000
const mostMs = 300

/** A definition's parts, with the words that differ from an earlier one, if there is one. */
export function definitionFields(before: JsonObject | undefined, now: JsonObject): DefinitionFields {
  const until = performance.now() + mostMs
  const [old, next] = [before && partsOf(before), partsOf(now)]
  const runs = (was: string | undefined, is: string | undefined): MarkedRun[] =>
    before ? compared(was ?? '', is ?? '', until) : [{ text: is ?? '', mark: 'same' }]
  const isHint = (name: string): boolean => hints.some((hint) => hint === name)
  const lines = [...texts, ...hints].flatMap((name) => {
    const [was, is] = [old?.lines[name], next.lines[name]]
    return was === undefined && is === undefined ? [] : [{ name, isClaim: isHint(name), runs: runs(was, is) }]
  })
  const names = [...new Set([...next.fields.keys(), ...(old?.fields.keys() ?? [])])]
  const rows = names.map((name): FieldRow => {
    const [was, is] = [old?.fields.get(name), next.fields.get(name)]
    const of = (cell: keyof Field): MarkedRun[] => runs(was?.[cell], is?.[cell])
    const cells = { type: of('type'), required: of('required'), description: of('description'), more: of('more') }
    return { name, mark: !before || (was && is) ? 'same' : was ? 'removed' : 'added', ...cells }
  })
  const rest = old ? diffDefinitions(without(old.rest, next.rest), without(next.rest, old.rest)) : without(next.rest)
  return { lines, rows, rest }
}

type Field = { type: string; required: string; description: string; more: string }
type Parts = { lines: Partial<Record<string, string>>; fields: Map<string, Field>; rest: JsonObject }

function partsOf({ name: _name, ...raw }: JsonObject): Parts {
  const lines: Parts['lines'] = {}
  const rest: JsonObject = { ...raw }
  for (const name of texts) {
    const { [name]: text } = raw
    if (typeof text !== 'string') continue
    lines[name] = text
    delete rest[name]
  }
  const { annotations } = raw
  if (isObject(annotations)) {
    const others = { ...annotations }
    for (const hint of hints) {
      const { [hint]: claim } = annotations
      if (typeof claim !== 'boolean') continue
      lines[hint] = String(claim)
      delete others[hint]
    }
    put(rest, 'annotations', others)
  }
  return { lines, fields: new Map([...schemaFields(rest), ...argumentFields(rest)]), rest }
}

/** The fields of `inputSchema`; takes out of the rest what they say. */
function schemaFields(rest: JsonObject): [string, Field][] {
  const { inputSchema: schema } = rest
  if (!isObject(schema)) return []
  const { properties, required, ...others } = schema
  const isPlain =
    (properties === undefined || isObject(properties)) &&
    (required === undefined || (Array.isArray(required) && required.every((it) => typeof it === 'string')))
  if (!isPlain) return []
  if (others['type'] === 'object') delete others['type']
  put(rest, 'inputSchema', others)
  const needed = new Set(required)
  const fields = Object.entries(properties ?? {}).map(([name, of]): [string, Field] => [
    name,
    fieldOf(of, needed.has(name)),
  ])
  const unnamed = [...needed].filter((name) => !Object.hasOwn(properties ?? {}, name))
  return [...fields, ...unnamed.map((name): [string, Field] => [name, fieldOf({}, true)])]
}

/** The arguments of a prompt; takes them out of the rest. */
function argumentFields(rest: JsonObject): [string, Field][] {
  const { arguments: list } = rest
  if (!Array.isArray(list)) return []
  const fields = list.flatMap((one): [string, Field][] => {
    if (!isObject(one) || typeof one['name'] !== 'string') return []
    const { name, required, ...of } = one
    if (typeof required === 'boolean' || required === undefined) return [[name, fieldOf(of, required === true)]]
    return [[name, fieldOf({ ...of, required }, false)]]
  })
  if (new Set(fields.map(([name]) => name)).size < list.length) return []
  delete rest['arguments']
  return fields
}

function fieldOf(schema: JsonValue, isRequired: boolean): Field {
  const required = String(isRequired)
  if (!isObject(schema)) return { type: '', required, description: '', more: canonical(schema) }
  const { type, description, ...others } = schema
  const isNamed = typeof type === 'string'
  const isTold = typeof description === 'string'
  const more = {
    ...others,
    ...(!isNamed && type !== undefined && { type }),
    ...(!isTold && description !== undefined && { description }),
  }
  return {
    type: isNamed ? type : '',
    required,
    description: isTold ? description : '',
    more: Object.keys(more).length > 0 ? spaced(more) : '',
  }
}

/** Canonical JSON with blanks, so words can be told apart and lines can break. */
const spaced = (value: JsonValue): string =>
  JSON.stringify(JSON.parse(canonical(value)), null, 1).replaceAll(/\n\s*/g, ' ')

function put(object: JsonObject, name: string, value: JsonObject): void {
  if (Object.keys(value).length > 0) object[name] = value
  else delete object[name]
}

const dialects = /^https?:\/\/json-schema\.org\/(?:draft-07|draft\/2020-12)\/schema#?$/

/** The rest of a definition without what says nothing about it, unless that differs from another one. */
function without(rest: JsonObject, other?: JsonObject): JsonObject {
  const { inputSchema, ...others } = rest
  if (!isObject(inputSchema)) return rest
  const counterpart = other?.['inputSchema']
  const kept = Object.entries(inputSchema).filter(([name, value]) => {
    const isIdle =
      name === '$schema'
        ? typeof value === 'string' && dialects.test(value)
        : name === 'additionalProperties' && value === false
    const isSame = !other || (isObject(counterpart) && counterpart[name] === value)
    return !(isIdle && isSame)
  })
  const slim = { ...others }
  put(slim, 'inputSchema', Object.fromEntries(kept))
  return slim
}

function compared(was: string, is: string, until: number): MarkedRun[] {
  if (was === is) return [{ text: is, mark: 'same' }]
  const timeout = until - performance.now()
  const words = timeout > 0 ? diffWordsWithSpace(was, is, { maxEditLength: mostEdits, timeout }) : undefined
  return joined(
    words ?? [
      { value: was, removed: true },
      { value: is, added: true },
    ],
  )
}

type Change = { value: string; added?: boolean; removed?: boolean }

/** Each run of changed words as removed and added ones: a blank between two of them counts as changed. */
function joined(changes: Change[]): MarkedRun[] {
  const runs: MarkedRun[] = []
  let [went, came] = ['', '']
  const flush = (): void => {
    if (went !== '') runs.push({ text: went, mark: 'removed' })
    if (came !== '') runs.push({ text: came, mark: 'added' })
    went = came = ''
  }
  for (const [index, { value, added, removed }] of changes.entries()) {
    const isSame = !added && !removed
    const isBetween = isSame && went + came !== '' && /^\s+$/.test(value) && index < changes.length - 1
    if (isSame && !isBetween) {
      flush()
      runs.push({ text: value, mark: 'same' })
      continue
    }
    if (!added) went += value
    if (!removed) came += value
  }
  flush()
  return runs
}
