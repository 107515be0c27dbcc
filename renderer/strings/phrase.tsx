import { Fragment, type ReactNode } from 'react'

/** The names that stand in braces in a text. */
type SlotOf<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | SlotOf<Rest> : never

/** A text of the catalogue in which elements stand: `{name}` in it is what `slots` has under that name. */
export function Phrase<const T extends string>({ text, slots }: { text: T; slots: Record<SlotOf<T>, ReactNode> }) {
  const parts = text.split(/\{(\w+)\}/)
  return parts.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a text do not move
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts between are the names of slots
    <Fragment key={index}>{index % 2 === 0 ? part : slots[part as SlotOf<T>]}</Fragment>
  ))
}
