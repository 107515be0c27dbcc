import { strings } from '../../renderer/strings/strings.ts'

/** What the interface says: tests name a text by its place here, so that a rewording is made in one place. */
export { strings as words }

/** A text of the catalogue as it is read, with its slots filled; a slot that isn't named stays in braces. */
export const filled = (text: string, slots: Record<string, string>): string =>
  text.replaceAll(/\{(\w+)\}/g, (slot, name: string) => slots[name] ?? slot)

/** Stands in a text for what varies. */
export const any = '\uE000'

/** Stands for a number that varies, which is more than one. */
export const anyNumber = NaN

const escaped = (text: string): string =>
  text
    .replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
    .replaceAll(any, '.*')
    .replaceAll('NaN', String.raw`[\d,.]+`)

const oneOf = (texts: string[]): string => `(${texts.map(escaped).join('|')})`

/** Finds what begins with one of these texts, whatever follows. */
export const beginsWith = (...texts: string[]): RegExp => new RegExp(`^${oneOf(texts)}`)

/** Finds what has one of these texts in it. */
export const contains = (...texts: string[]): RegExp => new RegExp(oneOf(texts))

/** Finds what is one of these texts from beginning to end. */
export const whole = (...texts: string[]): RegExp => new RegExp(`^${oneOf(texts)}$`)
