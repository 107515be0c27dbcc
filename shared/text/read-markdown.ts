/** Lines that only rule off: below a heading, between parts, below a table's head. */
const ruling = /^[\s|:=*_-]+$/

/** A line's markers: of quotes, items, headings and tasks. */
const leading = /^\s*(?:>\s?|[-*+]\s+|\d{1,9}[.)]\s+)*(?:#{1,6}\s+)?(?:\[[ xX]\]\s+)?/

/** Where a fence of code opens or closes. */
const fence = /^\s*(?:>\s?|[-*+]\s+|\d{1,9}[.)]\s+)*(`{3,}|~{3,})([^`]*)$/

/**
 * A model's Markdown as people read it: without its signs, with what is inside code as written. One pass over each
 * line, because a search reads millions of characters: parsing them would take a hundred times as long.
 */
export function readMarkdown(markdown: string): string {
  let open: string | undefined
  const lines: string[] = []
  for (const line of markdown.split('\n')) {
    const [, mark, info = ''] = fence.exec(line) ?? []
    if (open !== undefined) {
      if (mark?.startsWith(open) && info.trim() === '') open = undefined
      else lines.push(line)
    } else if (mark !== undefined) open = mark
    else if (!ruling.test(line) || line === '') lines.push(readableLine(line))
  }
  return lines.join('\n')
}

function readableLine(line: string): string {
  const text = line.replace(leading, '')
  if (!/[[\]`*_~\\|<#]/.test(text)) return text
  const pieces = text.split(/(?<!\\)(`{1,3})([^`]+)\1(?!`)/)
  // Three pieces each: text, the signs around code, the code.
  const codes: string[] = []
  const prose = pieces.map((piece, at) => {
    if (at % 3 === 0) return piece
    return at % 3 === 1 ? '' : `\uE000${codes.push(piece) - 1}\uE000`
  })
  return withoutSigns(prose.join('')).replaceAll(/\uE000(\d+)\uE000/g, (_, at) => codes[Number(at)] ?? '')
}

/** Escaped signs are set aside by their code: they are text. */
function withoutSigns(text: string): string {
  const escaped = text.replaceAll(/\\([!-/:-@[-`{-~])/g, (_, sign: string) => `\uE001${sign.charCodeAt(0)}\uE001`)
  const linked = escaped
    .replaceAll(/!?\[([^[\]]{0,500})\]\((?:[^()\s]|\([^()\s]{0,200}\)){0,2000}(?:\s+"[^"]{0,300}")?\)/g, '$1')
    .replaceAll(/<((?:https?|mailto):[^<>\s]{1,2000})>/g, '$1')
  const cells = /^\|.*\|\s*$/.test(linked)
    ? linked
        .split('|')
        .map((cell) => cell.trim())
        .join('\t')
        .trim()
    : linked
  return cells
    .replaceAll(/(\*\*|__|~~)(?=\S)([^\n]{1,300}?)(?<=\S)\1/g, '$2')
    .replaceAll(/(?<![\p{L}\p{N}*_])([*_])(?=\S)([^*_]{1,300}?)(?<=\S)\1(?![\p{L}\p{N}*_])/gu, '$2')
    .replaceAll(/\uE001(\d+)\uE001/g, (_, code) => String.fromCharCode(Number(code)))
}
