import { pointerTo } from '../../../shared/schema/pointer.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import type { Condition } from '../../../shared/rules/rules.ts'
import { describeSchema } from '../../schema-form/describe.ts'

/** An argument that a permission can be limited by: its kind decides which limits make sense. */
export type LimitedValue = {
  at: string
  name: string
  kind: 'text' | 'number' | 'yes-no' | 'choice'
  options: string[]
}

/** A limit as the user types it. `is` is absent while the argument can be anything. */
export type Limit = { is?: Condition['is'] | undefined; text: string }

const kinds = ['text', 'number', 'yes-no', 'choice'] as const

/** The top-level arguments with a single value, in the form's order. */
export function limitedValues(schema: JsonObject): LimitedValue[] {
  const whole = describeSchema(schema, schema)
  if (whole.kind !== 'object') return []
  return whole.properties.flatMap(({ name, schema: own }): LimitedValue[] => {
    const value = describeSchema(own, schema)
    const kind = kinds.find((it) => it === value.kind)
    if (kind === undefined) return []
    const options = value.kind === 'choice' ? value.options.flatMap((it) => scalarText(it.value)) : []
    return [{ at: pointerTo('', name), name, kind, options: kind === 'yes-no' ? ['true', 'false'] : options }]
  })
}

const scalarText = (value: unknown): string[] =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : []

/** A rule's conditions as limits to edit. `kept`: those that one field can't show, which stay as they are. */
export function ruleLimitsOf(
  values: LimitedValue[],
  conditions: readonly Condition[],
): { limits: Record<string, Limit>; kept: Condition[] } {
  const limits: Record<string, Limit> = {}
  const kept: Condition[] = []
  for (const condition of conditions) {
    const text = values.some(({ at }) => at === condition.at) ? textOf(condition) : undefined
    if (text === undefined || Object.hasOwn(limits, condition.at)) kept.push(condition)
    else limits[condition.at] = { is: condition.is, text }
  }
  return { limits, kept }
}

function textOf(condition: Condition): string | undefined {
  if (condition.is === 'under') return condition.folder
  const [only, ...more] = condition.is === 'host' ? condition.hosts : condition.values
  return more.length > 0 || only === null ? undefined : String(only)
}

/** The ways in which an argument of this kind can be limited. */
export const waysOf = ({ kind }: LimitedValue): Condition['is'][] =>
  kind === 'text' ? ['under', 'host', 'one-of'] : ['one-of']

/** The conditions of typed limits. `incomplete` if one can't be read yet. */
export function conditionsOf(
  values: LimitedValue[],
  limits: Record<string, Limit>,
): { conditions: Condition[]; incomplete: boolean } {
  const typed = values.flatMap((value) => {
    const { is, text = '' } = limits[value.at] ?? {}
    return is === undefined ? [] : [conditionOf(value, is, text.trim())]
  })
  const conditions = typed.filter((it) => it !== undefined)
  return { conditions, incomplete: conditions.length < typed.length }
}

function conditionOf({ at, kind }: LimitedValue, is: Condition['is'], text: string): Condition | undefined {
  if (is === 'under') return { at, is, folder: text }
  if (is === 'host') return text === '' ? undefined : { at, is, hosts: [text] }
  if (kind === 'yes-no') return text === '' ? undefined : { at, is, values: [text === 'true'] }
  const number = Number(text)
  if (kind === 'number') return text === '' || !Number.isFinite(number) ? undefined : { at, is, values: [number] }
  return { at, is, values: [text] }
}
