/** Max parts of a text that are looked at. */
const mostParts = 20

/** Whether a text has a fence of Markdown. */
export const hasFence = (text: string): boolean => /^[ \t>]*(```|~~~)/m.test(text)

/**
 * The parts of a pasted page that may be configurations, in their order: fenced blocks; or else code in a line, JSON
 * among prose, and install links.
 */
export function partsOf(text: string, isLink: (word: string) => boolean): string[] {
  const plain = unquoted(text)
  const fenced = [...plain.matchAll(/^[ \t]*(```+|~~~+)[^\n]*\n(.*?)(?:^[ \t]*\1[`~]*[ \t]*$|$(?![\s\S]))/gms)]
  const blocks = fenced.map(([, , inside = '']) => inside.trim())
  const parts =
    blocks.length > 0 ? blocks : [...jsonIn(plain), ...codeIn(plain), ...plain.split(/[\s<>()]+/).filter(isLink)]
  return parts.filter((part) => part !== '' && part !== text.trim()).slice(0, mostParts)
}

/** A quotation's marks, if each line has one. */
function unquoted(text: string): string {
  const lines = text.split('\n')
  return lines.every((line) => /^\s*(>|$)/.test(line))
    ? lines.map((line) => line.replace(/^\s*> ?/, '')).join('\n')
    : text
}

const codeIn = (text: string): string[] => [...text.matchAll(/`([^`\n]{3,2000})`/g)].map(([, inside = '']) => inside)

/** Objects of JSON among other text, each with the name before it. */
function jsonIn(text: string): string[] {
  const found: string[] = []
  for (let at = text.indexOf('{'); at >= 0 && found.length < mostParts; at = text.indexOf('{', at)) {
    const end = endOf(text, at)
    if (end === undefined) break
    const [name = ''] = /"(?:[^"\\\n]|\\.)*"\s*:\s*$/.exec(text.slice(Math.max(0, at - 300), at)) ?? []
    found.push(name + text.slice(at, end))
    at = end
  }
  return found
}

/** The place after the bracket that closes the one at `from`. */
function endOf(text: string, from: number): number | undefined {
  const tokens = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*.*?\*\/|[{}]/gs
  tokens.lastIndex = from
  let depth = 0
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    if (token[0] === '{') depth++
    else if (token[0] === '}' && --depth === 0) return tokens.lastIndex
  }
  return undefined
}
