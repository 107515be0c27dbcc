import { useState } from 'react'
import { isObject, type JsonValue } from '../../../shared/schema/json.ts'
import { textFileName } from '../../../shared/text/file-name.ts'
import { chat } from '../../strings/chat.ts'
import { Apart } from '../../ui/json/apart.tsx'
import { ExactText, Json } from '../../ui/json/arguments.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { SaveButton, SavedLine, useSaving } from '../../ui/json/save-text.tsx'
import { Ext } from '../../ui/third-party/ext.tsx'
import { Segments } from '../../ui/fields/segments.tsx'
import { formatBytes } from '../../strings/format/time.ts'
import { contentBlocks, structuredOf, tableOf, type ContentBlock } from './content-blocks.ts'
import { ResultPartView } from './result-part.tsx'
import { ResultTable } from './result-table.tsx'
import styles from './result.module.css'

const words = chat.result

const { views } = words

type View = (typeof views)[keyof typeof views]

type ResultProps = {
  value: JsonValue
  /** The server it came from; absent if none. */
  server: string | undefined
  from: string
  /** Only part of the result is here, so the raw result can't be shown or copied. */
  isPart?: boolean
}

/** A tool's result, drawn by itself. */
export const ResultView = (props: ResultProps) => (
  <Apart of={props.value} raw={() => props.value} from={props.from}>
    <Result {...props} />
  </Apart>
)

/** Its parts, its structured content, and the raw JSON. */
function Result({ value, server, from, isPart = false }: ResultProps) {
  const structured = structuredOf(value)
  const blocks = contentBlocks(value)
  const offered: View[] = [
    views.result,
    ...(structured === undefined ? [] : [views.structured]),
    ...(isPart ? [] : [views.raw]),
  ]
  const [view, setView] = useState<View>(
    blocks.every(isBlank) && structured !== undefined ? views.structured : views.result,
  )
  const saving = useSaving()
  const shown = isPart ? '' : textOf(view, blocks, value)
  return (
    <div role="group" aria-label={words.name}>
      <div className={styles.head}>
        {offered.length > 1 && <Segments label={words.view} items={offered} value={view} onChange={setView} />}
        {!isPart && (
          <>
            <span className="num end">{formatBytes(new TextEncoder().encode(JSON.stringify(value)).length)}</span>
            <CopyButton label={words.copy} text={() => shown} />
            {(view !== views.result || shown !== '') && (
              <SaveButton
                saving={saving}
                label={words.save}
                file={() => ({ name: nameOf(view, shown), text: shown })}
              />
            )}
          </>
        )}
      </div>
      <SavedLine saving={saving} />
      <Ext from={from} note={words.notByYou}>
        <div className="stack">
          {view === views.raw && <ExactText text={JSON.stringify(value)} />}
          {view === views.structured && structured !== undefined && <Structured value={structured} />}
          {view === views.result && blocks.length === 0 && <p className="small breaks ink3">{words.empty}</p>}
          {view === views.result &&
            blocks.map((block, index) => (
              <Apart key={index} of={block} raw={() => block}>
                <ResultPartView block={block} server={server} />
              </Apart>
            ))}
        </div>
      </Ext>
    </div>
  )
}

const isBlank = (block: ContentBlock): boolean => block.kind === 'text' && block.text.trim() === ''

function Structured({ value }: { value: JsonValue }) {
  const table = tableOf(value)
  return table ? <ResultTable table={table} /> : <Json value={value} />
}

const nameOf = (view: View, text: string): string =>
  view === views.result ? textFileName(text, words.fileName) : `${words.fileName}.json`

function textOf(view: View, blocks: ContentBlock[], value: JsonValue): string {
  if (view === views.raw) return JSON.stringify(value)
  if (view === views.structured) return JSON.stringify(isObject(value) ? value['structuredContent'] : null, null, 2)
  return blocks
    .flatMap((block) => {
      if (block.kind === 'text') return [block.text]
      return block.kind === 'resource' && 'text' in block.content ? [block.content.text] : []
    })
    .join('\n\n')
}
