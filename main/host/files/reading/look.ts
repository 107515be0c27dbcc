/** From this much light on, a colour on white can't be read (RGB, each of 255). */
const pale = 0xd7
/** Half-points under which no letter can be read. */
const smallest = 4

/** How a text looks: hidden by its mark, its colour, its size in half-points, and whether something dark is behind it. */
export type TextLook = {
  vanishes?: boolean | undefined
  color?: string | undefined
  size?: number | undefined
  isShaded?: boolean | undefined
}

/** Whether someone who looks at a text can read it. */
export function canBeSeen({ vanishes, color, size, isShaded }: TextLook): boolean {
  if (vanishes === true || (size !== undefined && size < smallest)) return false
  return isShaded === true || color === undefined || !isPale(color)
}

/** Whether this colour, in hexadecimal, is nearly white. */
export function isPale(color: string): boolean {
  const [, red = '', green = '', blue = ''] = /^#?([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color) ?? []
  return red !== '' && [red, green, blue].every((part) => Number.parseInt(part, 16) > pale)
}
