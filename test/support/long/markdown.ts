/** Texts that are one growing block each, and one with many blocks. */
export const growing: Record<string, (index: number) => string> = {
  'a list': (n) => `${n + 1}. item **${n}** with \`code\`\n`,
  'a table': (n) => (n === 0 ? '| a | b |\n|---|---|\n' : `| row ${n} | *value* ${n} |\n`),
  code: (n) => (n === 0 ? '```js\n' : `const value${n} = call(${n})\n`),
  'one line of code': (n) => (n === 0 ? '```\n' : `{"key${n}":${n}},`),
  paragraphs: (n) => `Sentence *${n}* goes on\nand on.\n\n`,
}

/** Repeats its lines up to this many characters. */
export function textOf(line: (index: number) => string, size: number): string {
  let text = ''
  for (let n = 0; text.length < size; n++) text += line(n)
  return text
}
