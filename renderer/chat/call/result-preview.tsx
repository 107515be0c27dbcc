import { useMemo, useState } from 'react'
import type { JsonValue, StoredValue } from '../../../shared/schema/json.ts'
import type { Call } from '../../../shared/state/conversation.ts'
import { clip } from '../../../shared/text/clip.ts'
import { viewsOf } from '../../content/contents.ts'
import { ResultImage, Thumbnail } from '../../content/picture.tsx'
import { useAppearance } from '../../state/appearance.ts'
import { chat } from '../../strings/chat.ts'
import { Button } from '../../ui/button.tsx'
import { fixedList } from '../../ui/fixed-list.tsx'
import { useStoredValue } from '../../ui/json/stored-value.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Ext, Plain } from '../../ui/third-party/ext.tsx'
import { contentBlocks, largeResult, structuredOf } from '../result/content-blocks.ts'
import styles from './call-card.module.css'
import { isOwnCall } from './call-state.ts'

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

/** The beginning of the result of a call the user made, because no model reports it. */
export function OwnResult({ call, from }: { call: Call; from: string }) {
  const { outcome } = call
  const text = isOwnCall(call) && outcome?.status === 'succeeded' ? beginningOf(outcome.result) : ''
  if (text === '') return null
  return (
    <div className={styles.beginning}>
      <Ext from={from}>
        <Plain text={text} />
      </Ext>
    </div>
  )
}

/** Max lines and characters of a result below its call. */
const mostShown = { lines: 3, characters: 300 }

/** The first lines of a result's texts, or of its structured content; empty if it is stored apart or has neither. */
export function beginningOf(result: StoredValue): string {
  if ('blob' in result) return ''
  const texts = contentBlocks(result.json).flatMap((block) => (block.kind === 'text' ? [block.text] : []))
  const structured = structuredOf(result.json)
  const all = texts.length > 0 || structured === undefined ? texts.join('\n') : JSON.stringify(structured)
  const lines = all
    .trim()
    .slice(0, 10 * mostShown.characters)
    .split('\n')
  const first = lines.slice(0, mostShown.lines).join('\n')
  return clip(lines.length > mostShown.lines ? `${first} …` : first, mostShown.characters)
}
