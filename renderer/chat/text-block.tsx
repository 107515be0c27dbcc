import { useMemo } from 'react'
import { parseBlocks } from '../markdown/blocks.ts'
import { MarkdownBlocks } from '../markdown/markdown.tsx'
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
  const growing = useLiveText(place.turn, place.message, place.block, isLive)
  const whole = useMemo(() => (text === undefined ? undefined : parseBlocks(text)), [text])
  return <MarkdownBlocks {...(whole ?? { groups: growing })} live={isWriting} />
}
