import type { Literal } from 'mdast'
import type { Extension } from 'mdast-util-from-markdown'

/** A formula as the model wrote it, with its delimiters. */
export interface Mathematics extends Literal {
  type: 'mathText' | 'mathFlow'
}

declare module 'mdast' {
  interface PhrasingContentMap {
    mathText: Mathematics
  }
  interface BlockContentMap {
    mathFlow: Mathematics
  }
  interface RootContentMap {
    mathText: Mathematics
    mathFlow: Mathematics
  }
}

/** Turns the syntax's tokens into nodes. */
export const mathNodes: Extension = {
  enter: {
    mathText(token) {
      this.enter({ type: 'mathText', value: this.sliceSerialize(token) }, token)
    },
    mathFlow(token) {
      this.enter({ type: 'mathFlow', value: this.sliceSerialize(token) }, token)
    },
  },
  exit: {
    mathText(token) {
      this.exit(token)
    },
    mathFlow(token) {
      this.exit(token)
    },
  },
}

/** TeX without its delimiters. `isDisplay`: it has its own lines. */
export type Formula = { tex: string; isDisplay: boolean }

const signs: Record<string, { close: string; isDisplay: boolean }> = {
  $$: { close: '$$', isDisplay: true },
  '\\[': { close: '\\]', isDisplay: true },
  '\\(': { close: '\\)', isDisplay: false },
}

/** Whether text in escaped brackets is math. Plain text can be escaped too: words, a number, nothing. */
export const isMathematics = (content: string): boolean =>
  /[\\^_={}<>+*/|&~]/.test(content) || (/\p{L}/u.test(content) && !/\p{L}{4}/u.test(content))

/**
 * Parses a formula by its delimiters; undefined if it isn't closed, or is escaped brackets. Punctuation after the
 * closing sign belongs to it.
 */
export function readFormula(source: string): Formula | undefined {
  const sign = signs[source.slice(0, 2)]
  if (!sign) return { tex: source.slice(1, -1), isDisplay: false }
  const end = closingSign(source, sign.close)
  const after = end === undefined ? undefined : source.slice(end + 2).trim()
  if (end === undefined || after === undefined || /[^.,;:\s]/.test(after)) return undefined
  const tex = source.slice(2, end)
  if (sign.close !== '$$' && !isMathematics(tex)) return undefined
  return { tex: tex + after, isDisplay: sign.isDisplay }
}

function closingSign(source: string, close: string): number | undefined {
  for (const { 0: found, index } of source.slice(2).matchAll(/\\[^]|\$\$/g)) if (found === close) return index + 2
  return undefined
}
