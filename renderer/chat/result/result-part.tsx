import { useState } from 'react'
import type { JsonValue } from '../../../shared/schema/json.ts'
import { AudioPlayer } from '../../content/audio-player.tsx'
import { viewsOf, type ContentView } from '../../content/contents.ts'
import { Annotated } from '../../content/annotated.tsx'
import { ContentBody } from '../../content/resource-contents.tsx'
import { chat } from '../../strings/chat.ts'
import { resources } from '../../strings/resources.ts'
import { results } from '../../strings/results.ts'
import { ExactText, Json } from '../../ui/json/arguments.tsx'
import { Button } from '../../ui/button.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { Fold } from '../../ui/fold.tsx'
import { head } from '../../../shared/text/clip.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { Segments } from '../../ui/fields/segments.tsx'
import { formatBytes } from '../../strings/format/time.ts'
import type { ContentBlock } from './content-blocks.ts'
import { readPicture } from '../../state/composer/image-bytes.ts'
import { ResultImage } from '../../content/picture.tsx'
import { ResultLink } from './result-link.tsx'
import styles from './result.module.css'
import { canonicalBase64, sizeOfBase64 } from '../../../shared/text/base64.ts'

const words = results

type PartProps = { block: ContentBlock; server: string | undefined }

/** One part of a result, with its server's annotations. A part for the model alone is collapsed. */
export function ResultPartView({ block, server }: PartProps) {
  const { marks } = block
  const body = <PartBody block={block} server={server} />
  if (marks.audience !== 'assistant') return <Annotated marks={marks}>{body}</Annotated>
  return (
    <Fold label={words.marks.forModel}>
      <Annotated marks={marks}>{body}</Annotated>
    </Fold>
  )
}

function PartBody({ block, server }: PartProps) {
  switch (block.kind) {
    case 'text':
      return <ResultText text={block.text} />
    case 'image':
      return <Picture data={block.data} claimed={block.mediaType} />
    case 'audio':
      return <Sound data={block.data} type={block.mediaType} />
    case 'link':
      return <ResultLink link={block.link} server={server} />
    case 'resource':
      return <Embedded content={block.content} />
    case 'other':
      return <OtherPart what={block.what} json={block.json} />
    default:
      return block satisfies never
  }
}

function Picture({ data, claimed }: { data: string; claimed: string }) {
  const picture = readPicture(data)
  const isOther = !('refused' in picture) && claimed !== '' && claimed.toLowerCase() !== picture.type
  return (
    <div className={styles.other}>
      <ResultImage data={data} />
      {isOther && <p className="small breaks ink3">{words.claimed(plainLabel(claimed, 80), picture.type)}</p>}
      {'refused' in picture && <Data data={data} />}
    </div>
  )
}

function Sound({ data, type }: { data: string; type: string }) {
  const bytes = canonicalBase64(data)
  return (
    <div role="group" className={styles.other} aria-label={words.sound}>
      <AudioPlayer base64={data} type={type} />
      <p className="small breaks ink3">
        <Plain
          text={[type || words.link.noType, ...(bytes === undefined ? [] : [formatBytes(sizeOfBase64(bytes))])].join(
            ', ',
          )}
        />
      </p>
      <Data data={data} />
    </div>
  )
}

/** The raw data. */
function Data({ data }: { data: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" kind="ghost" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? words.hideData : words.showData}
      </Button>
      {open && <ExactText text={data} />}
    </>
  )
}

function Embedded({ content }: { content: Extract<ContentBlock, { kind: 'resource' }>['content'] }) {
  const views = viewsOf(content)
  const [view, setView] = useState<ContentView>(views[0] ?? 'text')
  const label = (each: ContentView): string => resources.contents.views[each]
  const { uri, mimeType, bytes } = content
  return (
    <div
      role="group"
      className="stack gap1"
      aria-label={words.resource.name(uri === '' ? words.resource.noUri : plainLabel(uri, 200))}
    >
      <div className={styles.embeddedHead}>
        <code className={styles.uri}>
          <Plain text={uri === '' ? words.resource.noUri : uri} limit={200} />
        </code>
        <span className="small ink2">
          <Plain text={[mimeType ?? words.link.noType, formatBytes(bytes)].join(' · ')} />
        </span>
        {views.length > 1 && (
          <Segments
            label={resources.contents.view}
            items={views.map(label)}
            value={label(view)}
            onChange={(chosen) => setView(views.find((each) => label(each) === chosen) ?? 'text')}
          />
        )}
      </div>
      <ContentBody content={content} view={view} />
    </div>
  )
}

function OtherPart({ what, json }: { what: string; json: JsonValue }) {
  const [open, setOpen] = useState(false)
  return (
    <div className={styles.other}>
      <p className="small breaks ink3">
        <Plain text={what} />
      </p>
      <Button size="sm" kind="ghost" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? chat.result.hideJson : chat.result.showJson}
      </Button>
      {open && <Json value={json} />}
    </div>
  )
}

const shownLines = 30
const shownCharacters = 4000

/** A server's text, never rendered as Markdown: its beginning, then the rest in steps. */
function ResultText({ text }: { text: string }) {
  const [steps, setSteps] = useState(0)
  const beginning = text.split('\n', shownLines).join('\n')
  const limit = steps === 0 ? Math.min(beginning.length, shownCharacters) : shownCharacters * 25 ** steps
  return (
    <div className={text.includes('\n') ? styles.lines : styles.line}>
      <Plain text={head(text, limit)} />
      {text.length > limit && (
        <Button size="sm" onClick={() => setSteps(steps + 1)}>
          {chat.result.showMore(formatBytes(text.length - limit))}
        </Button>
      )}
    </div>
  )
}
