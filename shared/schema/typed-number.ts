/** Whether a parsed number still equals its text: neither out of range nor a truncated integer. */
export function isExact(text: string, number: number): boolean {
  if (!Number.isFinite(number)) return false
  return Number.isSafeInteger(number) || !/^[+-]?\d+$/.test(text) || BigInt(text.replace('+', '')) === BigInt(number)
}

/** A number as a user types it; `inexact` if it can't be sent as written, undefined if the text isn't a number. */
export function typedNumber(text: string): number | 'inexact' | undefined {
  const trimmed = text.trim()
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return undefined
  const number = Number(trimmed)
  return isExact(trimmed, number) ? number : 'inexact'
}
