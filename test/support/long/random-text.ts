import { fc } from '../deep.ts'

/** A text, and words of it that must be readable wherever and however it is shown. */
export type Text = { text: string; words: string[] }

/** Each writes a construct of Markdown around a word. */
const inline: ((word: string) => string)[] = [
  (word) => word,
  (word) => `*${word}*`,
  (word) => `**${word}**`,
  (word) => `***${word}***`,
  (word) => `~~${word}~~`,
  (word) => `\`${word} &amp;\``,
  (word) => `[${word}](https://a.example/?a=b&amp;c=d "t &lt; u")`,
  (word) => `[${word}][r &amp;]`,
  (word) => `![${word} &copy; q](https://a.example/p.png)`,
  (word) => `${word} &hellip; &notanentity; R&D &#38; &#x26; &#0;`,
  (word) => `<b onclick="go()">${word}</b>`,
  (word) => `https://a.example/${word}?x&amp;y`,
  (word) => `${word} [^n &amp;] \\& \\*`,
  (word) => `${word}\\\n&nbsp;`,
  (word) => `$x_1 &amp; y$ ${word} \\(a\\)`,
]

const blocks: ((words: string) => string)[] = [
  (words) => words,
  (words) => `## ${words}`,
  (words) => `${words.replaceAll('\n', ' ')}\n===`,
  (words) => `> ${words}\n> - &amp;`,
  (words) => `- ${words}\n  - [x] &amp;\n1. a`,
  (words) => `| a &amp; b |\n| :-: |\n| ${words.replaceAll('\n', ' ').replaceAll('|', ' ')} |`,
  (words) => `\`\`\`js &amp; "x"\n${words}\n\`\`\``,
  (words) => `    ${words}`,
  (words) => `[r &amp;]: https://a.example/?x&amp;y "t &gt;"\n\n${words}`,
  (words) => `[^n &amp;]: ${words}`,
  (words) => `<div onclick="go()">\n${words}\n</div>`,
  (words) => `<!-- ${words} -->`,
  (words) => `$$\n\\frac{&amp;}{2}\n$$\n\n${words}`,
  (words) => `- - - - - - - -\n\n${words}`,
]

/** Characters that begin or end something, and some that only look so. */
const special = fc.constantFrom(
  ...'`*_~[]()<>!#-+=|\\&;:$^"\'/.1a \n\t\u200B\u202E\uD800\0',
  '&amp;',
  '&#x41;',
  '&lt',
  '&CounterClockwiseContourIntegral;',
  '```',
  '~~~',
  '<!--',
  '](',
  ']: ',
  '$$',
  '\\[',
  '\n\n',
)
const noise = fc.array(special, { maxLength: 300 }).map((parts) => parts.join(''))

/** Markdown of the whole grammar with noise in between, the same in every run. */
export function randomMarkdown(count: number): Text[] {
  const piece = fc.tuple(fc.nat(blocks.length - 1), fc.array(fc.nat(inline.length - 1), { minLength: 1, maxLength: 4 }))
  const drawn = fc.sample(fc.array(fc.tuple(piece, noise), { minLength: 2, maxLength: 5 }), { numRuns: count })
  return drawn.map((pieces, at) => {
    const words: string[] = []
    const word = (): string => {
      words.push(`w${at}q${words.length}z`)
      return words.at(-1) ?? ''
    }
    const text = pieces.flatMap(([[block, parts], between]) => [
      blocks[block]?.(parts.map((part) => inline[part]?.(word())).join(' ')),
      // Ends what the noise has left open.
      `${between}\n\n\`\`\`\n\n~~~\n\n-->\n\n$$\n`,
    ])
    return { text: [`${word()} begins`, ...text, `${word()} ends`].join('\n\n'), words }
  })
}

const openers = [
  '- ',
  '> ',
  '1. ',
  '> - ',
  '![',
  '[',
  '*a _b ',
  '_a*',
  '[^a]: ',
  '`',
  '**',
  '~~',
  '$',
  '\\(',
  '<',
  '<!--',
  '&',
  '&amp;',
  '[a](',
  '- a\n',
  '# ',
  '"',
]

/** Each opener many times, with a word after it. */
export const repeatedOpeners = (characters: number): Text[] =>
  openers.map((opener, at) => {
    const word = `o${at}q${characters}z`
    return { text: `${opener.repeat(Math.floor(characters / opener.length))}${word}`, words: [word] }
  })

/** Nested as deep as its length allows, and closed again. */
export const deepNesting = (levels: number): Text[] =>
  [
    ['**', '**'],
    ['*a ', '*'],
    ['![', '](b)'],
    ['> ', ''],
    ['* - + ', ''],
  ].map(([open = '', close = ''], at) => {
    const word = `d${at}q${levels}z`
    return { text: `${open.repeat(levels)}${word}${close.repeat(levels)}`, words: [word] }
  })
