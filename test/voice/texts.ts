/** A node of a module's syntax tree. */
export type Node = { type: string; start: number; [member: string]: unknown }

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Types hold no texts. */
export const isType = ({ type }: Node): boolean => /^TS(?!As|Satisfies|NonNull)/.test(type)

/** A literal's text, with `slot` for each value in it. */
export function textOf({ type, value, quasis }: Node, slot: string): string | undefined {
  if (type === 'Literal' && typeof value === 'string') return value
  if (type !== 'TemplateLiteral') return undefined
  return (quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join(slot)
}
