import { useState } from 'react'
import { isObject, type JsonValue } from '../../shared/json.ts'
import { strings } from '../strings/strings.ts'
import { ExactText, Json } from '../ui/arguments.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Ext, Plain } from '../ui/ext.tsx'
import { head } from '../ui/hidden-characters.ts'
import { Segments } from '../ui/segments.tsx'
import { formatBytes } from '../ui/time.tsx'
import styles from './result.module.css'
import { ResultImage } from './result-image.tsx'
import { contentBlocks, structuredOf, type ContentBlock } from './summary.ts'

const words = strings.chat.result

const { views } = words

type View = (typeof views)[keyof typeof views]

/** What a tool returned: as its parts, as its structured content, and as the JSON that came. */
export function Result({ value, from }: { value: JsonValue; from: string }) {
  const structured = structuredOf(value)
  const blocks = contentBlocks(value)
  const offered: View[] = structured === undefined ? [views.result, views.raw] : Object.values(views)
  const [view, setView] = useState<View>(
    blocks.length === 0 && structured !== undefined ? views.structured : views.result,
  )
  const raw = JSON.stringify(value)
  return (
    <div role="group" aria-label={words.name}>
      <div className={styles.head}>
        <Segments label={words.view} items={offered} value={view} onChange={setView} />
        <span className={styles.size}>{formatBytes(new TextEncoder().encode(raw).length)}</span>
        <CopyButton label={words.copy} text={() => textOf(view, blocks, value)} />
      </div>
      <Ext from={from} note={words.notByYou}>
        <div className={styles.parts}>
          {view === views.raw && <ExactText text={raw} />}
          {view === views.structured && structured !== undefined && <Json value={structured} />}
          {view === views.result && blocks.length === 0 && <p className={styles.own}>{words.empty}</p>}
          {view === views.result && blocks.map((block, index) => <Part key={index} block={block} />)}
        </div>
      </Ext>
    </div>
  )
}

function textOf(view: View, blocks: ContentBlock[], value: JsonValue): string {
  if (view === views.raw) return JSON.stringify(value)
  if (view === views.structured) return JSON.stringify(isObject(value) ? value['structuredContent'] : null, null, 2)
  return blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : [])).join('\n\n')
}

function Part({ block }: { block: ContentBlock }) {
  switch (block.kind) {
    case 'text':
      return <ResultText text={block.text} />
    case 'image':
      return <ResultImage data={block.data} />
    case 'other':
      return <OtherPart what={block.what} json={block.json} />
    default:
      return block satisfies never
  }
}

const shownLines = 30
const shownCharacters = 4000

/** Text of a server, never rendered: its beginning, then all of it in steps. */
function ResultText({ text }: { text: string }) {
  const [steps, setSteps] = useState(0)
  const beginning = text.split('\n', shownLines).join('\n')
  const limit = steps === 0 ? Math.min(beginning.length, shownCharacters) : shownCharacters * 25 ** steps
  return (
    <div className={text.includes('\n') ? styles.lines : styles.line}>
      <Plain text={head(text, limit)} />
      {text.length > limit && (
        <Button size="sm" onClick={() => setSteps(steps + 1)}>
          {words.showMore(formatBytes(text.length - limit))}
        </Button>
      )}
    </div>
  )
}

function OtherPart({ what, json }: { what: string; json: JsonValue }) {
  const [open, setOpen] = useState(false)
  return (
    <div className={styles.other}>
      <p className={styles.own}>
        <Plain text={what} />
      </p>
      <Button size="sm" kind="ghost" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? words.hideJson : words.showJson}
      </Button>
      {open && <Json value={json} />}
    </div>
  )
}
