import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { bounded, flatten } from './bounds.ts'
import { mathNodes } from './math.ts'
import { mathBlocks, mathInText } from './math-syntax.ts'

const github = gfm({ singleTilde: false })
const mdastExtensions = [gfmFromMarkdown(), mathNodes]

/** CommonMark with GitHub's tables, task lists, strikethrough, autolinks and footnotes, and with math. */
export const parseMarkdown = (source: string): Root =>
  flatten(fromMarkdown(source, { extensions: [github, mathInText, mathBlocks, bounded], mdastExtensions }), source)

/** As `parseMarkdown`, for text that turned out not to be a math block. */
export const parseWithoutMathBlocks = (source: string): Root =>
  flatten(fromMarkdown(source, { extensions: [github, mathInText, bounded], mdastExtensions }), source)

/** One kind of line end and no NUL, as the blocks expect it. */
export const normalizeSource = (source: string): string => source.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD')
