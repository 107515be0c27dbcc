/** What a dialog can show whole on a small screen: so many rows of so many characters. */
const rows = 30
const columns = 60

/** Whether all of it can be seen: a dialog has no scroll bar, and what is too long pushes its buttons off the screen. */
export function fits(detail: string): boolean {
  const used = detail.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / columns)), 0)
  return used <= rows
}

/** Letters outside of ASCII may be twice as wide. */
const widthOf = (line: string): number => line.replaceAll(/[^ -~]/gu, '  ').length
