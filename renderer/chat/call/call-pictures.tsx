import { useMemo, useState } from 'react'
import type { Call } from '../../../shared/state/conversation.ts'
import type { JsonValue, StoredValue } from '../../../shared/schema/json.ts'
import { useAppearance } from '../../state/appearance.ts'
import { chat } from '../../strings/chat.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { ResultImage } from '../../content/result-image.tsx'
import { useStoredValue } from '../../ui/json/stored-value.tsx'
import styles from './call-card.module.css'
import { viewsOf } from '../../content/contents.ts'
import { contentBlocks, largeResult } from '../result/content-blocks.ts'
import { Thumbnail } from '../../content/thumbnail.tsx'
import { fixedList } from '../../ui/fixed-list.tsx'

const words = chat.call

/** Max images of a result on its closed card, and pixels of the longer side of one. */
const most = { images: 4, pixels: 160 }

type CallPicturesProps = { call: Call; title: string; onOpen(): void }

/** Thumbnails of a result on a closed card; a press shows one large. */
export function CallPictures({ call: { outcome }, title, onOpen }: CallPicturesProps) {
  const isWanted = useAppearance('openResults') !== 'none'
  const result = isWanted && outcome?.status === 'succeeded' ? outcome.result : undefined
  return result && mayHavePictures(result) ? <Pictures result={result} title={title} onOpen={onOpen} /> : null
}

function Pictures({ result, title, onOpen }: { result: StoredValue; title: string; onOpen(): void }) {
  const kept = useStoredValue(result)
  const value = kept.state === 'ready' ? kept.value : undefined
  const pictures = useMemo(() => (value === undefined ? [] : picturesIn(value)), [value])
  const [viewed, setViewed] = useState<string>()
  if (pictures.length === 0) return null
  return (
    <div className={styles.extra}>
      {fixedList(pictures.slice(0, most.images), (data, index) => (
        <button
          type="button"
          className={styles.picture}
          aria-label={words.showPicture(index + 1, pictures.length, title)}
          onClick={() => setViewed(data)}
        >
          <Thumbnail base64={data} size={most.pixels} whole />
        </button>
      ))}
      {pictures.length > most.images && (
        <Button size="sm" kind="ghost" onClick={onOpen}>
          {words.morePictures(pictures.length - most.images)}
        </Button>
      )}
      {viewed !== undefined && (
        <Dialog open size="lg" title={title} onClose={() => setViewed(undefined)}>
          <ResultImage data={viewed} isLarge />
        </Dialog>
      )}
    </div>
  )
}

/**
 * Whether to fetch a result for its images: a separately stored one only if it's small and its preview has an image.
 */
export const mayHavePictures = (result: StoredValue): boolean =>
  'json' in result || (result.bytes <= largeResult && /"type":\s*"image"/.test(result.preview))

/** A result's images, in base64. */
export const picturesIn = (result: JsonValue): string[] =>
  contentBlocks(result).flatMap((block) => {
    if (block.kind === 'image') return block.data
    const content = block.kind === 'resource' ? block.content : undefined
    return content && 'blob' in content && viewsOf(content)[0] === 'image' ? (content.blob ?? []) : []
  })
