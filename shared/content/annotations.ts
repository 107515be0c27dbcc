import { isObject, type JsonObject } from '../schema/json.ts'

/**
 * The one reader that a server means a part, message or resource for (schema, Annotations.audience); undefined if it
 * means both or says nothing readable.
 */
export function audienceOf(item: unknown): 'user' | 'assistant' | undefined {
  const { audience } = annotationsOf(item)
  if (!Array.isArray(audience)) return undefined
  const user = audience.includes('user')
  const assistant = audience.includes('assistant')
  if (user === assistant) return undefined
  return user ? 'user' : 'assistant'
}

/** Whether a model may get it: anything that its server doesn't mean for the user alone. */
export const isForModels = (item: unknown): boolean => audienceOf(item) !== 'user'

/** A server's priority for it, from 0 to 1, if it gives one (schema, Annotations.priority). */
export function priorityOf(item: unknown): number | undefined {
  const { priority } = annotationsOf(item)
  return typeof priority === 'number' && priority >= 0 && priority <= 1 ? priority : undefined
}

/** An item's annotations; an embedded resource can have them itself (2025-06-18, server/tools#embedded-resources). */
export function annotationsOf(item: unknown): JsonObject {
  if (!isObject(item)) return {}
  const { annotations, resource } = item
  return { ...(isObject(resource) ? annotationsOf(resource) : {}), ...(isObject(annotations) ? annotations : {}) }
}
