import { useMemo } from 'react'
import type { Call } from '../../../shared/state/conversation.ts'
import type { JsonValue, Kept } from '../../../shared/schema/json.ts'
import { strings } from '../../strings/strings.ts'
import { useKept } from '../../ui/json/kept.tsx'
import styles from './call-card.module.css'
import { contentBlocks } from '../result/content-blocks.ts'
import { largeResult } from '../result/large-result.tsx'
import { Thumbnail } from '../../content/thumbnail.tsx'

/** Max images of a result on its closed card. */
const mostShown = 4

type CallPicturesProps = { call: Call; title: string; onOpen(): void }

/** Thumbnails of a result on a closed card; a press opens the card. */
export function CallPictures({ call: { outcome }, title, onOpen }: CallPicturesProps) {
  const result = outcome?.status === 'succeeded' ? outcome.result : undefined
  return result && mayHavePictures(result) ? <Pictures result={result} title={title} onOpen={onOpen} /> : null
}

function Pictures({ result, title, onOpen }: { result: Kept; title: string; onOpen(): void }) {
  const kept = useKept(result)
  const value = kept.state === 'ready' ? kept.value : undefined
  const pictures = useMemo(() => (value === undefined ? [] : picturesIn(value)), [value])
  if (pictures.length === 0) return null
  return (
    <div className={styles.extra}>
      <button
        type="button"
        className={styles.pictures}
        aria-label={strings.chat.call.showPictures(pictures.length, title)}
        onClick={onOpen}
      >
        {pictures.slice(0, mostShown).map((data, index) => (
          // The parts of a result do not move.
          // oxlint-disable-next-line react/no-array-index-key
          <Thumbnail key={index} base64={data} size={72} />
        ))}
      </button>
    </div>
  )
}

/**
 * Whether to fetch a result for its images: a separately stored one only if it's small and its preview has an image.
 */
export const mayHavePictures = (result: Kept): boolean =>
  'json' in result || (result.bytes <= largeResult && /"type":\s*"image"/.test(result.preview))

/** A result's images, in base64. */
export const picturesIn = (result: JsonValue): string[] =>
  contentBlocks(result).flatMap((block) => (block.kind === 'image' ? block.data : []))
