import { Fragment, type ReactNode } from 'react'

/** The names in braces in a text. */
type SlotOf<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | SlotOf<Rest> : never

/** A text of the catalogue with elements in it: each `{name}` becomes the element of that name in `slots`. */
export function Phrase<const T extends string>({ text, slots }: { text: T; slots: Record<SlotOf<T>, ReactNode> }) {
  const parts = text.split(/\{(\w+)\}/)
  return parts.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a text do not move
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts between are the names of slots
    <Fragment key={index}>{index % 2 === 0 ? part : slots[part as SlotOf<T>]}</Fragment>
  ))
}
