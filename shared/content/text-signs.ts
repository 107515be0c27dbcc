/** Whether a text is a whole web page. A part of one, as texts in Markdown have it, is text. */
export const beginsPage = (text: string): boolean =>
  /^\uFEFF?\s*(?:<!--[^]*?-->\s*)*<(?:!doctype html|html)[\s>]/i.test(text.slice(0, 4096))

/** Whether a text may be a notebook. */
export const mayBeNotebook = (text: string): boolean => /^\s*\{/.test(text) && text.includes('"nbformat"')

/**
 * Whether a file's text is all there is to it. That of pages, notebooks and PDFs isn't, unless the file's name ends as that
 * of a plain text.
 */
export const isPlainFile = (text: string, name: string): boolean =>
  /\.txt$/i.test(name) || !(beginsPage(text) || mayBeNotebook(text) || text.slice(0, 1029).includes('%PDF-'))
