import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { mathNodes } from './math.ts'
import { mathBlocks, mathInText } from './math-syntax.ts'

const github = gfm({ singleTilde: false })
const mdastExtensions = [gfmFromMarkdown(), mathNodes]

/** CommonMark with GitHub's tables, task lists, strikethrough, autolinks and footnotes, and with math. */
export const parseMarkdown = (source: string): Root =>
  fromMarkdown(source, { extensions: [github, mathInText, mathBlocks], mdastExtensions })

/** As `parseMarkdown`, for text that turned out not to be a math block. */
export const parseWithoutMathBlocks = (source: string): Root =>
  fromMarkdown(source, { extensions: [github, mathInText], mdastExtensions })

/** One kind of line end and no NUL, as the blocks expect it. */
export const normalizeSource = (source: string): string => source.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD')
