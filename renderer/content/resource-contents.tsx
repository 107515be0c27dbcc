import { useState } from 'react'
import type { ResourceContent } from '../../shared/content/listed.ts'
import { ResultImage } from './picture.tsx'
import { resources } from '../strings/resources.ts'
import { Apart } from '../ui/json/apart.tsx'
import { ExactText, Json } from '../ui/json/arguments.tsx'
import { Ext, Plain } from '../ui/third-party/ext.tsx'
import { head } from '../../shared/text/clip.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { Segments } from '../ui/fields/segments.tsx'
import { formatBytes } from '../strings/format/time.ts'
import { AudioPlayer } from './audio-player.tsx'
import { viewsOf, type ContentView } from './contents.ts'
import { HexView } from './hex-view.tsx'
import styles from './resource-contents.module.css'
import { parseJson } from '../../shared/schema/json.ts'

const words = resources.contents

/** A resource's contents, one by one: third-party, and plain text until the user picks another view. */
export function ResourceContents({ contents, from }: { contents: ResourceContent[]; from: string }) {
  if (contents.length === 0) return <p className="fs-small ink2">{words.empty}</p>
  return (
    <div className="stack gap4">
      {contents.length > 1 && <p className="fs-small ink2">{words.several(contents.length)}</p>}
      {contents.map((content, index) => (
        <OneContent key={index} content={content} from={from} showsUri={contents.length > 1} />
      ))}
    </div>
  )
}

type OneProps = { content: ResourceContent; from: string; showsUri: boolean }

function OneContent({ content, from, showsUri }: OneProps) {
  const views = viewsOf(content)
  const [view, setView] = useState<ContentView>(views[0] ?? 'text')
  const label = (each: ContentView): string => words.views[each]
  const { bytes, mimeType, uri } = content
  return (
    <section className="stack" aria-label={showsUri ? head(uri, 200) : undefined}>
      {showsUri && (
        <code className="mono fs-small breaks ink2">
          <Plain text={uri} limit={200} />
        </code>
      )}
      <div className="row">
        {views.length > 1 && (
          <Segments
            label={words.view}
            items={views.map(label)}
            value={label(view)}
            onChange={(chosen) => setView(views.find((each) => label(each) === chosen) ?? 'text')}
          />
        )}
        <span className="fs-small ink3 num end">{formatBytes(bytes)}</span>
      </div>
      <Ext from={from} note={noteOf(content, mimeType)}>
        <ContentBody content={content} view={view} />
      </Ext>
    </section>
  )
}

/** The type claimed by the server, and the size shown. */
function noteOf(content: ResourceContent, mimeType: string | undefined): string {
  const type = mimeType === undefined ? words.noType : head(mimeType, 80)
  if (!('text' in content) || !content.isCut) return type
  const shown = new TextEncoder().encode(content.text).length
  return `${type}, ${words.first(formatBytes(shown), formatBytes(content.bytes))}`
}

type BodyProps = { content: ResourceContent; view: ContentView }

/** One content in one view, without a frame, drawn by itself. */
export const ContentBody = ({ content, view }: BodyProps) => (
  <Apart of={`${view} ${content.uri}`} raw={() => ('text' in content ? content.text : content)}>
    <Body content={content} view={view} />
  </Apart>
)

function Body({ content, view }: BodyProps) {
  if ('text' in content) return <TextBody text={content.text} view={view} />
  const { blob, mimeType = '', bytes } = content
  if (blob === undefined) return <p className="fs-small ink2">{words.tooLarge(formatBytes(bytes))}</p>
  if (view === 'image') return <ResultImage data={blob} />
  if (view === 'audio') return <AudioPlayer base64={blob} type={mimeType} />
  return <HexView base64={blob} bytes={bytes} />
}

function TextBody({ text, view }: { text: string; view: ContentView }) {
  if (text === '') return <p className="fs-small ink2">{words.emptyText}</p>
  if (view === 'markdown')
    return (
      <div className={styles.markdown}>
        <Markdown text={text} />
      </div>
    )
  const value = view === 'json' ? parseJson(text) : undefined
  return value === undefined ? <ExactText text={text} /> : <Json value={value} />
}
