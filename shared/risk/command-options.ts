/** How a program reads its words: the options that take the next word, or else the flags that don't. */
export type OptionStyle = { valued: ReadonlySet<string> } | { flags: ReadonlySet<string> }

/** An option of a command line with its value, however the two are joined. */
export type CommandOption = { name: string; value: string }

/**
 * Separates leading options from the words after them, as common programs do. If `flags` are given, all other options
 * take a value, and short ones can be combined: `-itv /a:/b`.
 */
export function readOptions(words: string[], style: OptionStyle): { options: CommandOption[]; rest: string[] } {
  const options: CommandOption[] = []
  let at = 0
  const next = (): string => words[++at] ?? ''
  for (; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '--') return { options, rest: words.slice(at + 1) }
    if (!word.startsWith('-') || word === '-') break
    if ('flags' in style && !word.startsWith('--')) options.push(...readTogether(word, style.flags, next))
    else options.push(readOne(word, style, next))
  }
  return { options, rest: words.slice(at) }
}

function readOne(word: string, style: OptionStyle, next: () => string): CommandOption {
  const equals = word.indexOf('=')
  if (equals !== -1) return { name: word.slice(0, equals), value: word.slice(equals + 1) }
  const takesValue = 'flags' in style ? !style.flags.has(word) : style.valued.has(word)
  return { name: word, value: takesValue ? next() : '' }
}

/** Short options in one word: flags, and possibly a last option with a value, which can follow directly. */
function readTogether(word: string, flags: ReadonlySet<string>, next: () => string): CommandOption[] {
  const options: CommandOption[] = []
  for (let at = 1; at < word.length; at++) {
    const name = `-${word[at]}`
    if (flags.has(name)) {
      options.push({ name, value: '' })
      continue
    }
    const value = word.slice(at + 1).replace(/^=/, '')
    return [...options, { name, value: value || next() }]
  }
  return options
}

/** The values given for any of these options, in order. */
export const optionValues = (options: CommandOption[], ...names: string[]): string[] =>
  options.filter(({ name }) => names.includes(name)).map(({ value }) => value)
