import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

const extensions = [gfm({ singleTilde: false })]
const mdastExtensions = [gfmFromMarkdown()]

/** CommonMark with GitHub's tables, task lists, strikethrough, autolinks and footnotes. */
export const parseMarkdown = (source: string): Root => fromMarkdown(source, { extensions, mdastExtensions })

/** One kind of line end and no NUL, as the blocks expect it. */
export const normalizeSource = (source: string): string => source.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD')
