import type { Definition } from 'mdast'
import { useMemo } from 'react'
import { parseBlocks, type Block } from '../../markdown/blocks.ts'
import { MarkdownBlocks } from '../../markdown/markdown.tsx'
import { useLiveText, type LivePlace } from './live-text.ts'

type TextBlockProps = {
  place: LivePlace
  /** The whole text, once it is known; until then what has come by deltas. */
  text: string | undefined
  /** It still comes in, at `place`. */
  isLive: boolean
  /** It is the one that is being written. */
  isWriting: boolean
}

/** What the model wrote in one block. The same elements stay when the text is complete. */
export function TextBlock({ place, text, isLive, isWriting }: TextBlockProps) {
  const { groups, complete } = useLiveText(place.turn, place.message, place.block, isLive)
  const whole = useMemo(() => (text === undefined ? undefined : wholeOf(text, complete(text))), [text, complete])
  return <MarkdownBlocks {...(whole ?? { groups })} live={isWriting} />
}

/** What came by deltas is not parsed once more where that would change nothing: a long answer ends without a halt. */
const wholeOf = (text: string, groups: Block[][] | undefined): { groups: Block[][]; definitions?: Definition[] } =>
  groups ? { groups } : parseBlocks(text)
