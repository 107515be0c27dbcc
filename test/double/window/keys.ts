/** The keys of the US layout with another letter under Shift, by the code of their place. */
const marks: Record<string, [code: string, shifted: string]> = {
  '.': ['Period', '>'],
  ',': ['Comma', '<'],
  '/': ['Slash', '?'],
  '=': ['Equal', '+'],
  '-': ['Minus', '_'],
}

/**
 * A key's place and letter, as the page sees them. Electron takes both from the US layout:
 * shell/common/gin_converters/blink_converter.cc and shell/common/keyboard_util.cc of Electron.
 */
export function keyOf(keyCode: string, isShifted: boolean): { code: string; key: string } {
  const mark = marks[keyCode]
  if (mark) return { code: mark[0], key: isShifted ? mark[1] : keyCode }
  if (/^[a-z]$/i.test(keyCode))
    return { code: `Key${keyCode.toUpperCase()}`, key: isShifted ? keyCode.toUpperCase() : keyCode.toLowerCase() }
  if (/^\d$/.test(keyCode) && !isShifted) return { code: `Digit${keyCode}`, key: keyCode }
  if (keyCode === 'Alt') return { code: 'AltLeft', key: keyCode }
  // A key with a word for a name has it as its code too.
  if (/^[A-Z]\w+$/.test(keyCode)) return { code: keyCode, key: keyCode }
  throw new Error(`The double of Electron does not know the key ${keyCode}.`)
}
