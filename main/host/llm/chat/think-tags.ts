/** A piece of content: text or thinking. `turned`: everything before it, said to be text, was thinking. */
export type ThinkPiece = { kind: 'text' | 'thinking'; text: string; turned?: true }

const names = ['think', 'thinking', 'thought'] as const
const openings = names.map((name) => `<${name}>`)
const closings = names.map((name) => `</${name}>`)

/**
 * Finds the thinking that some servers leave in the content: between tags at its very start, or up to a closing tag on
 * its own line, if the chat template put the opening one into the prompt. Tags can be split anywhere.
 */
export class ThinkTags {
  #state: 'start' | 'inside' | 'first' | 'text' = 'start'
  #held = ''
  /** The end of the text so far, which tells whether a line begins here. */
  #before = '\n'

  /** Whether this is plain text for certain. Only text for which it's false needs feeding. */
  passes(text: string): boolean {
    if (this.#state === 'text') return true
    if (this.#state !== 'first' || this.#held !== '' || text.includes('<')) return false
    this.#remember(text)
    return true
  }

  /** Pieces that are certain by now. */
  feed(text: string): ThinkPiece[] {
    if (this.#state === 'text') return text === '' ? [] : [{ kind: 'text', text }]
    this.#held += text
    switch (this.#state) {
      case 'start':
        return this.#begin()
      case 'inside':
        return this.#inside()
      default:
        return this.#first()
    }
  }

  /** The content has ended: returns the text held back for a tag. */
  flush(): ThinkPiece[] {
    const kind = this.#state === 'inside' ? 'thinking' : 'text'
    const text = this.#held
    this.#held = ''
    this.#state = 'text'
    return text === '' ? [] : [{ kind, text }]
  }

  #begin(): ThinkPiece[] {
    const start = this.#held.trimStart()
    const opening = openings.find((tag) => start.startsWith(tag))
    if (opening !== undefined) {
      this.#held = start.slice(opening.length)
      this.#state = 'inside'
      return this.#inside()
    }
    if (openings.some((tag) => tag.startsWith(start))) return []
    this.#state = 'first'
    return this.#first()
  }

  #inside(): ThinkPiece[] {
    const at = firstOf(this.#held, 0)
    return at ? this.#close(at, { kind: 'thinking', text: this.#held.slice(0, at.from) }) : this.#pass('thinking')
  }

  #first(): ThinkPiece[] {
    if (!this.#held.includes('<')) return this.#pass('text')
    for (let at = firstOf(this.#held, 0); at; at = firstOf(this.#held, at.to)) {
      const before = this.#held.slice(0, at.from)
      const isOwnLine =
        /\n[ \t]*$/.test(before.slice(-100)) || (/^[ \t]*$/.test(before) && /\n[ \t]*$/.test(this.#before.slice(-100)))
      if (!isOwnLine) continue
      const said = before === '' ? [] : [{ kind: 'text' as const, text: before }]
      const [after] = this.#close(at, undefined)
      return [...said, { kind: 'text', text: after?.text ?? '', turned: true }]
    }
    return this.#pass('text')
  }

  #close({ to }: Found, before: ThinkPiece | undefined): ThinkPiece[] {
    const rest = this.#held.slice(to)
    this.#held = ''
    this.#state = 'text'
    const pieces: ThinkPiece[] = [...(before ? [before] : []), { kind: 'text', text: rest }]
    return pieces.filter(({ text }) => text !== '')
  }

  /** Passes on everything but what can be the beginning of a closing tag. */
  #pass(kind: ThinkPiece['kind']): ThinkPiece[] {
    const from = this.#held.lastIndexOf('<')
    const end = this.#held.slice(from)
    const keeps = from >= 0 && closings.some((tag) => tag.startsWith(end))
    const text = keeps ? this.#held.slice(0, from) : this.#held
    this.#held = keeps ? end : ''
    this.#remember(text)
    return text === '' ? [] : [{ kind, text }]
  }

  #remember(text: string): void {
    this.#before = text.trim() === '' ? (this.#before + text).slice(-100) : text
  }
}

type Found = { from: number; to: number }

/** The first closing tag at or after a position. */
function firstOf(text: string, after: number): Found | undefined {
  const found = closings.flatMap((tag): Found[] => {
    const from = text.indexOf(tag, after)
    return from < 0 ? [] : [{ from, to: from + tag.length }]
  })
  return found.toSorted((a, b) => a.from - b.from)[0]
}
