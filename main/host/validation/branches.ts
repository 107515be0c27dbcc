import type { ErrorObject } from 'ajv'
import type { JsonValue } from '../../../shared/schema/json.ts'
import { referenced } from '../../../shared/schema/pointer.ts'

/**
 * If a value fits none of several branches (`anyOf`, `oneOf`), errors are reported for each. Only the closest branch
 * helps: drops the others, and the sentence that none fits. The errors must be verbose ones.
 */
export function nearestBranches(errors: ErrorObject[], root: JsonValue): ErrorObject[] {
  let left = errors
  for (const union of errors) {
    if (union.keyword !== 'anyOf' && union.keyword !== 'oneOf') continue
    const branches = errorsByBranch(union, left, root)
    const [nearest] = branches.toSorted((a, b) => distance(union, a) - distance(union, b))
    if (!nearest) continue
    const others = new Set(branches.flat().filter((error) => !nearest.includes(error)))
    left = left.filter((error) => error !== union && !others.has(error))
  }
  return left
}

/** The errors of each branch that has any. */
function errorsByBranch(union: ErrorObject, errors: ErrorObject[], root: JsonValue): ErrorObject[][] {
  const branches: unknown[] = Array.isArray(union.schema) ? union.schema : []
  return branches
    .map((branch) => {
      const schemas = schemasIn(branch, root)
      return errors.filter((it) => schemas.has(it.parentSchema) && isWithin(it.instancePath, union.instancePath))
    })
    .filter((found) => found.length > 0)
}

/** Every object of a branch, following references; a schema can refer back to itself. */
function schemasIn(branch: unknown, root: JsonValue): Set<unknown> {
  const found = new Set<unknown>()
  const queue = [branch]
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    if (typeof at !== 'object' || at === null || found.has(at)) continue
    found.add(at)
    queue.push(...Object.values(at))
    if ('$ref' in at && typeof at.$ref === 'string') queue.push(referenced(root, at.$ref))
  }
  return found
}

const isWithin = (place: string, above: string): boolean => place === above || place.startsWith(`${above}/`)

const ofKind = new Set(['const', 'enum', 'required', 'additionalProperties', 'unevaluatedProperties', 'type'])

/** A branch's distance from the value: a wrong type weighs more than a value that doesn't fit. */
function distance(union: ErrorObject, errors: ErrorObject[]): number {
  const depth = union.instancePath.split('/').length
  const weigh = ({ keyword, instancePath }: ErrorObject): number => {
    if (keyword === 'type' && instancePath === union.instancePath) return 1000
    if (keyword === 'const' || keyword === 'enum') return 30
    return ofKind.has(keyword) && instancePath.split('/').length <= depth + 1 ? 10 : 1
  }
  return errors.reduce((sum, error) => sum + weigh(error), 0)
}
