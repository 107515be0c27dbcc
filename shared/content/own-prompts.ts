/** The user's own prompts: texts to send again, with gaps such as {{topic}}. */

const gap = /\{\{\s*([\p{L}\p{N}_](?:[\p{L}\p{N}_ -]{0,38}[\p{L}\p{N}_-])?)\s*\}\}/gu

/** The names of a text's gaps, each once, in order. */
export const gapsIn = (text: string): string[] => [...new Set([...text.matchAll(gap)].map(([, name = '']) => name))]

/** The text with its gaps filled; a gap without a value stays. Values are taken literally. */
export const fillGaps = (text: string, values: Record<string, string>): string =>
  text.replaceAll(gap, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole))
