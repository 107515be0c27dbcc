import { isObject, type Kept } from '../../../shared/schema/json.ts'
import { strings } from '../../strings/strings.ts'
import { clip, head } from '../../../shared/text/clip.ts'
import { formatBytes } from '../../strings/format/time.ts'
import { contentBlocks, structuredOf, type ContentBlock } from '../result/content-blocks.ts'

const { callSummary } = strings.chat

const longest = 80

/** What a call is about: its first argument that is short enough. */
export function argumentSummary(args: Kept): string {
  if ('blob' in args) return formatBytes(args.bytes)
  if (!isObject(args.json)) return ''
  for (const value of Object.values(args.json)) {
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    if (typeof value === 'string' && value.trim() !== '') return shortened(value)
  }
  return ''
}

/** On one line of limited length; hidden characters stay for the caller to reveal. */
function shortened(text: string): string {
  const line = head(text, 4 * longest)
    .replace(/\s+/g, ' ')
    .trim()
  return clip(line, longest)
}

/** The size of the result. Quotes none of it: it is third-party text. */
export function resultSummary(result: Kept): string {
  if ('blob' in result) return formatBytes(result.bytes)
  const blocks = contentBlocks(result.json)
  const count = (kind: ContentBlock['kind']): number => blocks.filter((block) => block.kind === kind).length
  const texts = blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : []))
  const [images, sounds, links] = [count('image'), count('audio'), count('link')]
  const others = blocks.length - texts.length - images - sounds - links
  const lines = texts.reduce((sum, text) => sum + text.trimEnd().split('\n').length, 0)
  return [
    lines > 1 && callSummary.lines(lines),
    images > 0 && callSummary.images(images),
    sounds > 0 && callSummary.sounds(sounds),
    links > 0 && callSummary.links(links),
    others > 0 && callSummary.otherParts(others),
    blocks.length === 0 && (structuredOf(result.json) === undefined ? callSummary.nothing : callSummary.structured),
  ]
    .filter(Boolean)
    .join(', ')
}
