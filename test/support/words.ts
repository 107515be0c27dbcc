import { strings } from '../../renderer/strings/strings.ts'

/** What the interface says: tests name a text by its place here, so that a rewording is made in one place. */
export { strings as words }

/** A text of the catalogue as it is read, with its slots filled; a slot that isn't named stays in braces. */
export const filled = (text: string, slots: Record<string, string>): string =>
  text.replaceAll(/\{(\w+)\}/g, (slot, name: string) => slots[name] ?? slot)

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** Finds what begins with these words, whatever follows. */
export const beginsWith = (text: string): RegExp => new RegExp(`^${escaped(text)}`)

/** Finds what has these words in it. */
export const contains = (text: string): RegExp => new RegExp(escaped(text))
